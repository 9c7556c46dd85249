import FoundationEssentials

/// A JSON text (RFC 8259) as a flat list of its values, which point into its bytes.
///
/// Strings and numbers are read when they are asked for, and an object is a list of its members in
/// the order of the text: a decoder asks in nearly that order, so that finding the next member is
/// one comparison, where a dictionary for each object took longer than reading the text.
///
/// Used by one thread at a time.
final class JSONTape {
  enum Kind: UInt8 {
    /// `escapedString` has an escape or a control character somewhere.
    case object, array, string, escapedString, number, yes, no, null
  }

  /// A value or the name of a member.
  ///
  /// An object is followed by the names and values of its members, an array by its elements.
  struct Token {
    let kind: Kind
    /// The first byte of a number, or after the quote of a string.
    let start: UInt32
    /// The bytes of a number or a string; of an object, the name that was found last.
    var length: UInt32
    /// The index of the token after this value.
    var end: UInt32
  }

  /// The text, and a 0 after it.
  let bytes: [UInt8]
  /// Changed by one thread for the names found last only: checking each access took a tenth.
  @exclusivity(unchecked) private(set) var tokens: [Token]

  /// Reads a text; its strings may still hold what is no UTF-8.
  init(_ text: Data) throws(JSONFault) {
    var scanner = try JSONScanner(text)
    try scanner.scan()
    bytes = scanner.bytes
    tokens = scanner.tokens
  }

  /// The value of a member of an object; of members of one name, whichever is found first.
  func value(named name: String, in object: Int) -> Int? {
    var name = name
    return name.withUTF8 { find($0, in: object) }
  }

  /// From the name that was found last to the end, then from the first to there.
  private func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    let first = object + 1, end = Int(tokens[object].end)
    let last = Int(tokens[object].length)
    if let found = find(name, from: last, to: end) ?? find(name, from: first, to: last) {
      tokens[object].length = UInt32(found)
      return found + 1
    }
    return nil
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, from: Int, to end: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      tokens.withUnsafeBufferPointer { tokens in
        var member = from
        while member < end {
          let token = tokens[member]
          if token.kind == .string {
            if token.length == name.count,
              bytes[Int(token.start)..<Int(token.start + token.length)].elementsEqual(name)
            {
              return member
            }
          } else if string(at: member)?.utf8.elementsEqual(name) == true {
            return member
          }
          member = Int(tokens[member + 1].end)
        }
        return nil
      }
    }
  }

  /// The names of an object's members, as often as they come.
  func names(in object: Int) -> [String] {
    var names: [String] = []
    var member = object + 1
    while member < tokens[object].end {
      if let name = string(at: member) { names.append(name) }
      member = Int(tokens[member + 1].end)
    }
    return names
  }

  /// A string without its escapes; nil for other values, lone surrogates and what is no UTF-8.
  func string(at index: Int) -> String? {
    let token = tokens[index]
    // Only of a string is the length one of bytes.
    guard token.kind == .string || token.kind == .escapedString else { return nil }
    let text = bytes[Int(token.start)..<Int(token.start + token.length)]
    return token.kind == .string
      ? String(validating: text, as: UTF8.self) : JSONEscapes.removed(from: text)
  }

  /// A number; nil for other values and for what a Double can't hold.
  func number(at index: Int) -> Double? {
    let token = tokens[index]
    guard token.kind == .number else { return nil }
    return JSONNumber.double(bytes, Int(token.start)..<Int(token.start + token.length))
  }

  /// A number as the text has it; nil for other values.
  func digits(at index: Int) -> String? {
    let token = tokens[index]
    guard number(at: index) != nil else { return nil }
    return String(
      decoding: bytes[Int(token.start)..<Int(token.start + token.length)], as: UTF8.self)
  }
}

/// Why a text is no JSON.
struct JSONFault: Error {
  let message: String
  /// The byte that does not fit.
  let offset: Int
}
