public import Weather

/// What a service's kind means for planning: limits, defaults, attribution.
public struct ServiceProfile: Sendable, Equatable {
  /// Open connections where the configuration says nothing.
  public let connections: Int
  /// The limits of the free plan; empty for a host that is not the service's own.
  public let freePlan: [QuotaWindow: Int]
  /// The windows that the service counts by the calendar, in UTC; all others are taken to slide.
  public let calendarWindows: Set<QuotaWindow>
  /// Whether the service answers nothing without a key.
  public let needsKey: Bool
  /// The most cities of one request; 1 where there are no batches.
  public let batchSize: Int
  /// Whether asking for the current conditions alone costs less than asking for both parts.
  public let savesByParts: Bool
  /// Whether its replies name no zone, while its days can't be cut without one.
  public let needsZone: Bool
  /// Whether its replies name the zone of the place.
  public let namesZone: Bool
  /// The words that the service's licence wants beside its data; nil where it wants none.
  public let attribution: String?

  /// Whether one request can bring many cities.
  public var isWholeServiceBatchable: Bool { batchSize > 1 }

  /// The profile of a service as it is configured.
  public static func of(_ settings: ServiceSettings) -> ServiceProfile {
    let ownHost = settings.baseURL == nil
    let splitEndpoints = settings.endpoint != "onecall"
    return ServiceProfile(
      connections: settings.kind == .openMeteo ? 1 : 2,
      freePlan: ownHost ? freePlan(of: settings) : [:],
      calendarWindows: ownHost ? calendarWindows(of: settings.kind) : [],
      needsKey: needsKey(settings),
      batchSize: settings.kind == .openMeteo ? OpenMeteoProvider.batchSize : 1,
      savesByParts: settings.kind == .openMeteo
        || settings.kind == .nws || (settings.kind == .openWeatherMap && splitEndpoints),
      needsZone: settings.kind == .metNorway,
      namesZone: settings.kind == .openWeatherMap
        ? !splitEndpoints : ![.metNorway, .file].contains(settings.kind),
      attribution: attribution(of: settings.kind))
  }

  /// The same for replies that lie on the disk: nothing is counted, and all that is there is read.
  func onDisk(inBatches: Bool) -> ServiceProfile {
    ServiceProfile(
      connections: 1, freePlan: [:], calendarWindows: [], needsKey: false,
      batchSize: inBatches ? batchSize : 1,
      savesByParts: false, needsZone: needsZone, namesZone: namesZone, attribution: attribution)
  }

  /// Published limits of the free plans (Open-Meteo's terms, OpenWeatherMap's price page, Pirate
  /// Weather's sign-up page); what they count is in each request's `cost`.
  private static func freePlan(of settings: ServiceSettings) -> [QuotaWindow: Int] {
    switch settings.kind {
    case .openMeteo:
      // A key belongs to a paid plan, whose size only its owner knows.
      settings.key == nil
        ? [.minute: 600, .hour: 5000, .day: 10_000, .month: 300_000] : [:]
    case .openWeatherMap:
      settings.endpoint == "onecall" ? [.day: 1000] : [.minute: 60, .month: 1_000_000]
    case .pirateWeather: [.month: 10_000]
    case .darkSky, .metNorway, .nws, .file: [:]
    }
  }

  /// The windows that begin at midnight UTC, or with a month of UTC.
  ///
  /// Open-Meteo's 429 speaks of tomorrow, One Call's thousand calls and Dark Sky's count are those
  /// of a UTC day, Pirate Weather's those of a month. Minutes and hours are taken to slide all the
  /// same, which costs nothing and is right whatever a service does.
  private static func calendarWindows(of kind: ServiceKind) -> Set<QuotaWindow> {
    switch kind {
    case .openMeteo, .openWeatherMap, .darkSky, .pirateWeather: [.day, .month]
    case .metNorway, .nws, .file: []
    }
  }

  private static func needsKey(_ settings: ServiceSettings) -> Bool {
    switch settings.kind {
    case .openWeatherMap, .pirateWeather: true
    // A clone of one's own may do without.
    case .darkSky: settings.baseURL == nil
    case .openMeteo, .metNorway, .nws, .file: false
    }
  }

  private static func attribution(of kind: ServiceKind) -> String? {
    switch kind {
    case .openMeteo: "Weather data by Open-Meteo.com (CC BY 4.0)"
    case .openWeatherMap: "Weather data provided by OpenWeather (openweathermap.org)"
    case .pirateWeather: "Powered by Pirate Weather (pirateweather.net)"
    case .darkSky: "Powered by Dark Sky"
    case .metNorway: "Data from MET Norway (CC BY 4.0)"
    case .nws, .file: nil
    }
  }
}
