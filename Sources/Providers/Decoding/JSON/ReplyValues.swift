import FoundationEssentials

/// A single value; `ReplyObject` and `ReplyList` read theirs through it too.
extension ReplyNode: SingleValueDecodingContainer {
  func decodeNil() -> Bool { kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch kind {
    case .yes: true
    case .no: false
    default: throw mismatch(type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    guard let text = tape.string(at: index) else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = tape.number(at: index) else { throw mismatch(type) }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard let number = tape.number(at: index).map(Float.init), number.isFinite else {
      throw mismatch(type)
    }
    return number
  }

  func decode(_ type: Int.Type) throws -> Int { try whole(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if type == Date.self, let date = Date(timeIntervalSince1970: try decode(Double.self)) as? T {
      return date
    }
    return try T(from: self)
  }

  /// A whole number; 3.0 is one.
  private func whole<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard let digits = tape.digits(at: index) else { throw mismatch(type) }
    if let value = T(digits) { return value }
    guard let value = tape.number(at: index).flatMap({ T(exactly: $0) }) else {
      throw mismatch(type)
    }
    return value
  }
}
