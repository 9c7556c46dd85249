/// The lenient way through a list: no element can stop it.
extension UnkeyedDecodingContainer {
  /// The next element as an object; nil when it is something else, which is passed over.
  mutating func nextObject<Keys: CodingKey>(_ keys: Keys.Type) -> KeyedDecodingContainer<Keys>? {
    if let object = try? nestedContainer(keyedBy: keys) { return object }
    skip()
    return nil
  }

  /// The next element as a number, a text, or nothing that is either.
  mutating func nextLeaf() -> JSONLeaf {
    if (try? decodeNil()) == true { return .null }
    if let number = try? decode(Double.self) { return .number(number) }
    if let text = try? decode(String.self) { return .text(text) }
    skip()
    return .other
  }

  /// All elements as leaves.
  consuming func leaves() -> [JSONLeaf] {
    var result: [JSONLeaf] = []
    result.reserveCapacity(Swift.min(count ?? 0, 1000))
    while !isAtEnd {
      let before = currentIndex
      result.append(nextLeaf())
      // A decoder that does not move on would be asked for ever.
      if currentIndex == before { break }
    }
    return result
  }

  private mutating func skip() {
    if (try? decodeNil()) == true { return }
    _ = try? decode(Anything.self)
  }
}

/// A value at the end of a path.
enum JSONLeaf {
  case number(Double)
  case text(String)
  case null
  case other

  /// The number, which may stand in a text.
  var number: Double? {
    switch self {
    case .number(let value): value
    case .text(let text): LenientNumber.of(text)
    case .null, .other: nil
    }
  }
}

/// A value of any type, passed over.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

/// A key of any name.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
  init(_ name: String) { self.stringValue = name }
}
