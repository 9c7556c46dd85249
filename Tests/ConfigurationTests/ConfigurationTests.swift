import Configuration
import Schedule
import Testing
import Weather

func parse(
  _ text: String, environment: [String: String] = [:]
) throws(ConfigurationError) -> Configuration {
  try Configuration.parse(text: text, path: "/etc/almanac/almanac.toml", environment: environment)
}

struct ConfigurationTests {
  static let whole = """
    database = "/var/lib/almanac/almanac.db"
    provider = "open-meteo"                    # default for every city; needs no key
    schedule = "15m"
    timezone = "Europe/Lisbon"
    spread   = "1m"
    units    = "uk"
    contact  = "you@example.org"
    log_format = "json"

    [retention]
    observations = "5y"
    forecasts = "400d"
    runs = 7776000

    [providers.openweathermap]
    endpoint = "free"
    api_key = " 0123abcd\\n"
    key_in = "header:X-Key"

    [providers.clear-sky]
    kind     = "dark-sky"
    base_url = "https://weather.example.org/ds/"
    max_requests_per_day = 300
    max_requests_per_minute = 10
    connections = 16
    timeout = "5s"
    forecast_every = "3h"

    [providers.kept]
    kind = "file"
    path = "kept"
    format = "dark-sky"

    [[city]]
    name = "São Tomé"
    latitude = 0
    longitude = 6.6131
    elevation = 10
    admin = "Água Grande"

    [[city]]
    name = "Oslo"
    slug = "oslo-blindern"
    country = "no"
    latitude = 59.9423
    longitude = 10.72
    timezone = "Europe/Oslo"
    providers = ["met-norway", "clear-sky"]
    schedule = "@hourly"
    active = false
    moved = true

    """

  @Test func `A whole file is read`() throws {
    let read = try parse(Self.whole)
    #expect(read.database == "/var/lib/almanac/almanac.db")
    #expect(read.timezone == "Europe/Lisbon")
    #expect(read.units == .uk)
    #expect(read.contact == "you@example.org")
    #expect(read.logFormat == .json)
    #expect(read.retention.observationsSeconds == 5 * 365 * 86_400)
    #expect(read.retention.forecastsSeconds == 400 * 86_400)
    #expect(read.retention.runsSeconds == 90 * 86_400)
    #expect(read.warnings == [])
    #expect(
      Set(read.services.keys)
        == ["openweathermap", "clear-sky", "kept", "open-meteo", "met-norway"])
  }

  @Test func `The cities are read in their order`() throws {
    let cities = try parse(Self.whole).cities
    let first = try #require(cities.first), second = try #require(cities.last)
    #expect(
      first.city
        == City(
          slug: "sao-tome", name: "São Tomé", admin: "Água Grande", latitude: 0, longitude: 6.6131,
          elevation: 10))
    #expect(first.providers == ["open-meteo"])
    #expect(first.schedule == .quarterHourly)
    #expect(first.spreadSeconds == 60)
    #expect(first.active && !first.moved)
    #expect(first.line == 34)
    #expect(
      second.city
        == City(
          slug: "oslo-blindern", name: "Oslo", country: "NO", latitude: 59.9423, longitude: 10.72,
          timezone: "Europe/Oslo"))
    #expect(second.providers == ["met-norway", "clear-sky"])
    #expect(second.schedule.description == "@hourly")
    #expect(!second.active && second.moved)
  }

  @Test func `The services are read`() throws {
    let services = try parse(Self.whole).services
    var clearSky = ServiceSettings(name: "clear-sky", kind: .darkSky)
    clearSky.baseURL = "https://weather.example.org/ds"
    clearSky.requestLimits = [.day: 300, .minute: 10]
    clearSky.connections = 16
    clearSky.timeoutSeconds = 5
    clearSky.forecastEverySeconds = 10_800
    #expect(services["clear-sky"] == clearSky)
    var openWeatherMap = ServiceSettings(name: "openweathermap", kind: .openWeatherMap)
    openWeatherMap.endpoint = "free"
    openWeatherMap.key = Secret("0123abcd")
    openWeatherMap.keyPlacement = .header("X-Key")
    #expect(services["openweathermap"] == openWeatherMap)
    var kept = ServiceSettings(name: "kept", kind: .file)
    kept.filePath = "/etc/almanac/kept"
    kept.fileFormat = .darkSky
    #expect(services["kept"] == kept)
    #expect(services["open-meteo"] == ServiceSettings(name: "open-meteo", kind: .openMeteo))
  }

  @Test func `An empty file has no cities and every default`() throws {
    let read = try parse("")
    #expect(read.cities.isEmpty && read.services.isEmpty && read.warnings.isEmpty)
    #expect(read.database == nil && read.units == nil && read.timezone == nil)
    #expect(read.logFormat == .text)
  }

  @Test func `A byte order mark and Windows line ends are accepted`() throws {
    let text = "\u{FEFF}units = \"si\"\r\n[[city]]\r\nname = \"A\"\r\nlatitude = 1\r\nlongitude = 2"
    let read = try parse(text)
    #expect(read.units == .si)
    #expect(read.cities.first?.city.slug == "a")
  }

  @Test(
    "The places of a key",
    arguments: [
      ("path", KeyPlacement.path), ("query", .query(nil)), ("header", .header(nil)),
      ("query:appid", .query("appid")), ("header:X-API-Key", .header("X-API-Key")),
    ])
  func keyPlacement(text: String, placement: KeyPlacement) throws {
    let read = try parse("[providers.open-meteo]\nkey_in = \"\(text)\"")
    #expect(read.services["open-meteo"]?.keyPlacement == placement)
  }

  @Test(
    "Addresses that are taken",
    arguments: [
      ("https://a.example", "https://a.example"),
      ("https://a.example:8443/x/", "https://a.example:8443/x"),
      ("http://localhost:8080", "http://localhost:8080"), ("http://127.1.2.3", "http://127.1.2.3"),
      ("http://[::1]:80/", "http://[::1]:80"), ("HTTPS://A.example", "HTTPS://A.example"),
    ])
  func baseURL(text: String, address: String) throws {
    let read = try parse("[providers.open-meteo]\nbase_url = \"\(text)\"")
    #expect(read.services["open-meteo"]?.baseURL == address)
  }

  @Test func `Plain http beyond loopback is taken where it is allowed`() throws {
    let read = try parse(
      "[providers.open-meteo]\nbase_url = \"http://lan.example\"\nallow_insecure = true")
    #expect(read.services["open-meteo"]?.baseURL == "http://lan.example")
    #expect(read.services["open-meteo"]?.allowsPlainHTTP == true)
  }

  @Test(arguments: ["0", "\"0\"", "\"0s\""])
  func `A spread of nothing is exactly on time`(value: String) throws {
    let read = try parse("spread = \(value)\n[[city]]\nname=\"A\"\nlatitude=1\nlongitude=2")
    #expect(read.cities.first?.spreadSeconds == 0)
  }

  @Test func `A city list of ten thousand is read in time`() throws {
    let text = (0..<10_000).map {
      "[[city]]\nname = \"Place \($0)\"\nlatitude = 1.5\nlongitude = 2.5\n"
    }.joined()
    let start = ContinuousClock.now
    #expect(try parse(text).cities.count == 10_000)
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
