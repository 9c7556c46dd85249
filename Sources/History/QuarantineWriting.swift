import SQLite
import Weather

/// Keeps bodies that could not be decoded: each once, the oldest go when there are too many.
struct QuarantineWriting {
  /// The most bodies.
  static let maximumBodies = 200
  /// The most bytes of all bodies.
  static let maximumBytes = 16 << 20
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func write(_ entry: QuarantinedBody, _ outcome: FetchOutcome) throws {
    let insert = try connection.prepare(
      """
      INSERT INTO quarantine (sha256, provider, endpoint, reason, first_at, last_at, seen, size, body)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, 1, ?6, ?7)
      ON CONFLICT (sha256) DO UPDATE SET last_at = excluded.last_at, seen = seen + 1
      """)
    insert.bind(1, SHA256.hex(entry.body))
    insert.bind(2, outcome.provider)
    insert.bind(3, entry.endpoint)
    insert.bind(4, entry.reason)
    insert.bind(5, outcome.finishedAt.unixSeconds)
    insert.bind(6, Int64(entry.body.count))
    insert.bind(7, blob: entry.body)
    try insert.run()
    try removeOldest()
  }

  /// Removes the oldest bodies until the rest is within the limits; the newest always stays.
  private func removeOldest() throws {
    let newestFirst = try connection.prepare(
      "SELECT id, size FROM quarantine ORDER BY last_at DESC, id DESC"
    ).all { (id: $0.int64(0), size: $0.integer(1)) }
    let delete = try connection.prepare("DELETE FROM quarantine WHERE id = ?1")
    var bytes = 0
    for (place, body) in newestFirst.enumerated() {
      bytes += body.size
      guard place > 0, place >= Self.maximumBodies || bytes > Self.maximumBytes else { continue }
      delete.bind(1, body.id)
      try delete.run()
    }
  }
}
