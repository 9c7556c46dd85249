import FoundationEssentials
import Weather

/// Reads an `hourly` block: parallel arrays, an element an hour.
struct OpenMeteoHours {
  let block: KeyedDecodingContainer<AnyKey>
  let units: OpenMeteoUnits
  let stamps: OpenMeteoStamps
  let variables: [OpenMeteoVariables.Variable<WeatherData.CurrentConditions>]
  /// What stands behind the name of each variable.
  var suffix = ""

  /// The hours that hold a measurement; amounts are of the hour before each.
  func read(
    _ findings: inout Findings
  ) throws(FetchError) -> [WeatherData.CurrentConditions] {
    let series = try OpenMeteoSeries(
      block, units,
      .init(name: "hourly", elements: "hours", variables: variables, suffix: suffix), &findings)
    var hours: [WeatherData.CurrentConditions] = []
    hours.reserveCapacity(series.times.count)
    for (index, time) in series.times.enumerated() {
      guard let instant = stamps.instant(time), PlausibleTime.isWithinArchives(instant) else {
        findings.warn(series.path("time", index), "no time: the hour is left out")
        continue
      }
      if let hour = hour(series, index, instant, &findings) { hours.append(hour) }
    }
    return hours
  }

  private func hour(
    _ series: OpenMeteoSeries<WeatherData.CurrentConditions>, _ index: Int, _ instant: Date,
    _ findings: inout Findings
  ) -> WeatherData.CurrentConditions? {
    var hour = WeatherData.CurrentConditions(
      observedAt: instant, utcOffsetSeconds: stamps.clock.offset(at: instant))
    findings.beginRecord()
    series.fill(&hour, index, &findings)
    hour.conditionCode = series.code(index, &findings)
    hour.condition = Conditions.wmo(hour.conditionCode)
    // Archives end in nulls, days before the present.
    guard findings.measurements > 0 else { return nil }
    if hour.precipitationMm != nil || hour.snowfallCm != nil { hour.precipitationPeriodS = 3600 }
    return hour
  }
}
