import Providers
import Testing
import Weather

struct ProviderFactoryTests {
  @Test(
    "A service that can't be asked is refused by the setting to look at",
    arguments: [
      (ServiceKind.openWeatherMap, nil, nil, "api_key"), (.pirateWeather, nil, nil, "api_key"),
      (.darkSky, nil, nil, "api_key"), (.metNorway, nil, nil, "contact"),
      (.nws, nil, nil, "contact"),
      (.file, nil, nil, "format"), (.openWeatherMap, "K1", "hourly", "endpoint"),
      (.openMeteo, nil, "archive", "endpoint"), (.darkSky, "K1", "x", "endpoint"),
    ] as [(ServiceKind, String?, String?, String)])
  func refusals(kind: ServiceKind, key: String?, endpoint: String?, setting: String) {
    var settings = ServiceSettings(name: "my-service", kind: kind)
    settings.key = key.map { Secret($0) }
    settings.endpoint = endpoint
    let error = #expect(throws: ProviderError.self) {
      try ProviderFactory.make(settings: settings, contact: nil)
    }
    #expect(error?.setting == setting)
    #expect(error?.description.hasPrefix("my-service: ") == true)
  }

  @Test("A key in the path is refused where the path has no place for one")
  func keyInPath() {
    var settings = ServiceSettings(name: "open-meteo", kind: .openMeteo)
    settings.key = Secret("K1")
    settings.keyPlacement = .path
    let error = #expect(throws: ProviderError.self) {
      try ProviderFactory.make(settings: settings, contact: nil)
    }
    #expect(error?.setting == "key_in")
  }

  @Test("The free plan counts on the service's own host only")
  func freePlan() {
    var settings = ServiceSettings(name: "open-meteo", kind: .openMeteo)
    #expect(ServiceProfile.of(settings).freePlan[.day] == 10_000)
    #expect(ServiceProfile.of(settings).connections == 1)
    settings.baseURL = "http://127.0.0.1:8080"
    #expect(ServiceProfile.of(settings).freePlan.isEmpty)
    #expect(ServiceProfile.of(ServiceSettings(name: "x", kind: .darkSky)).freePlan.isEmpty)
  }

  @Test("A clone of Dark Sky needs no key")
  func keylessClone() throws {
    var settings = ServiceSettings(name: "clear-sky", kind: .darkSky)
    settings.baseURL = "https://weather.example.org"
    _ = try ProviderFactory.make(settings: settings, contact: nil)
  }
}
