/// An object of a reply by its keys.
struct ReplyObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: ReplyNode

  var codingPath: [any CodingKey] { node.codingPath }

  var allKeys: [Key] { node.tape.names(in: node.index).compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { index(key) != nil }

  private func index(_ key: Key) -> Int? {
    node.tape.value(named: key.stringValue, in: node.index)
  }

  /// The value of a key, its path left out: it costs an allocation, and leaves need none.
  private func leaf(_ key: Key) throws -> ReplyNode {
    guard let index = index(key) else { throw missing(key) }
    return ReplyNode(tape: node.tape, index: index, path: node.path)
  }

  /// The value of a key that may hold others.
  private func branch(_ key: any CodingKey) throws -> ReplyNode {
    guard let index = node.tape.value(named: key.stringValue, in: node.index) else {
      throw missing(key)
    }
    return ReplyNode(tape: node.tape, index: index, path: ReplyPath(node.path, key))
  }

  private func missing(_ key: any CodingKey) -> DecodingError {
    .keyNotFound(
      key, DecodingError.Context(codingPath: codingPath, debugDescription: "There is no such key."))
  }

  func decodeNil(forKey key: Key) throws -> Bool { try leaf(key).decodeNil() }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let index = index(key), node.tape.tokens[index].kind != .null else { return nil }
    if let number = node.tape.number(at: index) { return number }
    return try branch(key).decode(type)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let index = index(key), node.tape.tokens[index].kind != .null else { return nil }
    if let text = node.tape.string(at: index) { return text }
    return try branch(key).decode(type)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try branch(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    if let index = index(key), let text = node.tape.string(at: index) { return text }
    return try branch(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    if let index = index(key), let number = node.tape.number(at: index) { return number }
    return try branch(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try branch(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try branch(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try branch(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try branch(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try branch(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try branch(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try branch(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try branch(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try branch(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try branch(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try branch(key).decode(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try branch(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try branch(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try branch(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try branch(AnyKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try branch(key) }
}
