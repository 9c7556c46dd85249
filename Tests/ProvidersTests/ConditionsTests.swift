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

  /// The list of MET Norway's `weathericon` documentation.
  @Test("Every symbol of MET Norway means something, with its misspelt two")
  func metNorway() {
    let steady = [
      "cloudy", "fog", "lightrain", "rain", "heavyrain", "lightsleet", "sleet", "heavysleet",
      "lightsnow", "snow", "heavysnow",
    ]
    let varying = [
      "clearsky", "fair", "partlycloudy", "lightrainshowers", "rainshowers", "heavyrainshowers",
      "lightsleetshowers", "sleetshowers", "heavysleetshowers", "lightsnowshowers", "snowshowers",
      "heavysnowshowers", "lightrainshowersandthunder", "rainshowersandthunder",
      "heavyrainshowersandthunder", "lightssleetshowersandthunder", "sleetshowersandthunder",
      "heavysleetshowersandthunder", "lightssnowshowersandthunder", "snowshowersandthunder",
      "heavysnowshowersandthunder",
    ]
    let thunder = steady.dropFirst(2).map { $0 + "andthunder" }
    let symbols =
      steady + thunder
      + varying.flatMap { stem in ["_day", "_night", "_polartwilight"].map { stem + $0 } }
    for symbol in symbols { #expect(Conditions.metNorway(symbol) != .unknown, "\(symbol)") }
    #expect(Conditions.metNorway("heavysnow") == .heavySnow)
    #expect(Conditions.metNorway("lightssnowshowersandthunder_polartwilight") == .thunderstorm)
    #expect(Conditions.metNorway("fair_noon") == .unknown && Conditions.metNorway(nil) == nil)
  }

  /// The codes of `https://api.weather.gov/icons`.
  @Test("Every icon of NWS means something; of two the worse counts, without one the words")
  func nws() {
    let codes =
      ["skc", "few", "sct", "bkn", "ovc", "wind_skc", "wind_few", "wind_sct", "wind_bkn"]
      + ["wind_ovc", "snow", "rain_snow", "rain_sleet", "snow_sleet", "fzra", "rain_fzra"]
      + ["snow_fzra", "sleet", "rain", "rain_showers", "rain_showers_hi", "tsra", "tsra_sct"]
      + ["tsra_hi", "tornado", "hurricane", "tropical_storm", "dust", "smoke", "haze", "hot"]
      + ["cold", "blizzard", "fog"]
    for code in codes {
      let icon = "https://api.weather.gov/icons/land/night/\(code),40?size=medium"
      #expect(Conditions.nws(icon: icon, words: nil) != .unknown, "\(code)")
    }
    let two = "/icons/land/day/sct/tsra_hi,30?size=small"
    #expect(Conditions.nws(icon: two, words: "Sunny") == .thunderstorm)
    #expect(Conditions.nws(icon: nil, words: "Chance Snow Showers") == .snow)
    #expect(Conditions.nws(icon: nil, words: "Mostly Cloudy") == .cloudy)
    #expect(Conditions.nws(icon: "https://x/day/new_code", words: "Sunny") == .clear)
    #expect(Conditions.nws(icon: "https://x/day/new_code", words: nil) == .unknown)
    #expect(Conditions.nws(icon: nil, words: nil) == nil)
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
