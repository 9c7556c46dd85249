public import FoundationEssentials
public import Weather

/// The one way to read the store: whatever state it is in, never changing or creating a file.
public final class HistoryReader {
  let path: String

  init(path: String) {
    self.path = path
  }

  /// Runs queries on one consistent state of the database.
  ///
  /// When the file changed in a way that reading could not be protected from, the body runs again:
  /// it must not print. After a few tries it throws `changedWhileReading`. A file without tables
  /// reads as one without rows.
  public static func read<T>(
    path: String, _ body: (HistoryReader) throws -> T
  ) throws -> T {
    throw HistoryWriter.unwritten(path)
  }
}

extension HistoryReader {
  /// The cities in the order of the list; with those no longer listed at the end if asked for.
  ///
  /// Counting reads an index of all readings; without it, `observations` is nil.
  public func cities(
    includeInactive: Bool, counting: Bool = false
  ) throws -> [CityRecord] {
    throw HistoryWriter.unwritten(path)
  }

  /// The cities that words name, in the order of the words; throws `CityLookupError`.
  ///
  /// An exact slug, inactive or not, then a name without regard to case and accents, then a unique
  /// prefix of either.
  public func resolve(_ words: [String], includeInactive: Bool) throws -> [CityRecord] {
    throw HistoryWriter.unwritten(path)
  }

  /// The newest reading of each city and service that is not of the future.
  public func current(of cities: [CityRecord], now: Date) throws -> CurrentReport {
    throw HistoryWriter.unwritten(path)
  }

  /// The current revisions of a city's forecast days from a date on, in the order of dates.
  public func forecast(
    of city: CityRecord, provider: String, from: LocalDate, days: Int
  ) throws -> [DayRecord] {
    throw HistoryWriter.unwritten(path)
  }

  /// Hands over readings of `from..<to` in the order of time; of all services without `provider`.
  public func observations(
    of city: CityRecord, provider: String?, from: Date?, to: Date?, limit: Int? = nil,
    _ each: (ObservationRecord) throws -> Void
  ) throws {
    throw HistoryWriter.unwritten(path)
  }

  /// What was observed in each local period of `from..<to`, in the order of time.
  public func buckets(
    of city: CityRecord, provider: String, every span: BucketSpan, from: Date?, to: Date?
  ) throws -> [BucketRecord] {
    throw HistoryWriter.unwritten(path)
  }

  /// How the store and the fetching stand.
  public func status(now: Date) throws -> StatusReport {
    throw HistoryWriter.unwritten(path)
  }

  /// The UTC offset of a city's clocks at an instant, seconds east; nil where nothing tells it.
  public func offset(of slug: String, at: Date) throws -> Int? {
    throw HistoryWriter.unwritten(path)
  }
}
