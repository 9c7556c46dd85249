import CToml

/// A place in the file; lines and columns count from 1, columns in characters.
struct Position: Sendable, Hashable, Comparable {
  var line: Int
  var column: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A value of the file and where it stands.
struct TomlValue {
  enum Content {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case time
    case array([TomlValue])
    case table([TomlEntry])
  }

  let content: Content
  let position: Position

  /// What messages call it; texts are cleaned and cut.
  var shown: String {
    switch content {
    case .string(let text): Shown.quoted(text)
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let truth): "\(truth)"
    case .time: "a date or time"
    case .array: "a list"
    case .table: "a table"
    }
  }
}

/// A key and its value.
struct TomlEntry {
  let key: String
  let position: Position
  let value: TomlValue
}

/// What is wrong with the text, by the parser.
struct TomlError: Error {
  let position: Position
  let message: String
}

extension TomlValue {
  /// The root table of a text.
  static func parse(_ text: [UInt8]) throws(TomlError) -> [TomlEntry] {
    let document = text.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ctoml_parse($0.baseAddress, $0.count) }
    }
    defer { ctoml_free(document) }
    guard let root = ctoml_root(document) else {
      var line: UInt32 = 0, column: UInt32 = 0
      let message = ctoml_error(document, &line, &column).map { String(cString: $0) } ?? ""
      throw TomlError(
        position: Position(line: Int(line), column: Int(column)), message: message)
    }
    return entries(of: root.pointee)
  }

  private init(_ node: ctoml_node) {
    position = Position(line: Int(node.line), column: Int(node.column))
    content =
      switch node.type {
      case CTOML_STRING: .string(Self.text(node.text, node.text_length))
      case CTOML_INTEGER: .integer(Int(node.integer))
      case CTOML_REAL: .real(node.real)
      case CTOML_BOOLEAN: .boolean(node.boolean)
      case CTOML_ARRAY: .array(Self.children(of: node).map(TomlValue.init))
      case CTOML_TABLE: .table(Self.entries(of: node))
      default: .time
      }
  }

  /// The entries of a table in the order of the file.
  private static func entries(of node: ctoml_node) -> [TomlEntry] {
    children(of: node).map { child in
      TomlEntry(
        key: text(child.key, child.key_length),
        position: Position(line: Int(child.key_line), column: Int(child.key_column)),
        value: TomlValue(child))
    }.sorted { $0.position < $1.position }
  }

  private static func children(of node: ctoml_node) -> UnsafeBufferPointer<ctoml_node> {
    UnsafeBufferPointer(start: node.children, count: node.child_count)
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    UnsafeBufferPointer(start: start, count: start == nil ? 0 : length)
      .withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
  }
}
