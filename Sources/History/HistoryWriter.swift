public import FoundationEssentials
public import Weather

/// The one way to write the store: whole results, in immediate transactions.
///
/// It blocks while it writes, and is not Sendable: an actor on a queue of its own keeps it.
public final class HistoryWriter {
  let path: String

  init(path: String) {
    self.path = path
  }

  /// Opens the database for writing; makes it, migrates it or sets a damaged one aside.
  public static func open(
    path: String, now: Date
  ) throws(HistoryError) -> (writer: HistoryWriter, report: OpeningReport) {
    throw unwritten(path)
  }

  /// Ends the writing: the write-ahead log is emptied, the side files stay for readers.
  public func close() throws(HistoryError) {
    throw Self.unwritten(path)
  }

  static func unwritten(_ path: String) -> HistoryError {
    HistoryError(.io, path: path, message: "This part of the store is not written yet.")
  }
}

extension HistoryWriter {
  /// Makes the tables match the configuration, in one transaction; writes nothing if nothing changed.
  ///
  /// Cities and sources that are no longer listed become inactive; their rows stay. Returns the
  /// cities with the remembered zone where the configuration gave none. Throws `moved` when a slug
  /// would move by more than 5 km.
  public func register(
    _ cities: [RegisteredCity], now: Date
  ) throws(HistoryError) -> [RegisteredCity] {
    throw Self.unwritten(path)
  }

  /// Remembers the IANA zone of a city whose configuration gives none.
  public func rememberZone(slug: String, zone: String) throws(HistoryError) {
    throw Self.unwritten(path)
  }

  /// Replaces the offset changes of a city's clocks; writes nothing if they are the same.
  public func setOffsets(slug: String, _ changes: [OffsetChange]) throws(HistoryError) {
    throw Self.unwritten(path)
  }

  /// The instant of a city's oldest row; nil without rows.
  public func oldestInstant(slug: String) throws(HistoryError) -> Date? {
    throw Self.unwritten(path)
  }

  /// Stores outcomes in one transaction: all of them, or none when it throws.
  public func store(
    _ outcomes: [FetchOutcome], run: Int64?
  ) throws(HistoryError) -> [StoredCounts] {
    throw Self.unwritten(path)
  }

  /// Notes the beginning of a pass; returns its number.
  public func beginRun(trigger: String, at: Date) throws(HistoryError) -> Int64 {
    throw Self.unwritten(path)
  }

  /// Notes the end of a pass.
  public func endRun(
    _ run: Int64, at: Date, succeeded: Int, failed: Int
  ) throws(HistoryError) {
    throw Self.unwritten(path)
  }

  /// The states of the active sources of the active cities.
  public func sourceStates() throws(HistoryError) -> [SourceState] {
    throw Self.unwritten(path)
  }

  /// Forgets the back-off of all cities of a service, or of all services.
  public func clearRetries(provider: String?) throws(HistoryError) {
    throw Self.unwritten(path)
  }

  /// The states of the services that are or were paused.
  public func serviceStates() throws(HistoryError) -> [ServiceState] {
    throw Self.unwritten(path)
  }

  /// Keeps the state of a service over restarts.
  public func setServiceState(_ state: ServiceState) throws(HistoryError) {
    throw Self.unwritten(path)
  }

  /// The sum of the costs of a service's requests that started at an instant or later.
  public func costs(provider: String, since: Date) throws(HistoryError) -> Double {
    throw Self.unwritten(path)
  }
}
