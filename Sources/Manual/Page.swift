/// One manual page: its name, its section and its text in mdoc(7).
struct Page: Sendable {
  /// The name of its file: `almanac.1`.
  let file: String
  /// The whole text.
  let text: String

  /// When the words of the pages were last changed; their lists follow the programs by themselves.
  private static let date = "November 30, 2026"

  /// Makes a page of its sections, which are mdoc already.
  init(_ name: String, section: Int, _ summary: String, synopsis: String, _ body: String) {
    file = "\(name).\(section)"
    text = """
      .\\" Made by `make man` from the tables of the programs; change those, or Sources/Manual.
      .Dd \(Self.date)
      .Dt \(name.uppercased()) \(section)
      .Os
      .Sh NAME
      .Nm \(name)
      .Nd \(summary)
      .Sh SYNOPSIS
      \(synopsis)\(body)
      """
  }

  /// All pages.
  static func all() throws -> [Page] {
    let views = try SchemaView.all()
    return [almanac, almanacd, configuration, schema(views)]
  }
}
