import CommandLine
import History
import Presentation
import Weather

/// A condition on the columns of a report, each in all of its units.
struct ReportCondition {
  private let columns: [(column: Column, systems: [UnitSystem])]
  private let condition: RowCondition

  /// Understands the line's condition; a column of another report gets an advice of its own.
  init(_ inquiry: Inquiry, _ columns: [Column], elsewhere: [Column], advice: String) throws {
    self.columns = columns.map { ($0, Self.systems(of: $0)) }
    let names = self.columns.flatMap { column, systems in systems.map { column.name(in: $0) } }
    let numbers = columns.filter { $0.unit != nil }.flatMap { column in
      Self.systems(of: column).map { column.name(in: $0) }
    }
    do {
      condition = try RowCondition(
        inquiry.parsed.lastWord ?? "", columns: names, numbers: Set(numbers))
    } catch var error as QuestionError {
      if let name = error.unknownName {
        let others = elsewhere.flatMap { column in
          Self.systems(of: column).map { column.name(in: $0) }
        }
        if others.contains(name) {
          throw Self.failure(error, advice: advice)
        }
        error.nearest = Nearest.match(name, in: names)
      }
      throw Self.failure(error)
    }
  }

  func holds(for row: [Value]) throws -> Bool {
    var values: [StoredValue] = []
    for (value, (column, systems)) in zip(row, columns) {
      for system in systems { values.append(StoredValue(column.value(value, in: system))) }
    }
    do {
      return try condition.holds(for: values)
    } catch let error as QuestionError {
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: QuestionError, advice: String? = nil) -> Failure {
    Failure(
      error, what: "The condition", bounds: "can only look at the columns of a row", advice: advice)
  }

  /// The columns that it looks at, in the report's order.
  var tested: [Column] {
    let names = condition.columns
    return columns.filter { column, systems in
      systems.contains { names.contains(column.name(in: $0)) }
    }.map(\.column)
  }

  /// One unit system for each name that a column has.
  private static func systems(of column: Column) -> [UnitSystem] {
    var known = Set<String>()
    return [.si, .metric, .imperial, .uk].filter { known.insert(column.name(in: $0)).inserted }
  }
}

extension StoredValue {
  /// A value of a report as the views would have it.
  fileprivate init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .text(let text): self = .text(text)
    case .number(let number): self = .real(number)
    case .integer(let integer): self = .integer(Int64(integer))
    case .bool(let bool): self = .integer(bool ? 1 : 0)
    case .instant(let time): self = .integer(time.unixSeconds)
    case .date(let date): self = .text(date.description)
    }
  }
}
