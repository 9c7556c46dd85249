import FoundationEssentials

/// Reads a JSON text once, from its first byte to its last, into tokens.
///
/// Strict about the shape of the text (RFC 8259), while a malformed number or string costs only the
/// value that it is. A byte order mark before the text is passed over. The stack is its own, so that
/// no depth of nesting can exhaust the thread's.
struct JSONScanner {
  /// How deeply objects and arrays may lie in each other.
  static let depth = 512

  let bytes: [UInt8]
  private(set) var tokens: [JSONTape.Token] = []
  /// The objects and arrays that are open.
  private var open: [Int] = []
  private var at = 0
  private let count: Int

  init(_ text: Data) throws(JSONFault) {
    guard text.count < Int(Int32.max) else { throw JSONFault(message: "too long", offset: 0) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 1)
    text.withUnsafeBytes { bytes.append(contentsOf: $0) }
    count = bytes.count
    // So that the byte after the text can be looked at.
    bytes.append(0)
    self.bytes = bytes
    tokens.reserveCapacity(count / 12)
  }

  mutating func scan() throws(JSONFault) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    repeat {
      skipSpace()
      try value()
    } while try hasAnotherValue()
  }

  /// Takes a scalar or an empty object or array whole, of others the start.
  private mutating func value() throws(JSONFault) {
    while true {
      switch bytes[at] {
      case UInt8(ascii: "{"):
        guard try begin(.object, UInt8(ascii: "}")) else { return }
        try name()
      case UInt8(ascii: "["):
        guard try begin(.array, UInt8(ascii: "]")) else { return }
      case UInt8(ascii: "\""): return try string()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
      case UInt8(ascii: "t"): return try word("true", .yes)
      case UInt8(ascii: "f"): return try word("false", .no)
      case UInt8(ascii: "n"): return try word("null", .null)
      default: throw fault("a value was expected")
      }
    }
  }

  /// Whether what is open goes on after a value; closes what ends here.
  private mutating func hasAnotherValue() throws(JSONFault) -> Bool {
    while true {
      skipSpace()
      guard let top = open.last else {
        guard at == count else { throw fault("there is something after the end") }
        return false
      }
      let isObject = tokens[top].kind == .object
      let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      let hasComma = bytes[at] == UInt8(ascii: ",")
      if hasComma {
        at += 1
        skipSpace()
      }
      // A comma before the end is passed over, as JSONDecoder does.
      if bytes[at] == end {
        close()
      } else if hasComma {
        if isObject { try name() }
        return true
      } else {
        throw fault("a comma or the end of an object or array was expected")
      }
    }
  }

  /// Begins an object or array; false when it is empty, and so has ended.
  private mutating func begin(_ kind: JSONTape.Kind, _ end: UInt8) throws(JSONFault) -> Bool {
    guard open.count < Self.depth else { throw fault("nested too deeply") }
    open.append(tokens.count)
    tokens.append(
      JSONTape.Token(
        kind: kind, start: UInt32(at), length: UInt32(tokens.count + 1), end: 0))
    at += 1
    skipSpace()
    guard bytes[at] == end else { return true }
    close()
    return false
  }

  private mutating func close() {
    at += 1
    if let top = open.popLast() { tokens[top].end = UInt32(tokens.count) }
  }

  /// The name of a member, the colon, and the space after it.
  private mutating func name() throws(JSONFault) {
    guard bytes[at] == UInt8(ascii: "\"") else { throw fault("a name was expected") }
    try string()
    skipSpace()
    guard bytes[at] == UInt8(ascii: ":") else { throw fault("a colon was expected") }
    at += 1
    skipSpace()
  }

  /// To the quote that ends it; escapes and control characters are checked when the string is asked for.
  private mutating func string() throws(JSONFault) {
    let start = at + 1
    var kind = JSONTape.Kind.string
    at = start
    while bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") {
        kind = .escapedString
        at += 1
      } else if bytes[at] < 0x20 {
        kind = .escapedString
      }
      guard at < count else { throw fault("a string does not end") }
      at += 1
    }
    append(kind, start)
    at += 1
  }

  /// All that may be part of a number; it is checked when the number is asked for.
  private mutating func number() {
    let start = at
    while JSONNumber.isPart(bytes[at]) { at += 1 }
    append(.number, start)
  }

  private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) throws(JSONFault) {
    let start = at
    for offset in 0..<word.utf8CodeUnitCount {
      // A word that is cut short ends at the 0 after the text.
      guard bytes[at] == word.utf8Start[offset] else { throw fault("a value was expected") }
      at += 1
    }
    append(kind, start)
  }

  private mutating func append(_ kind: JSONTape.Kind, _ start: Int) {
    tokens.append(
      JSONTape.Token(
        kind: kind, start: UInt32(start), length: UInt32(at - start),
        end: UInt32(tokens.count + 1)))
  }

  private mutating func skipSpace() {
    while true {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  private func fault(_ message: String) -> JSONFault { JSONFault(message: message, offset: at) }
}
