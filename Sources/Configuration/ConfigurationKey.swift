import Weather

/// A key of `almanac.toml`: what the readers know it by, and the manual says of it.
public struct ConfigurationKey: Sendable {
  /// The key, without the name of its table.
  public let name: String
  /// What its value is: `text`, `duration`, `true or false`, or words to choose from.
  public let value: String
  /// What holds without it, in words; nil where nothing does.
  public let fallback: String?
  /// What it does, in whole sentences.
  public let help: String

  init(_ name: String, _ value: String, or fallback: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.fallback = fallback
    self.help = help
  }
}

extension ConfigurationKey {
  /// The keys before the first table, and the tables.
  public static let file = [
    ConfigurationKey(
      "database", "path",
      or: "/var/lib/almanac/almanac.db for root and the service, else almanac/almanac.db below"
        + " $XDG_STATE_HOME (~/.local/state)",
      """
      The file that holds the history. A relative path begins at the folder of the configuration, \
      ~/ at the home folder.
      """),
    ConfigurationKey(
      "provider", "name", or: "open-meteo", "The service of every city that names none."),
    ConfigurationKey(
      "schedule", "schedule", or: "15m", "How often cities are asked about that say nothing else."),
    ConfigurationKey(
      "timezone", "zone", or: "TZ, else the system's",
      "The IANA zone in which cron fields and times of a schedule are meant."),
    ConfigurationKey(
      "spread", "duration", or: "a tenth of the interval, at most 5m",
      """
      Over how much time installations spread their requests, each by an amount of its own that \
      stays the same; 0 is exactly on time.
      """),
    ConfigurationKey(
      "units", "metric, imperial, uk or si", or: "as the locale has it",
      "The units that almanac prints for people. The formats for programs keep theirs."),
    ConfigurationKey(
      "contact", "text",
      """
      An address or a page, told to the services with each request. MET Norway and the US National \
      Weather Service refuse to work without it.
      """),
    ConfigurationKey("log_format", "text or json", or: "text", "How the daemon writes its log."),
    ConfigurationKey("providers", "tables", "A table for each service: [providers.NAME]."),
    ConfigurationKey("retention", "table", "How long rows are kept: [retention]."),
    ConfigurationKey("city", "tables", "A table for each city: [[city]]."),
  ]

  /// The keys of a `[[city]]`.
  public static let city = [
    ConfigurationKey(
      "name", "text", "What people call it; needed. Without coordinates it is looked up by this."),
    ConfigurationKey(
      "slug", "text", or: "made of the name",
      "What people type: lower case letters, digits and hyphens. No two cities share one."),
    ConfigurationKey(
      "country", "two letters", or: "as looked up",
      "The ISO 3166 code, such as NO; it narrows the search for a name."),
    ConfigurationKey(
      "admin", "text", or: "as looked up",
      "The state, province or district; it narrows the search for a name."),
    ConfigurationKey(
      "latitude", "number, -90 to 90", or: "looked up", "Degrees, north positive."),
    ConfigurationKey(
      "longitude", "number, -180 to 180", or: "looked up", "Degrees, east positive."),
    ConfigurationKey(
      "elevation", "number, -500 to 9000", or: "the service's", "Metres above the sea."),
    ConfigurationKey(
      "timezone", "zone", or: "as the service or the gazetteer says",
      "The IANA zone of its days."),
    ConfigurationKey("provider", "name", or: "that of the file", "The service to ask."),
    ConfigurationKey(
      "providers", "list of names",
      "Several services instead of provider; the first is the one that is shown."),
    ConfigurationKey(
      "schedule", "schedule", or: "that of the file", "How often it is asked about."),
    ConfigurationKey(
      "active", "true or false", or: "true",
      "Whether it is fetched; false keeps the city and what is there."),
    ConfigurationKey(
      "moved", "true or false", or: "false",
      """
      Confirms that the coordinates of a slug have moved more than 5 km. Without it that is an \
      error, so that two places never share a history.
      """),
  ]

  /// The keys of a `[providers.NAME]`.
  public static let service =
    [
      ConfigurationKey(
        "kind", "a kind of service", or: "the name of the table",
        "The shape of its replies: see SERVICES."),
      ConfigurationKey(
        "base_url", "address", or: "the service's own",
        "Another server of the same shape: its scheme, host and prefix, for all of its requests."),
      ConfigurationKey(
        "endpoint", "free, daily or onecall", or: "free",
        "OpenWeatherMap alone: what the plan of the key allows."),
      ConfigurationKey(
        "api_key", "text", "The key. One of the other ways is better: see SECRETS."),
      ConfigurationKey("api_key_file", "path", "A file that holds the key and nothing else."),
      ConfigurationKey(
        "key_in", "path, query, header, query:NAME or header:NAME", or: "as the service has it",
        "Where the key goes on the wire."),
      ConfigurationKey(
        "connections", "1 to 64", or: "2, Open-Meteo 1",
        "How many connections it may be asked over."),
      ConfigurationKey(
        "timeout", "duration, at most 10m", or: "15s", "How long a request may take in all."),
      ConfigurationKey(
        "forecast_every", "duration", or: "1h",
        "How often forecasts are asked for, where that saves requests."),
      ConfigurationKey(
        "allow_insecure", "true or false", or: "false",
        "Whether base_url may be plain http on another machine."),
      ConfigurationKey(
        "path", "path", "Kind file alone: the file or folder that replies are read from."),
      ConfigurationKey(
        "format", "a kind of service", or: "a folder of sync --record",
        "Kind file alone: the kind of the replies in it."),
    ] + QuotaWindow.allCases.map(limit)

  /// The keys of `[retention]`.
  public static let retention = [
    ConfigurationKey("observations", "duration", or: "for ever", "Age at which readings go."),
    ConfigurationKey(
      "forecasts", "duration", or: "for ever", "Age at which superseded forecasts go."),
    ConfigurationKey(
      "runs", "duration", or: "90d", "Age at which the details of requests go."),
  ]

  /// The key of the limit of a window.
  static func limit(_ window: QuotaWindow) -> ConfigurationKey {
    ConfigurationKey(
      "max_requests_per_\(window.rawValue)", "whole number",
      or: "the free plan's, at the service's own host",
      "What requests may cost \(window.each), counted as the service counts them.")
  }
}
