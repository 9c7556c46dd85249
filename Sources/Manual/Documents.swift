import CommandLine

/// A file that is made of the programs' own tables, and kept beside the sources.
public struct Document: Sendable {
  /// Its path below `docs`.
  public let path: String
  /// Its whole text.
  public let text: String

  /// All of them: the manual pages, and completions for three shells.
  public static func all() throws -> [Document] {
    let pages = try Page.all().map { Document(path: "man/\($0.file)", text: $0.text) }
    return pages
      + [Program.almanac, .almanacd].flatMap { program in
        let table = CompletionTable(program: program)
        return [
          Document(path: "completions/\(program.name).bash", text: table.bash),
          Document(path: "completions/_\(program.name)", text: table.zsh),
          Document(path: "completions/\(program.name).fish", text: table.fish),
        ]
      }
  }
}
