import FoundationEssentials
import Weather

/// What a decoder read of one place: each part with its values or the reason why not.
struct PlaceReading {
  var current: Result<WeatherData.CurrentConditions, FetchError>?
  var days: Result<[WeatherData.DayConditions], FetchError>?
  var zone: String?
  var gridPoint: GridPoint?
  /// The service's own issue time of the days.
  var issuedAt: Date?
  var basis: Basis = .model
  var findings: Findings

  /// The reply for the city, as the store takes it.
  func reply(for city: City, to response: Response) -> CityReply {
    var result = CityResult(
      city: city, provider: response.request.provider, parts: [],
      fetchedAt: response.receivedAt, issuedAt: issuedAt, zone: zone, basis: basis,
      gridPoint: gridPoint)
    result.warnings = findings.warnings
    switch current {
    case .success(let conditions):
      result.weather.currently = conditions
      result.parts.insert(.current)
    case .failure(let error): result.failedParts.append(FailedPart(part: .current, error: error))
    case nil: break
    }
    switch days {
    case .success(let days):
      result.weather.forecast = days
      result.parts.insert(.forecast)
    case .failure(let error): result.failedParts.append(FailedPart(part: .forecast, error: error))
    case nil: break
    }
    guard result.parts.isEmpty, let first = result.failedParts.first?.error else {
      return CityReply(city: city, result: .success(result))
    }
    let others = result.failedParts.dropFirst().map(\.error.message).filter { $0 != first.message }
    let reasons = ([first.message] + others).joined(separator: "; ")
    return CityReply(
      city: city, result: .failure(FetchError(first.code, reasons, status: response.status)))
  }
}

extension FetchError {
  /// A part of a reply that is not as documented.
  static func unreadable(_ reason: String) -> FetchError {
    FetchError(.undecodable, reason, status: 200)
  }
}

extension PlaceReading {
  /// A reading in which every part that was asked for failed for one reason.
  static func failed(_ error: FetchError, _ parts: Parts, _ findings: Findings) -> PlaceReading {
    PlaceReading(
      current: parts.contains(.current) ? .failure(error) : nil,
      days: parts.contains(.forecast) ? .failure(error) : nil, findings: findings)
  }
}
