import FoundationEssentials

/// Decodes JSON replies through the containers of `Decodable`, times in Unix seconds.
///
/// JSONDecoder makes a dictionary for each object and looks up generic metadata for each value; a
/// reply has hundreds of them, and that was half of what a sync took. Values are decoded as
/// JSONDecoder has them, but of members of one name any may be taken, and text that is no UTF-8
/// costs only the value that it stands in.
struct ReplyDecoder {
  /// Throws only when the body is no JSON, or when the type does.
  func decode<T: Decodable>(_ type: T.Type, from body: Data) throws -> T {
    try T(from: ReplyNode(tape: tape(body), index: 0, path: nil))
  }

  /// The same for a type that must know more than the bytes.
  func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from body: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try T(from: ReplyNode(tape: tape(body), index: 0, path: nil), configuration: configuration)
  }

  private func tape(_ body: Data) throws(DecodingError) -> JSONTape {
    do throws(JSONFault) {
      return try JSONTape(body)
    } catch {
      throw .dataCorrupted(
        DecodingError.Context(
          codingPath: [],
          debugDescription: "The body is no JSON: \(error.message) (byte \(error.offset)).",
          underlyingError: error))
    }
  }
}

/// The way from a reply's root to a value: spelled out for errors and warnings only.
final class ReplyPath {
  private let parent: ReplyPath?
  private let key: any CodingKey

  init(_ parent: ReplyPath?, _ key: any CodingKey) {
    self.parent = parent
    self.key = key
  }

  /// The keys from the root on.
  static func keys(_ path: ReplyPath?) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = path
    while let step = path {
      keys.append(step.key)
      path = step.parent
    }
    return keys.reversed()
  }
}

/// An element of a list.
struct ReplyIndex: CodingKey {
  let intValue: Int?
  var stringValue: String { intValue.map { "Index \($0)" } ?? "" }

  init(_ index: Int) { intValue = index }
  init(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

/// A value of a reply as a decoder.
struct ReplyNode: Decoder {
  let tape: JSONTape
  let index: Int
  let path: ReplyPath?

  var codingPath: [any CodingKey] { ReplyPath.keys(path) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var kind: JSONTape.Kind { tape.tokens[index].kind }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard kind == .object else { throw mismatch(type) }
    return KeyedDecodingContainer(ReplyObject<Key>(node: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard kind == .array else { throw mismatch([Any].self) }
    return ReplyList(self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "Expected \(type) but found \(kind)."))
  }
}
