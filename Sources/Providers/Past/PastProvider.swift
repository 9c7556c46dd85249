public import FoundationEssentials
public import Weather

/// A service that also tells of the past, as pure functions.
///
/// Its rows are hours and days that are over. Ranges are calendar days of the city, whatever the
/// service counts in: a reply is cut to the days that were asked for, so that neighbouring ranges
/// meet without a hole and without an overlap.
public protocol PastProvider: Provider {
  /// Why this account has no past, and what would give it one; nil where it has one.
  var pastAdvice: String? { get }

  /// What the service has of the past when a city's calendar shows this day: for each day the first
  /// product that has it is the one to ask. Empty where the account has none.
  func pastProducts(today: LocalDate) -> [PastProduct]

  /// The requests that together bring these days of a product; at most `chunkDays` of it.
  ///
  /// `Request.pastSubject` says what each brings. A city without a zone is asked for by the zone
  /// that the service knows; services that are asked by the instant then take days of the sun, or
  /// of UTC, and name the zone, with which the rest can be asked for.
  func pastRequests(
    for city: City, _ product: PastProduct.Kind, dates: ClosedRange<LocalDate>, now: Date
  ) -> [Request]

  /// What a reply to one of these requests says; an error reply is a failure.
  func decodePast(_ response: Response) -> Result<PastResult, FetchError>
}

/// What a decoder read of a place's past, before it is cut to what was asked for.
struct PastReading {
  var readings: [WeatherData.CurrentConditions] = []
  var days: [WeatherData.DayConditions] = []
  var forecasts: [PastForecast] = []
  var zone: String?
  /// What the values rest on, by the reply's own word.
  var basis: Basis?
  var clock: PlaceClock
  var findings: Findings
}

extension Response {
  /// The past in this reply, cut to the days that were asked for and to what is over.
  ///
  /// `read` throws a reason, or anything else where the body is no JSON.
  func past(_ read: (City) throws -> PastReading) -> Result<PastResult, FetchError> {
    if let error = ReplyFailure.ofStatus(self) { return .failure(error) }
    guard let city = request.cities.first, let note = PastNote(request.note) else {
      return .failure(.unreadable("the reply is to no question about the past"))
    }
    do {
      let reading = try read(city)
      var result = PastResult(
        city: city, provider: request.provider, dates: note.dates, fetchedAt: receivedAt,
        basis: reading.basis ?? note.kind.basis)
      result.take(reading, until: receivedAt)
      return .success(result)
    } catch {
      return .failure(ReplyFailure.ofBody(self, reading: error as? FetchError))
    }
  }
}

extension PastResult {
  fileprivate mutating func take(_ reading: PastReading, until now: Date) {
    let clock = reading.clock
    let today = clock.date(at: now)
    readings = reading.readings.filter {
      let local = LocalTime($0.observedAt, utcOffsetSeconds: $0.utcOffsetSeconds)
      return dates.contains(local.date) && $0.observedAt <= now
    }.sorted { $0.observedAt < $1.observedAt }
    days = reading.days.filter { dates.contains($0.date) && $0.date < today }
    forecasts = reading.forecasts.filter {
      dates.contains($0.day.date) && $0.knownAt <= now
    }
    zone = reading.zone
    warnings = reading.findings.warnings
  }
}

extension PastProvider {
  /// None is needed.
  public var pastAdvice: String? { nil }
}
