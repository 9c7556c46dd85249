import FoundationEssentials
import SQLite
import Weather

/// Keeps bodies that could not be decoded: each once, the oldest go when there are too many.
struct QuarantineWriting {
  /// The most bodies.
  static let maximumBodies = 200
  /// The most bytes of all bodies.
  static let maximumBytes = 16 << 20
  /// The most requests that one and the same body is kept for: a gateway answers all alike.
  static let maximumRequests = 50
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func write(_ entry: QuarantinedBody) throws {
    let insert = try connection.prepare(
      """
      INSERT INTO quarantine (sha256, provider, endpoint, reason, first_at, last_at, seen, size, body)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, 1, ?6, ?7)
      ON CONFLICT (sha256) DO UPDATE SET last_at = excluded.last_at, seen = seen + 1
      RETURNING id
      """)
    insert.bind(1, SHA256.hex(entry.body))
    insert.bind(2, entry.request.provider)
    insert.bind(3, entry.request.endpointName)
    insert.bind(4, entry.reason)
    insert.bind(5, entry.receivedAt.unixSeconds)
    insert.bind(6, Int64(entry.body.count))
    insert.bind(7, blob: entry.body)
    guard let id = try insert.all({ $0.int64(0) }).first ?? nil else { return }
    try write(entry.request, body: id, at: entry.receivedAt)
    try removeOldest()
  }

  private func write(_ request: KeptRequest, body: Int64, at instant: Date) throws {
    let insert = try connection.prepare(
      """
      INSERT INTO quarantine_request (body, request, first_at, last_at) VALUES (?1, ?2, ?3, ?3)
      ON CONFLICT (body, request) DO UPDATE SET last_at = max(last_at, excluded.last_at)
      """)
    insert.bind(1, body)
    insert.bind(2, try request.text())
    insert.bind(3, instant.unixSeconds)
    try insert.run()
    let trim = try connection.prepare(
      """
      DELETE FROM quarantine_request WHERE body = ?1 AND request IN (
        SELECT request FROM quarantine_request WHERE body = ?1
        ORDER BY last_at DESC, request LIMIT -1 OFFSET ?2)
      """)
    trim.bind(1, body)
    trim.bind(2, Int64(Self.maximumRequests))
    try trim.run()
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
