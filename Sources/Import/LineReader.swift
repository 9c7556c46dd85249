/// Splits a file into lines, in bounded memory; they end with LF or CRLF.
struct LineReader {
  /// Bytes of a line beyond which the file is not what it seems.
  static let limit = 1 << 20

  /// The number of the line that was read last, from 1.
  private(set) var number = 0
  private let source: any ByteSource
  private var bytes: [UInt8]
  private var place = 0
  private var isAtEnd = false

  init(_ source: some ByteSource, beginning: [UInt8]) {
    self.source = source
    bytes = beginning
  }

  /// The next line without blanks around it; nil at the end.
  mutating func next() throws -> ArraySlice<UInt8>? {
    while true {
      if let end = bytes[place...].firstIndex(of: 0x0A) {
        defer { place = end + 1 }
        return line(bytes[place..<end])
      }
      if isAtEnd {
        guard place < bytes.count else { return nil }
        defer { place = bytes.count }
        return line(bytes[place...])
      }
      bytes.removeFirst(place)
      place = 0
      guard bytes.count <= Self.limit else {
        throw ImportError(.wrongKind, "line \(number + 1): a line of more than a mebibyte")
      }
      let more = try source.read()
      if more.isEmpty { isAtEnd = true } else { bytes += more }
    }
  }

  private mutating func line(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    number += 1
    return Trimming.trimmed(text.last == 0x0D ? text.dropLast() : text)
  }
}

/// Finds what separates the values of a file.
enum Separator {
  static let candidates: [UInt8] = [0x2C, 0x3B, 0x09]

  /// The comma, semicolon or tab by which the header can be understood; throws where several do.
  static func find(
    in text: [UInt8], _ mapping: ColumnMapping
  ) throws(ImportError) -> UInt8 {
    var fitting: [UInt8] = []
    var present: [UInt8] = []
    for candidate in candidates {
      let titles = header(of: text, candidate)
      if titles.count > 1 { present.append(candidate) }
      if Header.fits(titles, mapping) { fitting.append(candidate) }
    }
    if fitting.count == 1 { return fitting[0] }
    if fitting.isEmpty, present.count < 2 { return present.first ?? 0x2C }
    throw ImportError(
      .wrongKind,
      "line 1: commas, semicolons and tabs: what separates the columns can't be told; use one")
  }

  private static func header(of text: [UInt8], _ separator: UInt8) -> [String] {
    var reader = CSVReader(separator: separator)
    reader.feed(text)
    // A quote that is not closed by this separator only says that it is another.
    let isThere = try? reader.next() || reader.finish()
    guard isThere == true else { return [] }
    return (0..<reader.count).map { String(decoding: reader.field($0), as: UTF8.self) }
  }
}
