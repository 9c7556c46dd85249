import SQLite

/// A value as SQLite has it, for rows whose columns nobody knows beforehand.
public enum StoredValue: Sendable, Equatable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// A text; what is not UTF-8 is replaced.
  case text(String)
  /// Bytes.
  case blob([UInt8])

  init(_ row: borrowing Row, _ column: Int32) {
    switch row.kind(column) {
    case .null: self = .null
    case .integer: self = .integer(row.int64(column) ?? 0)
    case .real: self = .real(row.double(column) ?? 0)
    case .text: self = .text(row.text(column) ?? "")
    case .blob: self = .blob(row.blob(column) ?? [])
    }
  }

  /// Puts the values of a row into a list that has their number already.
  static func read(_ row: borrowing Row, into values: inout [StoredValue]) {
    for column in values.indices { values[column] = StoredValue(row, Int32(column)) }
  }
}

extension Statement {
  /// Binds a value to a parameter.
  func bind(_ index: Int32, stored value: StoredValue) {
    switch value {
    case .null: bind(index, Int64?.none)
    case .integer(let integer): bind(index, integer)
    case .real(let number): bind(index, number)
    case .text(let text): bind(index, text)
    case .blob(let bytes): bind(index, blob: bytes)
    }
  }
}
