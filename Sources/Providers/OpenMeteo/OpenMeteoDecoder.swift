import FoundationEssentials
import Weather

/// Decodes replies of Open-Meteo: an object for one place, an array for several.
struct OpenMeteoDecoder {
  /// A reading for each city of the request; throws only when the body is no JSON.
  func decode(_ body: Data, _ context: OpenMeteoReply.Context) throws -> OpenMeteoReply {
    let decoder = ReplyDecoder()
    return try decoder.decode(OpenMeteoReply.self, from: body, configuration: context)
  }
}

/// A whole reply, its places in the order of the request.
struct OpenMeteoReply: DecodableWithConfiguration {
  /// What the decoder must know besides the bytes.
  struct Context {
    let cities: [City]
    let parts: Parts
  }

  let places: [PlaceReading]
  /// Whether the reply is an array.
  let isBatch: Bool

  init(from decoder: any Decoder, configuration context: Context) throws {
    let parts = context.parts
    func failed(_ error: FetchError) -> PlaceReading {
      .failed(error, parts, Findings(warnsOfMissing: true, warnsOfNull: false))
    }
    guard var list = try? decoder.unkeyedContainer() else {
      self.isBatch = false
      guard let top = try? decoder.container(keyedBy: OpenMeteoPlace.Keys.self),
        !top.allKeys.isEmpty, let city = context.cities.first, context.cities.count == 1
      else {
        let error = Reason.unexpectedShape(decoder)
        self.places = context.cities.map { _ in failed(error) }
        return
      }
      self.places = [OpenMeteoPlace(top, city, parts).reading]
      return
    }
    self.isBatch = true
    guard list.count == context.cities.count else {
      let error = FetchError.unreadable(
        "reply is about \(list.count ?? 0) places instead of \(context.cities.count)")
      self.places = context.cities.map { _ in failed(error) }
      return
    }
    self.places = context.cities.map { city in
      guard let top = list.nextObject(OpenMeteoPlace.Keys.self), !top.allKeys.isEmpty else {
        return failed(.unreadable("the place's part of the reply is not as documented"))
      }
      return OpenMeteoPlace(top, city, parts).reading
    }
  }
}

/// One place of a reply.
struct OpenMeteoPlace {
  enum Keys: String, CodingKey {
    case latitude, longitude, elevation, timezone, current, hourly, daily
    case currentUnits = "current_units"
    case dailyUnits = "daily_units"
    case hourlyUnits = "hourly_units"
    case utcOffset = "utc_offset_seconds"
    case currentWeather = "current_weather"
    case generationTime = "generationtime_ms"
  }

  let reading: PlaceReading

  init(_ top: KeyedDecodingContainer<Keys>, _ city: City, _ parts: Parts) {
    var findings = Findings(warnsOfMissing: true, warnsOfNull: false)
    let zone = top.text(.timezone, &findings)
    let sentOffset = PlausibleOffset.seconds(top.number(.utcOffset, &findings))
    let clock = PlaceClock(
      city: city, replyZone: zone, replyOffset: sentOffset, keyPath: top.path(to: .timezone),
      &findings)
    let stamps = OpenMeteoStamps(clock: clock, offset: sentOffset)
    var current: Result<WeatherData.CurrentConditions, FetchError>?
    if parts.contains(.current) {
      current = .failure(Reason.currentMissing)
      if let block = top.object(.current, AnyKey.self, &findings) {
        let units = OpenMeteoUnits(units: Self.units(top, .currentUnits))
        current = OpenMeteoCurrent(block: block, units: units, stamps: stamps).read(&findings)
      }
    }
    var days: Result<[WeatherData.DayConditions], FetchError>?
    if parts.contains(.forecast) {
      days = .failure(Reason.dailyMissing)
      if let block = top.object(.daily, AnyKey.self, &findings) {
        let units = OpenMeteoUnits(units: Self.units(top, .dailyUnits))
        days = OpenMeteoDays(block: block, units: units, stamps: stamps).read(&findings)
      }
    }
    self.reading = PlaceReading(
      current: current, days: days, zone: zone, gridPoint: Self.gridPoint(top, &findings),
      findings: findings)
  }

  static func units(
    _ top: KeyedDecodingContainer<Keys>, _ key: Keys
  ) -> KeyedDecodingContainer<AnyKey>? {
    try? top.nestedContainer(keyedBy: AnyKey.self, forKey: key)
  }

  private static func gridPoint(
    _ top: KeyedDecodingContainer<Keys>, _ findings: inout Findings
  ) -> GridPoint? {
    guard let latitude = top.number(.latitude, &findings), abs(latitude) <= 90,
      let longitude = top.number(.longitude, &findings), abs(longitude) <= 360
    else { return nil }
    // Left out by the service where it is not known.
    let elevation = top.contains(.elevation) ? top.number(.elevation, &findings) : nil
    return GridPoint(latitude: latitude, longitude: longitude, elevation: elevation)
  }
}
