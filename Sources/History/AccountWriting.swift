import FoundationEssentials
import SQLite
public import Weather

extension HistoryWriter {
  /// Reads a service's account, lets the body change it, and keeps it: in one immediate
  /// transaction, so that two programs can't spend the same rest of a quota.
  ///
  /// A clock that was set since shifts what was spent before.
  public func account<T>(
    of provider: String, at reading: ClockReading, _ body: (inout QuotaAccount) -> T
  ) throws(HistoryError) -> T {
    try write { connection in
      let rows = AccountRows(connection, provider: provider)
      let (kept, last) = try rows.read()
      var account = kept
      let step = last.map { reading.clockSetBy(since: $0) } ?? 0
      account.settle(at: reading.at, clockSetBy: step)
      if account.clockSetAt != kept.clockSetAt {
        try ClockSetRow.write(account.clockSetAt, provider: provider, connection)
      }
      // While replies contradict it, it is no better than one that was just set.
      if try ClockRow.read(connection)?.isWrong == true { account.clockSetAt = reading.at }
      let result = body(&account)
      account.ledger.compact(at: reading.at)
      try rows.write(account.ledger, over: kept.ledger)
      if step != 0 || last?.boot != reading.boot || account.notice != kept.notice {
        try rows.write(account.notice, reading)
      }
      return result
    }
  }

  /// Keeps which limits hold for readers; those of services that are not among them go.
  public func setQuotas(_ quotas: [String: [QuotaLimit]]) throws(HistoryError) {
    try write { connection in
      guard try QuotaRows.read(connection) != quotas.filter({ !$0.value.isEmpty }) else { return }
      try connection.prepare("DELETE FROM quota").run()
      let insert = try connection.prepare("INSERT INTO quota VALUES (?1, ?2, ?3, ?4, ?5)")
      for (provider, limits) in quotas {
        for limit in limits {
          insert.bind(1, provider)
          insert.bind(2, limit.window.rawValue)
          insert.bind(3, limit.amount)
          insert.bind(4, limit.isCalendar ? 1 : 0 as Int64)
          insert.bind(5, limit.scheduled)
          try insert.run()
        }
      }
    }
  }
}

/// One service's account in the tables.
struct AccountRows {
  private let connection: Connection
  private let provider: String

  init(_ connection: Connection, provider: String) {
    self.connection = connection
    self.provider = provider
  }

  /// The account, and when it was last looked at with a clock that could be told.
  func read() throws -> (QuotaAccount, ClockReading?) {
    let costs = try connection.prepare(
      "SELECT from_at, to_at, purpose, cost FROM ledger WHERE provider = ?1")
    costs.bind(1, provider)
    let entries = try costs.all { row in
      QuotaLedger.Entry(
        from: row.int64(0) ?? 0, to: row.int64(1) ?? 0,
        purpose: row.text(2).flatMap { RequestPurpose(rawValue: $0) } ?? .scheduled,
        cost: row.double(3) ?? 0)
    }
    let account = try connection.prepare(
      """
      SELECT at, uptime_s, boot, remaining, remaining_since, resets_at, told_limit
      FROM account WHERE provider = ?1
      """)
    account.bind(1, provider)
    let rest = try account.first { row in
      let reading = ClockReading(
        at: row.date(0) ?? Date(unixSeconds: 0), uptimeSeconds: row.double(1) ?? 0,
        boot: row.text(2) ?? "")
      return (reading, Self.notice(row))
    }
    let kept = QuotaAccount(
      ledger: QuotaLedger(entries), notice: rest?.1,
      clockSetAt: try ClockSetRow.read(provider: provider, connection))
    return (kept, rest?.0)
  }

  private static func notice(_ row: borrowing Row) -> QuotaNotice? {
    guard let remaining = row.double(3), let since = row.date(4), let resets = row.date(5)
    else { return nil }
    return QuotaNotice(
      remaining: remaining, since: since, resetsAt: resets, limit: row.double(6))
  }

  /// Writes what changed: little, and near the end.
  func write(_ ledger: QuotaLedger, over kept: QuotaLedger) throws {
    let same = zip(ledger.entries, kept.entries).prefix { $0 == $1 }.count
    let new = Set(ledger.entries.dropFirst(same)), old = Set(kept.entries.dropFirst(same))
    let delete = try connection.prepare(
      """
      DELETE FROM ledger WHERE provider = ?1 AND to_at = ?2 AND from_at = ?3 AND purpose = ?4
      """)
    for entry in old.subtracting(new) {
      bind(entry, to: delete)
      try delete.run()
    }
    let insert = try connection.prepare(
      """
      INSERT INTO ledger (provider, to_at, from_at, purpose, cost) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE SET cost = cost + excluded.cost
      """)
    for entry in new.subtracting(old) {
      bind(entry, to: insert)
      insert.bind(5, entry.cost)
      try insert.run()
    }
  }

  private func bind(_ entry: QuotaLedger.Entry, to statement: borrowing Statement) {
    statement.bind(1, provider)
    statement.bind(2, entry.to)
    statement.bind(3, entry.from)
    statement.bind(4, entry.purpose.rawValue)
  }

  func write(_ notice: QuotaNotice?, _ reading: ClockReading) throws {
    let upsert = try connection.prepare(
      "INSERT OR REPLACE INTO account VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
    upsert.bind(1, provider)
    // At the beginning of that second: both times belong to one instant.
    let second = reading.at.unixSeconds
    let fraction = reading.at.timeIntervalSince(Date(unixSeconds: second))
    upsert.bind(2, second)
    upsert.bind(3, reading.boot)
    upsert.bind(4, reading.uptimeSeconds - fraction)
    upsert.bind(5, notice?.remaining)
    upsert.bind(6, notice?.since.unixSeconds)
    upsert.bind(7, notice?.resetsAt.unixSeconds)
    upsert.bind(8, notice?.limit)
    try upsert.run()
  }
}

/// The limits in the tables.
enum QuotaRows {
  static func read(_ connection: Connection) throws -> [String: [QuotaLimit]] {
    var quotas: [String: [QuotaLimit]] = [:]
    try connection.prepare(
      "SELECT provider, window, amount, is_calendar, scheduled FROM quota"
    ).each { row in
      guard let window = row.text(1).flatMap({ QuotaWindow(rawValue: $0) }) else { return }
      quotas[row.text(0) ?? "", default: []].append(
        QuotaLimit(
          window: window, amount: row.double(2) ?? 0, isCalendar: row.integer(3) != 0,
          scheduled: row.double(4) ?? 0))
    }
    return quotas.mapValues { $0.sorted { $0.window < $1.window } }
  }
}

/// Books what requests of services without limits have cost, when their answers are stored: nobody
/// waits for the disk before he asks them.
struct LedgerWriting: ~Copyable {
  private let add: Statement
  private let drop: Statement

  init(_ connection: Connection) throws {
    let add = try connection.prepare(
      """
      INSERT INTO ledger (provider, to_at, from_at, purpose, cost)
      VALUES (?1, ?2 / 300 * 300 + 299, ?2 / 300 * 300, ?3, ?4)
      ON CONFLICT DO UPDATE SET cost = cost + excluded.cost
      """)
    drop = try connection.prepare("DELETE FROM ledger WHERE provider = ?1 AND to_at < ?2")
    self.add = add
  }

  /// Books all outcomes that were not booked before they were sent.
  func write(_ outcomes: [FetchOutcome]) throws {
    var sums: [Cost: Double] = [:]
    for outcome in outcomes where !outcome.isBooked && outcome.cost > 0 {
      let second = outcome.startedAt.unixSeconds
      sums[
        Cost(provider: outcome.provider, second: second, purpose: outcome.purpose), default: 0] +=
        outcome.cost
    }
    for (key, cost) in sums {
      add.bind(1, key.provider)
      add.bind(2, key.second)
      add.bind(3, key.purpose.rawValue)
      add.bind(4, cost)
      try add.run()
    }
    for key in Set(sums.keys.map(\.provider)) {
      drop.bind(1, key)
      drop.bind(2, (sums.keys.map(\.second).max() ?? 0) - 33 * 86_400)
      try drop.run()
    }
  }

  private struct Cost: Hashable {
    let provider: String
    let second: Int64
    let purpose: RequestPurpose
  }
}
