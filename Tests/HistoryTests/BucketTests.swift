import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

struct BucketTests {
  let fixture: StoreFixture
  /// 2026-10-25T00:00 in Berlin, the day on which clocks go back at 03:00.
  let midnight: Int64 = 1_792_879_200

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("The 25-hour day has 25 readings, 25 hours and full coverage")
  func longDay() throws {
    try fill(stride(from: midnight - 3600, through: midnight + 25 * 3600, by: 3600)) { _, _ in }
    let days = try buckets(.day)
    #expect(days.map(\.date.description) == ["2026-10-24", "2026-10-25", "2026-10-26"])
    #expect(days.map(\.readings) == [1, 25, 1])
    #expect(days[1].coveragePct == 100)
    #expect(days[1].startsAt.unixSeconds == midnight)
    let hours = try buckets(.hour, from: midnight, to: midnight + 90_000)
    #expect(hours.count == 25)
    #expect(hours.allSatisfy { $0.coveragePct == 100 && $0.readings == 1 })
    #expect(hours[2].utcOffsetSeconds == 7200 && hours[3].utcOffsetSeconds == 3600)
  }

  @Test("The views group as the reader does")
  func views() throws {
    try fill(stride(from: midnight - 3600, through: midnight + 25 * 3600, by: 1200)) {
      conditions, place in
      conditions.windDirectionDeg = place.isMultiple(of: 2) ? 350 : 10
      conditions.precipitationMm = 0.5
      conditions.precipitationPeriodS = 3600
      conditions.condition = place.isMultiple(of: 3) ? .rain : .cloudy
    }
    try compare(view: "daily_observed", key: "date", with: buckets(.day)) { $0.date.description }
    try compare(view: "hourly_observed", key: "hour", with: buckets(.hour)) {
      "\($0.startsAt.unixSeconds)"
    }
  }

  @Test("No instant of rain is counted twice")
  func rain() throws {
    try fill(stride(from: midnight, to: midnight + 7200, by: 900)) { conditions, _ in
      conditions.precipitationMm = 4
      conditions.precipitationPeriodS = 3600
    }
    #expect(try buckets(.day).first?.precipitationMm == 4 + 7)
  }

  @Test("Rain of a long period counts where shorter ones left gaps")
  func rainGaps() throws {
    try fixture.filled { writer in
      let readings: [(Int64, Double, Double)] = [(2700, 1, 900), (3600, 4, 3600), (7200, 0, 3600)]
      for (at, amount, period) in readings {
        let outcome = StoreFixture.reading(1, at: midnight + at, offset: 7200) {
          $0.precipitationMm = amount
          $0.precipitationPeriodS = period
        }
        _ = try writer.store([outcome], run: nil)
      }
    }
    #expect(try buckets(.day).first?.precipitationMm == 1 + 3)
  }

  @Test("Rain before the start of the range is not counted again within it")
  func rainAcrossStart() throws {
    try fill([midnight, midnight + 900]) { conditions, _ in
      conditions.precipitationMm = 4
      conditions.precipitationPeriodS = 3600
    }
    #expect(try buckets(.day, from: midnight + 900).first?.precipitationMm == 1)
  }

  @Test("Of a period that the range cuts, only the time in the range is covered")
  func coverageOfCutDays() throws {
    let before = midnight - 86_400
    try fill(stride(from: before + 3600, to: midnight, by: 3600)) { _, _ in }
    #expect(try buckets(.day, from: before + 43_200).map(\.coveragePct) == [50])
    #expect(try buckets(.day, from: before + 41_400).map(\.coveragePct) == [52.1])
    #expect(try buckets(.day, to: before + 43_200).map(\.coveragePct) == [45.8])
  }

  @Test("A range of dates has the days of that name, whatever the zone is now")
  func datesOfAnotherZone() throws {
    let before = midnight - 2 * 86_400
    try fill(stride(from: before, to: midnight + 7200, by: 3600)) { _, _ in }
    // The days as clocks nine hours ahead have them.
    let from = before + 7200 - 32_400, to = from + 2 * 86_400
    #expect(try buckets(.day, from: from, to: to).map(\.readings) == [24, 17])
    let dates = (LocalDate(iso: "2026-10-23"), LocalDate(iso: "2026-10-25"))
    let days = try buckets(.day, from: from, to: to, dates: dates)
    #expect(days.map(\.date.description) == ["2026-10-23", "2026-10-24"])
    #expect(days.map(\.readings) == [24, 24])
    #expect(days.map(\.coveragePct) == [100, 100])
    let week = try buckets(
      .week, from: midnight - 86_400, to: midnight,
      dates: (LocalDate(iso: "2026-10-24"), LocalDate(iso: "2026-10-25")))
    #expect(week.map(\.readings) == [24])
    #expect(week.map(\.coveragePct) == [14.3])
  }

  @Test("Means, extremes, the commonest condition; what has no value stays unknown")
  func summary() throws {
    try fill([midnight, midnight + 3600, midnight + 7200, midnight + 10_800]) {
      conditions, place in
      conditions.temperatureC = [1, 2, 6, nil][place]
      conditions.condition = [.rain, .clear, .rain, .clear][place]
    }
    let day = try #require(try buckets(.day).first)
    #expect(day.extremes[0] == Extremes(minimum: 1, mean: 3, maximum: 6))
    #expect(day.extremes.dropFirst().allSatisfy { $0 == nil })
    #expect(day.condition == .rain, "of equally common ones the more severe")
    #expect(day.precipitationMm == nil)
    #expect(day.coveragePct == 16)
  }

  @Test(
    "Longer periods begin on their local first day",
    arguments: [
      (BucketSpan.week, "2026-10-19"), (.month, "2026-10-01"), (.year, "2026-01-01"),
    ])
  func longer(span: BucketSpan, first: String) throws {
    try fill([midnight, midnight + 3600]) { _, _ in }
    let found = try buckets(span)
    #expect(found.map(\.date.description) == [first])
    #expect(found.map(\.readings) == [2])
  }

  private func fill(
    _ instants: some Sequence<Int64>,
    _ change: (inout WeatherData.CurrentConditions, Int) -> Void
  ) throws {
    let outcomes = instants.enumerated().map { place, at in
      let offset = at < midnight + 3 * 3600 ? 7200 : 3600
      return StoreFixture.reading(Double(place), at: at, offset: offset) { change(&$0, place) }
    }
    try fixture.filled { _ = try $0.store(outcomes, run: nil) }
  }

  private func buckets(
    _ span: BucketSpan, from: Int64? = nil, to: Int64? = nil,
    dates: (from: LocalDate?, to: LocalDate?) = (nil, nil)
  ) throws -> [BucketRecord] {
    try HistoryReader.read(path: fixture.path) { reader in
      let city = try reader.resolve(["lisbon"], includeInactive: false)[0]
      return try reader.buckets(
        of: city, provider: "open-meteo", every: span, from: from.map { Date(unixSeconds: $0) },
        to: to.map { Date(unixSeconds: $0) }, dates: dates)
    }
  }

  private func compare(
    view: String, key: String, with buckets: [BucketRecord], _ name: (BucketRecord) -> String
  ) throws {
    let connection = try Connection(
      path: fixture.path, mode: .readOnly(parameters: ["immutable=1"]))
    let rows = try connection.prepare(
      """
      SELECT \(key), readings, coverage_pct, temperature_min_c, temperature_mean_c,
        temperature_max_c, wind_direction_mean_deg, precipitation_mm, condition
      FROM \(view) WHERE city = 'lisbon' ORDER BY \(key)
      """
    ).all { row in (0..<row.count).map { row.text($0) ?? "null" } }
    let direction = try #require(
      BucketRecord.fields.firstIndex { $0.stem == "wind_direction" })
    let expected = buckets.map { bucket in
      let temperature = bucket.extremes[0]
      return [
        name(bucket), "\(bucket.readings)", "\(bucket.coveragePct)",
        text(temperature?.minimum), text(temperature?.mean), text(temperature?.maximum),
        text(bucket.extremes[direction]?.mean), text(bucket.precipitationMm),
        bucket.condition?.rawValue ?? "null",
      ]
    }
    #expect(rows == expected)
  }

  private func text(_ value: Double?) -> String {
    value.map { "\($0)" } ?? "null"
  }
}
