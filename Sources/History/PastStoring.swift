public import FoundationEssentials
import SQLite
public import Weather

/// What the store did with a stretch of the past.
public struct PastCounts: Sendable, Equatable {
  /// Readings that are new or have newer values.
  public var readings = 0
  /// Observed days that are new or have newer values.
  public var days = 0
  /// Revisions of forecasts that are new.
  public var forecasts = 0

  /// Rows that are new or have newer values.
  public var added: Int { readings + days + forecasts }

  /// Counts of nothing.
  public init() {}

  /// Adds another stretch's counts.
  public mutating func add(_ more: PastCounts) {
    readings += more.readings
    days += more.days
    forecasts += more.forecasts
  }
}

/// What the requests for a stretch of one source's past brought.
public struct PastStretch: Sendable {
  /// The slug of the city.
  public var slug: String
  /// The configured name of the service.
  public var provider: String
  /// The product of the service that was asked for, in its own word.
  public var product: String
  /// What came; nothing, where all failed.
  public var results: [PastResult] = []
  /// The requests, for the log.
  public var fetches: [FetchOutcome] = []
  /// The days that need not be asked for again.
  public var done: [LocalDate] = []
  /// When the last reply came.
  public var doneAt: Date

  /// Makes a stretch that brought nothing yet.
  public init(slug: String, provider: String, product: String, doneAt: Date) {
    self.slug = slug
    self.provider = provider
    self.product = product
    self.doneAt = doneAt
  }
}

extension HistoryWriter {
  /// Stores a stretch of one source's past in one transaction.
  ///
  /// A reading goes where there is none of its instant, or replaces an older one of the same
  /// origin: what was received live or imported stays as it is, `fetched_at` included. The same
  /// values again change nothing. The city must be registered with the service.
  public func storePast(_ result: PastResult) throws(HistoryError) -> PastCounts {
    try write { connection in
      let source = try sourceIDs(result.city.slug, result.provider, connection).source
      var counts = PastCounts()
      counts.readings = try PastReadings(connection).write(result, source: source)
      counts.days = try ObservedDays(connection).write(result, source: source)
      counts.forecasts = try PastForecasts(connection).write(result, source: source)
      return counts
    }
  }

  /// Stores what the requests for one stretch of a product brought, with the log of the requests
  /// and the days that are done with: all in one transaction, or nothing.
  public func storePast(_ stretch: PastStretch) throws(HistoryError) -> PastCounts {
    try write { connection in
      let source = try sourceIDs(stretch.slug, stretch.provider, connection)
      var counts = PastCounts()
      for result in stretch.results {
        counts.add(try storePast(result))
      }
      let log = try FetchLogWriting(connection, run: nil)
      for (place, outcome) in stretch.fetches.enumerated() {
        try log.write(outcome, failures: [], added: place == 0 ? counts.added : 0) { _ in
          source.city
        }
      }
      try LedgerWriting(connection).write(stretch.fetches)
      let quarantine = QuarantineWriting(connection)
      for body in stretch.fetches.compactMap(\.quarantine) { try quarantine.write(body) }
      let mark = try connection.prepare(
        "INSERT OR IGNORE INTO past_day (source, product, date, done_at) VALUES (?1, ?2, ?3, ?4)")
      mark.bind(1, source.source)
      mark.bind(2, stretch.product)
      mark.bind(4, stretch.doneAt.unixSeconds)
      for date in stretch.done {
        mark.bind(3, date.description)
        try mark.run()
      }
      return counts
    }
  }

  /// The city with the zone that is remembered of it, where its configuration gives none.
  public func completed(_ city: City) throws(HistoryError) -> City {
    try perform { connection in
      let select = try connection.prepare(
        "SELECT timezone, zone_is_guess FROM city WHERE slug = ?1")
      select.bind(1, city.slug)
      return try select.first {
        city.remembering($0.text(0), isGuess: $0.integer(1) != 0)
      } ?? city
    }
  }

  /// The IANA zone of a city, configured, remembered or guessed; nil where none is known.
  public func cityZone(slug: String) throws(HistoryError) -> String? {
    try perform { connection in
      let select = try connection.prepare("SELECT timezone FROM city WHERE slug = ?1")
      select.bind(1, slug)
      return try select.first { $0.text(0) } ?? nil
    }
  }

  /// The days of a source that are done with, by any of some products.
  public func pastDays(
    slug: String, provider: String, products: [String]
  ) throws(HistoryError) -> Set<LocalDate> {
    try perform { connection in
      let select = try connection.prepare(
        "SELECT date FROM past_day WHERE source = ?1 AND product = ?2")
      select.bind(1, try sourceIDs(slug, provider, connection).source)
      var dates: Set<LocalDate> = []
      for product in products {
        select.bind(2, product)
        try select.each { row in
          if let date = row.text(0).flatMap({ LocalDate(iso: $0) }) { dates.insert(date) }
        }
        select.reset()
      }
      return dates
    }
  }

  /// The instants of a source's readings within `from..<to`, in the order of time.
  public func readingInstants(
    slug: String, provider: String, from: Date, to: Date
  ) throws(HistoryError) -> [Date] {
    try perform { connection in
      let select = try connection.prepare(
        """
        SELECT observed_at FROM observation WHERE source = ?1 AND observed_at >= ?2
          AND observed_at < ?3 ORDER BY observed_at
        """)
      select.bind(1, try sourceIDs(slug, provider, connection).source)
      select.bind(2, from.unixSeconds)
      select.bind(3, to.unixSeconds)
      return try select.all { Date(unixSeconds: $0.int64(0) ?? 0) }
    }
  }
}
