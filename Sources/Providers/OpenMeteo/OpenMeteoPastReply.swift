import FoundationEssentials
import Weather

/// A reply about the past of one place.
struct OpenMeteoPastReply: DecodableWithConfiguration {
  /// What the decoder must know besides the bytes.
  struct Context {
    let city: City
    let call: OpenMeteoPastCall
  }

  let reading: PastReading

  init(from decoder: any Decoder, configuration context: Context) throws {
    guard let top = try? decoder.container(keyedBy: OpenMeteoPlace.Keys.self), !top.allKeys.isEmpty
    else { throw Reason.unexpectedShape(decoder) }
    var findings = Findings(warnsOfMissing: true, warnsOfNull: false)
    let zone = top.text(.timezone, &findings)
    let offset = PlausibleOffset.seconds(top.number(.utcOffset, &findings))
    let clock = PlaceClock(
      city: context.city, replyZone: zone, replyOffset: offset, keyPath: top.path(to: .timezone),
      &findings)
    let stamps = OpenMeteoStamps(clock: clock, offset: offset)
    guard let hourly = top.object(.hourly, AnyKey.self, &findings) else {
      throw FetchError.unreadable("hourly block missing")
    }
    let units = OpenMeteoUnits(units: OpenMeteoPlace.units(top, .hourlyUnits))
    var reading = PastReading(zone: zone, clock: clock, findings: findings)
    if context.call == .previousRuns {
      reading.forecasts = try Self.forecasts(hourly, units, stamps, &reading.findings)
    } else {
      reading.readings = try OpenMeteoHours(
        block: hourly, units: units, stamps: stamps, variables: context.call.hourly
      ).read(&reading.findings)
      reading.days = try Self.days(top, stamps, context.call, &reading.findings)
    }
    self.reading = reading
  }

  private static func days(
    _ top: KeyedDecodingContainer<OpenMeteoPlace.Keys>, _ stamps: OpenMeteoStamps,
    _ call: OpenMeteoPastCall, _ findings: inout Findings
  ) throws -> [WeatherData.DayConditions] {
    guard let block = top.object(.daily, AnyKey.self, &findings) else { throw Reason.dailyMissing }
    return try OpenMeteoDays(
      block: block, units: OpenMeteoUnits(units: OpenMeteoPlace.units(top, .dailyUnits)),
      stamps: stamps, variables: call.daily
    ).read(&findings).get()
  }

  /// The days as they were forecast, the oldest forecasts first.
  private static func forecasts(
    _ block: KeyedDecodingContainer<AnyKey>, _ units: OpenMeteoUnits, _ stamps: OpenMeteoStamps,
    _ findings: inout Findings
  ) throws -> [PastForecast] {
    var forecasts: [PastForecast] = []
    for lead in OpenMeteoPastCall.leads.reversed() {
      let hours = try OpenMeteoHours(
        block: block, units: units, stamps: stamps,
        variables: OpenMeteoVariables.forecastHourly, suffix: OpenMeteoPastCall.suffix(lead)
      ).read(&findings)
      forecasts += PreviousRun(lead: lead, clock: stamps.clock).forecasts(hours)
    }
    return forecasts
  }
}

/// The days of what was forecast a number of days before each hour.
///
/// The service takes each hour from the run of so many days before that hour: the last hour of a
/// day tells when all of the day had been forecast.
struct PreviousRun {
  let lead: Int
  let clock: PlaceClock

  /// The days that are whole.
  func forecasts(_ hours: [WeatherData.CurrentConditions]) -> [PastForecast] {
    StepDays.summed(steps(hours), clock).compactMap { day in
      guard let covered = day.hoursCovered, covered >= length(of: day.date) else { return nil }
      var day = day
      day.hoursCovered = 24
      return PastForecast(
        knownAt: clock.instant(of: day.date.adding(days: 1 - lead), secondOfDay: 0), day: day)
    }
  }

  /// Hours of a date, of which a day in autumn has more than the 24 that are counted.
  private func length(of date: LocalDate) -> Double {
    let next = clock.instant(of: date.adding(days: 1), secondOfDay: 0)
    let seconds = next.timeIntervalSince(clock.instant(of: date, secondOfDay: 0))
    return min(24, (seconds / 3600).rounded(.down))
  }

  /// A step an hour; what fell in it stands at its end, which is the next hour.
  private func steps(_ hours: [WeatherData.CurrentConditions]) -> [ForecastStep] {
    hours.indices.compactMap { index in
      let hour = hours[index]
      guard let temperature = hour.temperatureC else { return nil }
      var step = ForecastStep(time: hour.observedAt, hours: 1)
      (step.high, step.low) = (temperature, temperature)
      step.windSpeed = hour.windSpeedMs
      step.cloudCover = hour.cloudCoverPct
      (step.condition, step.code) = (hour.condition, hour.conditionCode)
      if index + 1 < hours.count,
        hours[index + 1].observedAt.timeIntervalSince(hour.observedAt) == 3600,
        let fallen = hours[index + 1].precipitationMm
      {
        step.fallen = .amount(fallen)
      } else {
        step.fallen = .unreadable
      }
      return step
    }
  }
}
