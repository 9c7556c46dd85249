import FoundationEssentials
import Weather

/// The one lenient way into a keyed container.
///
/// A missing key, a null, a wrong type or an impossible value costs that one value and never the
/// record. Key paths are only spelled out for a warning, because that is what costs time.
extension KeyedDecodingContainer {
  /// A number, which may stand in a string; a boolean is none.
  func number(_ key: Key, _ findings: inout Findings) -> Double? {
    if let value = try? decodeIfPresent(Double.self, forKey: key) { return value }
    return numberOtherwise(key, &findings)
  }

  private func numberOtherwise(_ key: Key, _ findings: inout Findings) -> Double? {
    guard contains(key) else {
      if findings.warnsOfMissing { findings.warn(path(to: key), "missing") }
      return nil
    }
    if isNull(key) {
      if findings.warnsOfNull { findings.warn(path(to: key), "null") }
      return nil
    }
    if let text = try? decode(String.self, forKey: key), let value = LenientNumber.of(text) {
      return value
    }
    findings.warn(path(to: key), "not a number")
    return nil
  }

  /// A measurement in its canonical unit, within its physical range.
  func measurement(
    _ key: Key, _ quantity: Quantity, _ unit: WireUnit, _ findings: inout Findings
  ) -> Double? {
    guard let sent = number(key, &findings) else { return nil }
    guard let value = quantity.checked(unit.canonical(sent)) else {
      findings.warn(path(to: key), "out of range (\(shown(sent)))")
      return nil
    }
    findings.found()
    return value
  }

  /// A measurement that comes in its canonical unit.
  func measurement(_ key: Key, _ quantity: Quantity, _ findings: inout Findings) -> Double? {
    measurement(key, quantity, .canonical, &findings)
  }

  /// A whole number such as a condition code; 3.0 is one, 3.5 is not.
  func code(_ key: Key, _ findings: inout Findings) -> Int? {
    guard let sent = number(key, &findings) else { return nil }
    guard let code = LenientNumber.code(sent) else {
      findings.warn(path(to: key), "not a code (\(shown(sent)))")
      return nil
    }
    findings.found()
    return code
  }

  /// An instant in Unix seconds; a fraction is dropped with a warning.
  ///
  /// `ReplyDecoder` takes dates in seconds.
  func instant(_ key: Key, _ findings: inout Findings) -> Date? {
    let sent: Date
    if let date = try? decode(Date.self, forKey: key) {
      sent = date
    } else if let seconds = numberOtherwise(key, &findings) {
      sent = Date(timeIntervalSince1970: seconds)
    } else {
      return nil
    }
    let whole = Date(unixSeconds: sent.unixSeconds)
    if whole != sent { findings.warn(path(to: key), "not a whole second") }
    return whole
  }

  /// The instant of a sunrise or sunset; the sun of polar days is left out, or comes as 0.
  ///
  /// Read as a number, which takes a third of the time of a date.
  func sunInstant(_ key: Key, _ findings: inout Findings) -> Date? {
    number(key, &findings).map {
      Date(unixSeconds: Date(timeIntervalSince1970: $0).unixSeconds)
    }
  }

  /// A text that says something; an empty one is nil, and one beyond 2000 bytes is cut.
  func text(_ key: Key, _ findings: inout Findings) -> String? {
    if let text = try? decodeIfPresent(String.self, forKey: key) {
      guard text.utf8.count > 2000 else { return text.isEmpty ? nil : text }
      return String(String.UnicodeScalarView(text.unicodeScalars.prefix(500)))
    }
    if contains(key), !isNull(key) { findings.warn(path(to: key), "not a text") }
    return nil
  }

  /// The object at a key; nil when it is missing, null or something else.
  func object<Nested: CodingKey>(
    _ key: Key, _ keys: Nested.Type, _ findings: inout Findings
  ) -> KeyedDecodingContainer<Nested>? {
    guard contains(key) else { return nil }
    if let object = try? nestedContainer(keyedBy: keys, forKey: key) { return object }
    if !isNull(key) { findings.warn(path(to: key), "not an object") }
    return nil
  }

  /// The list at a key; nil when it is missing, null or something else.
  func list(_ key: Key, _ findings: inout Findings) -> (any UnkeyedDecodingContainer)? {
    guard contains(key) else { return nil }
    if let list = try? nestedUnkeyedContainer(forKey: key) { return list }
    if !isNull(key) { findings.warn(path(to: key), "not a list") }
    return nil
  }

  /// Whether the key is there with a null.
  func isNull(_ key: Key) -> Bool { (try? decodeNil(forKey: key)) == true }

  /// The key's place in the reply: `daily.data[3].humidity`.
  func path(to key: Key) -> String { KeyPathText.of(codingPath + [key]) }
}

/// A coding path as text.
enum KeyPathText {
  static func of(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

/// Numbers that services send as text.
enum LenientNumber {
  /// The value of a plain decimal number; `nan`, `inf` and hexadecimal are none.
  static func of(_ text: String) -> Double? {
    var digits = text.utf8.drop { $0 == 0x20 }
    while digits.last == 0x20 { digits.removeLast() }
    guard !digits.isEmpty, digits.count < 40,
      digits.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(String(decoding: Array(digits), as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// The code that a number is; nil for a fraction, −999, and what no table of codes reaches.
  static func code(_ number: Double) -> Int? {
    guard let code = Int(exactly: number), (-999_998...999_999).contains(code), code != -999
    else { return nil }
    return code
  }
}
