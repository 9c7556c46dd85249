import SQLite
import Weather

/// A source by the names that the configuration knows it by.
struct SourceKey: Hashable {
  let slug: String
  let provider: String
}

/// A source by the numbers that the tables know it by.
struct SourceIDs {
  let source: Int64
  let city: Int64
}

extension HistoryWriter {
  /// Stores outcomes in one transaction: all of them, or none when it throws.
  ///
  /// Returns what was done with each, in their order. Every city must have been registered.
  public func store(
    _ outcomes: [FetchOutcome], run: Int64?
  ) throws(HistoryError) -> [StoredCounts] {
    try write { connection in
      let batch = try OutcomeBatch(connection, run: run)
      let counts = try outcomes.map { outcome in
        try batch.store(outcome) { try sourceIDs($0, outcome.provider, connection) }
      }
      try LedgerWriting(connection).write(outcomes)
      return counts
    }
  }

  func sourceIDs(
    _ slug: String, _ provider: String, _ connection: Connection
  ) throws -> SourceIDs {
    let key = SourceKey(slug: slug, provider: provider)
    if let known = sources[key] { return known }
    let statement = try connection.prepare(
      """
      SELECT s.id, s.city FROM city_provider s JOIN city c ON c.id = s.city
      WHERE c.slug = ?1 AND s.provider = ?2
      """)
    statement.bind(1, slug)
    statement.bind(2, provider)
    let found = try statement.first {
      SourceIDs(source: $0.int64(0) ?? 0, city: $0.int64(1) ?? 0)
    }
    guard let found else {
      throw HistoryError(
        .io, path: path,
        message: "The city ‘\(slug)’ with the service ‘\(provider)’ is not registered in"
          + " \(path).")
    }
    sources[key] = found
    cities[slug] = found.city
    return found
  }
}
