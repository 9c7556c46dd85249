import FoundationEssentials
import SQLite
import Weather

/// The absence of the network among the standings of services, under a name that no service has:
/// a table of its own would be parsed at every start of every reader.
///
/// `fingerprint` holds its beginning, its attempts and the reason in words, with blanks between.
enum NetworkRow {
  /// The name; those of services hold letters, digits and hyphens only.
  static let name = "!network"

  static func read(_ connection: Connection) throws -> NetworkAbsence? {
    let select = try connection.prepare(
      "SELECT paused_until, reason, failures, fingerprint FROM service WHERE provider = ?1")
    select.bind(1, name)
    return try select.first { row in
      let parts = (row.text(3) ?? "").split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let since = Int64(parts[0]), let attempts = Int(parts[1]),
        let reason = row.text(1).flatMap({ FetchError.Code(rawValue: $0) })
      else { return nil }
      return NetworkAbsence(
        since: Date(unixSeconds: since), reason: reason, message: String(parts[2]),
        rounds: row.integer(2), attempts: attempts,
        probeAt: row.date(0) ?? Date(unixSeconds: since))
    } ?? nil
  }

  static func write(_ absence: NetworkAbsence?, _ connection: Connection) throws {
    guard let absence else { return try MachineRow.remove(name, connection) }
    try MachineRow.put(
      name, absence.probeAt, absence.reason.rawValue, absence.rounds,
      "\(absence.since.unixSeconds) \(absence.attempts) \(absence.message)", connection)
  }
}

/// What is said against this machine's clock, in the same way: `failures` counts the contradictions,
/// `fingerprint` holds the distance in seconds, and `reason` is there once it counts as wrong.
enum ClockRow {
  /// The name.
  static let name = "!clock"

  static func read(_ connection: Connection) throws -> ClockTrouble? {
    let select = try connection.prepare(
      "SELECT failures, fingerprint, reason FROM service WHERE provider = ?1")
    select.bind(1, name)
    return try select.first { row in
      ClockTrouble(
        contradictions: row.integer(0), secondsAhead: row.text(1).flatMap { Int($0) } ?? 0,
        isWrong: row.text(2) != nil)
    }
  }

  static func write(_ trouble: ClockTrouble?, _ connection: Connection) throws {
    guard let trouble else { return try MachineRow.remove(name, connection) }
    try MachineRow.put(
      name, nil, trouble.isWrong ? FailureClass.clock.rawValue : nil, trouble.contradictions,
      "\(trouble.secondsAhead)", connection)
  }
}

/// When the clock was set last, as the account of a service knows it, in the same way:
/// `paused_until` holds it.
enum ClockSetRow {
  private static func name(_ provider: String) -> String { "!clock-set \(provider)" }

  static func read(provider: String, _ connection: Connection) throws -> Date? {
    let select = try connection.prepare("SELECT paused_until FROM service WHERE provider = ?1")
    select.bind(1, name(provider))
    return try select.first { $0.date(0) } ?? nil
  }

  static func write(_ instant: Date?, provider: String, _ connection: Connection) throws {
    guard let instant else { return try MachineRow.remove(name(provider), connection) }
    try MachineRow.put(name(provider), instant, nil, 0, "", connection)
  }
}

/// Why a daemon still has an earlier configuration, in the same way: `paused_until` holds when the
/// last one was refused, `fingerprint` the reason in words.
enum ReloadRow {
  /// The name.
  static let name = "!reload"

  static func read(_ connection: Connection) throws -> ReloadFailure? {
    let select = try connection.prepare(
      "SELECT paused_until, fingerprint FROM service WHERE provider = ?1")
    select.bind(1, name)
    return try select.first { row in
      ReloadFailure(at: row.date(0) ?? Date(unixSeconds: 0), reason: row.text(1) ?? "")
    }
  }

  static func write(_ failure: ReloadFailure?, _ connection: Connection) throws {
    guard let failure else { return try MachineRow.remove(name, connection) }
    try MachineRow.put(name, failure.at, nil, 0, failure.reason, connection)
  }
}

/// What a service said of when it wants to be asked again, in the same way: `fingerprint` holds the
/// uptime at its end, the start of the machine that this is of, and the error in words, each from a
/// line of its own on.
enum PleaRow {
  private static func name(_ provider: String) -> String { "!plea \(provider)" }

  static func read(provider: String, _ connection: Connection) throws -> KeptPlea? {
    let select = try connection.prepare(
      "SELECT paused_until, reason, fingerprint FROM service WHERE provider = ?1")
    select.bind(1, name(provider))
    return try select.first { row in
      let parts = (row.text(2) ?? "").split(
        separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
      guard let at = row.date(0), parts.count == 3, let uptime = Double(parts[0]),
        let code = row.text(1).flatMap({ FetchError.Code(rawValue: $0) })
      else { return nil }
      return KeptPlea(
        code: code, message: String(parts[2]),
        until: ClockReading(at: at, uptimeSeconds: uptime, boot: String(parts[1])))
    } ?? nil
  }

  static func remove(provider: String, _ connection: Connection) throws {
    try MachineRow.remove(name(provider), connection)
  }

  static func write(_ plea: KeptPlea, provider: String, _ connection: Connection) throws {
    let until = plea.until
    try MachineRow.put(
      name(provider), until.at, plea.code.rawValue, 0,
      "\(until.uptimeSeconds)\n\(until.boot)\n\(plea.message)", connection)
  }
}

/// A row of the machine's own among those of services.
private enum MachineRow {
  static func remove(_ name: String, _ connection: Connection) throws {
    let delete = try connection.prepare("DELETE FROM service WHERE provider = ?1")
    delete.bind(1, name)
    try delete.run()
  }

  static func put(
    _ name: String, _ until: Date?, _ reason: String?, _ count: Int, _ words: String,
    _ connection: Connection
  ) throws {
    let upsert = try connection.prepare(
      """
      INSERT OR REPLACE INTO service (provider, paused_until, reason, failures, fingerprint)
      VALUES (?1, ?2, ?3, ?4, ?5)
      """)
    upsert.bind(1, name)
    upsert.bind(2, until?.unixSeconds)
    upsert.bind(3, reason)
    upsert.bind(4, Int64(count))
    upsert.bind(5, words)
    try upsert.run()
  }
}
