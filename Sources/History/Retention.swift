public import FoundationEssentials
import SQLite
import Weather

/// Up to when details are let go; nil keeps them for ever.
public struct RetentionRule: Sendable, Equatable {
  /// Readings from before it become hours and days.
  public var readingsBefore: Date?
  /// Of days before it only the forecast that was current last stays.
  public var forecastsBefore: Date?
  /// Requests and passes from before it become daily totals.
  public var runsBefore: Date?

  /// Makes a rule from its parts.
  public init(readingsBefore: Date?, forecastsBefore: Date?, runsBefore: Date?) {
    self.readingsBefore = readingsBefore
    self.forecastsBefore = forecastsBefore
    self.runsBefore = runsBefore
  }
}

/// What was let go.
public struct PruneReport: Sendable, Equatable {
  /// Readings that became hours and days.
  public var readings = 0
  /// Forecasts that had been superseded.
  public var forecasts = 0
  /// Requests that became daily totals.
  public var requests = 0
  /// Passes.
  public var runs = 0
  /// Pages that were given back to the file system.
  public var pages = 0

  /// A report of nothing.
  public init() {}

  /// Whether nothing was let go.
  public var isEmpty: Bool { self == PruneReport() }
}

/// Lets details go in small steps, so that nobody has to wait for it; a value between them.
///
/// What a step does is one transaction of some ten milliseconds. Ended at any time, the next one
/// goes on from what it finds.
public struct Pruning: Sendable {
  /// What one source is at.
  struct Place: Sendable {
    let source: Int64
    let slug: String
    let provider: String
    let reach: Int64
    /// From when on readings were not looked at yet.
    var readingsFrom = Int64.min
    /// Local seconds before which readings stay; nil before the first day.
    ///
    /// What was not looked at stays, and so do days with few readings and what those need.
    var staysTo: Int64?
    /// Before which date forecasts were not looked at yet.
    var forecastsTo = ""
    /// How many dates in a row had nothing to let go.
    var cleanDates = 0
  }

  enum Phase: Sendable {
    case readings, forecasts, requests, runs, pages, done
  }

  /// How long a step works before it commits.
  static let stepTime = Duration.milliseconds(20)
  /// Bytes free below which the log of a step does not stay.
  private static let scarce: Int64 = 16 << 20
  /// Bytes free below which a step does as little as it can.
  private static let tiny: Int64 = 4 << 20
  let rule: RetentionRule
  /// Whether all is looked at, not only what has become old of late.
  let isThorough: Bool
  /// What only goes comes first: hours and days take the room of it.
  var phase = Phase.forecasts
  var places: [Place] = []
  /// The place that is worked on.
  var current = 0
  /// Whether the disk is all but full, so that a step does as little as it can.
  var isTight = false
  /// What was let go so far.
  public internal(set) var report = PruneReport()

  /// A pass that begins.
  ///
  /// - Parameter isThorough: looks at every old forecast, not only at those of the last weeks.
  public init(_ rule: RetentionRule, isThorough: Bool = false) {
    self.rule = rule
    self.isThorough = isThorough
  }

  /// Does a little; false when nothing is left to do.
  ///
  /// Where the disk is all but full, it takes no more room than one day's pages in the log, and
  /// gives that back at once: what went makes room for what comes.
  public mutating func step(_ writer: HistoryWriter) throws(HistoryError) -> Bool {
    let free = writer.freeBytes
    isTight = free < Self.tiny
    guard free >= Self.scarce else { return try carefulStep(writer) }
    do throws(HistoryError) {
      return try anyStep(writer)
    } catch {
      // A quota leaves less than the disk has.
      guard error.code == .full else { throw error }
      isTight = true
      return try carefulStep(writer)
    }
  }

  private mutating func carefulStep(_ writer: HistoryWriter) throws(HistoryError) -> Bool {
    do throws(HistoryError) {
      try writer.emptyLog()
      let isMore = try anyStep(writer)
      try writer.emptyLog()
      return isMore
    } catch {
      throw error.code == .full ? Self.noRoom(writer.path) : error
    }
  }

  /// What to do where not even a small step has room.
  private static func noRoom(_ path: String) -> HistoryError {
    let aside = SetAside.list(path)
    let spare =
      aside.isEmpty ? "" : " Perhaps no longer needed: \(aside.joined(separator: ", "))."
    return HistoryError(
      .full, path: path,
      message: "Disk full: letting details go takes some room itself, about 1 MiB for the log"
        + " beside \(path). Make that much, or prune as root, for whom most file systems keep"
        + " some.\(spare)")
  }

  private mutating func anyStep(_ writer: HistoryWriter) throws(HistoryError) -> Bool {
    var state = self
    let isMore: Bool
    switch phase {
    case .done: return false
    case .runs:
      isMore = try writer.withoutReferences { connection in try state.pruneRuns(connection) }
    case .forecasts where places.isEmpty, .readings where places.isEmpty:
      state.places = try writer.perform { connection in try Self.places(connection) }
      isMore = !state.places.isEmpty
    default:
      isMore = try writer.write { connection in try state.work(connection) }
    }
    if !isMore { state.advance() }
    self = state
    return phase != .done
  }

  private mutating func advance() {
    (current, phase) =
      switch phase {
      case .forecasts: (0, .requests)
      case .requests: (0, .runs)
      case .runs: (0, .readings)
      case .readings: (0, .pages)
      case .pages, .done: (0, .done)
      }
  }

  /// All sources, active or not.
  static func places(_ connection: Connection) throws -> [Place] {
    try connection.prepare(
      """
      SELECT s.id, c.slug, s.provider, s.interval_s
      FROM city_provider s JOIN city c ON c.id = s.city ORDER BY s.id
      """
    ).all {
      Place(
        source: $0.int64(0) ?? 0, slug: $0.text(1) ?? "", provider: $0.text(2) ?? "",
        reach: Int64(max(3600, $0.integer(3))))
    }
  }

  /// Works until the time is up; false when the phase is through.
  private mutating func work(_ connection: Connection) throws -> Bool {
    // What days that went leave over makes room for the next ones, and for others.
    if isTight, phase == .readings { _ = try givePagesBack(connection) }
    let begun = ContinuousClock.now
    repeat {
      switch phase {
      case .readings, .forecasts:
        guard current < places.count else { return false }
        let isMore =
          phase == .readings ? try pruneDay(connection) : try pruneForecasts(connection)
        if !isMore { current += 1 }
      case .requests: if try !pruneRequests(connection) { return false }
      case .pages: if try !givePagesBack(connection) { return false }
      case .runs, .done: return false
      }
    } while !isTight && ContinuousClock.now - begun < Self.stepTime
    return true
  }
}

extension HistoryWriter {
  /// Runs the body in a transaction that does not look for rows that refer to what it deletes.
  func withoutReferences<T>(_ body: (Connection) throws -> T) throws(HistoryError) -> T {
    try perform { try $0.execute("PRAGMA foreign_keys = OFF") }
    defer { _ = try? perform { try $0.execute("PRAGMA foreign_keys = ON") } }
    return try write(body)
  }
}
