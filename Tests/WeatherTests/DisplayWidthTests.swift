import Testing
import Weather

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("Lisbon", 6), ("São Tomé", 8), ("Sa\u{303}o", 3), ("東京", 4), ("서울", 4),
    ("ﾄｳｷｮｳ", 5), ("ＡＢ", 4), ("☀️", 2), ("🌧", 1), ("🌧️", 2), ("🎉", 2), ("👨‍👩‍👧", 2), ("🇵🇹", 2),
    ("17.2 °C", 7),
    ("नई", 2), ("\u{200D}", 0),
  ])
  func `a text is as wide as a terminal shows it`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: [
    ("Lisbon", 6, "Lisbon"), ("Lisbon", 5, "Lisb…"), ("東京都市", 8, "東京都市"), ("東京都市", 7, "東京都…"),
    ("東京都市", 6, "東京…"),
  ])
  func `a cut never splits a wide character`(text: String, limit: Int, result: String) {
    #expect(DisplayWidth.cut(text, to: limit) == result)
  }
}
