import FoundationEssentials
import Providers
import Testing
import Weather

struct RequestTests {
  private func cities(_ count: Int) -> [City] {
    (0..<count).map {
      City(slug: "p\($0)", name: "P", latitude: Double($0) / 10, longitude: -0.12)
    }
  }

  @Test("Open-Meteo is asked for 100 places at once, with its own zone or theirs")
  func openMeteo() throws {
    var ask = Ask(.openMeteo)
    ask.key = nil
    ask.baseURL = nil
    ask.cities = cities(250)
    let requests = try ask.requests()
    #expect(requests.map(\.cities.count) == [100, 100, 50])
    #expect(requests.flatMap(\.cities).map(\.slug) == ask.cities.map(\.slug))
    let url = try #require(requests.last).shownURL
    #expect(url.hasPrefix("https://api.open-meteo.com/v1/forecast?latitude=20,20.1,"))
    #expect(url.contains("&timezone=auto&wind_speed_unit=ms"))
    ask.cities = [.berlin]
    ask.cities[0].timezone = "Asia/Tokyo"
    ask.cities[0].elevation = 34.5
    let one = try #require(try ask.requests().first)
    #expect(one.shownURL.contains("timezone=Asia%2FTokyo"))
    #expect(one.shownURL.contains("elevation=34.5"))
  }

  @Test("Open-Meteo costs a tenth a variable and place, at least 1, and less without the days")
  func openMeteoCost() throws {
    var ask = Ask(.openMeteo)
    ask.cities = cities(10)
    let both = try #require(try ask.requests().first)
    #expect(abs(both.cost - 32) < 0.001)
    ask.parts = .current
    let current = try #require(try ask.requests().first)
    #expect(abs(current.cost - 14) < 0.001)
    #expect(!current.shownURL.contains("daily="))
  }

  @Test("A key makes it the paying host, and goes into a header")
  func openMeteoKey() throws {
    var ask = Ask(.openMeteo)
    ask.baseURL = nil
    let request = try #require(try ask.requests().first)
    #expect(request.wireURL.hasPrefix("https://customer-api.open-meteo.com/v1/forecast?"))
    #expect(!request.wireURL.contains("K1"))
    #expect(request.wireHeaders.contains { $0.name == "X-Api-Key" && $0.value == "K1" })
  }

  @Test(
    "OpenWeatherMap is asked where its plan allows",
    arguments: [
      (nil, Parts.all, ["/data/2.5/weather", "/data/2.5/forecast"]),
      ("free", .current, ["/data/2.5/weather"]),
      ("daily", .all, ["/data/2.5/weather", "/data/2.5/forecast/daily"]),
      ("onecall", .all, ["/data/3.0/onecall"]), ("free", [], []),
    ] as [(String?, Parts, [String])])
  func openWeatherMap(endpoint: String?, parts: Parts, paths: [String]) throws {
    let requests = try Ask(.openWeatherMap, endpoint, parts: parts).requests()
    #expect(requests.map { "/" + $0.path.joined(separator: "/") } == paths)
    for request in requests {
      #expect(request.wireURL.contains("?lat=52.52&lon=13.41&units=metric"))
      #expect(request.wireURL.hasSuffix("&appid=K1"))
      #expect(!request.shownURL.contains("K1"))
    }
  }

  @Test("Dark Sky has its key in the path, Pirate Weather in a header")
  func clearSky() throws {
    var ask = Ask(.darkSky)
    ask.cities = [City(slug: "l", name: "L", latitude: 51.5, longitude: -0.12)]
    let dark = try #require(try ask.requests().first)
    #expect(
      dark.wireURL
        == "http://127.0.0.1:8080/forecast/K1/51.5,-0.12?units=si&exclude=minutely,hourly,alerts")
    ask.kind = .pirateWeather
    ask.baseURL = nil
    let pirate = try #require(try ask.requests().first)
    #expect(pirate.wireURL.hasPrefix("https://api.pirateweather.net/forecast/key/51.5,-0.12?"))
    #expect(pirate.wireURL.hasSuffix("&version=2"))
    #expect(pirate.wireHeaders.contains { $0.name == "apikey" && $0.value == "K1" })
  }

  @Test("No key, no city and no part are no crash")
  func nothing() throws {
    var ask = Ask(.darkSky, parts: [])
    #expect(try ask.requests().isEmpty)
    ask.parts = .all
    ask.key = nil
    let request = try #require(try ask.requests().first)
    #expect(request.wireURL.contains("/forecast/key/52.52,13.41?"))
    ask.cities = []
    #expect(try ask.requests().isEmpty)
  }
}
