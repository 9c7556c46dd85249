import FoundationEssentials
import Weather

/// The time machine of Dark Sky, its clones and Pirate Weather: a day a request, by any instant of
/// it, with its hours and what the day was.
extension ClearSkyProvider: PastProvider {
  func pastProducts(today: LocalDate) -> [PastProduct] {
    // Pirate Weather has its own archive of models for the days that its reanalysis is behind.
    TimeMachine.products(
      from: PastBeginning.archive, today: today, modelDays: isPirate ? 10 : 5)
  }

  func pastRequests(
    for city: City, _ product: PastProduct.Kind, dates: ClosedRange<LocalDate>, now: Date
  ) -> [Request] {
    let clock = CityClock(city)
    let host = isPirate ? "https://timemachine.pirateweather.net" : "https://api.darksky.net"
    let plan = RequestPlan(
      settings: settings, profile: profile, host: host, placement: placement)
    return TimeMachine.days(dates, clock, now: now).map { date, _ in
      // Noon is on its date whatever the clocks do; what is to come is refused.
      var request = plan.request(
        endpoint: "timemachine", path: path(of: city, at: min(clock.noon(of: date), now)),
        query: pastQuery, cities: [city], parts: [])
      request.note = PastNote(product, date...date).text
      return request
    }
  }

  func decodePast(_ response: Response) -> Result<PastResult, FetchError> {
    response.past { city in
      let decoder = ReplyDecoder()
      return try decoder.decode(
        ClearSkyPastReply.self, from: response.body,
        configuration: ClearSkyReply.Context(
          city: city, parts: [], unitsAsked: .si, isPirate: isPirate)
      ).reading
    }
  }

  private var pastQuery: [(name: String, value: String)] {
    let query = [
      (name: "units", value: "si"), (name: "exclude", value: "currently,minutely,alerts"),
    ]
    // Without it Pirate Weather's archive of models has no more than a reanalysis has.
    return isPirate
      ? query + [(name: "version", value: "2"), (name: "tmextra", value: "1")] : query
  }
}

/// A reply of the time machine: `hourly.data[]` and the one day in `daily.data[]`.
struct ClearSkyPastReply: DecodableWithConfiguration {
  let reading: PastReading

  private typealias Container = KeyedDecodingContainer<ClearSkyReply.Keys>

  init(from decoder: any Decoder, configuration context: ClearSkyReply.Context) throws {
    guard let top = try? decoder.container(keyedBy: ClearSkyReply.Keys.self),
      ClearSkyReply.isKnown(top)
    else { throw Reason.unexpectedShape(decoder) }
    var findings = Findings(warnsOfMissing: false, warnsOfNull: true)
    let zone = top.text(.timezone, &findings)
    let offset = PlausibleOffset.seconds(top.number(.offset, &findings).map { $0 * 3600 })
    let clock = PlaceClock(
      city: context.city, replyZone: zone, replyOffset: offset, keyPath: "timezone", &findings)
    var point = ClearSkyReply.point(top, context, clock, &findings)
    point.isPast = true
    let hours = Self.points(of: .hourly, top, &findings, point.hour)
    let days = Self.points(of: .daily, top, &findings, point.day)
    if hours.values.isEmpty, days.values.isEmpty {
      guard hours.isBlank, days.isBlank else { throw Reason.empty("hourly and daily") }
      // A day of which the service has nothing comes without either, but with its flags.
      guard top.contains(.flags) else {
        throw FetchError.unreadable("hourly and daily blocks missing")
      }
    }
    reading = PastReading(
      readings: hours.values, days: days.values, zone: zone,
      basis: context.isPirate ? Self.basis(top, &findings) : nil, clock: clock,
      findings: findings)
  }

  /// What the points of a block are read as, and whether there was nothing to read.
  private static func points<Value>(
    of key: ClearSkyReply.Keys, _ top: Container, _ findings: inout Findings,
    _ read: (ClearSkyPoint.Container, inout Findings) -> Value?
  ) -> (values: [Value], isBlank: Bool) {
    guard let block = top.object(key, ClearSkyReply.BlockKeys.self, &findings) else {
      return ([], !top.contains(key) || top.isNull(key))
    }
    let isBlank = block.list(.data, &findings)?.isAtEnd ?? !block.contains(.data)
    return (ClearSkyReply.points(of: block, key.rawValue, &findings, read) ?? [], isBlank)
  }

  /// What Pirate Weather names as its sources: ERA5, a reanalysis, or models.
  private static func basis(_ top: Container, _ findings: inout Findings) -> Basis? {
    guard let flags = top.object(.flags, ClearSkyReply.FlagKeys.self, &findings) else { return nil }
    var names: [String] = []
    if let name = try? flags.decodeIfPresent(String.self, forKey: .sources) {
      names = [name]
    } else if let list = flags.list(.sources, &findings) {
      names = list.leaves().compactMap { if case .text(let name) = $0 { name } else { nil } }
    }
    guard !names.isEmpty else { return nil }
    return names.contains { $0.lowercased().hasPrefix("era5") } ? .reanalysis : .model
  }
}
