import SQLite
import Weather

/// Binds and reads the numbers of a table of fields by where they lie in memory.
///
/// A key path costs some fifty nanoseconds a value, and a sync binds half a million of them.
/// Stored properties of a struct have an offset (`MemoryLayout.offset(of:)`), and a `Double?` can be
/// copied there as bytes.
struct FieldLayout<Owner>: Sendable {
  private let offsets: [Int]

  /// The layout of fields that are all stored properties; others are left out by no table.
  init(_ fields: [Field<Owner>]) {
    offsets = fields.compactMap(\.offset)
    precondition(offsets.count == fields.count, "a field is not a stored property")
  }

  var count: Int32 { Int32(offsets.count) }

  /// Binds the values to parameters from an index on.
  func bind(_ owner: Owner, to statement: borrowing Statement, from first: Int32) {
    withUnsafeBytes(of: owner) { bytes in
      var index = first
      for offset in offsets {
        statement.bind(index, bytes.load(fromByteOffset: offset, as: Double?.self))
        index += 1
      }
    }
  }

  /// Hands over the values that are known, each with its place in the table.
  func each(_ owner: Owner, _ body: (Int, Double) -> Void) {
    withUnsafeBytes(of: owner) { bytes in
      for (place, offset) in offsets.enumerated() {
        guard let value = bytes.load(fromByteOffset: offset, as: Double?.self) else { continue }
        body(place, value)
      }
    }
  }

  /// Reads the values from the columns of a row, from one on.
  func read(_ row: borrowing Row, from first: Int32, into owner: inout Owner) {
    withUnsafeMutableBytes(of: &owner) { bytes in
      var column = first
      for offset in offsets {
        bytes.storeBytes(of: row.double(column), toByteOffset: offset, as: Double?.self)
        column += 1
      }
    }
  }
}
