import FoundationEssentials
import Weather

/// A reply of `timemachine`: `data` holds the instant that was asked for.
struct OneCallInstant: DecodableWithConfiguration {
  let reading: PastReading

  init(from decoder: any Decoder, configuration city: City) throws {
    guard let top = try? decoder.container(keyedBy: WeatherKey.self), !top.allKeys.isEmpty else {
      throw Reason.unexpectedShape(decoder)
    }
    var findings = Findings(warnsOfMissing: false, warnsOfNull: true)
    let zone = top.text(.timezone, &findings)
    let offset = PlausibleOffset.seconds(top.number(.timezoneOffset, &findings))
    let clock = PlaceClock(
      city: city, replyZone: zone, replyOffset: offset, keyPath: "timezone", &findings)
    guard let entries = TopResponse.entries(top, .data, .moment, &findings) else {
      throw FetchError.unreadable("data block missing")
    }
    guard !entries.isEmpty || top.list(.data, &findings)?.isAtEnd == true else {
      throw Reason.empty("data")
    }
    reading = PastReading(
      readings: entries.map { $0.currentConditions(clock) }, zone: zone, clock: clock,
      findings: findings)
  }
}

/// A reply of `day_summary`: what a day was, in units that it names.
struct OneCallDay: DecodableWithConfiguration {
  let reading: PastReading

  private enum Keys: String, CodingKey {
    case tz, date, units, humidity, precipitation, temperature, pressure, wind
    case cloudCover = "cloud_cover"
    case afternoon, total, min, max, speed, direction
  }

  private typealias Container = KeyedDecodingContainer<Keys>

  init(from decoder: any Decoder, configuration city: City) throws {
    guard let top = try? decoder.container(keyedBy: Keys.self), !top.allKeys.isEmpty else {
      throw Reason.unexpectedShape(decoder)
    }
    var findings = Findings(warnsOfMissing: false, warnsOfNull: true)
    guard let date = top.text(.date, &findings).flatMap({ LocalDate(iso: $0) }) else {
      throw Reason.missing("date")
    }
    let offset = top.text(.tz, &findings).flatMap { ISOTime("\(date)T00:00\($0)") }
    let clock = PlaceClock(
      city: city, replyZone: nil, replyOffset: offset?.utcOffsetSeconds, keyPath: "tz", &findings)
    var day = WeatherData.DayConditions(
      date: date, utcOffsetSeconds: clock.offset(atStartOf: date))
    findings.beginRecord()
    Self.read(top, Units(top, &findings), into: &day, &findings)
    day.hoursCovered = 24
    guard findings.measurements > 0 else { throw Reason.empty("reply") }
    reading = PastReading(days: [day], clock: clock, findings: findings)
  }

  /// The units of temperature and wind by the service's word for the set.
  private struct Units {
    var temperature = WireUnit.canonical
    var wind = WireUnit.canonical

    init(_ top: Container, _ findings: inout Findings) {
      switch top.text(.units, &findings)?.lowercased() {
      case "metric", nil: break
      case "standard": temperature = .kelvin
      case "imperial": (temperature, wind) = (.fahrenheit, .milesPerHour)
      default: findings.warn("units", "unknown units, read as metric")
      }
    }
  }

  /// One kind of extremes, so that both pairs hold it; of humidity, pressure and cloud what they
  /// were in the afternoon, which is all that there is.
  private static func read(
    _ top: Container, _ units: Units, into day: inout WeatherData.DayConditions,
    _ findings: inout Findings
  ) {
    let temperature = top.object(.temperature, Keys.self, &findings)
    day.temperatureMaxC = temperature?.measurement(
      .max, .temperature, units.temperature, &findings)
    day.temperatureMinC = temperature?.measurement(
      .min, .temperature, units.temperature, &findings)
    (day.temperatureHighC, day.temperatureLowC) = (day.temperatureMaxC, day.temperatureMinC)
    day.precipitationMm = top.object(.precipitation, Keys.self, &findings)?.measurement(
      .total, .precipitation, &findings)
    let wind = top.object(.wind, Keys.self, &findings)?.object(.max, Keys.self, &findings)
    day.windSpeedMaxMs = wind?.measurement(.speed, .wind, units.wind, &findings)
    day.windDirectionDeg = wind?.measurement(.direction, .direction, &findings)
    func afternoon(_ key: Keys, _ quantity: Quantity, _ findings: inout Findings) -> Double? {
      top.object(key, Keys.self, &findings)?.measurement(.afternoon, quantity, &findings)
    }
    day.humidityPct = afternoon(.humidity, .humidity, &findings)
    day.pressureHpa = afternoon(.pressure, .pressure, &findings)
    day.cloudCoverPct = afternoon(.cloudCover, .cloudCover, &findings)
  }
}
