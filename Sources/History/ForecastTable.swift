import FoundationEssentials
import SQLite
import Weather

/// How forecast days are bound to statements and read from rows.
///
/// Parameters: 1 source, 2 date, 3 fetched_at, 4 issued_at, 5 utc_offset_s, from 6 the numbers, then
/// sunrise, sunset, condition, condition_code, summary, icon, hours_covered.
enum ForecastTable {
  static let layout = FieldLayout(WeatherData.DayConditions.fields)
  static let values =
    WeatherData.DayConditions.fields.map(\.column) + [
      "sunrise", "sunset", "condition", "condition_code", "summary", "icon", "hours_covered",
    ]
  private static let keys = ["source", "date", "fetched_at", "issued_at", "utc_offset_s"]
  /// The parameter of `confirm` that names the newest revision.
  static let newestParameter = Int32(6 + values.count)

  /// The newest revision that was known at the receipt; parameters as above.
  static let newest =
    "SELECT max(fetched_at) FROM forecast_day WHERE source = ?1 AND date = ?2 AND fetched_at <= ?3"

  /// Moves `confirmed_at` of that revision if it has these values already.
  static let confirm =
    "UPDATE forecast_day SET confirmed_at = max(confirmed_at, ?3) WHERE source = ?1"
    + " AND date = ?2 AND fetched_at = ?\(newestParameter)"
    + values.enumerated().map { " AND \($1) IS ?\($0 + 6)" }.joined()

  /// Stores a revision; of two that came in the same second the later one stays, unless it covers
  /// less of the day.
  static let insert =
    "INSERT INTO forecast_day (\((keys + values).joined(separator: ", ")), confirmed_at) VALUES ("
    + (1...(keys.count + values.count)).map { "?\($0)" }.joined(separator: ", ")
    + ", ?3) ON CONFLICT (source, date, fetched_at) DO UPDATE SET "
    + (keys.dropFirst(3) + values).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    + " WHERE ifnull(excluded.hours_covered, 0) >= ifnull(hours_covered, 0)"

  /// The first free second from a receipt on, where the revision of that second was confirmed
  /// later: then the clock was set back since, and it is another's; null where it was not.
  static let freeSecond =
    """
    SELECT min(f.fetched_at) + 1 FROM forecast_day f
    WHERE f.source = ?1 AND f.date = ?2 AND f.fetched_at >= ?3 AND NOT EXISTS (
      SELECT 1 FROM forecast_day n
      WHERE n.source = ?1 AND n.date = ?2 AND n.fetched_at = f.fetched_at + 1)
    AND (SELECT confirmed_at > fetched_at FROM forecast_day
      WHERE source = ?1 AND date = ?2 AND fetched_at = ?3)
    """

  /// Whether that revision has these values.
  static let isSame =
    "SELECT 1 FROM forecast_day WHERE source = ?1 AND date = ?2"
    + " AND fetched_at = ?\(newestParameter)"
    + values.enumerated().map { " AND \($1) IS ?\($0 + 6)" }.joined()

  /// Stores a revision of the past where there is none of its instant; the last parameter is when
  /// the service told of it.
  static let insertPast =
    "INSERT INTO forecast_day (\((keys + values).joined(separator: ", ")), confirmed_at) VALUES ("
    + (1...(keys.count + values.count + 1)).map { "?\($0)" }.joined(separator: ", ")
    + ") ON CONFLICT (source, date, fetched_at) DO NOTHING"

  /// Stores what a day was; the same values again change nothing.
  ///
  /// Parameter 4 is the basis.
  static let insertObserved =
    "INSERT INTO observed_day (\((observedKeys + values).joined(separator: ", "))) VALUES ("
    + (1...(keys.count + values.count)).map { "?\($0)" }.joined(separator: ", ")
    + ") ON CONFLICT (source, date) DO UPDATE SET "
    + (observedKeys.dropFirst(2) + values).map { "\($0) = excluded.\($0)" }
    .joined(separator: ", ")
    + " WHERE excluded.fetched_at >= fetched_at AND ("
    + (["basis"] + values).map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ") + ")"
  private static let observedKeys = ["source", "date", "fetched_at", "basis", "utc_offset_s"]

  /// The columns that `read` expects, from a table under the alias `f`.
  static let columns =
    (["date", "utc_offset_s", "issued_at", "fetched_at", "confirmed_at"] + values)
    .map { "f.\($0)" }.joined(separator: ", ")

  /// The revisions of a date from the newest receipt on, each with what `best` compares at its end.
  ///
  /// Comparing them in SQL takes SQLite longer than handing them out.
  private static func revisions(_ columns: String) -> String {
    """
    SELECT \(columns), ifnull(f.hours_covered, 0), f.issued_at FROM forecast_day f
    WHERE f.source = ?1 AND f.date = ?2 AND f.fetched_at <= ?3 ORDER BY f.fetched_at DESC
    """
  }

  static let revisions = revisions(columns)
  /// Days as the service itself has them, with their basis at the end.
  static let observed =
    """
    SELECT f.date, f.utc_offset_s, f.fetched_at, f.fetched_at, f.fetched_at,
      \(values.map { "f.\($0)" }.joined(separator: ", ")), f.basis
    FROM observed_day f WHERE f.source = ?1 AND f.date >= ?2 AND f.date < ?3 ORDER BY f.date
    """
  static let extremes = revisions("f.temperature_high_c, f.temperature_low_c")
  static let outlook = revisions(
    "f.temperature_high_c, f.temperature_low_c, f.temperature_max_c, f.temperature_min_c,"
      + " f.confirmed_at")

  static func bind(
    _ day: WeatherData.DayConditions, of result: CityResult, to statement: borrowing Statement
  ) {
    statement.bind(3, result.fetchedAt.unixSeconds)
    statement.bind(4, (result.issuedAt ?? result.fetchedAt).unixSeconds)
    bindValues(day, to: statement)
  }

  /// Binds all but the keys and the times of knowing.
  static func bindValues(
    _ day: WeatherData.DayConditions, to statement: borrowing Statement
  ) {
    statement.bind(5, Int64(day.utcOffsetSeconds))
    layout.bind(day, to: statement, from: 6)
    let next = 6 + layout.count
    statement.bind(next, day.sunrise?.unixSeconds)
    statement.bind(next + 1, day.sunset?.unixSeconds)
    statement.bind(next + 2, day.condition?.rawValue)
    statement.bind(next + 3, day.conditionCode.map(Int64.init))
    statement.bind(next + 4, day.summary)
    statement.bind(next + 5, day.icon)
    statement.bind(next + 6, day.hoursCovered)
  }

  static func record(_ row: borrowing Row, city: String, provider: String) -> DayRecord? {
    guard let date = row.text(0).flatMap({ LocalDate(iso: $0) }) else { return nil }
    var day = WeatherData.DayConditions(date: date, utcOffsetSeconds: row.integer(1))
    layout.read(row, from: 5, into: &day)
    let next = 5 + layout.count
    day.sunrise = row.int64(next).map { Date(unixSeconds: $0) }
    day.sunset = row.int64(next + 1).map { Date(unixSeconds: $0) }
    day.condition = row.text(next + 2).map(Condition.init(stored:))
    day.conditionCode = row.int64(next + 3).map { Int($0) }
    day.summary = row.text(next + 4)
    day.icon = row.text(next + 5)
    day.hoursCovered = row.double(next + 6)
    return DayRecord(
      city: city, provider: provider, day: day,
      issuedAt: Date(unixSeconds: row.int64(2) ?? 0),
      fetchedAt: Date(unixSeconds: row.int64(3) ?? 0),
      confirmedAt: Date(unixSeconds: row.int64(4) ?? 0))
  }
}
