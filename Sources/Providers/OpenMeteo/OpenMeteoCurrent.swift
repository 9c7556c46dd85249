import FoundationEssentials
import Weather

/// Reads a `current` block.
struct OpenMeteoCurrent {
  let block: KeyedDecodingContainer<AnyKey>
  let units: OpenMeteoUnits
  let stamps: OpenMeteoStamps

  /// The conditions; a block without a time or a measurement is a failure.
  func read(
    _ findings: inout Findings
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    findings.beginRecord()
    guard let time = time, PlausibleTime.holds(time) else {
      return .failure(Reason.missing("current.time"))
    }
    var now = WeatherData.CurrentConditions(
      observedAt: time, utcOffsetSeconds: stamps.clock.offset(at: time))
    for variable in OpenMeteoVariables.current {
      for field in variable.fields {
        guard let unit = units.unit(of: variable.name, as: field.unit, &findings) else { continue }
        now[keyPath: field.path] = block.measurement(
          AnyKey(variable.name), Quantity(field), unit, &findings)
      }
    }
    now.conditionCode = block.code(AnyKey("weather_code"), &findings)
    now.condition = Conditions.wmo(now.conditionCode)
    guard findings.measurements > 0 else { return .failure(Reason.empty("current")) }
    now.precipitationPeriodS = block.number(AnyKey("interval"), &findings)
      .flatMap { Quantity.period.checked(Canonical.rounded($0)) }
    return .success(now)
  }

  private var time: Date? {
    let key = AnyKey("time")
    if let text = try? block.decode(String.self, forKey: key) {
      return stamps.instant(.text(text))
    }
    guard let seconds = try? block.decode(Double.self, forKey: key) else { return nil }
    return stamps.instant(.number(seconds))
  }
}
