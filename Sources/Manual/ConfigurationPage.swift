import Configuration
import Weather

extension Page {
  /// almanac.toml(5).
  static var configuration: Page {
    Page(
      "almanac.toml", section: 5, "which cities Almanac keeps, and whom it asks about them",
      synopsis: ".Pa /etc/almanac/almanac.toml\n.Pp\n.Pa \\(ti/.config/almanac/almanac.toml\n",
      #"""
      .Sh DESCRIPTION
      The configuration of
      .Xr almanacd 8 ;
      .Xr almanac 1
      takes only
      .Cm database
      and
      .Cm units
      from it.
      It is in TOML 1.0.
      Unknown and repeated keys are errors, which name file, line and column.
      .Dq almanacd check
      reads it and says what it would do.
      .Pp
      A
      .Em duration
      is a text such as
      .Li \(dq90s\(dq , \(dq15m\(dq , \(dq1h\(dq , \(dq2d\(dq
      or
      .Li \(dq5y\(dq ,
      or a whole number of seconds without quotes.
      .Pp
      A
      .Em schedule
      is an interval
      .Pq Li \(dq15m\(dq ,
      the five fields of cron
      .Pq Li \(dq*/15 * * * *\(dq ,
      a name
      .Pq Li \(dq@hourly\(dq ,
      or local times
      .Pq Li \(dq06:00,18:00\(dq .
      .Sh KEYS OF THE FILE

      """# + keys(ConfigurationKey.file)
        + ".Sh KEYS OF A CITY\n.Li [[city]]\nstands before each city.\n"
        + keys(ConfigurationKey.city)
        + ".Sh KEYS OF A SERVICE\n.Li [providers.NAME]\nis needed for a service only where"
        + " something\nis to be said of it.\n" + keys(ConfigurationKey.service)
        + ".Sh KEYS OF RETENTION\nIn\n.Li [retention] .\n" + keys(ConfigurationKey.retention)
        + ".Sh SERVICES\n.Bl -tag -width \"openweathermap\"\n"
        + ServiceKind.allCases.map { ".It Cm \($0.rawValue)\n\(Mdoc.text(about($0)))" }.joined()
        + ".El\n" + configurationEnd)
  }

  private static func keys(_ keys: [ConfigurationKey]) -> String {
    Mdoc.list(
      keys.map { key in
        let fallback = key.fallback.map { " Default: \($0)." } ?? ""
        return ("Cm \(key.name) Pq \(Mdoc.word(key.value))", key.help + fallback)
      })
  }

  private static func about(_ kind: ServiceKind) -> String {
    switch kind {
    case .openMeteo: "Open-Meteo, without a key for non-commercial use. Data: CC BY 4.0."
    case .openWeatherMap: "OpenWeatherMap, with a key."
    case .darkSky: "Any service that answers as Dark Sky did; its base_url must be given."
    case .pirateWeather: "Pirate Weather, with a key."
    case .metNorway:
      """
      MET Norway, without a key but with a contact. Its current conditions are the first hour of \
      its forecast. Data: CC BY 4.0.
      """
    case .nws: "The US National Weather Service, without a key but with a contact."
    case .file: "Replies that others fetched, or that almanacd sync --record kept: see path."
    }
  }

  private static let configurationEnd = #"""
    .Sh SECRETS
    The first that is there of
    .Pp
    .Bl -enum -compact
    .It
    the credential
    .Pa $CREDENTIALS_DIRECTORY/ Ns Ar NAME :
    the units hand over
    .Pa /etc/credstore/ Ns Ar NAME
    for the services with a kind of their own name, others by a drop-in with
    .Li LoadCredential= Ns Ar NAME
    .It
    the variable
    .Ev ALMANAC_KEY_ Ns Ar NAME
    .It
    the file that
    .Cm api_key_file
    names
    .It
    .Cm api_key
    .El
    .Sh FILES
    The first of these that is given or there:
    .Fl \-config Ar FILE ,
    .Ev ALMANAC_CONFIG ,
    .Pa $XDG_CONFIG_HOME/almanac/almanac.toml ,
    .Pa /etc/almanac/almanac.toml .
    .Sh EXAMPLES
    One city, from a service that needs no key, every quarter of an hour:
    .Bd -literal -offset indent
    [[city]]
    name = "Lisbon"
    latitude = 38.7223
    longitude = \-9.1393
    .Ed
    .Pp
    A city by its name, from two services, of which one has a key; and a service of
    a known shape under a name of its own:
    .Bd -literal -offset indent
    [providers.openweathermap]
    endpoint = "free"
    api_key_file = "/etc/almanac/openweathermap.key"

    [providers.clear\-sky]
    kind = "dark\-sky"
    base_url = "https://weather.example.org"
    max_requests_per_day = 300

    [[city]]
    name = "Oslo"
    country = "NO"
    providers = ["openweathermap", "clear\-sky"]
    schedule = "@hourly"
    .Ed
    .Sh SEE ALSO
    .Xr almanac 1 ,
    .Xr almanacd 8

    """#
}
