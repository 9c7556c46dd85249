import FoundationEssentials
import Testing
import Weather

/// A committed reply and what must come of it.
struct Expected: Sendable, CustomTestStringConvertible {
  let fixture: String
  let kind: ServiceKind
  var endpoint: String?
  var parts: Parts = .all
  /// How to ask, where the kind alone does not say.
  var ask: Ask?
  let values: [String: Double]
  var texts: [String: String] = [:]
  var absent: [String] = []

  var testDescription: String { fixture }
}

struct FixtureTests {
  @Test(
    "Each fixture gives its values",
    arguments: openMeteo + openWeatherMap + clearSky + metNorway + nws)
  func values(item: Expected) throws {
    let ask = item.ask ?? Ask(item.kind, item.endpoint, parts: item.parts)
    let result = try ask.result(fixture: item.fixture)
    for (place, value) in item.values {
      let found = result.values[place]
      #expect(abs((found ?? .nan) - value) < 0.00011, "\(place) is \(String(describing: found))")
    }
    for (place, text) in item.texts { #expect(result.texts[place] == text) }
    for place in item.absent {
      #expect(result.values[place] == nil && result.texts[place] == nil, "\(place) is invented")
    }
  }

  static let openMeteo: [Expected] = [
    Expected(
      fixture: "open-meteo/forecast_full.json", kind: .openMeteo,
      values: [
        "now.observed_at": 1_782_908_100, "now.utc_offset_s": 7200, "now.temperature_c": 24.1,
        "now.feels_like_c": 24.6, "now.dew_point_c": 15, "now.humidity_pct": 57,
        "now.pressure_hpa": 1015.2, "now.wind_speed_ms": 3.61, "now.wind_gust_ms": 7.2,
        "now.wind_direction_deg": 240, "now.cloud_cover_pct": 75, "now.visibility_m": 24_140,
        "now.uv_index": 5.35, "now.precipitation_mm": 0.4, "now.precipitation_period_s": 900,
        "now.snowfall_cm": 0.07, "now.condition_code": 61,
        "2026-07-01.temperature_high_c": 27.3, "2026-07-01.temperature_max_c": 27.3,
        "2026-07-01.temperature_low_c": 16.2, "2026-07-01.temperature_min_c": 16.2,
        "2026-07-01.temperature_mean_c": 21.4, "2026-07-01.feels_like_high_c": 28.1,
        "2026-07-01.feels_like_low_c": 15.9, "2026-07-01.precipitation_mm": 4.6,
        "2026-07-01.precipitation_probability_pct": 83, "2026-07-01.snowfall_cm": 0,
        "2026-07-01.wind_speed_max_ms": 6.4, "2026-07-01.wind_gust_ms": 14.1,
        "2026-07-01.wind_direction_deg": 251, "2026-07-01.humidity_pct": 66,
        "2026-07-01.pressure_hpa": 1014.3, "2026-07-01.cloud_cover_pct": 71,
        "2026-07-01.uv_index": 6.8, "2026-07-01.sunrise": 1_782_874_080,
        "2026-07-01.sunset": 1_782_934_380, "2026-07-01.hours_covered": 24,
        "2026-07-02.temperature_high_c": 25.8, "2026-07-02.condition_code": 3,
      ],
      texts: ["now.condition": "rain", "2026-07-02.condition": "cloudy"],
      absent: [
        "now.precipitation_rate_mm_h", "2026-07-01.wind_speed_mean_ms", "now.summary", "now.icon",
      ]),
    Expected(
      fixture: "open-meteo/forecast_imperial.json", kind: .openMeteo,
      values: [
        "now.observed_at": 1_782_908_100, "now.temperature_c": 10, "now.dew_point_c": 5,
        "now.precipitation_mm": 2.54, "now.snowfall_cm": 2.54, "now.visibility_m": 304.8,
        "now.wind_speed_ms": 4.4704, "now.wind_gust_ms": 10.2889, "now.uv_index": 3.5,
        "now.condition_code": 3, "2026-07-01.temperature_high_c": 30,
        "2026-07-01.wind_speed_max_ms": 10, "2026-07-01.precipitation_mm": 12.7,
      ],
      absent: ["now.cloud_cover_pct"]),
    Expected(
      fixture: "open-meteo/forecast_unixtime.json", kind: .openMeteo,
      values: [
        "now.observed_at": 1_792_800_000, "2026-10-24.temperature_high_c": 12.1,
        "2026-10-25.temperature_high_c": 11, "2026-10-26.temperature_high_c": 9.5,
        "2026-10-25.utc_offset_s": 7200, "2026-10-26.utc_offset_s": 3600,
        "2026-10-25.sunrise": 1_792_907_100,
      ]),
    Expected(
      fixture: "open-meteo/forecast_null_elements.json", kind: .openMeteo,
      values: [
        "now.wind_speed_ms": 4, "2026-06-04.temperature_high_c": 21.4,
        "2026-06-05.temperature_low_c": 8.5, "2026-06-06.temperature_high_c": 19,
        "2026-06-04.precipitation_probability_pct": 10,
      ],
      absent: [
        "now.temperature_c", "2026-06-05.temperature_high_c", "2026-06-05.temperature_max_c",
        "2026-06-06.precipitation_probability_pct",
      ]),
  ]
}
