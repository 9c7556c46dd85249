/// The first 32 bytes of a write-ahead log (https://www.sqlite.org/fileformat.html, section 4.1).
enum LogHeader {
  /// Bytes before the first frame.
  static let size: Int64 = 32

  /// Whether a log that has frames begins as one does.
  ///
  /// SQLite takes one that does not for empty, so that the file alone counts; but a reader that may
  /// not write the shared memory waits ten seconds for another to begin the log.
  static func isSound(_ log: String) -> Bool {
    let bytes = Files.beginning(of: log, count: Int(size))
    guard bytes.count == size else { return false }
    let magic = word(bytes, 0, isBig: true)
    guard magic & ~1 == 0x377f_0682 else { return false }
    var sums: (UInt32, UInt32) = (0, 0)
    for place in stride(from: 0, to: 24, by: 8) {
      sums.0 &+= word(bytes, place, isBig: magic & 1 == 1) &+ sums.1
      sums.1 &+= word(bytes, place + 4, isBig: magic & 1 == 1) &+ sums.0
    }
    return sums == (word(bytes, 24, isBig: true), word(bytes, 28, isBig: true))
  }

  private static func word(_ bytes: [UInt8], _ at: Int, isBig: Bool) -> UInt32 {
    let four = bytes[at..<at + 4]
    return isBig
      ? four.reduce(0) { $0 << 8 | UInt32($1) } : four.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
