import AlmanacTestKit
import FoundationEssentials
import Presentation
import Testing
import Weather

struct ReportTests {
  static let now = Date(unixSeconds: 1_795_996_800)  // 2026-11-30T00:00:00Z

  static func reading(
    _ slug: String, at instant: Date, offset: Int = 0, temperature: Double? = 17.2
  ) -> ObservationRecord {
    var conditions = WeatherData.CurrentConditions(observedAt: instant, utcOffsetSeconds: offset)
    conditions.temperatureC = temperature
    conditions.windSpeedMs = 10
    conditions.windDirectionDeg = 315
    conditions.precipitationMm = 2.54
    conditions.humidityPct = 68
    conditions.condition = .rain
    conditions.conditionCode = 61
    return ObservationRecord(
      city: slug, provider: "open-meteo", conditions: conditions, fetchedAt: instant,
      origin: .live, basis: .model)
  }

  private func text(_ report: some Report, _ rendering: Rendering = Rendering()) -> String {
    String(decoding: report.rendered(rendering), as: UTF8.self)
  }

  private var nowReport: NowReport {
    let fresh = Self.reading("lisbon", at: Self.now - 720)
    let stale = Self.reading("oslo", at: Self.now - 32_400, offset: 3600, temperature: nil)
    return NowReport(
      [
        .init(name: "Lisbon", record: fresh, ageSeconds: 720, isStale: false, today: nil),
        .init(name: "Oslo", record: stale, ageSeconds: 32_400, isStale: true, today: nil),
      ], showsService: false)
  }

  @Test func `cities say how far the point is that a service answered for`() {
    var source = SourceRecord(
      provider: "open-meteo", kind: "open-meteo", rank: 0,
      freshness: Freshness(intervalSeconds: 900, spreadSeconds: 0, forecastIntervalSeconds: 3600))
    source.gridPoint = GridPoint(latitude: 59.9, longitude: 10.75, elevation: 4)
    source.gridDistanceKm = 2.34
    source.gridHeightDifferenceM = -12.4
    let city = City(slug: "oslo", name: "Oslo", country: "NO", latitude: 59.92, longitude: 10.75)
    let report = CitiesReport([
      .init(
        record: CityRecord(city: city, position: 0, sources: [source]), firstAt: nil, lastAt: nil)
    ])
    let table = text(report, Rendering(isVerbose: true))
    #expect(table.contains("2.3 km off, 12 m lower"))
    #expect(table.contains("places by GeoNames (CC BY 4.0)"))
    #expect(text(report, Rendering(format: .csv)).hasSuffix(",59.9,10.75,4.0,2.34,-12.4\n"))
  }

  @Test func `now says how old a reading is and marks a stale one`() {
    #expect(
      text(nowReport) == """
        City    Weather     Temp  Feels       Wind  from    Rain  Humidity  Pressure  High / low  Age
        Lisbon  rain     17.2 °C      –  36.0 km/h  NW    2.5 mm      68 %         –           –  \
        12 min ago
        Oslo    rain           –      –  36.0 km/h  NW    2.5 mm      68 %         –           –  \
        STALE 9 h

        """)
  }

  @Test(arguments: [40, 60, 80, 100])
  func `now fits the terminal`(width: Int) {
    for line in text(nowReport, Rendering(width: width)).split(separator: "\n") {
      #expect(line.count <= width)
    }
  }

  @Test func `a row has a value for every column`() {
    #expect(nowReport.rows.allSatisfy { $0.count == NowReport.columns.count })
    let day = DayRecord(
      city: "a", provider: "b",
      day: .init(date: LocalDate(daysSince1970: 0), utcOffsetSeconds: 0), issuedAt: Self.now,
      fetchedAt: Self.now, confirmedAt: Self.now)
    let forecast = ForecastReport(
      [.init(name: "A", record: day, ageSeconds: 0, isStale: false, sunrise: nil, sunset: nil)],
      showsService: false)
    #expect(forecast.rows.allSatisfy { $0.count == ForecastReport.columns.count })
    let bucket = BucketRecord(
      city: "a", provider: "b", span: .day, startsAt: Self.now, utcOffsetSeconds: 0,
      date: LocalDate(daysSince1970: 0))
    let buckets = BucketReport([.init(name: "A", record: bucket)], showsService: true)
    #expect(buckets.rows.allSatisfy { $0.count == BucketReport.columns.count })
  }

  // B23: the hour that comes twice.
  @Test func `two lines that would read the same show their offsets, no other does`() {
    let first = Date(unixSeconds: 1_792_886_400)  // 2026-10-25T00:00:00Z, 02:00 in Berlin
    let lines = [(-3600, 7200), (0, 7200), (3600, 3600), (7200, 3600)].map { shift, offset in
      HistoryReport.Line(
        name: "Berlin",
        record: Self.reading("berlin", at: first + Double(shift), offset: offset))
    }
    let times = text(HistoryReport(lines, showsService: false)).split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ")[1] }
    #expect(times == ["01:00", "02:00+02:00", "02:00+01:00", "03:00"])
  }

  @Test func `a history in json has the local time with its offset`() {
    let line = HistoryReport.Line(
      name: "Berlin",
      record: Self.reading("berlin", at: Date(unixSeconds: 1_792_886_400), offset: 7200))
    let json = text(HistoryReport([line], showsService: false), Rendering(format: .json))
    #expect(json.contains("\"observed_at\":\"2026-10-25T02:00:00+02:00\""))
  }

  @Test func `buckets name the extremes before the unit`() {
    let names = BucketReport.columns.map { $0.name(in: .imperial) }
    #expect(names.contains("temperature_mean_f"))
    #expect(names.contains("wind_gust_max_mph"))
    #expect(names.contains("uv_index_max"))
    #expect(names.contains("coverage_pct"))
  }
}
