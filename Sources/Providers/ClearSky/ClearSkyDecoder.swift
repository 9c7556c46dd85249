import FoundationEssentials
import Weather

/// Decodes replies of the Dark Sky shape, whose times are Unix seconds.
struct ClearSkyDecoder {
  /// The reading of a reply; throws only when the body is no JSON.
  func decode(_ body: Data, _ context: ClearSkyReply.Context) throws -> PlaceReading {
    let decoder = ReplyDecoder()
    return try decoder.decode(ClearSkyReply.self, from: body, configuration: context).reading
  }
}

/// The units of a reply by the service's word for the set.
enum ClearSkyUnits: String {
  case us, si, ca, uk, uk2

  var temperature: WireUnit { self == .us ? .fahrenheit : .canonical }
  var visibility: WireUnit { isMiles ? .miles : .kilometres }
  var rate: WireUnit { self == .us ? .inches : .canonical }
  var liquid: WireUnit { self == .us ? .inches : .centimetresToMillimetres }
  var snow: WireUnit { self == .us ? .snowInches : .canonical }

  var wind: WireUnit {
    switch self {
    case .us, .uk, .uk2: .milesPerHour
    case .ca: .kilometresPerHour
    case .si: .canonical
    }
  }

  private var isMiles: Bool { self == .us || self == .uk || self == .uk2 }
}

/// A whole reply: `currently` and `daily.data[]`, in the units that `flags.units` names.
struct ClearSkyReply: DecodableWithConfiguration {
  /// What the decoder must know besides the bytes.
  struct Context {
    let city: City
    let parts: Parts
    let unitsAsked: ClearSkyUnits
    /// Whether `precipAccumulation` is a mixture rather than snow.
    let isPirate: Bool
  }

  let reading: PlaceReading

  enum Keys: String, CodingKey {
    case latitude, longitude, timezone, offset, elevation, currently, minutely, hourly, daily
    case alerts, flags
  }

  enum FlagKeys: String, CodingKey {
    case units, version, sources
  }

  enum BlockKeys: String, CodingKey {
    case data
  }

  init(from decoder: any Decoder, configuration context: Context) throws {
    var findings = Findings(warnsOfMissing: false, warnsOfNull: true)
    guard let top = try? decoder.container(keyedBy: Keys.self), Self.isKnown(top) else {
      self.reading = .failed(Reason.unexpectedShape(decoder), context.parts, findings)
      return
    }
    let zone = top.text(.timezone, &findings)
    let offset = PlausibleOffset.seconds(top.number(.offset, &findings).map { $0 * 3600 })
    let clock = PlaceClock(
      city: context.city, replyZone: zone, replyOffset: offset, keyPath: "timezone", &findings)
    let point = Self.point(top, context, clock, &findings)
    let current =
      context.parts.contains(.current) ? Self.current(top, point, &findings) : nil
    let days = context.parts.contains(.forecast) ? Self.days(top, point, &findings) : nil
    self.reading = PlaceReading(
      current: current, days: days, zone: zone, gridPoint: Self.gridPoint(top, &findings),
      findings: findings)
  }

  /// Whether the object has anything of a reply; looking at all its keys would take longer.
  static func isKnown(_ top: KeyedDecodingContainer<Keys>) -> Bool {
    top.contains(.currently) || top.contains(.daily) || top.contains(.latitude)
      || !top.allKeys.isEmpty
  }

  /// How the points of this reply are to be read.
  static func point(
    _ top: KeyedDecodingContainer<Keys>, _ context: Context, _ clock: PlaceClock,
    _ findings: inout Findings
  ) -> ClearSkyPoint {
    let flags = top.object(.flags, FlagKeys.self, &findings)
    var units = context.unitsAsked
    if let flags, let word = flags.text(.units, &findings) {
      if let named = ClearSkyUnits(rawValue: word.lowercased()) {
        units = named
      } else {
        findings.warn(
          "flags.units", "unknown units \(CleanText.line(word, limit: 20)), read as \(units)")
      }
    }
    // Dark Sky has no version of its own; Pirate Weather always names one.
    let isMixture = context.isPirate || flags?.contains(.version) == true
    return ClearSkyPoint(clock: clock, units: units, accumulationIsMixture: isMixture)
  }

  private static func gridPoint(
    _ top: KeyedDecodingContainer<Keys>, _ findings: inout Findings
  ) -> GridPoint? {
    guard let latitude = top.number(.latitude, &findings), abs(latitude) <= 90,
      let longitude = top.number(.longitude, &findings), abs(longitude) <= 360
    else { return nil }
    // Dark Sky has no elevation.
    let elevation = top.contains(.elevation) ? top.number(.elevation, &findings) : nil
    return GridPoint(latitude: latitude, longitude: longitude, elevation: elevation)
  }

  private static func current(
    _ top: KeyedDecodingContainer<Keys>, _ point: ClearSkyPoint, _ findings: inout Findings
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    guard let block = top.object(.currently, ClearSkyPoint.Keys.self, &findings) else {
      return .failure(Reason.currentMissing)
    }
    return point.current(block, &findings)
  }

  private static func days(
    _ top: KeyedDecodingContainer<Keys>, _ point: ClearSkyPoint, _ findings: inout Findings
  ) -> Result<[WeatherData.DayConditions], FetchError> {
    guard let block = top.object(.daily, BlockKeys.self, &findings) else {
      return .failure(Reason.dailyMissing)
    }
    guard let days = points(of: block, "daily", &findings, point.day) else {
      return .failure(Reason.missing("daily.data"))
    }
    return .success(days)
  }

  /// What the points of a block's `data` are read as; nil when there is no such list.
  static func points<Value>(
    of block: KeyedDecodingContainer<BlockKeys>, _ name: String, _ findings: inout Findings,
    _ read: (ClearSkyPoint.Container, inout Findings) -> Value?
  ) -> [Value]? {
    guard var list = block.list(.data, &findings) else { return nil }
    var values: [Value] = []
    values.reserveCapacity(min(list.count ?? 0, 32))
    while !list.isAtEnd {
      let index = list.currentIndex
      if let object = list.nextObject(ClearSkyPoint.Keys.self) {
        if let value = read(object, &findings) { values.append(value) }
      } else {
        findings.warn("\(name).data[\(index)]", "not an object")
      }
      if list.currentIndex == index { break }
    }
    return values
  }
}
