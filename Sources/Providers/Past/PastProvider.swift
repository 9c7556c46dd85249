public import FoundationEssentials
public import Weather

/// A service that also tells of the past, as pure functions.
///
/// Its rows are hours and days that are over. Ranges are calendar days of the city, whatever the
/// service counts in: a reply is cut to the days that were asked for, so that neighbouring ranges
/// meet without a hole and without an overlap.
public protocol PastProvider: Provider {
  /// What the service has of the past when a city's calendar shows this day: for each day the first
  /// product that has it is the one to ask. Empty where the account has none.
  func pastProducts(today: LocalDate) -> [PastProduct]

  /// The requests that together bring these days of a product; at most `chunkDays` of it.
  ///
  /// A city without a zone is asked for by the zone that the service knows; services that are asked
  /// by the instant then take days of UTC.
  func pastRequests(
    for city: City, _ product: PastProduct.Kind, dates: ClosedRange<LocalDate>, now: Date
  ) -> [Request]

  /// What a reply to one of these requests says; an error reply is a failure.
  func decodePast(_ response: Response) -> Result<PastResult, FetchError>
}

/// One way in which a service tells of the past.
public struct PastProduct: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// Hours and days of a weather archive (reanalysis).
    case archive
    /// Hours and days of the forecast models' last runs, for the last three months.
    case recent
    /// The same for years back.
    case historicalForecast = "historical_forecast"
    /// Days as they were forecast one to seven days before.
    case previousRuns = "previous_runs"
  }

  /// What it is.
  public let kind: Kind
  /// The calendar days of the city that it has.
  public let dates: ClosedRange<LocalDate>
  /// Days of one chunk at most: what is stored in one piece.
  public let chunkDays: Int
  /// How many days after a day nothing more of it comes.
  public let settledAfterDays: Int
  /// What its values rest on.
  public let basis: Basis
}

/// The days that a request of the past is about, which its `note` carries.
enum PastNote {
  static func text(_ dates: ClosedRange<LocalDate>) -> String {
    "\(dates.lowerBound)/\(dates.upperBound)"
  }

  static func dates(_ text: String?) -> ClosedRange<LocalDate>? {
    let ends = (text ?? "").split(separator: "/").map { LocalDate(iso: $0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    return first...last
  }
}

/// What a decoder read of a place's past, before it is cut to what was asked for.
struct PastReading {
  var readings: [WeatherData.CurrentConditions] = []
  var days: [WeatherData.DayConditions] = []
  var forecasts: [PastForecast] = []
  var zone: String?
  var clock: PlaceClock
  var findings: Findings
}

extension Response {
  /// The past in this reply, cut to the days that were asked for and to what is over.
  ///
  /// `read` throws a reason, or anything else where the body is no JSON.
  func past(
    basis: Basis, _ read: (City) throws -> PastReading
  ) -> Result<PastResult, FetchError> {
    if let error = ReplyFailure.ofStatus(self) { return .failure(error) }
    guard let city = request.cities.first, let dates = PastNote.dates(request.note) else {
      return .failure(.unreadable("the reply is to no question about the past"))
    }
    do {
      let reading = try read(city)
      var result = PastResult(
        city: city, provider: request.provider, dates: dates, fetchedAt: receivedAt, basis: basis)
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
    }
    days = reading.days.filter { dates.contains($0.date) && $0.date < today }
    forecasts = reading.forecasts.filter {
      dates.contains($0.day.date) && $0.knownAt <= now
    }
    zone = reading.zone
    warnings = reading.findings.warnings
  }
}
