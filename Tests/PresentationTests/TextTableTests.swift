import Presentation
import Testing

struct TextTableTests {
  private func table() -> TextTable {
    var table = TextTable([
      .init("City", mayBeCut: true), .init(number: "Temp"), .init(number: "Pressure", leftOut: 1),
      .init("Age"),
    ])
    table.append([.init("Lisbon"), .init("17.2 °C"), .init("1018 hPa"), .init("2 min ago")])
    table.append([.init("東京"), .init("–1.0 °C"), .unknown, .init("STALE 9 h", .warning)])
    return table
  }

  private func text(_ table: TextTable, width: Int? = nil, isColored: Bool = false) -> String {
    String(decoding: table.text(width: width, isColored: isColored), as: UTF8.self)
  }

  @Test func `columns line up by what a terminal shows, and no line ends in blanks`() {
    #expect(
      text(table()) == """
        City       Temp  Pressure  Age
        Lisbon  17.2 °C  1018 hPa  2 min ago
        東京    –1.0 °C         –  STALE 9 h

        """)
  }

  @Test func `a table that is too wide leaves columns out, then cuts text`() {
    #expect(
      text(table(), width: 30) == """
        City       Temp  Age
        Lisbon  17.2 °C  2 min ago
        東京    –1.0 °C  STALE 9 h

        """)
    var long = TextTable([.init("City", mayBeCut: true), .init("Age")])
    long.append([.init("Llanfairpwllgwyngyll"), .init("2 min ago")])
    #expect(
      text(long, width: 22) == "City         Age\nLlanfairpw…  2 min ago\n")
  }

  @Test func `colour only where it is asked for`() {
    #expect(!text(table()).contains("\u{1B}"))
    let colored = text(table(), isColored: true)
    #expect(colored.contains("\u{1B}[33mSTALE 9 h\u{1B}[0m"))
    #expect(colored.contains("Lisbon"))
  }

  @Test func `markdown has every column and nothing in a cell is markup`() {
    var table = TextTable([.init("City"), .init(number: "Temp")])
    table.append([.init("a|b *c*"), .init("17.2 °C")])
    #expect(
      table.markdown == """
        | City | Temp |
        | :--- | ---: |
        | a\\|b \\*c\\* | 17.2 °C |

        """)
  }

  @Test func `text from outside can't steer the terminal`() {
    var table = TextTable([.init("City")])
    table.append([.init("\u{1B}[2JLis\u{202E}bon\n2")])
    #expect(text(table, isColored: true).contains("[2JLisbon 2\n"))
    #expect(!text(table).contains("\u{1B}"))
  }
}
