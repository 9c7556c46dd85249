import FoundationEssentials
import SQLite
import Weather

/// How readings are bound to statements and read from rows.
///
/// Parameters: 1 source, 2 observed_at, 3 utc_offset_s, 4 fetched_at, 5 origin, 6 basis, from 7 the
/// numbers, then condition, condition_code, summary, icon.
enum ObservationTable {
  static let layout = FieldLayout(WeatherData.CurrentConditions.fields)
  static let values =
    WeatherData.CurrentConditions.fields.map(\.column)
    + ["condition", "condition_code", "summary", "icon"]
  private static let keys = [
    "source", "observed_at", "utc_offset_s", "fetched_at", "origin", "basis",
  ]

  /// Moves `fetched_at` of a reading that has these values already; touches no other.
  static let confirm =
    "UPDATE observation SET fetched_at = max(fetched_at, ?4) WHERE source = ?1"
    + " AND observed_at = ?2"
    + values.enumerated().map { " AND \($1) IS ?\($0 + 7)" }.joined()

  /// Stores a reading; another of the same instant yields to it if it is not newer, and a live one
  /// never to a backfilled one.
  static let insert =
    "INSERT INTO observation (\((keys + values).joined(separator: ", "))) VALUES ("
    + (1...(keys.count + values.count)).map { "?\($0)" }.joined(separator: ", ")
    + ") ON CONFLICT (source, observed_at) DO UPDATE SET "
    + (keys.dropFirst(2) + values).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    + " WHERE excluded.fetched_at >= fetched_at"
    + " AND (origin <> 'live' OR excluded.origin = 'live')"

  /// Stores a reading of the past: only an older one of the same origin and with other values
  /// yields to it.
  static let insertPast =
    "INSERT INTO observation (\((keys + values).joined(separator: ", "))) VALUES ("
    + (1...(keys.count + values.count)).map { "?\($0)" }.joined(separator: ", ")
    + ") ON CONFLICT (source, observed_at) DO UPDATE SET "
    + (keys.dropFirst(2) + values).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    + " WHERE origin = excluded.origin AND excluded.fetched_at >= fetched_at AND ("
    + (["basis"] + values).map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ") + ")"

  /// The columns that `read` expects, from a table or an alias of it.
  static let columns = values.reduce(
    "o.observed_at, o.utc_offset_s, o.fetched_at, o.origin, o.basis"
  ) { "\($0), o.\($1)" }

  static func bind(
    _ conditions: WeatherData.CurrentConditions, of result: CityResult, source: Int64,
    to statement: borrowing Statement
  ) {
    statement.bind(1, source)
    statement.bind(4, result.fetchedAt.unixSeconds)
    statement.bind(5, result.origin.rawValue)
    statement.bind(6, result.basis.rawValue)
    bindValues(conditions, to: statement)
  }

  /// Binds all but the source and what its readings share.
  static func bindValues(
    _ conditions: WeatherData.CurrentConditions, to statement: borrowing Statement
  ) {
    statement.bind(2, conditions.observedAt.unixSeconds)
    statement.bind(3, Int64(conditions.utcOffsetSeconds))
    layout.bind(conditions, to: statement, from: 7)
    let next = 7 + layout.count
    statement.bind(next, conditions.condition?.rawValue)
    statement.bind(next + 1, conditions.conditionCode.map(Int64.init))
    statement.bind(next + 2, conditions.summary)
    statement.bind(next + 3, conditions.icon)
  }

  static func conditions(_ row: borrowing Row) -> WeatherData.CurrentConditions {
    var conditions = WeatherData.CurrentConditions(
      observedAt: Date(unixSeconds: row.int64(0) ?? 0), utcOffsetSeconds: row.integer(1))
    layout.read(row, from: 5, into: &conditions)
    let next = 5 + layout.count
    conditions.condition = row.text(next).map(Condition.init(stored:))
    conditions.conditionCode = row.int64(next + 1).map { Int($0) }
    conditions.summary = row.text(next + 2)
    conditions.icon = row.text(next + 3)
    return conditions
  }

  static func record(_ row: borrowing Row, city: String, provider: String) -> ObservationRecord {
    ObservationRecord(
      city: city, provider: provider, conditions: conditions(row),
      fetchedAt: Date(unixSeconds: row.int64(2) ?? 0),
      origin: Origin(rawValue: row.text(3) ?? "") ?? .live,
      basis: Basis(rawValue: row.text(4) ?? "") ?? .model)
  }

  /// Stores a reading of a file: only an older import yields to it, and of that only values that the
  /// file has others for, because what a file leaves out is not known to be wrong.
  static let insertImport =
    "INSERT INTO observation (\((keys + values).joined(separator: ", "))) VALUES ("
    + (1...(keys.count + values.count)).map { $0 == 6 ? "ifnull(?6, 'station')" : "?\($0)" }
    .joined(separator: ", ")
    + ") ON CONFLICT (source, observed_at) DO UPDATE SET utc_offset_s = excluded.utc_offset_s,"
    + " fetched_at = excluded.fetched_at, basis = ifnull(?6, basis), "
    + values.map { "\($0) = ifnull(excluded.\($0), \($0))" }.joined(separator: ", ")
    + " WHERE origin = excluded.origin AND excluded.fetched_at >= fetched_at"

  /// Whether a stored reading has the values of a file, and whether `insertImport` would change it.
  static let compareImport =
    "SELECT \((["?6 IS NULL OR basis = ?6"] + said).map { "(\($0))" }.joined(separator: " AND ")),"
    + " origin = ?5 AND fetched_at <= ?4 FROM observation WHERE source = ?1 AND observed_at = ?2"

  /// For each value whether it is what the parameter says, if that says one.
  private static let said = values.enumerated().map {
    "?\($0 + 7) IS NULL OR \($1) IS ?\($0 + 7)"
  }
}
