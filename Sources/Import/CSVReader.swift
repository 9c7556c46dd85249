/// Splits separated values into records (RFC 4180), a chunk at a time, in bounded memory.
///
/// A record ends with LF, CRLF or CR; blank lines are none. A quote inside an unquoted field is
/// text; what follows a closing quote makes the record bad.
struct CSVReader {
  /// Bytes of a record beyond which a quote was probably never closed.
  static let limit = 1 << 20

  private enum State {
    case atStart, plain, quoted, afterQuote
  }

  /// The bytes of the record's fields, one after the other.
  private(set) var bytes: [UInt8] = []
  /// Where each field ends in them.
  private(set) var ends: [Int] = []
  /// The line on which the record begins, from 1.
  private(set) var line = 1
  /// Whether something followed a closing quote.
  private(set) var isBad = false

  private let separator: UInt8
  private var chunk: [UInt8] = []
  private var place = 0
  private var state = State.atStart
  private var currentLine = 1
  private var afterReturn = false
  private var isComplete = false
  private var hasQuote = false

  init(separator: UInt8) {
    self.separator = separator
  }

  /// The number of fields of the record.
  var count: Int { ends.count }

  /// The bytes of a field, without the blanks around them.
  func field(_ index: Int) -> ArraySlice<UInt8> {
    Trimming.trimmed(bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
  }

  /// Takes the next bytes of the file, when `next` has used up the ones before.
  mutating func feed(_ bytes: [UInt8]) {
    chunk = bytes
    place = 0
  }

  /// Goes to the next record; false when it takes more bytes.
  mutating func next() throws(ImportError) -> Bool {
    if isComplete { begin() }
    while place < chunk.count {
      let byte = chunk[place]
      place += 1
      if take(byte) { return true }
      if bytes.count > Self.limit {
        throw ImportError(
          .wrongKind,
          "line \(line): a record of more than a mebibyte; is a quotation mark not closed?")
      }
    }
    return false
  }

  /// Ends the file; true when that ends a last record.
  mutating func finish() throws(ImportError) -> Bool {
    if isComplete { begin() }
    if state == .quoted {
      throw ImportError(.wrongKind, "line \(line): a quotation mark is not closed")
    }
    return endRecord()
  }

  private mutating func begin() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    (isBad, isComplete, hasQuote) = (false, false, false)
    state = .atStart
    line = currentLine
  }

  /// Takes one byte; true when it ends a record.
  private mutating func take(_ byte: UInt8) -> Bool {
    let follows = afterReturn
    afterReturn = byte == 0x0D
    if byte == 0x0A || byte == 0x0D, !(byte == 0x0A && follows) { currentLine += 1 }
    if state == .quoted {
      if byte == 0x22 { state = .afterQuote } else { bytes.append(byte) }
      return false
    }
    switch byte {
    case separator:
      ends.append(bytes.count)
      state = .atStart
    case 0x0A where follows:
      // The second half of CRLF; the record ended with the first.
      line = currentLine
    case 0x0A, 0x0D: return endRecord()
    case 0x22 where state == .atStart: (state, hasQuote) = (.quoted, true)
    case 0x22 where state == .afterQuote:
      bytes.append(byte)
      state = .quoted
    default: takePlain(byte)
    }
    return false
  }

  private mutating func takePlain(_ byte: UInt8) {
    // Blanks around quotes are common, though not in the RFC.
    if state == .afterQuote {
      if byte != 0x20 && byte != 0x09 { isBad = true }
      return
    }
    bytes.append(byte)
    if state == .atStart, byte != 0x20 { state = .plain }
  }

  /// Ends the record; false for a blank line.
  private mutating func endRecord() -> Bool {
    if ends.isEmpty, !hasQuote, Trimming.trimmed(bytes[...]).isEmpty {
      begin()
      return false
    }
    ends.append(bytes.count)
    isComplete = true
    return true
  }
}

/// Text without the blanks around it.
enum Trimming {
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }
}
