import FoundationEssentials
import Weather

/// One Call's past: `timemachine` tells of an instant, `day_summary` what a day was.
///
/// Each call is one of the thousand a day that are free, so that a day with its hours takes 25.
extension OpenWeatherMapProvider: PastProvider {
  /// One address of the past; the raw value is `endpoint` in a request and the end of the path.
  enum PastCall: String {
    case timeMachine = "timemachine"
    case daySummary = "day_summary"
  }

  var pastAdvice: String? {
    guard endpoint != .onecall else { return nil }
    return "only OpenWeatherMap's One Call has a past: with its subscription (One Call by Call), "
      + "set `endpoint = \"onecall\"`"
  }

  func pastProducts(today: LocalDate) -> [PastProduct] {
    guard endpoint == .onecall else { return [] }
    return TimeMachine.products(from: PastBeginning.oneCall, today: today, modelDays: 5)
  }

  func pastRequests(
    for city: City, _ product: PastProduct.Kind, dates: ClosedRange<LocalDate>, now: Date
  ) -> [Request] {
    guard endpoint == .onecall else { return [] }
    let clock = CityClock(city)
    return TimeMachine.days(dates, clock, now: now).flatMap { date, isOver in
      var requests = clock.hours(of: date).filter { $0 <= now }.map { hour in
        request(
          .timeMachine, city, (name: "dt", value: "\(hour.unixSeconds)"),
          PastNote(product, date...date, .reading(hour)))
      }
      if isOver {
        requests.append(
          request(
            .daySummary, city, (name: "date", value: date.description),
            PastNote(product, date...date, .daysAlone)))
      }
      return requests
    }
  }

  func decodePast(_ response: Response) -> Result<PastResult, FetchError> {
    let call = PastCall(rawValue: response.request.endpoint) ?? .timeMachine
    return response.past { city in
      let decoder = ReplyDecoder()
      switch call {
      case .timeMachine:
        return try decoder.decode(
          OneCallInstant.self, from: response.body, configuration: city
        ).reading
      case .daySummary:
        return try decoder.decode(
          OneCallDay.self, from: response.body, configuration: city
        ).reading
      }
    }
  }

  private func request(
    _ call: PastCall, _ city: City, _ time: (name: String, value: String), _ note: PastNote
  ) -> Request {
    var request = RequestPlan(
      settings: settings, profile: profile, host: Self.host, placement: placement
    ).request(
      endpoint: call.rawValue, path: Call.onecall.path + [call.rawValue],
      query: Self.place(of: city) + [time], cities: [city], parts: [])
    request.note = note.text
    return request
  }
}
