import FoundationEssentials
import Weather

/// Open-Meteo's past: the archive, the last three months of the forecast, the forecasts of years
/// ago as hours, and what was forecast some days before.
extension OpenMeteoProvider: PastProvider {
  /// Days of one request.
  ///
  /// The service counts days times variables: half a year costs some forty calls, of six hundred
  /// that a minute has, so that other work finds room between two.
  static let pastChunkDays = 184

  func pastProducts(today: LocalDate) -> [PastProduct] {
    func product(
      _ kind: PastProduct.Kind, from first: LocalDate, to last: LocalDate, settled: Int
    ) -> [PastProduct] {
      guard first <= last else { return [] }
      return [
        PastProduct(
          kind: kind, dates: first...last, chunkDays: Self.pastChunkDays,
          settledAfterDays: settled)
      ]
    }
    // The archive is about five days behind; the forecast host takes 92 days back.
    return product(
      .archive, from: PastBeginning.archive, to: today.adding(days: -6), settled: 10)
      + product(.recent, from: today.adding(days: -90), to: today, settled: 2)
      + product(
        .historicalForecast, from: PastBeginning.forecasts, to: today.adding(days: -2), settled: 5)
      + product(
        .previousRuns, from: PastBeginning.previousRuns, to: today.adding(days: -1), settled: 5)
  }

  func pastRequests(
    for city: City, _ product: PastProduct.Kind, dates: ClosedRange<LocalDate>, now: Date
  ) -> [Request] {
    let call = OpenMeteoPastCall(product)
    // The service cuts a whole reply by one offset, so that half of the year is off by an hour:
    // a day more at both ends has all of it, and the reply is cut by the zone.
    let utcToday = LocalTime(now, utcOffsetSeconds: 0).date
    let first = max(dates.lowerBound.adding(days: -1), call.beginning)
    let last = max(first, min(dates.upperBound.adding(days: 1), max(utcToday, dates.upperBound)))
    let days = last.daysSince1970 - first.daysSince1970 + 1
    var query = place(of: city)
    query += call.variables
    query += [
      (name: "start_date", value: first.description), (name: "end_date", value: last.description),
      (name: "timezone", value: city.timezone ?? "auto"), (name: "timeformat", value: "unixtime"),
      (name: "wind_speed_unit", value: "ms"),
    ]
    let host = settings.key == nil ? "https://\(call.host)" : "https://customer-\(call.host)"
    var request = RequestPlan(
      settings: settings, profile: profile, host: host, placement: placement
    ).request(
      endpoint: call.rawValue, path: call.path, query: query, cities: [city], parts: [],
      cost: Self.cost(variables: call.variableCount, days: days))
    request.note = PastNote(product, dates).text
    return [request]
  }

  func decodePast(_ response: Response) -> Result<PastResult, FetchError> {
    let call = OpenMeteoPastCall(rawValue: response.request.endpoint)
    return response.past { city in
      let decoder = ReplyDecoder()
      return try decoder.decode(
        OpenMeteoPastReply.self, from: response.body,
        configuration: OpenMeteoPastReply.Context(city: city, call: call ?? .archive)
      ).reading
    }
  }

  /// What a window costs: a tenth a variable for up to 14 days, more in proportion (the service's
  /// terms).
  static func cost(variables: Int, days: Int) -> Double {
    let tenths = Double(variables) / 10
    return max(1, tenths, tenths * Double(days) / 14)
  }

  private func place(of city: City) -> [(name: String, value: String)] {
    let point = [
      (name: "latitude", value: URLText.coordinate(city.latitude)),
      (name: "longitude", value: URLText.coordinate(city.longitude)),
    ]
    guard let elevation = city.elevation else { return point }
    return point + [(name: "elevation", value: URLText.coordinate(elevation))]
  }
}

/// Where the service's products begin.
enum PastBeginning {
  /// The archive's first day (its documentation).
  static let archive = LocalDate(daysSince1970: -10_958)
  /// One Call's first day, 1979-01-01 (its documentation).
  static let oneCall = LocalDate(daysSince1970: 3287)
  /// 2016-01-01: before it no model's forecasts are kept.
  static let forecasts = LocalDate(daysSince1970: 16_801)
  /// 2024-01-01: from then on the runs of all models are kept.
  static let previousRuns = LocalDate(daysSince1970: 19_723)
}

/// One address of the service's past; the raw value is `endpoint` in a request.
enum OpenMeteoPastCall: String {
  case archive
  case recent = "past_hours"
  case historicalForecast = "historical_forecast"
  case previousRuns = "previous_runs"

  init(_ product: PastProduct.Kind) {
    switch product {
    case .archive: self = .archive
    case .recent: self = .recent
    case .historicalForecast: self = .historicalForecast
    case .previousRuns: self = .previousRuns
    }
  }

  /// How many days before a forecast was made.
  static let leads = 1...7

  var host: String {
    switch self {
    case .archive: "archive-api.open-meteo.com"
    case .recent: "api.open-meteo.com"
    case .historicalForecast: "historical-forecast-api.open-meteo.com"
    case .previousRuns: "previous-runs-api.open-meteo.com"
    }
  }

  var path: [String] { ["v1", self == .archive ? "archive" : "forecast"] }

  /// The first day that may be asked for.
  var beginning: LocalDate {
    switch self {
    case .archive: PastBeginning.archive
    case .recent: LocalDate(daysSince1970: .min / 2)
    case .historicalForecast, .previousRuns: PastBeginning.forecasts
    }
  }

  var hourly: [OpenMeteoVariables.Variable<WeatherData.CurrentConditions>] {
    switch self {
    case .archive: OpenMeteoVariables.archiveHourly
    case .recent, .historicalForecast: OpenMeteoVariables.current
    case .previousRuns: OpenMeteoVariables.forecastHourly
    }
  }

  var daily: [OpenMeteoVariables.Variable<WeatherData.DayConditions>] {
    switch self {
    case .archive: OpenMeteoVariables.archiveDaily
    case .recent, .historicalForecast: OpenMeteoVariables.daily
    case .previousRuns: []
    }
  }

  /// The variables by the service's names.
  var variables: [(name: String, value: String)] {
    guard self == .previousRuns else {
      return [
        (name: "hourly", value: hourly.map(\.name).joined(separator: ",")),
        (name: "daily", value: daily.map(\.name).joined(separator: ",")),
      ]
    }
    let names = Self.leads.flatMap { lead in hourly.map { $0.name + Self.suffix(lead) } }
    return [(name: "hourly", value: names.joined(separator: ","))]
  }

  var variableCount: Int {
    self == .previousRuns ? hourly.count * Self.leads.count : hourly.count + daily.count
  }

  static func suffix(_ lead: Int) -> String { "_previous_day\(lead)" }
}
