public import FoundationEssentials
import SQLite
import Weather

/// A smaller database: that of some cities, of some time, of some views.
public struct HistoryExtract {
  /// A city and the time that is wanted of it.
  public struct Part: Sendable {
    /// The slug.
    public let slug: String
    /// The time.
    public let range: ViewRange

    /// Makes a part.
    public init(slug: String, range: ViewRange) {
      self.slug = slug
      self.range = range
    }
  }

  /// Rows between two looks whether to go on.
  private static let stride = 4096
  /// How the installation's name begins in a file that was made here.
  private static let mark = "extract-"

  private let views: Set<StoredView>
  private let parts: [Part]
  private let provider: String?
  private let isOfAllCities: Bool

  /// Declares what is wanted: of these views what the tables behind them hold, of one service (of
  /// all where nil); of all cities also the requests about several at once.
  public init(views: [StoredView], parts: [Part], provider: String?, isOfAllCities: Bool) {
    self.views = Set(views)
    self.parts = parts
    self.provider = provider
    self.isOfAllCities = isOfAllCities
  }

  /// Whether a file was made here: then nothing is lost with it.
  public static func isOne(_ path: String) -> Bool {
    guard Files.accessFailure(path) == nil,
      let connection = try? ReadingLadder(path: path).connect(),
      let state = try? SchemaState.read(connection), state.applicationID == Migration.applicationID
    else { return false }
    let name = try? connection.prepare("SELECT id FROM installation").first { $0.text(0) }
    return name??.hasPrefix(mark) == true
  }

  /// Writes an empty file full and returns how many rows of views are in it.
  ///
  /// It is a database of this version that needs no side file. `goOn` is asked every few thousand
  /// rows, and ends it by throwing.
  public func write(
    from reader: HistoryReader, to path: String, now: Date, goOn: @escaping () throws -> Void
  ) throws -> Int {
    try reader.useMemoryForSorting()
    do {
      let target = try Connection(path: path, mode: .readWrite)
      // Nothing has to be taken back in a file that is thrown away on any failure.
      try target.execute(
        """
        PRAGMA page_size = 4096; PRAGMA application_id = \(Migration.applicationID);
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF
        """)
      _ = try target.migrate(now: now.unixSeconds)
      try target.execute("UPDATE installation SET id = '\(Self.mark)' || id")
      var copy = TableCopy(from: reader.connection, to: target, stride: Self.stride, goOn: goOn)
      let rows = try target.transaction { try fill(&copy) }
      try target.execute("PRAGMA journal_mode = DELETE")
      return rows
    } catch let error as SQLiteError where [.full, .io, .cannotOpen].contains(error.kind) {
      throw StoreFailure.historyError(error, path)
    }
  }

  private func fill(_ copy: inout TableCopy) throws -> Int {
    var rows = 0
    for part in parts {
      let city: [StoredValue] = [.text(part.slug)]
      _ = try copy.rows("city", "slug = ?1", city)
      _ = try copy.rows("city_offset", "city = (SELECT id FROM city WHERE slug = ?1)", city)
      let service = provider.map { StoredValue.text($0) } ?? .null
      _ = try copy.rows(
        "city_provider",
        "city = (SELECT id FROM city WHERE slug = ?1) AND (?2 IS NULL OR provider = ?2)",
        city + [service])
      rows += try fill(part, service, &copy)
    }
    if views.contains(.syncLog), isOfAllCities, let part = parts.first {
      rows += try requests("city IS NULL", [], part, &copy)
    }
    return rows
  }

  /// What the tables behind the views hold of a city.
  private func fill(
    _ part: Part, _ service: StoredValue, _ copy: inout TableCopy
  ) throws -> Int {
    let range = part.range, keys = [StoredValue.text(part.slug), service]
    let source =
      "source IN (SELECT s.id FROM city c JOIN city_provider s ON s.city = c.id"
      + " WHERE c.slug = ?1 AND (?2 IS NULL OR s.provider = ?2))"
    let rolled = "city = ?1 AND (?2 IS NULL OR provider = ?2)"
    var rows = 0
    if !views.isDisjoint(with: [
      .observations, .currentConditions, .hourlyObserved, .dailyObserved,
    ]) {
      let times = "observed_at >= ?3 AND observed_at < ?4"
      rows += try copy.rows("observation", "\(source) AND \(times)", keys + range.instants)
      rows += try copy.rows(
        "rolled_hour", "\(rolled) AND hour >= ?3 AND hour < ?4", keys + range.instants)
      for table in ["rolled_day", "rolled_sums"] {
        rows += try copy.rows(table, "\(rolled) AND date BETWEEN ?3 AND ?4", keys + range.dates)
      }
    }
    if !views.isDisjoint(with: [.forecasts, .dailyForecast]) {
      rows += try copy.rows(
        "forecast_day", "\(source) AND date BETWEEN ?3 AND ?4", keys + range.dates)
    }
    if views.contains(.observedDays) {
      rows += try copy.rows(
        "observed_day", "\(source) AND date BETWEEN ?3 AND ?4", keys + range.dates)
    }
    if views.contains(.gaps) {
      rows += try copy.rows(
        "gap", "\(source) AND to_at > ?3 AND from_at < ?4", keys + range.instants)
    }
    if views.contains(.syncLog) {
      rows += try requests(
        "city = (SELECT id FROM city WHERE slug = ?4)", [.text(part.slug)], part, &copy)
    }
    return views == [.cities] ? rows + 1 : rows
  }

  /// The requests about a city, or about several, and the passes that they belong to.
  private func requests(
    _ whose: String, _ values: [StoredValue], _ part: Part, _ copy: inout TableCopy
  ) throws -> Int {
    let service = provider.map { StoredValue.text($0) } ?? .null
    let condition =
      "started_at >= ?1 AND started_at < ?2 AND (?3 IS NULL OR provider = ?3) AND \(whose)"
    let all = part.range.instants + [service] + values
    _ = try copy.rows("sync_run", "id IN (SELECT run FROM fetch WHERE \(condition))", all)
    return try copy.rows("fetch", condition, all)
  }
}

extension ViewRange {
  fileprivate var instants: [StoredValue] {
    [.integer(from?.unixSeconds ?? .min), .integer(to?.unixSeconds ?? .max)]
  }

  fileprivate var dates: [StoredValue] {
    [.text(firstDate?.description ?? ""), .text(lastDate?.description ?? "~")]
  }
}
