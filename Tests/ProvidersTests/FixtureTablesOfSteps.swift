import Weather

extension FixtureTests {
  static let metNorway: [Expected] = [
    Expected(
      fixture: "met-norway/complete_days.json", kind: .metNorway, ask: .metNorway,
      values: [
        "now.observed_at": 1_782_936_000, "now.utc_offset_s": 7200, "now.temperature_c": 18,
        "now.dew_point_c": 10.1, "now.humidity_pct": 60, "now.pressure_hpa": 1010,
        "now.cloud_cover_pct": 50, "now.wind_speed_ms": 3, "now.wind_gust_ms": 6,
        "now.wind_direction_deg": 340, "now.uv_index": 0.2, "now.precipitation_mm": 0.4,
        "now.precipitation_period_s": 3600,
        "2026-07-01.temperature_high_c": 18, "2026-07-01.temperature_low_c": 17,
        "2026-07-01.precipitation_mm": 1, "2026-07-01.precipitation_probability_pct": 60,
        "2026-07-01.wind_speed_max_ms": 3, "2026-07-01.wind_gust_ms": 6,
        "2026-07-01.wind_direction_deg": 355, "2026-07-01.humidity_pct": 65,
        "2026-07-01.pressure_hpa": 1010.5, "2026-07-01.cloud_cover_pct": 75,
        "2026-07-01.uv_index": 0.2, "2026-07-01.hours_covered": 2,
        "2026-07-02.temperature_max_c": 24, "2026-07-02.temperature_min_c": 15.5,
        "2026-07-02.precipitation_mm": 5, "2026-07-02.precipitation_probability_pct": 80,
        "2026-07-02.wind_speed_max_ms": 4, "2026-07-02.humidity_pct": 75.3846,
        "2026-07-02.hours_covered": 13, "2026-07-02.utc_offset_s": 7200,
      ],
      texts: [
        "now.condition": "rain", "now.icon": "lightrain", "2026-07-01.icon": "lightrain",
        "2026-07-02.condition": "thunderstorm",
        "2026-07-02.icon": "heavyrainshowersandthunder_night",
      ],
      absent: [
        "now.feels_like_c", "now.visibility_m", "now.condition_code", "2026-07-02.wind_gust_ms",
        "2026-07-01.temperature_mean_c", "2026-07-02.sunrise", "2026-07-01.snowfall_cm",
      ]),
    Expected(
      fixture: "met-norway/compact_other_units.json", kind: .metNorway, ask: .metNorway,
      values: [
        "now.temperature_c": 18, "now.pressure_hpa": 1023.2, "2026-07-01.precipitation_mm": 1,
        "2026-07-01.hours_covered": 6,
      ],
      texts: ["now.condition": "unknown", "now.icon": "newsymbol"],
      absent: [
        "now.wind_speed_ms", "now.humidity_pct", "now.precipitation_mm",
        "now.precipitation_period_s",
      ]),
  ]

  static let nws: [Expected] = [
    Expected(
      fixture: "nws/observation_latest.json", kind: .nws, ask: .nws(.current),
      values: [
        "now.observed_at": 1_782_917_580, "now.utc_offset_s": -14_400, "now.temperature_c": 22.8,
        "now.feels_like_c": 21.5, "now.dew_point_c": 18.3, "now.humidity_pct": 75.7709,
        "now.pressure_hpa": 1018.7, "now.wind_speed_ms": 10, "now.wind_gust_ms": 15,
        "now.wind_direction_deg": 20, "now.visibility_m": 16_090, "now.precipitation_mm": 2.5,
        "now.precipitation_period_s": 3600,
      ],
      texts: ["now.condition": "rain", "now.summary": "Light Rain"],
      absent: ["now.cloud_cover_pct", "now.uv_index"]),
    Expected(
      fixture: "nws/observation_quality.json", kind: .nws, ask: .nws(.current),
      values: [
        "now.temperature_c": 22.8, "now.wind_speed_ms": 10, "now.feels_like_c": 24.25,
        "now.precipitation_mm": 2.5, "now.humidity_pct": 100,
      ],
      texts: ["now.condition": "rain"],
      absent: [
        "now.dew_point_c", "now.pressure_hpa", "now.wind_gust_ms", "now.visibility_m", "now.icon",
      ]),
    Expected(
      fixture: "nws/observations_list.json", kind: .nws, ask: .nws(.current),
      values: ["now.observed_at": 1_782_916_500, "now.temperature_c": 22.8]),
    Expected(
      fixture: "nws/forecast_days.json", kind: .nws, ask: .nws(.forecast),
      values: [
        "2026-06-30.temperature_low_c": 18.8889, "2026-06-30.hours_covered": 4,
        "2026-07-01.temperature_high_c": 31.1111, "2026-07-01.temperature_max_c": 31.1111,
        "2026-07-01.temperature_low_c": 21.1111, "2026-07-01.temperature_min_c": 21.1111,
        "2026-07-01.wind_speed_max_ms": 6.7056, "2026-07-01.wind_gust_ms": 8.9408,
        "2026-07-01.wind_direction_deg": 337.5, "2026-07-01.hours_covered": 24,
        "2026-07-01.precipitation_probability_pct": 30, "2026-07-01.utc_offset_s": -14_400,
        "2026-07-02.temperature_low_c": 15.5, "2026-07-02.wind_speed_max_ms": 10,
        "2026-07-02.precipitation_probability_pct": 70, "2026-07-02.wind_direction_deg": 180,
      ],
      texts: [
        "2026-07-01.condition": "thunderstorm", "2026-07-02.condition": "clear",
        "2026-07-02.summary": "Sunny",
      ],
      absent: [
        "2026-06-30.temperature_high_c", "2026-06-30.wind_direction_deg",
        "2026-07-02.temperature_high_c", "2026-07-01.humidity_pct", "2026-07-02.icon",
        "2026-07-01.precipitation_mm",
      ]),
  ]
}
