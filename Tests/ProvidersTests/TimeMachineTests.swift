import FoundationEssentials
import Providers
import Testing
import Weather

struct TimeMachineTests {
  private static let oneCall = PastAsk.clockChange(.openWeatherMap, endpoint: "onecall")
  private static let darkSky = PastAsk.clockChange(.darkSky)
  private static let pirate = PastAsk.clockChange(.pirateWeather)

  @Test("One Call is asked for each full hour of the city's day, and for the day itself")
  func oneCallRequests() throws {
    var ask = Self.oneCall
    ask.baseURL = nil
    let requests = try ask.requests()
    #expect(requests.count == 26)
    #expect(
      requests.first?.shownURL
        == "https://api.openweathermap.org/data/3.0/onecall/timemachine?lat=52.52&lon=13.41"
        + "&units=metric&dt=1761429600&appid=<key>")
    #expect(requests.first?.pastSubject == .reading(Date(unixSeconds: 1_761_429_600)))
    #expect(
      requests.last?.shownURL
        == "https://api.openweathermap.org/data/3.0/onecall/day_summary?lat=52.52&lon=13.41"
        + "&units=metric&date=2025-10-26&appid=<key>")
    #expect(requests.last?.pastSubject == .daysAlone)
    #expect(requests.allSatisfy { $0.cost == 1 && !$0.shownURL.contains("K1") })
  }

  @Test("Of a day that is not over only the hours are asked for that are, and not the day")
  func unfinished() throws {
    var ask = Self.oneCall
    ask.now = Date(unixSeconds: 1_761_429_600 + 5400)
    #expect(try ask.requests().map(\.endpoint) == ["timemachine", "timemachine"])
    var sky = Self.darkSky
    sky.now = ask.now
    // Noon is to come, and what is to come is refused.
    #expect(try sky.requests().map(\.path) == [["forecast", "52.52,13.41,1761435000"]])
  }

  @Test("The hours of a zone that is off by three quarters of an hour are full hours of UTC")
  func oddZone() throws {
    var ask = Self.oneCall
    ask.city.timezone = "Asia/Kathmandu"
    let hours = try ask.requests().dropLast().compactMap(\.pastSubject)
    #expect(hours.count == 24)
    // 2025-10-25T18:15Z is midnight there.
    #expect(hours.first == .reading(Date(unixSeconds: 1_761_418_800)))
    #expect(hours.last == .reading(Date(unixSeconds: 1_761_418_800 + 23 * 3600)))
  }

  @Test("Without a zone the day is that of the sun")
  func noZone() throws {
    var ask = Self.darkSky
    ask.city.timezone = nil
    // 53.64 minutes before noon of UTC.
    #expect(try ask.requests().map(\.path) == [["forecast", "52.52,13.41,1761476782"]])
  }

  @Test("An endpoint without a past says what would change it")
  func advice() throws {
    for endpoint in [nil, "free", "daily"] {
      var ask = Self.oneCall
      ask.endpoint = endpoint
      let provider = try ask.provider()
      #expect(provider.pastProducts(today: LocalDate(daysSince1970: 20_000)).isEmpty)
      #expect(try ask.requests().isEmpty)
      #expect(provider.pastAdvice?.contains("`endpoint = \"onecall\"`") == true)
    }
    #expect(try Self.oneCall.provider().pastAdvice == nil)
  }

  @Test("An instant of One Call is a reading with the zone's own offset")
  func instant() throws {
    var ask = Self.oneCall
    ask.request = 2
    let result = try ask.result(fixture: "openweathermap/timemachine.json")
    let reading = try #require(result.readings.first)
    #expect(result.readings.count == 1 && result.days.isEmpty && result.warnings.isEmpty)
    #expect(reading.observedAt == Date(unixSeconds: 1_761_436_800))
    #expect(reading.utcOffsetSeconds == 7200 && reading.temperatureC == 9.42)
    #expect(reading.precipitationMm == 0.7 && reading.precipitationPeriodS == 3600)
    #expect(reading.condition == .rain && reading.windGustMs == 11.32)
    #expect(result.basis == .reanalysis && result.origin == .backfill)
    #expect(result.zone == "Europe/Berlin")
    #expect(try ask.result(fixture: "openweathermap/timemachine_none.json").isEmpty)
  }

  @Test(
    "A day of One Call is in the units that it names",
    arguments: [
      ("openweathermap/day_summary.json", 12.8, 6.1, 64.0, 260.0),
      ("openweathermap/day_summary_standard.json", 12.8, 6.1, 33, 120),
    ])
  func daySummary(
    fixture: String, high: Double, low: Double, humidity: Double, direction: Double
  ) throws {
    var ask = Self.oneCall
    ask.request = 25
    let day = try #require(try ask.result(fixture: fixture).days.first)
    #expect(day.date.description == "2025-10-26" && day.utcOffsetSeconds == 7200)
    #expect(day.temperatureHighC == high && day.temperatureMaxC == high)
    #expect(day.temperatureLowC == low && day.temperatureMinC == low)
    #expect(day.humidityPct == humidity && day.windSpeedMaxMs == 8.7)
    #expect(day.windDirectionDeg == direction && day.hoursCovered == 24)
  }

  @Test("A day of the Dark Sky shape has its 25 hours and what the day was")
  func darkSkyDay() throws {
    let result = try Self.darkSky.result(fixture: "dark-sky/timemachine.json")
    #expect(result.readings.count == 25 && result.warnings.isEmpty)
    #expect(result.readings.map(\.utcOffsetSeconds).filter { $0 == 7200 }.count == 3)
    let first = try #require(result.readings.first)
    #expect(first.temperatureC == 9.5 && first.humidityPct == 81 && first.visibilityM == 15_200)
    #expect(first.precipitationRateMmH == 0.31 && first.precipitationMm == nil)
    #expect(first.snowfallCm == 0.4 && first.condition == .snow)
    let day = try #require(result.days.first)
    #expect(day.date.description == "2025-10-26" && day.utcOffsetSeconds == 7200)
    #expect(day.temperatureHighC == 11.9 && day.temperatureLowC == 5.2)
    #expect(day.temperatureMaxC == 11.9 && day.temperatureMinC == 6.3)
    #expect(day.windSpeedMeanMs == 4.4 && day.windSpeedMaxMs == nil && day.snowfallCm == 0.5)
    #expect(result.basis == .reanalysis)
  }

  @Test("Pirate Weather's sources say what the values rest on, and a sentinel is nothing")
  func era5() throws {
    let fixture = "pirate-weather/timemachine_era5.json"
    let result = try Self.pirate.result(fixture: fixture)
    #expect(result.basis == .reanalysis)
    #expect(result.readings.first?.precipitationMm == 1.2)
    #expect(result.readings.first?.precipitationPeriodS == 3600)
    #expect(result.readings.first?.feelsLikeC == nil && result.readings.first?.snowfallCm == 0)
    #expect(result.days.first?.precipitationMm == 7.263 && result.days.first?.uvIndex == nil)
    var ask = Self.pirate
    ask.product = .recent
    #expect(try ask.result(fixture: fixture).basis == .reanalysis)
    let models = #"{"latitude":1,"hourly":{"data":[{"time":1761429600,"temperature":1}]},"#
    for (flags, basis) in [
      (#""flags":{"sources":["gfs","hrrr"]}}"#, Basis.model),
      (#""flags":{"sources":["ERA5"]}}"#, .reanalysis), (#""flags":{"sources":3}}"#, .reanalysis),
    ] {
      #expect(try Self.pirate.result(Data((models + flags).utf8)).basis == basis)
    }
  }

  @Test("Pirate Weather's archive has a host of its own")
  func pirateHost() throws {
    var ask = Self.pirate
    ask.baseURL = nil
    let request = try #require(try ask.requests().first)
    #expect(
      request.shownURL
        == "https://timemachine.pirateweather.net/forecast/key/52.52,13.41,1761476400"
        + "?units=si&exclude=currently,minutely,alerts&version=2&tmextra=1")
    #expect(request.cost == 1 && request.pastSubject == .days)
    var sky = Self.darkSky
    sky.baseURL = nil
    #expect(
      try sky.requests().first?.shownURL
        == "https://api.darksky.net/forecast/<key>/52.52,13.41,1761476400"
        + "?units=si&exclude=currently,minutely,alerts")
  }

  @Test("The first days of 1970 are days like others, and so are those before")
  func epoch() throws {
    for (date, time) in [
      ("1970-01-01", -3600), ("1969-12-31", -90_000), ("1945-05-08", -777_949_200),
    ] {
      var ask = Self.darkSky
      (ask.from, ask.through) = (date, date)
      let body = """
        {"latitude":52.52,"longitude":13.41,"timezone":"Europe/Berlin",
         "hourly":{"data":[{"time":\(time + 3600),"temperature":-3}]},
         "daily":{"data":[{"time":\(time),"temperatureMax":1,"temperatureMin":-4}]}}
        """
      let result = try ask.result(Data(body.utf8))
      #expect(result.readings.count == 1 && result.days.map(\.date.description) == [date])
    }
  }

  @Test(
    "A reply that is none is undecodable, one without the day is nothing",
    arguments: [
      PastAsk.clockChange(.darkSky), .clockChange(.pirateWeather),
      .clockChange(.openWeatherMap, endpoint: "onecall"),
      .clockChange(.openWeatherMap, endpoint: "onecall", request: 25),
    ])
  func refused(ask: PastAsk) throws {
    for body in ["", "{}", "[]", "nan", #"{"hourly":[]}"#, #"{"data":3}"#, #"{"date":"x"}"#]
      + [
        #"{"latitude":1,"weather":"later"}"#, #"{"data":[{"when":1}],"timezone":"UTC"}"#,
        #"{"flags":{},"hourly":{"data":[{"when":1}]}}"#, #"{"flags":{},"daily":[1]}"#,
        #"{"date":"2025-10-26","temperature":{"max":"warm"}}"#,
      ]
    {
      #expect(try ask.error(body).code == .undecodable, "\(body)")
    }
    #expect(try ask.error(#"{"cod":401,"message":"Invalid API key."}"#, status: 401).code == .key)
    #expect(try ask.error("", status: 502).code == .service)
    guard ask.kind != .openWeatherMap else { return }
    #expect(try ask.result(fixture: "dark-sky/timemachine_none.json").isEmpty)
  }

  @Test(
    "Each past day has one product, the newest of the models",
    arguments: [
      (PastAsk.clockChange(.darkSky), 5), (.clockChange(.pirateWeather), 10),
      (.clockChange(.openWeatherMap, endpoint: "onecall"), 5),
    ])
  func products(ask: PastAsk, modelDays: Int) throws {
    let today = try #require(LocalDate(iso: "2026-07-01"))
    let products = try ask.provider().pastProducts(today: today)
    for back in [0, 1, modelDays, modelDays + 1, 10_000] {
      let kinds = products.filter { $0.dates.contains(today.adding(days: -back)) }.map(\.kind)
      #expect(kinds == [back > modelDays ? .archive : .recent])
    }
    #expect(products.allSatisfy { $0.chunkDays == 1 })
  }
}
