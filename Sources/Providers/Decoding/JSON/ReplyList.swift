/// An array of a reply, one element after the other; an element that fails is not passed over.
struct ReplyList: UnkeyedDecodingContainer {
  private let list: ReplyNode
  private let end: Int
  /// The token of the next element.
  private var next: Int
  private(set) var currentIndex = 0

  init(_ list: ReplyNode) {
    self.list = list
    next = list.index + 1
    end = Int(list.tape.tokens[list.index].end)
  }

  var codingPath: [any CodingKey] { list.codingPath }
  var isAtEnd: Bool { next >= end }

  var count: Int? {
    var count = 0, element = list.index + 1
    while element < end {
      element = Int(list.tape.tokens[element].end)
      count += 1
    }
    return count
  }

  /// What the body makes of the next element, which is passed over when that succeeds.
  private mutating func take<T>(
    _ type: any Any.Type, _ body: (ReplyNode) throws -> T
  ) throws -> T {
    let path = ReplyPath(list.path, ReplyIndex(currentIndex))
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: ReplyPath.keys(path), debugDescription: "The list is at its end."))
    }
    let value = try body(ReplyNode(tape: list.tape, index: next, path: path))
    pass()
    return value
  }

  private mutating func pass() {
    next = Int(list.tape.tokens[next].end)
    currentIndex += 1
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { return try take(Any?.self) { $0.decodeNil() } }
    let isNull = list.tape.tokens[next].kind == .null
    if isNull { pass() }
    return isNull
  }

  mutating func decode(_ type: Double.Type) throws -> Double {
    // Lists of numbers are long, and only errors need a path.
    if !isAtEnd, let number = list.tape.number(at: next) {
      pass()
      return number
    }
    return try take(type) { try $0.decode(type) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { try $0.decode(type) } }
  mutating func decode(_ type: String.Type) throws -> String {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try take(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try take(type) { try $0.decode(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: Int32.Type) throws -> Int32 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: Int64.Type) throws -> Int64 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try take(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
    try take(type) { try $0.decode(type) }
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try take(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try take(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try take([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try take((any Decoder).self) { $0 } }
}
