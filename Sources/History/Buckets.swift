public import FoundationEssentials
import SQLite
public import Weather

extension HistoryReader {
  /// What was observed in each local period of `from..<to`, in the order of time.
  ///
  /// A reading belongs to the period of its own instant, by the UTC offset that it was stored with:
  /// the hour that clocks repeat in autumn is two hours. The first and the last period are summed of
  /// the readings within the range only, or of whole days where these went (`[retention]`).
  ///
  /// A range that begins or ends with a date has the days of that name: where the city's zone was
  /// another when they were read, they begin at other instants.
  public func buckets(
    of city: CityRecord, provider: String, every span: BucketSpan, from: Date?, to: Date?,
    dates: (from: LocalDate?, to: LocalDate?) = (nil, nil)
  ) throws -> [BucketRecord] {
    guard let id = try sourceID(city, provider) else { return [] }
    let begin = from?.unixSeconds ?? .min
    let from = dates.from == nil ? from : from.map { $0 - 86_400 }
    let to = dates.to == nil ? to : to.map { $0 + 86_400 }
    func isWanted(_ date: LocalDate) -> Bool {
      date >= dates.from ?? date && date < dates.to ?? date.adding(days: 1)
    }
    let rolled = try rolledDays(city, provider, from: from, to: to)
      .filter { isWanted($0.record.date) }
    let known = Set(rolled.map(\.record.date))
    let source = city.sources.first { $0.provider == provider }
    var summing = BucketSumming(
      city: city.city.slug, provider: provider,
      span: rolled.isEmpty || span == .hour ? span : .day,
      reach: Int64(max(3600, source?.freshness.intervalSeconds ?? 0)), from: begin)
    // Rain of a period that reaches back over the start may have been counted before it.
    try readings(of: id, from: from.map { $0 - 86_400 }, to: to) { reading in
      let date = reading.localDate
      summing.add(
        reading,
        counts: reading.observedAt >= from ?? .distantPast && isWanted(date)
          && !known.contains(date))
    }
    let summed = summing.finish()
    if rolled.isEmpty { return summed.map(\.record) }
    return try joined(rolled, summed, span) {
      (from.map { $0.unixSeconds - 3600 } ?? .min) < $0 && $0 < (to?.unixSeconds ?? .max)
    }
  }

  /// Hands over readings of a source in the order of time.
  private func readings(
    of source: Int64, from: Date?, to: Date?, _ each: (WeatherData.CurrentConditions) -> Void
  ) throws {
    let statement = try connection.prepare(
      """
      SELECT \(ObservationTable.columns) FROM observation o
      WHERE o.source = ?1 AND o.observed_at >= ?2 AND o.observed_at < ?3 ORDER BY o.observed_at
      """)
    statement.bind(1, source)
    statement.bind(2, from?.unixSeconds ?? Int64.min)
    statement.bind(3, to?.unixSeconds ?? Int64.max)
    try statement.each { each(ObservationTable.conditions($0)) }
  }

  /// Whether of days of that time hours and days are kept in place of their readings.
  public func isRolledUp(
    _ city: CityRecord, provider: String, from: Date?, to: Date?
  ) throws -> Bool {
    try !rolledDays(city, provider, from: from, to: to).isEmpty
  }

  /// The days of a time whose readings went.
  private func rolledDays(
    _ city: CityRecord, _ provider: String, from: Date?, to: Date?
  ) throws -> [SummedBucket] {
    let table = RolledTable(connection, slug: city.city.slug, provider: provider)
    guard try !table.isEmpty else { return [] }
    // Dates are local: those on either side of a limit are looked at, too.
    func date(_ instant: Date?, _ days: Int, _ otherwise: Int) -> LocalDate {
      guard let instant else { return LocalDate(daysSince1970: otherwise) }
      return LocalTime(instant, utcOffsetSeconds: 0).date.adding(days: days)
    }
    return try table.days(from: date(from, -2, -700_000), to: date(to, 2, 2_000_000)).filter {
      let end = Int64($0.record.date.daysSince1970 + 1) * 86_400 - Int64($0.sums.lastOffset)
      return end > from?.unixSeconds ?? .min
        && $0.record.startsAt.unixSeconds < to?.unixSeconds ?? .max
    }
  }

  /// Puts what is left of days whose readings went together with the others.
  private func joined(
    _ rolled: [SummedBucket], _ summed: [SummedBucket], _ span: BucketSpan,
    isWanted: (Int64) -> Bool
  ) throws -> [BucketRecord] {
    if span == .hour {
      let hours = try rolled.flatMap { day in
        try RolledTable(connection, slug: day.record.city, provider: day.record.provider)
          .hours(of: day).filter { isWanted($0.startsAt.unixSeconds) }
      }
      return (hours + summed.map(\.record)).sorted { $0.startsAt < $1.startsAt }
    }
    let days = (rolled + summed).sorted { $0.record.date < $1.record.date }
    if span == .day { return days.map(\.record) }
    var joining = BucketJoining(span)
    for day in days { joining.add(day) }
    return joining.finish()
  }
}

extension WeatherData.CurrentConditions {
  /// The date on the city's clocks.
  var localDate: LocalDate { LocalTime(observedAt, utcOffsetSeconds: utcOffsetSeconds).date }
}
