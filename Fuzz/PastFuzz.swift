import FoundationEssentials
import Providers
import Weather

/// What a service says of the past, fed with any bytes: nothing in it lies outside the days that
/// were asked for or in the future, and no value outside its range.
struct PastFuzz: Fuzz {
  /// The services that have a past, by the name of the target: the Dark Sky shape with both.
  static let targets: [(name: String, kinds: [ServiceKind])] = [
    ("open-meteo-past", [.openMeteo]), ("openweathermap-past", [.openWeatherMap]),
    ("dark-sky-past", [.darkSky, .pirateWeather]),
  ]

  private static let now = Date(unixSeconds: 1_782_900_960)
  private let questions: [(provider: any PastProvider, request: Request)]

  /// The target of a name; nil for a name that is none.
  init?(named name: String) {
    guard let target = Self.targets.first(where: { $0.name == name }) else { return nil }
    questions = target.kinds.flatMap(Self.questions)
  }

  /// One request of each kind for the days of the fixtures, with and without a zone.
  private static func questions(
    of kind: ServiceKind
  ) -> [(provider: any PastProvider, request: Request)] {
    var settings = ServiceSettings(name: kind.rawValue, kind: kind)
    settings.key = Secret("K1")
    settings.endpoint = kind == .openWeatherMap ? "onecall" : nil
    let date = LocalDate(daysSince1970: 20_387)
    guard
      let provider = try? ProviderFactory.make(settings: settings, contact: "fuzz@example.org"),
      let past = provider as? any PastProvider
    else { return [] }
    return ["Europe/Berlin", nil].flatMap { zone in
      let city = City(
        slug: "city", name: "City", latitude: 52.52, longitude: 13.41, timezone: zone)
      let products = past.pastProducts(today: date.adding(days: 3))
      return products.flatMap { product -> [(provider: any PastProvider, request: Request)] in
        let requests = past.pastRequests(
          for: city, product.kind, dates: date.adding(days: -1)...date, now: now)
        return [requests.first, requests.last].compactMap(\.self).map { (past, $0) }
      }
    }
  }

  func run(_ body: Data) {
    for (provider, request) in questions {
      for status in [200, 400] {
        let response = Response(
          request: request, status: status, body: body, receivedAt: Self.now)
        switch provider.decodePast(response) {
        case .failure(let error):
          precondition(error.message.utf8.count < 2000, "endless words")
        case .success(let result): check(result)
        }
      }
    }
  }

  private func check(_ result: PastResult) {
    var last = Date.distantPast
    for reading in result.readings {
      let local = LocalTime(reading.observedAt, utcOffsetSeconds: reading.utcOffsetSeconds)
      precondition(result.dates.contains(local.date), "a reading of another day")
      precondition(reading.observedAt >= last, "not in the order of time")
      precondition(reading.observedAt <= Self.now, "a reading of the future")
      last = reading.observedAt
      FuzzCheck.values(reading, WeatherData.CurrentConditions.fields)
    }
    for day in result.days + result.forecasts.map(\.day) {
      precondition(result.dates.contains(day.date), "another day")
      FuzzCheck.values(day, WeatherData.DayConditions.fields)
      for instant in [day.sunrise, day.sunset] { instant.map(FuzzCheck.instant) }
    }
  }
}
