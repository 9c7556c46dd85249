import Testing

@testable import Weather

struct BlendTests {
  private let today = LocalDate(daysSince1970: 20_787)

  private func claim(
    high: Double? = nil, wind: Double? = nil, rain: Double? = nil, chance: Double? = nil
  ) -> ForecastClaim {
    var claim = ForecastClaim(issuedAt: 0, fetchedAt: 0, confirmedAt: 0, hours: 24)
    claim.highC = high
    claim.windMaxMs = wind
    claim.rainMm = rain
    claim.probabilityPct = chance
    return claim
  }

  /// A day with 20 °C, 2 m/s, and so much rain.
  private func facts(rain: Double = 0) -> DayFacts {
    var day = WeatherData.DayConditions(date: today, utcOffsetSeconds: 0)
    day.temperatureMaxC = 20
    day.windSpeedMaxMs = 2
    day.precipitationMm = rain
    return DayFacts(ObservedDay(city: "lisbon", provider: "x", day: day, basis: .station))
  }

  /// A record of so many days up to yesterday, with these errors of the high in turn.
  private func record(days: Int, errors: [Double]) -> BlendRecord {
    var record = BlendRecord()
    for back in stride(from: days, to: 0, by: -1) {
      record.add(
        claim(high: 20 + errors[back % errors.count]), observed: facts(),
        on: today.adding(days: -back))
    }
    return record
  }

  private func opinion(
    _ claim: ForecastClaim, _ record: BlendRecord
  ) -> (claim: ForecastClaim, voice: BlendVoice?) {
    var record = record
    return (claim, record.voice(of: claim, madeOn: today))
  }

  @Test func `each service weighs by one over its mean squared error, less its bias`() throws {
    // A bias of 2 and a square of 1; none and a square of 0.25.
    let first = opinion(claim(high: 20), record(days: 20, errors: [1, 3]))
    let second = opinion(claim(high: 17), record(days: 12, errors: [0.5, -0.5]))
    let blend = try #require(Blend([first, second]))
    #expect(blend.high == Blend.Figure(value: 17.2, spread: 0.4, services: 2, days: 12))
    #expect(blend.members == [0, 1])
    #expect(blend.ranked == [1, 0])
    #expect(blend.low == Blend.Figure(value: nil, spread: nil, services: 0, days: 0))
    var sum = BlendSum()
    for opinion in [first, second] { if let voice = opinion.voice { sum.add(voice) } }
    #expect(sum.claim?.highC == 17.2)
    #expect(sum.claim?.lowC == nil)
  }

  @Test func `nine days are too few, and the first service speaks as it stands`() throws {
    let first = opinion(claim(high: 20), record(days: 9, errors: [1, 3]))
    let second = opinion(claim(high: 17), record(days: 12, errors: [0.5, -0.5]))
    let blend = try #require(Blend([first, second]))
    #expect(blend.high == Blend.Figure(value: 20, spread: nil, services: 1, days: 0))
    #expect(!blend.isBlended)
    #expect(blend.members == [0])
    #expect(Blend([]) == nil)
    // A figure that the first does not have is the next one's.
    let without = opinion(claim(), BlendRecord())
    #expect(Blend([without, second])?.high.value == 17)
  }

  @Test func `the sixty days before count, and neither older ones nor the day itself`() throws {
    var record = BlendRecord()
    for back in [75, 61, 60, 59, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1] {
      let isCounted = (1...60).contains(back)
      record.add(
        claim(high: isCounted ? 21 : 40), observed: facts(), on: today.adding(days: -back))
    }
    let voice = record.voice(of: claim(high: 20), madeOn: today)
    #expect(voice.days[0] == 10)
    #expect(voice.values[0] == 19)
    #expect(abs(voice.weights[0] - 100) < 1e-9, "an error of 0 counts as 0.1 °C")
  }

  @Test func `rain has no bias taken off, and a dry month tells no service from another`() throws {
    var always = BlendRecord(), never = BlendRecord()
    for back in stride(from: 20, to: 0, by: -1) {
      let date = today.adding(days: -back)
      always.add(claim(rain: 0, chance: 0), observed: facts(), on: date)
      never.add(claim(rain: 0.5, chance: 8), observed: facts(), on: date)
    }
    let blend = try #require(
      Blend([
        opinion(claim(rain: 2, chance: 20), always), opinion(claim(rain: 8, chance: 80), never),
      ]))
    #expect(blend.rainChance == Blend.Figure(value: 50, spread: 30, services: 2, days: 20))
    #expect(blend.rain == Blend.Figure(value: 5, spread: 3, services: 2, days: 20))
  }

  @Test func `wind is never less than none`() throws {
    var record = BlendRecord()
    for back in stride(from: 20, to: 0, by: -1) {
      record.add(claim(wind: 6), observed: facts(), on: today.adding(days: -back))
    }
    let opinions = [opinion(claim(wind: 3), record), opinion(claim(wind: 2), record)]
    #expect(Blend(opinions)?.windMax.value == 0)
  }
}

struct FactTableTests {
  @Test func `what is usual is of the days about a date in all years but its own`() throws {
    let first = try #require(LocalDate(iso: "2020-01-01"))
    let table = FactTable(
      (0..<(6 * 365)).map { index in
        let date = first.adding(days: index)
        var day = WeatherData.DayConditions(date: date, utcOffsetSeconds: 0)
        day.temperatureMaxC = Double(date.components.year - 2000)
        day.windSpeedMeanMs = date.components.year == 2024 ? nil : 3
        return (
          date, DayFacts(ObservedDay(city: "lisbon", provider: "x", day: day, basis: .station))
        )
      })
    let normal = table.normal(of: try #require(LocalDate(iso: "2022-06-15")))
    #expect(normal.years == 5)
    #expect(normal.span == 2020...2025)
    #expect(normal.high == PeriodSummary.Measure(value: 22.6, days: 75))
    #expect(normal.windMean == PeriodSummary.Measure(value: 3, days: 60))
    #expect(normal.windMax == PeriodSummary.Measure(value: nil, days: 0))
    // The days about New Year are of two years.
    let winter = table.normal(of: try #require(LocalDate(iso: "2022-12-31")))
    #expect(winter.years == 4)
    #expect(winter.days == 60)
  }
}
