import Weather

/// Where in a file something is.
public enum ImportPlace: Sendable, Hashable, CustomStringConvertible {
  /// A line of a text file, from 1.
  case line(Int)
  /// A row of an archive, by its time in Unix seconds.
  case time(Int64)

  /// `line 12`, or `dateTime 1780000000`.
  public var description: String {
    switch self {
    case .line(let number): "line \(number)"
    case .time(let seconds): "dateTime \(seconds)"
    }
  }
}

/// What was left out of a file and why: the first cases in words, the rest counted.
public struct ImportNotes: Sendable {
  /// How many warnings are kept in words.
  public static let limit = 20

  /// The first warnings, as `line 12, temperature_c: not a number (‘abc’)`.
  public private(set) var texts: [String] = []
  /// All warnings, those in words among them.
  public private(set) var warnings = 0
  /// Whether the forms of a time were told already.
  var hasNamedTimeForms = false
  /// Rows that were left out because their time or their form is wrong.
  public internal(set) var badRows = 0
  /// Rows that hold no measurement.
  public internal(set) var emptyRows = 0
  /// Rows with a time, whatever came of them.
  public internal(set) var rows = 0

  /// Notes of nothing.
  public init() {}

  /// Takes note of a problem that costs nothing or one value.
  public mutating func warn(_ text: @autoclosure () -> String) {
    warnings += 1
    if texts.count < Self.limit { texts.append(CleanText.line(text(), limit: 300)) }
  }

  /// Takes note of a problem of a value.
  public mutating func warn(
    _ place: ImportPlace, _ column: String, _ problem: @autoclosure () -> String
  ) {
    warn("\(place), \(column): \(problem())")
  }

  /// Takes note of a problem that costs a row.
  public mutating func refuse(_ place: ImportPlace, _ problem: @autoclosure () -> String) {
    badRows += 1
    warn("\(place): \(problem())")
  }
}
