public import FoundationEssentials
import SQLite
public import Weather

extension HistoryWriter {
  /// Notes, before it happens, that cities are about to be asked about.
  ///
  /// - Parameter isFirst: whether a new job begins, so that marks that were answered go.
  public func markAsked(
    _ slugs: [String], provider: String, at now: Date, isFirst: Bool
  ) throws(HistoryError) {
    try write { connection in
      let marks = AskedRows(connection)
      if isFirst { try marks.keep(of: provider) { try !marks.isAnswered($0) } }
      try marks.insert(slugs, provider: provider, at: now.unixSeconds)
    }
  }

  /// Notes that cities were not asked about after all since an instant.
  public func unmarkAsked(
    _ slugs: Set<String>, provider: String, since begun: Date
  ) throws(HistoryError) {
    try write { connection in
      try AskedRows(connection).keep(of: provider) { mark in
        mark.askedAt.unixSeconds < begun.unixSeconds || !slugs.contains(mark.slug)
      }
    }
  }

  /// When each source was asked whose answer never came into the store, because the program ended
  /// before.
  public func unanswered() throws(HistoryError) -> [SourceAsked] {
    try perform { connection in
      let marks = AskedRows(connection)
      return try marks.all().filter { try !marks.isAnswered($0) }
    }
  }
}

/// The marks of cities that are about to be asked about: many to a row.
private struct AskedRows: ~Copyable {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func all() throws -> [SourceAsked] {
    let rows = try connection.prepare("SELECT provider, asked_at, slugs FROM asked").all {
      ($0.text(0) ?? "", $0.date(1) ?? Date(unixSeconds: 0), $0.text(2) ?? "")
    }
    return rows.flatMap { provider, askedAt, slugs in
      slugs.split(separator: " ").map {
        SourceAsked(slug: String($0), provider: provider, askedAt: askedAt)
      }
    }
  }

  /// Whether the source was attempted since.
  func isAnswered(_ mark: SourceAsked) throws -> Bool {
    let attempt = try connection.prepare(
      """
      SELECT 1 FROM city c JOIN city_provider s ON s.city = c.id
      WHERE c.slug = ?1 AND s.provider = ?2 AND s.last_attempt_at >= ?3
      """)
    attempt.bind(1, mark.slug)
    attempt.bind(2, mark.provider)
    attempt.bind(3, mark.askedAt.unixSeconds)
    return try attempt.step()
  }

  func insert(_ slugs: [String], provider: String, at second: Int64) throws {
    guard !slugs.isEmpty else { return }
    let insert = try connection.prepare("INSERT INTO asked VALUES (?1, ?2, ?3)")
    insert.bind(1, provider)
    insert.bind(2, second)
    insert.bind(3, slugs.joined(separator: " "))
    try insert.run()
  }

  /// Keeps only some of a service's marks.
  func keep(of provider: String, where isKept: (SourceAsked) throws -> Bool) throws {
    let kept = try all().filter { try $0.provider == provider && isKept($0) }
    let delete = try connection.prepare("DELETE FROM asked WHERE provider = ?1")
    delete.bind(1, provider)
    try delete.run()
    for (askedAt, marks) in Dictionary(grouping: kept, by: \.askedAt) {
      try insert(marks.map(\.slug), provider: provider, at: askedAt.unixSeconds)
    }
  }
}
