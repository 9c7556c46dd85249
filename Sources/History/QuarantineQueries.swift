public import FoundationEssentials
import SQLite
public import Weather

/// A kept body and what it was the answer to.
public struct KeptReply: Sendable, Equatable {
  /// The body as it came, decompressed.
  public let body: Data
  /// What it was the answer to.
  public let request: KeptRequest
  /// Why it could not be decoded when it came.
  public let reason: String
  /// When it came: once, or first and last.
  public let receipts: [Date]
  /// Those of its failed cities that the store has together with the service.
  public let storable: Set<String>
  /// Where it is kept.
  fileprivate let key: Key

  fileprivate struct Key: Sendable, Equatable {
    let body: Int64
    let text: String
    let lastAt: Int64
  }
}

extension HistoryReader {
  private func knownZones() throws -> [String: (name: String, isGuess: Bool)] {
    // A database of an older version has no guesses.
    let hasGuesses = try connection.prepare(
      "SELECT 1 FROM pragma_table_info('city') WHERE name = 'zone_is_guess'"
    ).first { _ in true }
    let mark = hasGuesses == nil ? "0" : "zone_is_guess"
    var zones: [String: (name: String, isGuess: Bool)] = [:]
    try connection.prepare("SELECT slug, timezone, \(mark) FROM city").each { row in
      zones[row.text(0) ?? ""] = row.text(1).map { ($0, row.integer(2) != 0) }
    }
    return zones
  }

  /// All kept replies, the oldest first; at most 16 MiB of bodies.
  ///
  /// A city that had no zone then has the one that is known now.
  public func keptReplies() throws -> [KeptReply] {
    let zones = try knownZones()
    var bodies: [Int64: (body: Data, reason: String)] = [:]
    try connection.prepare("SELECT id, body, reason FROM quarantine").each { row in
      bodies[row.int64(0) ?? 0] = (Data(row.blob(1) ?? []), row.text(2) ?? "")
    }
    let requests = try connection.prepare(
      """
      SELECT body, request, first_at, last_at FROM quarantine_request
      ORDER BY first_at, body, request
      """
    ).all { row in
      (
        key: KeptReply.Key(
          body: row.int64(0) ?? 0, text: row.text(1) ?? "", lastAt: row.int64(3) ?? 0),
        firstAt: row.int64(2) ?? 0
      )
    }
    return try requests.compactMap { item in
      guard let kept = bodies[item.key.body], var request = KeptRequest(text: item.key.text)
      else { return nil }
      request.complete(zones)
      let storable = try request.failed.filter { try sourceID($0, request.provider) != nil }
      return KeptReply(
        body: kept.body, request: request, reason: kept.reason,
        receipts: Set([item.firstAt, item.key.lastAt]).sorted().map { Date(unixSeconds: $0) },
        storable: Set(storable), key: item.key)
    }
  }
}

extension HistoryWriter {
  /// Stores what came of a kept reply, and lets go of it as far as nothing more is to come of it.
  ///
  /// One transaction. `results` and `past` are of storable cities. How the fetching stands is not
  /// touched: nothing was fetched. A reply that came again meanwhile is kept for another time.
  public func settle(
    _ reply: KeptReply, with results: [CityResult], past: [PastResult] = []
  ) throws(HistoryError) -> StoredCounts {
    try write { connection in
      var counts = StoredCounts()
      let weather = try WeatherWriting(connection)
      for result in results {
        let source = try sourceIDs(result.city.slug, result.provider, connection).source
        try weather.write(result, source: source, counting: &counts)
      }
      for result in past { counts.added += try storePast(result).added }
      try release(reply, of: Set(results.map(\.city.slug) + past.map(\.city.slug)), connection)
      return counts
    }
  }

  private func release(
    _ reply: KeptReply, of slugs: Set<String>, _ connection: Connection
  ) throws {
    guard var rest = KeptRequest(text: reply.key.text) else { return }
    rest.failed.removeAll(where: slugs.contains)
    let sql =
      rest.failed.isEmpty
      ? "DELETE FROM quarantine_request"
      : "UPDATE OR REPLACE quarantine_request SET request = ?4"
    let change = try connection.prepare(
      sql + " WHERE body = ?1 AND request = ?2 AND last_at = ?3")
    change.bind(1, reply.key.body)
    change.bind(2, reply.key.text)
    change.bind(3, reply.key.lastAt)
    if !rest.failed.isEmpty { change.bind(4, try rest.text()) }
    try change.run()
    let delete = try connection.prepare(
      """
      DELETE FROM quarantine WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM quarantine_request WHERE body = ?1)
      """)
    delete.bind(1, reply.key.body)
    try delete.run()
  }
}
