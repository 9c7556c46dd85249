import CommandLine

extension CompletionTable {
  /// The script for fish.
  var fish: String {
    let name = program.name
    let own = program.commands.flatMap { command in
      command.options.map { line($0, when: "-n '__\(name)_is \(command.name)' ") }
    }
    return """
      \(head("fish"))

      # Options of the line that say where the database is.
      function __\(name)_source
          set -l words (commandline -opc)
          for i in (seq 2 (count $words))
              switch $words[$i]
                  case \(Self.sources.map { "'--\($0)=*'" }.joined(separator: " "))
                      echo -- (string replace -r -- '=~/' "=$HOME/" $words[$i])
                  case \(Self.sources.map { "--\($0)" }.joined(separator: " "))
                      test (count $words) -gt $i
                      and echo -- $words[$i]=(string replace -r -- '^~/' "$HOME/" $words[(math $i + 1)])
              end
          end
      end

      # Cities with their names, services, and columns, as almanac finds them.
      function __\(name)_cities
          command -q almanac; or return
          command almanac status --format tsv (__\(name)_source) 2>/dev/null | tail -n +2 |
              cut -f \(Completion.slug),\(Completion.name) | sort -u
      end
      function __\(name)_services
          command -q almanac; or return
          command almanac status --format tsv (__\(name)_source) 2>/dev/null | tail -n +2 |
              cut -f \(Completion.provider) | sort -u
      end
      function __\(name)_fields
          command -q almanac; or return
          command almanac now --format tsv (__\(name)_source) 2>/dev/null | head -n 1 | tr '\\t' '\\n'
      end
      function __\(name)_mapping
          set -l start (string match -r -- '^.*=' (commandline -ct))
          and __\(name)_fields | string replace -r -- '^' $start
      end

      # Whether the command of the line is one of these; '' is none.
      function __\(name)_is
          set -l command ''
          for word in (commandline -opc)[2..-1]
              if contains -- $word \(program.commands.map(\.name).joined(separator: " "))
                  set command $word
                  break
              end
          end
          contains -- "$command" $argv
      end

      complete -c \(name) -f
      \(program.commands.map {
        "complete -c \(name) -n '__\(name)_is \"\"' -a \($0.name) -d \(quoted($0.summary))"
      }.joined(separator: "\n"))
      \((arguments + own + program.sharedOptions.map { line($0, when: others($0)) })
        .joined(separator: "\n"))

      """
  }

  private var arguments: [String] {
    return kinds.compactMap { kind in
      let commands = (kind == unnamed ? ["\"\""] : []) + commands(taking: kind)
      guard !commands.isEmpty else { return nil }
      return "complete -c \(program.name) -n '__\(program.name)_is"
        + " \(commands.joined(separator: " "))'\(action(kind).replacing(" -x", with: ""))"
    }
  }

  /// Where a shared option is not another one.
  private func others(_ option: Option) -> String {
    let names = variants.filter { $0.option.long == option.long }.map(\.command.name)
    return names.isEmpty
      ? "" : "-n 'not __\(program.name)_is \(names.joined(separator: " "))' "
  }

  private func line(_ option: Option, when condition: String) -> String {
    let letter = option.short.map { "-s \($0) " } ?? ""
    let value = option.takesValue ? action(Completion(option)) : ""
    return "complete -c \(program.name) \(condition)\(letter)-l \(option.long)\(value)"
      + " -d \(quoted(option.help))"
  }

  private func action(_ completion: Completion) -> String {
    let name = program.name
    return switch completion {
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    case .file: " -r -F"
    case .folder: " -x -a '(__fish_complete_directories)'"
    case .city: " -x -a '(__\(name)_cities)'"
    case .cityOr(let more):
      " -x -a '\((more + ["(__\(name)_cities)"]).joined(separator: " "))'"
    case .service(let more): " -x -a '\((more + ["(__\(name)_services)"]).joined(separator: " "))'"
    case .column: " -x -a '(__\(name)_fields)'"
    case .mapping: " -x -a '(__\(name)_mapping)'"
    case .nothing: " -x"
    }
  }

  /// fish takes `\'` within single quotes.
  private func quoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
