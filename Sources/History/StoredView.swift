/// A view of the database that is everybody's.
public enum StoredView: String, Sendable, CaseIterable {
  case observations
  case currentConditions = "current_conditions"
  case forecasts
  case dailyForecast = "daily_forecast"
  case hourlyObserved = "hourly_observed"
  case dailyObserved = "daily_observed"
  case observedDays = "observed_days"
  case syncLog = "sync_log"
  case gaps, cities

  /// What tells when a row was.
  enum Time {
    /// Unix seconds.
    case instant(String)
    /// A date of the place.
    case date(String)
    /// Unix seconds from one up to the other.
    case span(String, String)
    /// Rows are of no time.
    case none
  }

  var time: Time {
    switch self {
    case .observations, .currentConditions: .instant("observed_at")
    case .forecasts, .dailyForecast, .dailyObserved, .observedDays: .date("date")
    case .hourlyObserved: .instant("hour")
    case .syncLog: .instant("started_at")
    case .gaps: .span("from_at", "to_at")
    case .cities: .none
    }
  }

  /// Whether a row is of one service.
  public var hasProvider: Bool { self != .cities }

  /// Whether rows may be of no city, as of a request about several.
  public var hasRowsOfNoCity: Bool { self == .syncLog }

  private var order: String {
    switch time {
    case .instant(let column): column
    case .date(let column): self == .forecasts ? "\(column), fetched_at" : column
    case .span(let column, _): column
    case .none: "city"
    }
  }

  /// The rows of one city (of all without), of a service (of all where it is null) and of a time.
  ///
  /// Parameters: 1 city, 2 service, 3 from, 4 up to; of dates the last is among them. All rows of
  /// one source come by an index, and are sorted only where a view makes them anew.
  func query(ofOneCity: Bool, ofOneService: Bool) -> String {
    var conditions: [String] = []
    if ofOneCity { conditions.append("city = ?1") }
    if ofOneService, hasProvider { conditions.append("provider = ?2") }
    switch time {
    case .instant(let column): conditions += ["\(column) >= ?3", "\(column) < ?4"]
    case .date(let column): conditions += ["\(column) >= ?3", "\(column) <= ?4"]
    case .span(let from, let to): conditions += ["\(to) > ?3", "\(from) < ?4"]
    case .none: break
    }
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    return "SELECT * FROM \(rawValue)\(filter) ORDER BY \(order)"
  }
}
