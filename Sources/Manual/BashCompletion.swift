import CommandLine

extension CompletionTable {
  /// The script for bash; it needs nothing of the package bash-completion.
  var bash: String {
    let name = program.name
    return """
      \(head("bash"))

      # A column of all cities, or the columns of a reading, as almanac finds them.
      _\(name)_column() {
        command almanac status --format tsv "${source[@]}" 2>/dev/null | tail -n +2 |
          cut -f "$1" | grep -v '[^A-Za-z0-9._-]' | sort -u
      }
      _\(name)_fields() {
        command almanac now --format tsv "${source[@]}" 2>/dev/null | head -n 1 | tr '\\t' '\\n'
      }

      _\(name)() {
        local cur=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) command='' words='' prev word i
        local -a source=()
        # To bash, --format=csv is three words.
        if [[ $cur == = ]]; then
          cur=''
        elif [[ ${COMP_WORDS[at]} == = ]]; then
          at=$((at - 1))
        fi
        prev=${COMP_WORDS[at]}
        [[ $at -lt 2 || $at -eq $((COMP_CWORD - 1)) && -n $cur || $prev == -* ]] ||
          [[ ${COMP_WORDS[at + 1]} != = ]] || prev=${COMP_WORDS[at - 1]}=
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          case $word in
            \(Self.sources.map { "--\($0)" }.joined(separator: " | ")))
              [[ ${COMP_WORDS[i + 1]} != = ]] || ((i++))
              ((++i >= COMP_CWORD)) || source+=("$word=${COMP_WORDS[i]/#\\~/$HOME}") ;;
            \(pattern(options.filter { $0.takesValue && !Self.sources.contains($0.long) })))
              [[ ${COMP_WORDS[i + 1]} != = ]] || ((i++))
              ((++i)) ;;
            \(program.commands.map(\.name).joined(separator: " | ")))
              [[ -n $command ]] || command=$word ;;
          esac
        done
        case $prev in
      \(values.map { "    \($0)" }.joined(separator: "\n"))
          *)
            if [[ $cur == -* ]]; then
              case $command in
      \(commandsWithOptions.map { "          \($0.name)) words='\(spelled($0.options))' ;;" }
        .joined(separator: "\n"))
              esac
              words+=' \(spelled(program.sharedOptions))'
            else
      \(arguments.map { "        \($0)" }.joined(separator: "\n"))
            fi ;;
        esac
        for word in $words; do
          [[ $word != "$cur"* ]] || COMPREPLY+=("$word")
        done
      }

      complete -F _\(name) \(name)

      """
  }

  private func pattern(_ options: [Option]) -> String {
    options.flatMap(Self.spellings).joined(separator: " | ")
  }

  private func spelled(_ options: [Option]) -> String {
    options.flatMap(Self.spellings).joined(separator: " ")
  }

  /// A case for each option that takes a value.
  private var values: [String] {
    options.filter(\.takesValue).flatMap { option -> [String] in
      let completion = Completion(option)
      let head = pattern([option])
      let own = variants.filter { $0.option.long == option.long }.map { command, option in
        "; [[ $command != \(command.name) ]] || \(action(Completion(option)))"
      }.joined()
      guard completion == .mapping else { return ["\(head)) \(action(completion))\(own) ;;"] }
      return ["--\(option.long)=) \(action(.column)) ;;", "\(head)) return ;;"]
    }
  }

  /// What the words after a command may be.
  private var arguments: [String] {
    let names = program.commands.map(\.name).joined(separator: " ")
    let unnamed = self.unnamed == .city ? "; \(action(.city))" : ""
    let cases = kinds.compactMap { kind -> String? in
      let commands = commands(taking: kind)
      return commands.isEmpty
        ? nil : "  \(commands.joined(separator: " | "))) \(action(kind)) ;;"
    }
    return ["case $command in", "  '') words='\(names)'\(unnamed) ;;"] + cases + ["esac"]
  }

  private func action(_ completion: Completion) -> String {
    let name = program.name
    return switch completion {
    case .words(let words): "words='\(words.joined(separator: " "))'"
    case .file: "compopt -o default 2>/dev/null; return"
    case .folder: "compopt -o dirnames 2>/dev/null; return"
    case .city: "words+=\" $(_\(name)_column \(Completion.slug))\""
    case .cityOr(let more):
      "words+=\" \(more.joined(separator: " ")) $(_\(name)_column \(Completion.slug))\""
    case .service(let more):
      "words=\"\(more.joined(separator: " ")) $(_\(name)_column \(Completion.provider))\""
    case .column: "words=$(_\(name)_fields)"
    case .mapping, .nothing: "return"
    }
  }
}
