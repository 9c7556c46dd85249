import FoundationEssentials
import Weather

/// Decodes replies of OpenWeatherMap, whose times are Unix seconds.
struct OpenWeatherMapDecoder {
  /// The reading of a reply; throws only when the body is no JSON.
  func decode(_ body: Data, _ context: TopResponse.Context) throws -> PlaceReading {
    let decoder = ReplyDecoder()
    return try decoder.decode(TopResponse.self, from: body, configuration: context).reading
  }
}

/// The keys of OpenWeatherMap's objects; the same names mean the same in all of them.
enum WeatherKey: String, CodingKey {
  case cod, message, coord, city, list, current, daily, data, timezone
  case timezoneOffset = "timezone_offset"
  case lat, lon, dt, main, weather, wind, clouds, all, visibility, rain, snow, pop, uvi
  case temp, pressure, humidity, min, max, summary, sunrise, sunset
  case feelsLike = "feels_like"
  case tempMin = "temp_min"
  case tempMax = "temp_max"
  case seaLevel = "sea_level"
  case dewPoint = "dew_point"
  case windSpeed = "wind_speed"
  case windDegrees = "wind_deg"
  case windGust = "wind_gust"
  case speed, deg, gust, id, description, icon
  case oneHour = "1h"
  case threeHours = "3h"
}

typealias WeatherContainer = KeyedDecodingContainer<WeatherKey>

/// The outermost object of any of the service's replies.
///
/// The reply does not say its units: they are those asked for, °C and m/s.
struct TopResponse: DecodableWithConfiguration {
  /// What the decoder must know besides the bytes.
  struct Context {
    let city: City
    let parts: Parts
    let call: OpenWeatherMapProvider.Call
  }

  let reading: PlaceReading

  init(from decoder: any Decoder, configuration context: Context) throws {
    var findings = Findings(warnsOfMissing: false, warnsOfNull: true)
    guard let top = try? decoder.container(keyedBy: WeatherKey.self), !top.allKeys.isEmpty else {
      self.reading = .failed(Reason.unexpectedShape(decoder), context.parts, findings)
      return
    }
    let place = Self.place(top, context, &findings)
    let clock = PlaceClock(
      city: context.city, replyZone: place.zone, replyOffset: place.offset, keyPath: "timezone",
      &findings)
    var reading = PlaceReading(
      zone: place.zone, gridPoint: Self.gridPoint(top, &findings), findings: findings)
    switch context.call {
    case .weather: reading.current = Self.moment(top, "", clock, &reading.findings)
    case .forecast: reading.days = Self.steps(top, clock, &reading.findings)
    case .forecastDaily: reading.days = Self.days(top, .list, clock, &reading.findings)
    case .onecall:
      if context.parts.contains(.current) {
        reading.current = Self.current(top, clock, &reading.findings)
      }
      if context.parts.contains(.forecast) {
        reading.days = Self.days(top, .daily, clock, &reading.findings)
      }
    }
    self.reading = reading
  }

  /// Zone and offset: by name in One Call, as seconds in `timezone` or `city.timezone` elsewhere.
  private static func place(
    _ top: WeatherContainer, _ context: Context, _ findings: inout Findings
  ) -> (zone: String?, offset: Int?) {
    func seconds(_ container: WeatherContainer, _ key: WeatherKey) -> Int? {
      PlausibleOffset.seconds(container.number(key, &findings))
    }
    switch context.call {
    case .onecall:
      let zone = top.text(.timezone, &findings)
      return (zone, seconds(top, .timezoneOffset))
    case .weather: return (nil, seconds(top, .timezone))
    case .forecast, .forecastDaily:
      guard let city = top.object(.city, WeatherKey.self, &findings) else { return (nil, nil) }
      return (nil, seconds(city, .timezone))
    }
  }

  private static func gridPoint(
    _ top: WeatherContainer, _ findings: inout Findings
  ) -> GridPoint? {
    let city = top.object(.city, WeatherKey.self, &findings) ?? top
    let point = city.object(.coord, WeatherKey.self, &findings) ?? top
    guard let latitude = point.number(.lat, &findings), abs(latitude) <= 90,
      let longitude = point.number(.lon, &findings), abs(longitude) <= 360
    else { return nil }
    return GridPoint(latitude: latitude, longitude: longitude)
  }

  private static func current(
    _ top: WeatherContainer, _ clock: PlaceClock, _ findings: inout Findings
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    guard let block = top.object(.current, WeatherKey.self, &findings) else {
      return .failure(Reason.currentMissing)
    }
    return moment(block, "current.", clock, &findings)
  }

  private static func moment(
    _ block: WeatherContainer, _ prefix: String, _ clock: PlaceClock,
    _ findings: inout Findings
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    guard let entry = WeatherEntry(block, .moment, &findings) else {
      return .failure(Reason.missing(prefix + "dt"))
    }
    guard entry.hasMeasurement else {
      return .failure(Reason.empty(prefix.isEmpty ? "reply" : "current"))
    }
    return .success(entry.currentConditions(clock))
  }

  private static func days(
    _ top: WeatherContainer, _ key: WeatherKey, _ clock: PlaceClock,
    _ findings: inout Findings
  ) -> Result<[WeatherData.DayConditions], FetchError> {
    guard let entries = entries(top, key, .day, &findings) else {
      return .failure(Reason.dailyMissing)
    }
    return .success(entries.map { $0.dayConditions(clock) })
  }

  private static func steps(
    _ top: WeatherContainer, _ clock: PlaceClock, _ findings: inout Findings
  ) -> Result<[WeatherData.DayConditions], FetchError> {
    guard let entries = entries(top, .list, .step, &findings) else {
      return .failure(.unreadable("forecast list missing"))
    }
    var days = StepDays.summed(entries.map(\.step), clock)
    if let city = top.object(.city, WeatherKey.self, &findings) {
      let rise = city.sunInstant(.sunrise, &findings), set = city.sunInstant(.sunset, &findings)
      StepDays.setSun(rise, set, in: &days, clock)
    }
    return .success(days)
  }

  /// The entries of a list that have a time and a measurement; nil when there is no list.
  static func entries(
    _ top: WeatherContainer, _ key: WeatherKey, _ kind: WeatherEntry.Kind,
    _ findings: inout Findings
  ) -> [WeatherEntry]? {
    guard var list = top.list(key, &findings) else { return nil }
    var entries: [WeatherEntry] = []
    while !list.isAtEnd {
      let index = list.currentIndex
      if let object = list.nextObject(WeatherKey.self),
        let entry = WeatherEntry(object, kind, &findings), entry.hasMeasurement
      {
        entries.append(entry)
      } else {
        findings.warn("\(key.rawValue)[\(index)]", "no time or no measurement: left out")
      }
      if list.currentIndex == index { break }
    }
    return entries
  }
}
