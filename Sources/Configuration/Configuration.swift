public import Schedule
public import Weather

/// What `almanac.toml` asks for, checked and complete: it never changes after it was read.
public struct Configuration: Sendable {
  /// How log lines are written.
  public enum LogFormat: String, Sendable, CaseIterable {
    case text, json
  }

  /// How long rows are kept, in seconds; nil is for ever, but for `runs` the default of the store.
  public struct Retention: Sendable, Equatable {
    /// Age at which observations go.
    public var observationsSeconds: Int?
    /// Age at which superseded forecasts go.
    public var forecastsSeconds: Int?
    /// Age at which the details of runs and requests go.
    public var runsSeconds: Int?
  }

  /// The file that it was read from.
  public internal(set) var path: String
  /// The database file, absolute or relative to the working folder; nil leaves it to the rule of
  /// `DatabasePath`.
  public internal(set) var database: String?
  /// How `almanac` prints; nil is metric.
  public internal(set) var units: UnitSystem?
  /// The address or page that goes into the User-Agent.
  public internal(set) var contact: String?
  /// IANA zone of schedules, not yet checked for existence; nil is `TZ`, else the system's.
  public internal(set) var timezone: String?
  /// How log lines are written.
  public internal(set) var logFormat: LogFormat = .text
  /// The cities whose place is known, in the order of the file, inactive ones too.
  public internal(set) var cities: [ConfiguredCity] = []
  /// The cities that are given by name and whose place is not known yet.
  public internal(set) var named: [NamedCity] = []
  /// The services that have a table or that a city uses, by name.
  public internal(set) var services: [String: ServiceSettings] = [:]
  /// How long rows are kept.
  public internal(set) var retention = Retention()
  /// What should be looked at although it works, such as a key file that others may read.
  public internal(set) var warnings: [String] = []

  init(path: String) {
    self.path = path
  }

  /// All keys in it: what must never appear in text.
  public var secrets: [Secret] { services.values.compactMap(\.key) }
}

/// A city of the configuration, and who is asked about it when.
public struct ConfiguredCity: Sendable, Equatable {
  /// The place.
  public let city: City
  /// Names of services, never none: the first is the one shown by default.
  public let providers: [String]
  /// When it is asked about.
  public let schedule: Schedule
  /// Seconds over which installations spread; nil is the default of `Spread`.
  public let spreadSeconds: Int?
  /// Whether it is fetched at all.
  public let active: Bool
  /// Whether the owner confirms that its coordinates have moved.
  public let moved: Bool
  /// The line of the file on which it begins.
  public let line: Int
}
