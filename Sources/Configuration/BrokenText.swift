/// A file that is no TOML as a whole, looked at table by table, so that its owner hears of a mistake
/// in each: within a table the first hides those that follow.
struct BrokenText {
  /// The mistakes in the order of the file; never none.
  let mistakes: [TomlError]
  /// What the tables without a mistake hold; empty where even these are no TOML together.
  let rest: [TomlEntry]

  /// With so many tables that are no TOML it is no configuration, and worth no more reading.
  private static let most = 20

  /// - Parameter whole: what the parser says of all of it.
  init(_ bytes: [UInt8], whole: TomlError) {
    var found: [TomlError] = []
    var kept = bytes
    for part in Self.parts(of: bytes) where found.count < Self.most {
      do {
        _ = try TomlValue.parse(Array(bytes[part.range]))
      } catch {
        let place = Position(
          line: error.position.line + part.linesBefore, column: error.position.column)
        found.append(TomlError(position: place, message: error.message))
        for index in part.range where !Self.isLineFeed(bytes[index]) {
          kept[index] = UInt8(ascii: " ")
        }
      }
    }
    let isReadable = !found.isEmpty && found.count < Self.most
    rest = isReadable ? (try? TomlValue.parse(kept)) ?? [] : []
    // A table that stands twice is right each time.
    if found.first.map({ whole.position.line < $0.position.line }) ?? true {
      found.insert(whole, at: 0)
    }
    mistakes = found
  }

  /// The lines before the first table, and each table with its own, also one within a list.
  ///
  /// Texts of several lines may hold anything: a file with one is not taken apart.
  private static func parts(
    of bytes: [UInt8]
  ) -> [(range: Range<Int>, linesBefore: Int)] {
    var starts: [(index: Int, linesBefore: Int)] = [(0, 0)]
    var lines = 0, isAtStart = true, alike = 1
    for (index, byte) in bytes.enumerated() {
      if isAtStart, byte == UInt8(ascii: "["), index > 0 { starts.append((index, lines)) }
      let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      alike = isQuote && index > 0 && bytes[index - 1] == byte ? alike + 1 : 1
      if isQuote, alike == 3 { return [(bytes.indices, 0)] }
      if isLineFeed(byte) { lines += 1 }
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      isAtStart = isLineFeed(byte) || (isAtStart && isBlank)
    }
    let ends = starts.dropFirst().map(\.index) + [bytes.count]
    return zip(starts, ends).map { ($0.index..<$1, $0.linesBefore) }
  }

  private static func isLineFeed(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") }
}
