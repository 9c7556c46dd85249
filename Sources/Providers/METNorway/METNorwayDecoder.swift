import FoundationEssentials
import Weather

/// Decodes forecasts of MET Norway, whose times are RFC 3339 in UTC.
struct METNorwayDecoder {
  /// The reading of a reply; throws only when the body is no JSON.
  func decode(_ body: Data, _ context: METNorwayReply.Context) throws -> PlaceReading {
    try ReplyDecoder().decode(METNorwayReply.self, from: body, configuration: context).reading
  }
}

/// A whole reply: a GeoJSON feature with `properties.timeseries[]`.
///
/// It names no zone: days are cut by the city's own.
struct METNorwayReply: DecodableWithConfiguration {
  /// What the decoder must know besides the bytes.
  struct Context {
    let city: City
    let parts: Parts
  }

  let reading: PlaceReading

  private enum Keys: String, CodingKey {
    case type, geometry, properties, coordinates, meta, timeseries
    case updatedAt = "updated_at"
    case units
  }

  init(from decoder: any Decoder, configuration context: Context) throws {
    var findings = Findings(warnsOfMissing: false, warnsOfNull: true)
    guard let top = try? decoder.container(keyedBy: Keys.self), !top.allKeys.isEmpty,
      let properties = top.object(.properties, Keys.self, &findings)
    else {
      self.reading = .failed(Reason.unexpectedShape(decoder), context.parts, findings)
      return
    }
    guard let list = properties.list(.timeseries, &findings) else {
      self.reading = .failed(Reason.missing("properties.timeseries"), context.parts, findings)
      return
    }
    let meta = properties.object(.meta, Keys.self, &findings)
    let units = METNorwayUnits(meta?.object(.units, AnyKey.self, &findings), &findings)
    let steps = Self.steps(list, units, &findings)
    let clock = PlaceClock(
      city: context.city, replyZone: nil, replyOffset: nil, keyPath: "timezone", &findings)
    var reading = PlaceReading(
      gridPoint: Self.gridPoint(top, &findings),
      issuedAt: meta?.isoTime(.updatedAt, &findings)?.instant, findings: findings)
    if context.parts.contains(.current) { reading.current = Self.current(steps, clock) }
    if context.parts.contains(.forecast) { reading.days = Self.days(steps, clock) }
    self.reading = reading
  }

  private static func steps(
    _ list: any UnkeyedDecodingContainer, _ units: METNorwayUnits, _ findings: inout Findings
  ) -> [METNorwayStep] {
    var list = list
    var steps: [METNorwayStep] = []
    steps.reserveCapacity(min(list.count ?? 0, 128))
    while !list.isAtEnd {
      let index = list.currentIndex
      if let object = list.nextObject(METNorwayStep.Keys.self),
        let step = METNorwayStep(object, units, &findings)
      {
        steps.append(step)
      } else {
        findings.warn(
          "properties.timeseries[\(index)]", "no time or no measurement: left out")
      }
      if list.currentIndex == index { break }
    }
    return steps.sorted { $0.time < $1.time }
  }

  /// The first entry: the service has no observations.
  private static func current(
    _ steps: [METNorwayStep], _ clock: PlaceClock
  ) -> Result<WeatherData.CurrentConditions, FetchError> {
    guard let first = steps.first else {
      return .failure(Reason.empty("properties.timeseries"))
    }
    return .success(first.currentConditions(clock))
  }

  private static func days(
    _ steps: [METNorwayStep], _ clock: PlaceClock
  ) -> Result<[WeatherData.DayConditions], FetchError> {
    guard !steps.isEmpty else { return .failure(Reason.empty("properties.timeseries")) }
    var parts: [ForecastStep] = []
    var coveredUntil = Date.distantPast
    for (index, step) in steps.enumerated() {
      let next = index + 1 < steps.count ? steps[index + 1].time : nil
      parts.append(step.forecastStep(until: next, rainAfter: &coveredUntil))
    }
    return .success(StepDays.summed(parts, clock))
  }

  /// `[longitude, latitude, altitude]`, as GeoJSON has it (RFC 7946, section 3.1.1).
  private static func gridPoint(
    _ top: KeyedDecodingContainer<Keys>, _ findings: inout Findings
  ) -> GridPoint? {
    GeoJSON.point(
      top.object(.geometry, Keys.self, &findings)?.list(.coordinates, &findings)?.leaves())
  }
}

/// Places in GeoJSON.
enum GeoJSON {
  /// The point of `[longitude, latitude]` or `[longitude, latitude, altitude]`.
  static func point(_ coordinates: [JSONLeaf]?) -> GridPoint? {
    guard let coordinates, coordinates.count >= 2, let longitude = coordinates[0].number,
      let latitude = coordinates[1].number, abs(latitude) <= 90, abs(longitude) <= 360
    else { return nil }
    let altitude = coordinates.count > 2 ? coordinates[2].number : nil
    return GridPoint(
      latitude: latitude, longitude: longitude,
      elevation: altitude.flatMap { abs($0) < 10_000 ? $0 : nil })
  }
}

/// The unit of each value by `properties.meta.units`; where that is silent, the documented one.
struct METNorwayUnits {
  private var units: [String: WireUnit?] = [:]

  init(_ named: KeyedDecodingContainer<AnyKey>?, _ findings: inout Findings) {
    guard let named else { return }
    for (key, field) in METNorwayStep.measures {
      guard named.contains(AnyKey(key)), let word = named.text(AnyKey(key), &findings)
      else { continue }
      let unit = WireUnit.named(word, for: field)
      if unit == nil {
        findings.warn(
          named.path(to: AnyKey(key)), "unknown unit \(CleanText.line(word, limit: 20))")
      }
      units[key] = .some(unit)
    }
  }

  /// nil when the reply names a unit that is not known.
  func unit(of key: String) -> WireUnit? {
    units[key] ?? .canonical
  }
}
