import SQLite
public import Weather

extension HistoryReader {
  /// Hands over what was forecast of each date from one up to another that is not among them, in the
  /// order of dates, each date's revisions in the order of their receipt.
  public func claims(
    of city: CityRecord, provider: String, from: LocalDate, to: LocalDate,
    _ each: (LocalDate, [ForecastClaim]) throws -> Void
  ) throws {
    guard let id = try sourceID(city, provider) else { return }
    let statement = try connection.prepare(Self.claims)
    statement.bind(1, id)
    statement.bind(2, from.description)
    statement.bind(3, to.description)
    var text: String?
    var claims: [ForecastClaim] = []
    func finish() throws {
      if let date = text.flatMap({ LocalDate(iso: $0) }) { try each(date, claims) }
      claims = []
    }
    try statement.each { row in
      let date = row.text(0)
      if date != text { try finish() }
      text = date
      claims.append(ForecastClaim(row))
    }
    try finish()
  }

  /// The first date that a service has forecast; nil without any.
  public func firstForecast(of city: CityRecord, provider: String) throws -> LocalDate? {
    guard let id = try sourceID(city, provider) else { return nil }
    let statement = try connection.prepare(
      "SELECT date FROM forecast_day WHERE source = ?1 ORDER BY date LIMIT 1")
    statement.bind(1, id)
    return try statement.first { $0.text(0) }.flatMap(\.self).flatMap { LocalDate(iso: $0) }
  }

  static let claims =
    """
    SELECT date, issued_at, fetched_at, confirmed_at, ifnull(hours_covered, 0),
      ifnull(temperature_max_c, temperature_high_c), ifnull(temperature_min_c, temperature_low_c),
      precipitation_mm, precipitation_probability_pct, wind_speed_max_ms, wind_speed_mean_ms
    FROM forecast_day WHERE source = ?1 AND date >= ?2 AND date < ?3 ORDER BY date, fetched_at
    """
}

extension ForecastClaim {
  fileprivate init(_ row: borrowing Row) {
    self.init(
      issuedAt: row.int64(1) ?? 0, fetchedAt: row.int64(2) ?? 0, confirmedAt: row.int64(3) ?? 0,
      hours: row.double(4) ?? 0)
    highC = row.double(5)
    lowC = row.double(6)
    rainMm = row.double(7)
    probabilityPct = row.double(8)
    windMaxMs = row.double(9)
    windMeanMs = row.double(10)
  }
}
