import FoundationEssentials

/// A JSON document that tests change leaf by leaf.
enum JSONTree: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case object([String: JSONTree])

  /// A step from a value to one inside it.
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The way to every leaf, and to every object and list on the way.
  var paths: [[Step]] {
    switch self {
    case .list(let items):
      items.enumerated().flatMap { index, item in
        [[.index(index)]] + item.paths.map { [.index(index)] + $0 }
      }
    case .object(let members):
      members.keys.sorted().flatMap { key in
        [[.key(key)]] + (members[key]?.paths ?? []).map { [.key(key)] + $0 }
      }
    default: []
    }
  }

  /// The document with the value at a path replaced, or taken out for nil.
  func replacing(_ path: ArraySlice<Step>, with new: JSONTree?) -> JSONTree {
    guard let step = path.first else { return new ?? .null }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.object(var members), .key(let key)):
      members[key] = rest.isEmpty ? new : members[key]?.replacing(rest, with: new)
      return .object(members)
    case (.list(var items), .index(let index)) where items.indices.contains(index):
      if rest.isEmpty, new == nil {
        items.remove(at: index)
      } else {
        items[index] = items[index].replacing(rest, with: new)
      }
      return .list(items)
    default: return self
    }
  }

  /// The value at a path.
  subscript(path: [Step]) -> JSONTree? {
    path.reduce(Optional(self)) { value, step in
      switch (value, step) {
      case (.object(let members), .key(let key)): members[key]
      case (.list(let items), .index(let index)):
        items.indices.contains(index) ? items[index] : nil
      default: nil
      }
    }
  }

  var isLeaf: Bool {
    switch self {
    case .list, .object: false
    default: true
    }
  }

  func bytes() throws -> Data { try JSONEncoder().encode(self) }
}
