import Testing
import Weather

@testable import Providers

struct ConditionsTests {
  @Test("Every documented code means something")
  func documented() {
    let wmo = [
      0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85,
      86, 95, 96, 99,
    ]
    for code in wmo { #expect(Conditions.wmo(code) != .unknown, "\(code)") }
    let openWeatherMap =
      [200, 201, 202, 210, 211, 212, 221, 230, 231, 232, 300, 301, 302, 310, 311, 312, 313, 314]
      + [321, 500, 501, 502, 503, 504, 511, 520, 521, 522, 531, 600, 601, 602, 611, 612, 613, 615]
      + [616, 620, 621, 622, 701, 711, 721, 731, 741, 751, 761, 762, 771, 781]
      + [800, 801, 802, 803, 804]
    for id in openWeatherMap { #expect(Conditions.openWeatherMap(id) != .unknown, "\(id)") }
    let icons = [
      "clear-day", "clear-night", "rain", "snow", "sleet", "wind", "fog", "cloudy",
      "partly-cloudy-day", "partly-cloudy-night", "thunderstorm", "hail", "none",
    ]
    for icon in icons { #expect(Conditions.clearSky(icon) != .unknown, "\(icon)") }
  }

  @Test("No code is no condition, a strange one is unknown")
  func others() {
    #expect(Conditions.wmo(nil) == nil && Conditions.wmo(4) == .unknown)
    #expect(Conditions.openWeatherMap(nil) == nil && Conditions.openWeatherMap(0) == .unknown)
    #expect(Conditions.clearSky(nil) == nil && Conditions.clearSky("none") == nil)
    #expect(Conditions.clearSky("possibly-snow-day") == .unknown)
  }

  @Test(
    "What the model has no word for goes to the nearest one",
    arguments: [
      (Conditions.openWeatherMap(711), Condition.haze), (Conditions.openWeatherMap(762), .haze),
      (Conditions.openWeatherMap(771), .wind), (Conditions.openWeatherMap(781), .wind),
      (Conditions.wmo(56), .freezingRain), (Conditions.wmo(3), .cloudy),
      (Conditions.wmo(80), .rain),
      (Conditions.wmo(85), .snow), (Conditions.wmo(82), .heavyRain),
      (Conditions.wmo(86), .heavySnow),
    ])
  func nearest(found: Condition?, wanted: Condition) {
    #expect(found == wanted)
  }

  @Test("Every quantity has a field's range")
  func quantities() {
    let all: [Quantity] = [
      .temperature, .feelsLike, .dewPoint, .humidity, .pressure, .wind, .direction, .cloudCover,
      .visibility, .ultraviolet, .precipitation, .period, .rate, .snowfall, .probability,
    ]
    for quantity in all { #expect(quantity.range.upperBound > quantity.range.lowerBound) }
  }

  @Test("Every variable that is asked for fills a field or is read by hand")
  func variables() {
    let byHand: Set = ["weather_code", "sunrise", "sunset"]
    for variable in OpenMeteoVariables.current {
      #expect(variable.fields.isEmpty == byHand.contains(variable.name), "\(variable.name)")
    }
    for variable in OpenMeteoVariables.daily {
      #expect(variable.fields.isEmpty == byHand.contains(variable.name), "\(variable.name)")
    }
    #expect(OpenMeteoVariables.daily.flatMap(\.fields).count == 17)
  }
}
