import FoundationEssentials
import Weather

/// Reads a `daily` block: parallel arrays, an element a day.
struct OpenMeteoDays {
  let block: KeyedDecodingContainer<AnyKey>
  let units: OpenMeteoUnits
  let stamps: OpenMeteoStamps
  var variables = OpenMeteoVariables.daily

  /// The days; arrays of different lengths refuse the block, because no value is sure of its day.
  func read(
    _ findings: inout Findings
  ) -> Result<[WeatherData.DayConditions], FetchError> {
    do throws(FetchError) {
      let series = try OpenMeteoSeries(
        block, units, .init(name: "daily", elements: "days", variables: variables), &findings)
      var days: [WeatherData.DayConditions] = []
      for (index, time) in series.times.enumerated() {
        guard let date = stamps.date(time) else {
          findings.warn(series.path("time", index), "no date: the day is left out")
          continue
        }
        if let day = day(series, index, date, &findings) { days.append(day) }
      }
      return .success(days)
    } catch {
      return .failure(error)
    }
  }

  private func day(
    _ series: OpenMeteoSeries<WeatherData.DayConditions>, _ index: Int, _ date: LocalDate,
    _ findings: inout Findings
  ) -> WeatherData.DayConditions? {
    var day = WeatherData.DayConditions(
      date: date, utcOffsetSeconds: stamps.clock.offset(atStartOf: date))
    findings.beginRecord()
    series.fill(&day, index, &findings)
    day.conditionCode = series.code(index, &findings)
    day.condition = Conditions.wmo(day.conditionCode)
    (day.sunrise, day.sunset) = PlausibleTime.sun(
      stamps.instant(series.leaf("sunrise", index)), stamps.instant(series.leaf("sunset", index)),
      on: date, stamps.clock)
    day.hoursCovered = 24
    // The last days of a window are often all null: nothing to keep, nothing to report.
    return findings.measurements > 0 ? day : nil
  }
}
