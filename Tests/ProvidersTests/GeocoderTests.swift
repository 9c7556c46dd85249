import AlmanacTestKit
import FoundationEssentials
import Providers
import Testing
import Weather

struct GeocoderTests {
  private func geocoder(
    _ kind: ServiceKind, key: String? = "K1", baseURL: String? = nil
  ) throws -> any Geocoder {
    var settings = ServiceSettings(name: kind.rawValue, kind: kind)
    settings.key = key.map { Secret($0) }
    settings.baseURL = baseURL
    return try #require(try ProviderFactory.geocoder(settings: settings))
  }

  private func places(
    _ kind: ServiceKind, _ body: some Sequence<UInt8>, status: Int = 200
  ) throws -> [Place] {
    let geocoder = try geocoder(kind)
    return try geocoder.places(
      in: Response(
        request: geocoder.request(for: "x", count: 10), status: status, body: Data(body),
        receivedAt: Date(unixSeconds: 1_782_900_960)))
  }

  @Test(arguments: [
    (
      ServiceKind.openMeteo,
      "https://customer-geocoding-api.open-meteo.com/v1/search?name=S%C3%A3o%20Tom%C3%A9,%20ST"
        + "&count=10&language=en&format=json"
    ),
    (
      .openWeatherMap,
      "https://api.openweathermap.org/geo/1.0/direct?q=S%C3%A3o%20Tom%C3%A9,ST&limit=5&appid=<key>"
    ),
  ])
  func `a name is asked for as the service documents it`(kind: ServiceKind, url: String) throws {
    let request = try geocoder(kind).request(for: "São Tomé, ST", count: 10)
    #expect(request.shownURL == url)
    #expect(request.credential != nil)
  }

  @Test func `Open-Meteo without a key is its free host, and a base_url replaces either`() throws {
    let free = try geocoder(.openMeteo, key: nil).request(for: "Oslo", count: 1)
    #expect(free.base == "https://geocoding-api.open-meteo.com")
    for key in [nil, "K1"] {
      let own = try geocoder(.openMeteo, key: key, baseURL: "https://example.org/om")
      let url = own.request(for: "Oslo", count: 1).shownURL
      #expect(url.hasPrefix("https://example.org/om/v1/search?name=Oslo&count=1&"))
    }
  }

  @Test(arguments: [(0, 1, 1), (3, 3, 3), (99, 99, 5), (Int.max, 100, 5)])
  func `a count is cut to what the service allows`(count: Int, openMeteo: Int, other: Int) throws {
    let first = try geocoder(.openMeteo).request(for: "Oslo", count: count)
    #expect(first.query.first { $0.name == "count" }?.value == "\(openMeteo)")
    let second = try geocoder(.openWeatherMap).request(for: "Oslo", count: count)
    #expect(second.query.first { $0.name == "limit" }?.value == "\(other)")
  }

  @Test func `only OpenWeatherMap tells what is at coordinates`() throws {
    let request = try geocoder(.openWeatherMap)
      .request(latitude: -33.868_84, longitude: 151, count: 2)
    #expect(
      request?.shownURL
        == "https://api.openweathermap.org/geo/1.0/reverse?lat=-33.8688&lon=151&limit=2&appid=<key>"
    )
    #expect(try geocoder(.openMeteo).request(latitude: 0, longitude: 0, count: 1) == nil)
  }

  @Test func `the other kinds have no geocoder, and OpenWeatherMap has none without a key`() throws
  {
    for kind in [ServiceKind.darkSky, .pirateWeather, .metNorway, .nws, .file] {
      let settings = ServiceSettings(name: "my-service", kind: kind)
      #expect(try ProviderFactory.geocoder(settings: settings) == nil)
    }
    let error = #expect(throws: ProviderError.self) {
      try ProviderFactory.geocoder(
        settings: ServiceSettings(name: "my-service", kind: .openWeatherMap))
    }
    #expect(error?.code == .missingKey)
  }

  @Test func `a place of Open-Meteo has all that it says, and 0 for a coordinate left out`() throws
  {
    let places = try places(.openMeteo, Fixture.bytes("open-meteo/geocoding_places.json"))
    #expect(
      places == [
        Place(
          name: "Santo Equador", admin: "Príncipe", countryCode: "ST",
          countryName: "São Tomé and Príncipe", latitude: 0, longitude: 6.51234, elevation: 12,
          timezone: "Africa/Sao_Tome", population: 5321, sourceID: "11000001"),
        Place(
          name: "Santo Meridiano", countryCode: "GB", countryName: "United Kingdom",
          latitude: 51.47782, longitude: 0, timezone: "Europe/London", sourceID: "11000002"),
        Place(
          name: "Santo Alto", countryCode: "BO", latitude: -16.5, longitude: -68.15,
          population: 812_799, sourceID: "11000003"),
      ])
  }

  @Test func `a place of OpenWeatherMap has its own name, and no zone`() throws {
    let places = try places(.openWeatherMap, Fixture.bytes("openweathermap/geo_direct.json"))
    #expect(
      places == [
        Place(
          name: "Springfield", admin: "Illinois", countryCode: "US", latitude: 39.7990175,
          longitude: -89.6439575),
        Place(name: "東京都", countryCode: "JP", latitude: 35.6828387, longitude: 139.7594549),
      ])
  }

  @Test(arguments: [
    (ServiceKind.openMeteo, #"{"generationtime_ms":0.1}"#), (.openMeteo, "{}"),
    (.openMeteo, #"{"results":[]}"#), (.openMeteo, #"{"results":null,"generationtime_ms":1}"#),
    (.openWeatherMap, "[]"), (.openWeatherMap, " [ ]\n"),
  ])
  func `nothing that matches is no failure`(kind: ServiceKind, body: String) throws {
    #expect(try places(kind, body.utf8) == [])
  }

  @Test(arguments: [("open-meteo", "geocoding_none"), ("openweathermap", "geo_none")])
  func `the replies of the services to an unknown name are empty`(
    kind: String, fixture: String
  ) throws {
    let kind = try #require(ServiceKind(rawValue: kind))
    #expect(try places(kind, Fixture.bytes("\(kind.rawValue)/\(fixture).json")) == [])
  }

  @Test(arguments: [
    #"{"name":"A","latitude":null,"longitude":1}"#, #"{"name":"A","latitude":91,"longitude":1}"#,
    #"{"name":"A","latitude":1,"longitude":-180.1}"#, #"{"name":"A","latitude":1e300}"#,
    #"{"name":"A","latitude":true,"longitude":1}"#, #"{"name":"A"}"#, #"{"latitude":1}"#,
    #"{"name":"","latitude":1}"#, #"{"name":" \u202e\u0007","latitude":1}"#,
    #"{"name":7,"latitude":1}"#, "null", "7", #""A""#, "[]",
  ])
  func `an entry that is no place is left out, and said when it is the only one`(
    entry: String
  ) throws {
    let good = #"{"name":"B","latitude":1,"longitude":"2"}"#
    let names = try places(.openMeteo, #"{"results":[\#(entry),\#(good)]}"#.utf8).map(\.name)
    #expect(names == ["B"])
    let error = #expect(throws: FetchError.self) {
      try places(.openMeteo, #"{"results":[\#(entry)]}"#.utf8)
    }
    #expect(error?.code == .undecodable)
  }

  @Test(arguments: [
    #""elevation":"high""#, #""elevation":-9999"#, #""population":-5"#, #""population":1.5"#,
    #""population":1e300"#, #""timezone":7"#, #""timezone":"""#, #""country_code":"USA""#,
    #""country_code":"1é""#, #""admin1":{}"#, #""country":[]"#, #""id":"x""#, #""id":0"#,
  ])
  func `a value that makes no sense costs only itself`(pair: String) throws {
    let body = #"{"results":[{"name":"A","latitude":1,"longitude":2,\#(pair)}]}"#
    #expect(
      try places(.openMeteo, body.utf8) == [Place(name: "A", latitude: 1, longitude: 2)])
  }

  @Test func `a list without end is cut`() throws {
    let list = Array(repeating: #"{"name":"A","lat":1,"lon":2}"#, count: 5000)
    let body = "[\(list.joined(separator: ","))]"
    #expect(try places(.openWeatherMap, body.utf8).count == 100)
  }

  @Test(
    arguments: [
      (.openMeteo, "open-meteo/geocoding_error_400.json", 400, .request, "between 1 and 100"),
      (.openMeteo, "open-meteo/geocoding_error_400.json", 200, .service, "between 1 and 100"),
      (.openWeatherMap, "openweathermap/error_401.json", 401, .key, "Invalid API key"),
      (.openWeatherMap, "openweathermap/error_401.json", 200, .key, "Invalid API key"),
      (.openWeatherMap, "openweathermap/error_404.json", 404, .place, "not found"),
      (.openMeteo, "openweathermap/error_404.json", 404, .service, "is base_url right?: city"),
      (.openWeatherMap, "openweathermap/error_429.json", 429, .quota, "too many"),
      (.openMeteo, "openweathermap/geo_direct.json", 200, .undecodable, "unexpected shape"),
      (.openMeteo, "open-meteo/forecast_full.json", 200, .undecodable, "unexpected shape"),
      (.openMeteo, "pirate-weather/error_401.html", 200, .captive, "web page"),
    ] as [(ServiceKind, String, Int, FetchError.Code, String)])
  func `an error is what the service says`(
    kind: ServiceKind, fixture: String, status: Int, code: FetchError.Code, words: String
  ) throws {
    let error = #expect(throws: FetchError.self) {
      try places(kind, Fixture.bytes(fixture), status: status)
    }
    #expect(error?.code == code)
    #expect(error?.message.contains(words) == true)
  }

  @Test(arguments: ["", "x", "[", #"{"results":"#, "nan", "\u{0}", #"{"results":7}"#, "7"])
  func `a body that is no reply is undecodable`(body: String) throws {
    for kind in [ServiceKind.openMeteo, .openWeatherMap] {
      let error = #expect(throws: FetchError.self) { try places(kind, body.utf8) }
      #expect(error?.code == .undecodable)
    }
  }
}
