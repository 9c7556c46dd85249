import FoundationEssentials
import SQLite
import Weather

/// Reads and writes what is left of hours and days whose readings went.
struct RolledTable {
  private let connection: Connection
  private let slug: String
  private let provider: String

  init(_ connection: Connection, slug: String, provider: String) {
    self.connection = connection
    self.slug = slug
    self.provider = provider
  }

  private static let columns: [String] =
    ["readings", "coverage_pct"]
    + BucketRecord.fields.flatMap { field in
      let unit = field.column.dropFirst(field.stem.count)
      return ["min", "mean", "max"].map { "\(field.stem)_\($0)\(unit)" }
    } + ["precipitation_mm", "condition"]

  /// Whether there is anything; a database of an older version has no such table.
  var isEmpty: Bool {
    get throws {
      let isThere = try connection.prepare(
        "SELECT 1 FROM sqlite_schema WHERE name = 'rolled_sums'"
      ).first { _ in true }
      guard isThere != nil else { return true }
      let any = try bound("SELECT 1 FROM rolled_sums WHERE city = ?1 AND provider = ?2 LIMIT 1")
        .first { _ in true }
      return any == nil
    }
  }

  /// The first of the days; nil without any.
  func firstDate() throws -> LocalDate? {
    guard try !isEmpty else { return nil }
    let first = try bound(
      "SELECT date FROM rolled_sums WHERE city = ?1 AND provider = ?2 ORDER BY date LIMIT 1"
    ).first { $0.text(0) }
    return first.flatMap(\.self).flatMap { LocalDate(iso: $0) }
  }

  /// The days from one date to another, both included, in their order.
  func days(from: LocalDate, to: LocalDate) throws -> [SummedBucket] {
    let select = try bound(
      """
      SELECT d.date, s.sums, \(Self.columns.map { "d.\($0)" }.joined(separator: ", "))
      FROM rolled_day d JOIN rolled_sums s USING (city, provider, date)
      WHERE d.city = ?1 AND d.provider = ?2 AND d.date BETWEEN ?3 AND ?4 ORDER BY d.date
      """)
    select.bind(3, from.description)
    select.bind(4, to.description)
    let decoder = JSONDecoder()
    return try select.all { row in
      let sums = try decoder.decode(BucketSums.self, from: Data((row.text(1) ?? "").utf8))
      let date = row.text(0).flatMap { LocalDate(iso: $0) } ?? LocalDate(daysSince1970: 0)
      let start = Int64(date.daysSince1970) * 86_400 - Int64(sums.offset)
      var record = BucketRecord(
        city: slug, provider: provider, span: .day, startsAt: Date(unixSeconds: start),
        utcOffsetSeconds: sums.offset, date: date)
      Self.read(row, from: 2, into: &record)
      record.precipitationMm = sums.rain.map(Canonical.rounded)
      return SummedBucket(record: record, sums: sums)
    }
  }

  /// The hours of a day.
  func hours(of day: SummedBucket) throws -> [BucketRecord] {
    let start = day.record.startsAt.unixSeconds
    let select = try bound(
      """
      SELECT hour, \(Self.columns.joined(separator: ", ")) FROM rolled_hour
      WHERE city = ?1 AND provider = ?2 AND hour >= ?3 AND hour < ?4 ORDER BY hour
      """)
    select.bind(3, start - 3600)
    select.bind(4, start + 26 * 3600)
    // An hour of the day before or after has its place in that day's list.
    let offsets = day.sums.hourOffsets ?? []
    var records: [BucketRecord] = []
    try select.each { row in
      let hour = Date(unixSeconds: row.int64(0) ?? 0)
      let offset = records.count < offsets.count ? offsets[records.count] : day.sums.lastOffset
      let date = LocalTime(hour, utcOffsetSeconds: offset).date
      guard date == day.record.date else { return }
      var record = BucketRecord(
        city: slug, provider: provider, span: .hour, startsAt: hour, utcOffsetSeconds: offset,
        date: date)
      Self.read(row, from: 1, into: &record)
      if let rain = day.sums.hourRain, records.count < rain.count {
        record.precipitationMm = rain[records.count].map(Canonical.rounded)
      }
      records.append(record)
    }
    return records
  }

  /// The basis of the days from one date up to another that is not among them.
  func bases(from: LocalDate, to: LocalDate) throws -> [LocalDate: Basis] {
    guard try !isEmpty else { return [:] }
    let select = try bound(
      """
      SELECT date, sums ->> 'basis' FROM rolled_sums
      WHERE city = ?1 AND provider = ?2 AND date >= ?3 AND date < ?4
      """)
    select.bind(3, from.description)
    select.bind(4, to.description)
    var bases: [LocalDate: Basis] = [:]
    try select.each { row in
      if let date = row.text(0).flatMap({ LocalDate(iso: $0) }) {
        bases[date] = row.text(1).flatMap(Basis.init(rawValue:))
      }
    }
    return bases
  }

  /// Keeps a day and its hours in place of what is there of it.
  func write(_ day: SummedBucket, hours: [SummedBucket], basis: Basis?) throws {
    var sums = day.sums
    sums.basis = basis?.rawValue
    sums.hourOffsets = hours.map(\.record.utcOffsetSeconds)
    sums.hourRain = hours.map(\.sums.rain)
    let date = day.record.date.description
    for hour in hours {
      try insert("rolled_hour", hour) { $0.bind(3, hour.record.startsAt.unixSeconds) }
    }
    try insert("rolled_day", day) { $0.bind(3, date) }
    let keep = try bound("INSERT OR REPLACE INTO rolled_sums VALUES (?1, ?2, ?3, ?4)")
    keep.bind(3, date)
    keep.bind(4, String(decoding: try JSONEncoder().encode(sums), as: UTF8.self))
    try keep.run()
  }

  /// How many readings a day was made of; nil where it is not rolled up.
  func readings(on date: LocalDate) throws -> Int? {
    let select = try bound(
      "SELECT readings FROM rolled_day WHERE city = ?1 AND provider = ?2 AND date = ?3")
    select.bind(3, date.description)
    return try select.first { $0.integer(0) }
  }

  private func bound(_ sql: String) throws -> Statement {
    let statement = try connection.prepare(sql)
    statement.bind(1, slug)
    statement.bind(2, provider)
    return statement
  }

  private func insert(
    _ table: String, _ bucket: SummedBucket, key: (borrowing Statement) -> Void
  ) throws {
    let record = bucket.record
    let places = (1...Self.columns.count + 3).map { "?\($0)" }.joined(separator: ", ")
    let statement = try bound("INSERT OR REPLACE INTO \(table) VALUES (\(places))")
    key(statement)
    statement.bind(4, Int64(record.readings))
    statement.bind(5, record.coveragePct)
    var index: Int32 = 6
    for extremes in record.extremes {
      for value in [extremes?.minimum, extremes?.mean, extremes?.maximum] {
        statement.bind(index, value)
        index += 1
      }
    }
    statement.bind(index, bucket.rainInView.map(Canonical.rounded))
    statement.bind(index + 1, record.condition?.rawValue)
    try statement.run()
  }

  private static func read(
    _ row: borrowing Row, from first: Int32, into record: inout BucketRecord
  ) {
    record.readings = row.integer(first)
    record.coveragePct = row.double(first + 1) ?? 0
    var column = first + 2
    for index in record.extremes.indices {
      if let least = row.double(column), let mean = row.double(column + 1),
        let most = row.double(column + 2)
      {
        record.extremes[index] = Extremes(minimum: least, mean: mean, maximum: most)
      }
      column += 3
    }
    record.precipitationMm = row.double(column)
    record.condition = row.text(column + 1).map(Condition.init(stored:))
  }
}
