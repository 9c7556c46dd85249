import FoundationEssentials
import Glibc
import Providers
import Weather

/// One decoder fed with any bytes; which one is the name that the program is called by.
///
/// libFuzzer sees crashes, hangs and memory; what is checked here is that a decoder keeps its
/// word: an entry for each city in their order, no value outside its range, no time that no
/// service can mean.
struct DecoderFuzz: Fuzz {
  /// The name of a target and what is asked of the service.
  struct Target {
    let name: String
    let kind: ServiceKind
    var endpoint: String?
    var parts: Parts = .all
  }

  /// A new service is a line here and, if its fixtures have a folder of their own, no more.
  static let targets = [
    Target(name: "open-meteo", kind: .openMeteo),
    Target(name: "openweathermap-weather", kind: .openWeatherMap, parts: .current),
    Target(name: "openweathermap-forecast", kind: .openWeatherMap, parts: .forecast),
    Target(
      name: "openweathermap-daily", kind: .openWeatherMap, endpoint: "daily", parts: .forecast),
    Target(name: "openweathermap-onecall", kind: .openWeatherMap, endpoint: "onecall"),
    Target(name: "dark-sky", kind: .darkSky),
    Target(name: "pirate-weather", kind: .pirateWeather),
    Target(name: "met-norway", kind: .metNorway),
    Target(name: "nws", kind: .nws),
  ]

  private static let receivedAt = Date(unixSeconds: 1_782_900_960)
  private let provider: any Provider
  private let requests: [Request]

  /// The target of a name; nil for a name that is none.
  init?(named name: String) {
    guard let target = Self.targets.first(where: { $0.name == name }) else { return nil }
    var settings = ServiceSettings(name: target.name, kind: target.kind)
    settings.endpoint = target.endpoint
    settings.key = Secret("K1")
    guard
      let provider = try? ProviderFactory.make(settings: settings, contact: "fuzz@example.org")
    else { return nil }
    self.provider = provider
    let state = ProviderState(parts: target.parts, now: Self.receivedAt)
    let batches = provider.profile.batchSize > 1 ? [2, 3] : []
    let lists =
      [Self.cities(1, zone: nil)] + ([1] + batches).map { Self.cities($0, zone: "Asia/Tokyo") }
    let first = lists.flatMap { provider.requests(for: $0, state: state) }
    // Later links of a chain are reached at once too, and not only through a good first reply.
    let later = provider.usualRequests(for: lists[1], state: state)
    self.requests = first + later.filter { $0.endpoint != first.first?.endpoint }
  }

  /// Decodes the bytes as a good reply and as an error.
  func run(_ body: Data) {
    for request in requests {
      for status in [200, 400] { decode(body, of: request, status: status, depth: 0) }
    }
  }

  /// Decodes a reply, and the same bytes as the reply to each request that it leads to.
  private func decode(_ body: Data, of request: Request, status: Int, depth: Int) {
    let response = Response(
      request: request, status: status, headers: [("Date", "Wed, 01 Jul 2026 10:16:00 GMT")],
      body: body, receivedAt: Self.receivedAt)
    let replies = provider.decode(response)
    let next = provider.next(after: response)
    precondition(
      replies.map(\.city) == request.cities || replies.isEmpty && !next.isEmpty,
      "the cities are not those asked for")
    for reply in replies { check(reply) }
    _ = provider.shouldSplit(request, after: replies)
    guard depth < 3 else { return }
    for request in next { decode(body, of: request, status: status, depth: depth + 1) }
  }

  private static func cities(_ count: Int, zone: String?) -> [City] {
    (0..<count).map { index in
      City(
        slug: "city-\(index)", name: "City \(index)", latitude: Double(index), longitude: 13.41,
        timezone: zone)
    }
  }

  private func check(_ reply: CityReply) {
    switch reply.result {
    case .failure(let error): precondition(error.message.utf8.count < 2000, "endless words")
    case .success(let result):
      if let now = result.weather.currently {
        FuzzCheck.values(now, WeatherData.CurrentConditions.fields)
        FuzzCheck.instant(now.observedAt)
        FuzzCheck.offset(now.utcOffsetSeconds)
      }
      for day in result.weather.forecast {
        FuzzCheck.values(day, WeatherData.DayConditions.fields)
        precondition((1939...2101).contains(day.date.components.year), "no date of a forecast")
        FuzzCheck.offset(day.utcOffsetSeconds)
        for instant in [day.sunrise, day.sunset] { instant.map(FuzzCheck.instant) }
      }
    }
  }
}

/// What holds for every decoded value.
enum FuzzCheck {
  static func values<Owner>(_ owner: Owner, _ fields: [Field<Owner>]) {
    for field in fields {
      guard let value = owner[keyPath: field.path] else { continue }
      precondition(field.range.contains(value), "\(field.column) is \(value)")
    }
  }

  static func instant(_ instant: Date) {
    let seconds = instant.unixSeconds
    precondition((-1_000_000_000...4_200_000_000).contains(seconds), "no instant of weather")
    precondition(instant.timeIntervalSince1970 == Double(seconds), "not a whole second")
  }

  static func offset(_ offset: Int) {
    precondition(abs(offset) <= 18 * 3600, "no offset of a clock")
  }
}

/// One target: what is done with an input.
protocol Fuzz: Sendable {
  func run(_ body: Data)
}

private let fuzz: any Fuzz = {
  let path = CommandLine.arguments.first ?? ""
  let name = String(path.split(separator: "/").last ?? "")
  guard
    let fuzz: any Fuzz = DecoderFuzz(named: name)
      ?? PastFuzz(named: name) ?? GeocoderFuzz(named: name)
  else {
    let names =
      DecoderFuzz.targets.map(\.name) + PastFuzz.targets.map(\.name)
      + GeocoderFuzz.targets.map(\.name)
    for name in names { print(name) }
    fflush(nil)
    // The sanitizer's search for leaks at a proper exit would take these names for one.
    _exit(name == "targets" ? 0 : 64)
  }
  return fuzz
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz.run(Data(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// What libFuzzer calls first: a wrong name ends the program at once, `targets` lists the names.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  _ = fuzz
  return 0
}
