import CommandLine

extension CompletionTable {
  /// The function for zsh, in a file that its completion system finds.
  var zsh: String {
    let name = program.name
    let names = program.commands.map(\.name).joined(separator: "|")
    return """
      #compdef \(name)
      \(head("zsh"))

      # All cities with their names, or their services, as almanac finds them.
      _\(name)_cities() {
        local -aU cities
        local line
        local -a lines=(${(f)"$(command almanac status --format tsv $source 2>/dev/null)"})
        for line in $lines[2,-1]; do
          local -a fields=("${(@ps:\\t:)line}")
          cities+=("${fields[\(Completion.slug)]}:${fields[\(Completion.name)]//:/\\\\:}")
        done
        (( $#cities )) && _describe -t cities city cities
      }
      _\(name)_services() {
        local -aU services=($@)
        local line
        local -a lines=(${(f)"$(command almanac status --format tsv $source 2>/dev/null)"})
        for line in $lines[2,-1]; do
          services+=(${"${(@ps:\\t:)line}"[\(Completion.provider)]})
        done
        (( $#services )) && _describe -t services service services
      }
      _\(name)_fields() {
        local -a fields=(${(ps:\\t:)"${$(command almanac now --format tsv $source 2>/dev/null)%%$'\\n'*}"})
        (( $#fields )) && _describe -t columns column fields
      }
      _\(name)_mapping() {
        compset -P '*=' && _\(name)_fields
      }

      _\(name)_words() {
        local -a commands=(
      \(program.commands.map { "    \(described($0.name, $0.summary))" }.joined(separator: "\n"))
        )
        case $command in
          ('') _describe -t commands command commands\(unnamed == .city ? "; _\(name)_cities" : "") ;;
      \(arguments.map { "    \($0)" }.joined(separator: "\n"))
        esac
      }

      _\(name)() {
        local command=''
        local -a source options shared
        integer i
        for ((i = 2; i < CURRENT; i++)); do
          case $words[i] in
            (\(Self.sources.map { "--\($0)" }.joined(separator: "|")))
              source+=("$words[i]=${words[i + 1]/#\\~\\//$HOME/}")
              ((i++)) ;;
            (\(Self.sources.map { "--\($0)=*" }.joined(separator: "|"))) source+=($words[i]) ;;
            (\(skipped)) ((i++)) ;;
            (\(names)) [[ -n $command ]] || command=$words[i] ;;
          esac
        done
        shared=(
      \(specifications(program.sharedOptions, indent: "    "))
        )
        case $command in
      \(commandsWithOptions.map { command in
        "    (\(command.name)) options=(\n"
          + specifications(command.options, indent: "      ") + "\n    )\(withoutOwn(command)) ;;"
      }.joined(separator: "\n"))
        esac
        _arguments -s -S $options $shared '*: :_\(name)_words'
      }

      _\(name) "$@"

      """
  }

  private var skipped: String {
    options.filter { $0.takesValue && !Self.sources.contains($0.long) }
      .flatMap(Self.spellings).joined(separator: "|")
  }

  private var arguments: [String] {
    return kinds.compactMap { kind in
      let commands = commands(taking: kind).joined(separator: "|")
      return commands.isEmpty ? nil : "(\(commands)) \(action(kind)) ;;"
    }
  }

  /// Takes the shared options away that a command has of its own.
  private func withoutOwn(_ command: Command) -> String {
    variants.filter { $0.command.name == command.name }.map { _, option in
      let spellings = Self.spellings(of: option).joined(separator: " ")
      return "\n      shared=(\"${(@)shared:#\\(\(spellings)\\)*}\")"
    }.joined()
  }

  /// `'now:the weather now'`.
  private func described(_ word: String, _ help: String) -> String {
    shellQuoted("\(word):\(help.replacing(":", with: "\\:"))")
  }

  /// Options as `_arguments` wants them: one spelling excludes the other, unless it may be repeated.
  private func specifications(_ options: [Option], indent: String) -> String {
    options.flatMap { option -> [String] in
      let spellings = Self.spellings(of: option)
      let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]")
      return spellings.map { spelling in
        let lead = option.repeats ? "*" : "(\(spellings.joined(separator: " ")))"
        guard option.takesValue else { return shellQuoted("\(lead)\(spelling)[\(help)]") }
        let joint = spelling.hasPrefix("--") ? "=" : "+"
        return shellQuoted(
          "\(lead)\(spelling)\(joint)[\(help)]:\(option.placeholder ?? ""):"
            + action(Completion(option)))
      }
    }.map { indent + $0 }.joined(separator: "\n")
  }

  private func action(_ completion: Completion) -> String {
    let name = program.name
    return switch completion {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .folder: "_files -/"
    case .city: "_\(name)_cities"
    case .cityOr(let more):
      "compadd \(more.joined(separator: " ")); _\(name)_cities"
    // With a blank before it, a function is given these words alone.
    case .service(let more): ([" _\(name)_services"] + more).joined(separator: " ")
    case .column: "_\(name)_fields"
    case .mapping: "_\(name)_mapping"
    case .nothing: " "
    }
  }
}
