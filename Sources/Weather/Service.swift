/// The shapes of service that Almanac knows; the raw value is `kind` in the configuration.
public enum ServiceKind: String, Sendable, CaseIterable {
  case openMeteo = "open-meteo"
  case openWeatherMap = "openweathermap"
  case darkSky = "dark-sky"
  case pirateWeather = "pirate-weather"
  case metNorway = "met-norway"
  case nws
  case file
}

/// Where a key goes on the wire, as configured by `key_in`; nil names are the service's own.
public enum KeyPlacement: Sendable, Hashable {
  case path
  case query(String?)
  case header(String?)
}

/// A time over which requests are counted.
public enum QuotaWindow: String, Sendable, CaseIterable, Comparable {
  case minute, hour, day, month

  /// Whether one window is shorter than another.
  public static func < (left: QuotaWindow, right: QuotaWindow) -> Bool {
    left.seconds < right.seconds
  }

  /// `a minute`, `an hour`: after a number of requests.
  public var each: String { self == .hour ? "an hour" : "a \(rawValue)" }

  /// Its length in seconds; a month counts as 30 days.
  public var seconds: Int {
    switch self {
    case .minute: 60
    case .hour: 3600
    case .day: 86_400
    case .month: 30 * 86_400
    }
  }
}

/// One configured service: how to ask it, and how often at most.
public struct ServiceSettings: Sendable, Equatable {
  /// The name of its table in the configuration; rows carry it as `provider`.
  public var name: String
  /// The shape of its replies.
  public var kind: ServiceKind
  /// Scheme, host and prefix instead of the service's own, without a slash at the end.
  public var baseURL: String?
  /// OpenWeatherMap's `free`, `daily` or `onecall`; nil is the kind's default.
  public var endpoint: String?
  /// The key, where one is configured.
  public var key: Secret?
  /// Where the key goes; nil is the kind's default.
  public var keyPlacement: KeyPlacement?
  /// Open connections at most, 1...64; nil is the kind's default.
  public var connections: Int?
  /// Seconds for a whole request, connection included.
  public var timeoutSeconds: Double
  /// Limits that the user set, by window; none set means the kind's free plan on its own host.
  public var requestLimits: [QuotaWindow: Int]
  /// The least seconds between two forecasts of a city, where that saves requests.
  public var forecastEverySeconds: Int
  /// Whether plain http is allowed beyond loopback.
  public var allowsPlainHTTP: Bool
  /// The folder or file that a service of kind `file` reads.
  public var filePath: String?
  /// The kind of the replies in it; nil for a recorded folder, which says so itself.
  public var fileFormat: ServiceKind?

  /// Settings with the defaults of a service that the configuration only names.
  public init(name: String, kind: ServiceKind) {
    self.name = name
    self.kind = kind
    self.timeoutSeconds = 15
    self.requestLimits = [:]
    self.forecastEverySeconds = 3600
    self.allowsPlainHTTP = false
  }
}
