public import FoundationEssentials
import SQLite
public import Weather

extension HistoryWriter {
  /// Up to where the gaps of each source that is asked are known; forgets it of all others, whose
  /// silence is wanted.
  public func gapWatches() throws(HistoryError) -> [GapWatch] {
    try write { connection in
      try connection.prepare(
        """
        UPDATE city_provider SET judged_to = NULL WHERE judged_to IS NOT NULL
        AND NOT (active AND (SELECT active FROM city WHERE id = city_provider.city))
        """
      ).run()
      return try connection.prepare(
        """
        SELECT c.slug, s.provider, s.judged_to FROM city_provider s JOIN city c ON c.id = s.city
        WHERE s.active AND c.active
        """
      ).all {
        GapWatch(slug: $0.text(0) ?? "", provider: $0.text(1) ?? "", judgedTo: $0.date(2))
      }
    }
  }

  /// Notes up to where the gaps of a source are known.
  public func setJudged(slug: String, provider: String, to: Date) throws(HistoryError) {
    try write { connection in
      let update = try connection.prepare("UPDATE city_provider SET judged_to = ?2 WHERE id = ?1")
      update.bind(1, try sourceIDs(slug, provider, connection).source)
      update.bind(2, to.unixSeconds)
      try update.run()
    }
  }

  /// What was current from an instant to another, in order of the readings.
  ///
  /// Readings of the day before are among them, because one of them may still have been current.
  public func readingSpans(
    slug: String, provider: String, from: Date, to: Date
  ) throws(HistoryError) -> [ReadingSpan] {
    try perform { connection in
      let select = try connection.prepare(
        """
        SELECT observed_at, iif(origin = 'live', max(fetched_at, observed_at), observed_at)
        FROM observation WHERE source = ?1 AND observed_at >= ?2 AND observed_at < ?3
        ORDER BY observed_at
        """)
      select.bind(1, try sourceIDs(slug, provider, connection).source)
      select.bind(2, from.unixSeconds - 86_400)
      select.bind(3, to.unixSeconds)
      return try select.all {
        ReadingSpan(
          from: Date(unixSeconds: $0.int64(0) ?? 0), to: Date(unixSeconds: $0.int64(1) ?? 0))
      }
    }
  }

  /// The failed requests for current conditions of a source, oldest first.
  public func fetchFailures(
    slug: String, provider: String, from: Date, to: Date
  ) throws(HistoryError) -> [FetchFailure] {
    try perform { connection in
      let select = try connection.prepare(
        """
        SELECT started_at, error_class FROM fetch
        WHERE provider = ?1 AND started_at >= ?3 AND started_at < ?4 AND parts & 1
          AND error_class IS NOT NULL AND (city IS NULL OR city = ?2)
        ORDER BY started_at
        """)
      select.bind(1, provider)
      select.bind(2, try sourceIDs(slug, provider, connection).city)
      select.bind(3, from.unixSeconds)
      select.bind(4, to.unixSeconds)
      return try select.all { row in
        row.text(1).flatMap { FetchError.Code(rawValue: $0) }.map {
          FetchFailure(at: Date(unixSeconds: row.int64(0) ?? 0), code: $0)
        }
      }.compactMap(\.self)
    }
  }

  /// Keeps a gap; one that goes on for the same reason is made longer.
  ///
  /// Returns whether it is a new one.
  public func recordGap(
    slug: String, provider: String, from: Date, to: Date, reason: GapReason
  ) throws(HistoryError) -> Bool {
    try write { connection in
      let source = try sourceIDs(slug, provider, connection).source
      let extend = try connection.prepare(
        """
        UPDATE gap SET to_at = ?3 WHERE source = ?1 AND to_at = ?2 AND reason = ?4
          AND filled_at IS NULL AND attempts = 0
        """)
      extend.bind(1, source)
      extend.bind(2, from.unixSeconds)
      extend.bind(3, to.unixSeconds)
      extend.bind(4, reason.rawValue)
      if try extend.change() > 0 { return false }
      let insert = try connection.prepare(
        "INSERT INTO gap (source, from_at, to_at, reason) VALUES (?1, ?2, ?3, ?4)")
      insert.bind(1, source)
      insert.bind(2, from.unixSeconds)
      insert.bind(3, to.unixSeconds)
      insert.bind(4, reason.rawValue)
      try insert.run()
      return true
    }
  }

  /// Forgets what open gaps have after an instant: a clock was ahead when they were judged.
  public func forgetGaps(slug: String, provider: String, after: Date) throws(HistoryError) {
    try write { connection in
      let source = try sourceIDs(slug, provider, connection).source
      for sql in [
        "DELETE FROM gap WHERE source = ?1 AND from_at >= ?2 AND filled_at IS NULL",
        "UPDATE gap SET to_at = ?2 WHERE source = ?1 AND to_at > ?2 AND filled_at IS NULL",
      ] {
        let statement = try connection.prepare(sql)
        statement.bind(1, source)
        statement.bind(2, after.unixSeconds)
        try statement.run()
      }
    }
  }

  /// The open gaps of sources that are asked, newest first.
  public func openGaps() throws(HistoryError) -> [OpenGap] {
    try perform { connection in
      let select = try connection.prepare(
        """
        SELECT g.id, c.slug, s.provider, g.from_at, g.to_at, g.attempts,
          g.retry_at
        FROM gap g JOIN city_provider s ON s.id = g.source JOIN city c ON c.id = s.city
        WHERE g.filled_at IS NULL AND s.active AND c.active
        ORDER BY g.from_at DESC, g.id
        """)
      return try select.all {
        OpenGap(
          id: $0.int64(0) ?? 0, slug: $0.text(1) ?? "", provider: $0.text(2) ?? "",
          from: Date(unixSeconds: $0.int64(3) ?? 0), to: Date(unixSeconds: $0.int64(4) ?? 0),
          attempts: $0.integer(5), retryAt: $0.date(6))
      }
    }
  }

  /// Marks a gap as closed; a mark that is there stays.
  public func closeGap(_ id: Int64, at now: Date) throws(HistoryError) {
    try write { connection in
      let update = try connection.prepare(
        "UPDATE gap SET filled_at = ?2, retry_at = NULL WHERE id = ?1 AND filled_at IS NULL")
      update.bind(1, id)
      update.bind(2, now.unixSeconds)
      try update.run()
    }
  }

  /// Notes that an answer lacked hours of a gap, and when to ask again; nil for never.
  public func noteGapAttempt(_ id: Int64, retryAt: Date?) throws(HistoryError) {
    try write { connection in
      let update = try connection.prepare(
        "UPDATE gap SET attempts = attempts + 1, retry_at = ?2 WHERE id = ?1")
      update.bind(1, id)
      update.bind(2, retryAt?.unixSeconds)
      try update.run()
    }
  }
}
