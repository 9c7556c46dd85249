import Weather

/// What a file is, by its first bytes.
public enum FileKind: Sendable, Equatable {
  /// Separated values; the header decides the separator.
  case separated
  /// A JSON object a line.
  case ndjson
  /// A database file of SQLite.
  case sqlite
  /// Nothing but blanks.
  case empty

  /// Bytes that `detect` wants to see, if the file has as many.
  public static let sampleSize = 65_536

  /// What a file is that begins so; throws `wrongKind` for what is not read.
  public static func detect(_ bytes: [UInt8]) throws(ImportError) -> FileKind {
    if bytes.starts(with: "SQLite format 3\0".utf8) { return .sqlite }
    for (name, magic, advice) in packed where bytes.starts(with: magic) {
      throw ImportError(.wrongKind, "it is \(name): \(advice)")
    }
    if bytes.contains(0) {
      throw ImportError(.wrongKind, "it is not text: CSV, NDJSON and WeeWX's database are read")
    }
    let text = withoutMark(bytes)
    guard let first = text.first(where: { !blanks.contains($0) }) else { return .empty }
    switch first {
    case UInt8(ascii: "{"): return .ndjson
    case UInt8(ascii: "["):
      throw ImportError(
        .wrongKind, "it is one JSON document: make it with --format ndjson, an object a line")
    case UInt8(ascii: "<"):
      throw ImportError(
        .wrongKind, "it is HTML or XML: CSV, NDJSON and WeeWX's database are read")
    default: return .separated
    }
  }

  /// The bytes without the byte order mark that some programs put before UTF-8.
  static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  private static let packed: [(name: String, magic: [UInt8], advice: String)] = [
    ("packed by gzip", [0x1F, 0x8B], "zcat FILE | almanacd import -"),
    ("packed by xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A], "xzcat FILE | almanacd import -"),
    ("packed by zstd", [0x28, 0xB5, 0x2F, 0xFD], "zstdcat FILE | almanacd import -"),
    ("packed by bzip2", Array("BZh".utf8), "bzcat FILE | almanacd import -"),
    ("a ZIP archive or a spreadsheet", Array("PK\u{3}\u{4}".utf8), "save it as CSV"),
    ("a PDF", Array("%PDF".utf8), "save its table as CSV"),
    ("UTF-16", [0xFF, 0xFE], "iconv -f UTF-16 -t UTF-8 FILE | almanacd import -"),
    ("UTF-16", [0xFE, 0xFF], "iconv -f UTF-16 -t UTF-8 FILE | almanacd import -"),
  ]
}
