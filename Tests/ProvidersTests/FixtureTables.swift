import Weather

extension FixtureTests {
  static let openWeatherMap: [Expected] = [
    Expected(
      fixture: "openweathermap/weather_rain.json", kind: .openWeatherMap, parts: .current,
      values: [
        "now.observed_at": 1_782_900_900, "now.utc_offset_s": 7200, "now.temperature_c": 18.2,
        "now.feels_like_c": 18, "now.humidity_pct": 78, "now.pressure_hpa": 1011,
        "now.wind_speed_ms": 3.1, "now.wind_gust_ms": 6.2, "now.wind_direction_deg": 240,
        "now.cloud_cover_pct": 75, "now.visibility_m": 10_000, "now.precipitation_mm": 2.4,
        "now.precipitation_period_s": 3600, "now.condition_code": 500,
      ],
      texts: ["now.condition": "rain", "now.summary": "light rain", "now.icon": "10d"],
      absent: ["now.snowfall_cm", "now.precipitation_rate_mm_h", "now.uv_index"]),
    Expected(
      fixture: "openweathermap/weather_dry.json", kind: .openWeatherMap, parts: .current,
      values: [
        "now.pressure_hpa": 1011, "now.precipitation_mm": 0, "now.precipitation_period_s": 3600,
      ],
      texts: ["now.condition": "clear"], absent: ["now.wind_gust_ms", "now.visibility_m"]),
    Expected(
      fixture: "openweathermap/forecast_steps.json", kind: .openWeatherMap, parts: .forecast,
      values: [
        "2026-10-24.temperature_high_c": 12, "2026-10-24.temperature_low_c": 8.5,
        "2026-10-24.precipitation_mm": 1.2, "2026-10-24.wind_speed_max_ms": 4,
        "2026-10-24.wind_gust_ms": 7.5, "2026-10-24.humidity_pct": 75,
        "2026-10-24.precipitation_probability_pct": 40, "2026-10-24.hours_covered": 6,
        "2026-10-24.condition_code": 500, "2026-10-24.wind_direction_deg": 356.6363,
        "2026-10-25.precipitation_mm": 0.9, "2026-10-25.temperature_max_c": 8.2,
        "2026-10-25.wind_direction_deg": 45, "2026-10-25.cloud_cover_pct": 90,
        "2026-10-25.pressure_hpa": 1014.5, "2026-10-25.condition_code": 601,
        "2026-10-25.sunrise": 1_792_906_800, "2026-10-25.hours_covered": 6,
      ],
      texts: ["2026-10-25.condition": "snow"],
      absent: ["2026-10-24.sunrise", "2026-10-25.snowfall_cm", "2026-10-24.uv_index"]),
    Expected(
      fixture: "openweathermap/forecast_daily.json", kind: .openWeatherMap, endpoint: "daily",
      parts: .forecast,
      values: [
        "2026-07-01.temperature_high_c": 26.3, "2026-07-01.temperature_min_c": 15.2,
        "2026-07-01.precipitation_mm": 12.5, "2026-07-01.wind_speed_max_ms": 6.2,
        "2026-07-01.wind_direction_deg": 200, "2026-07-01.wind_gust_ms": 12.4,
        "2026-07-01.precipitation_probability_pct": 90, "2026-07-01.cloud_cover_pct": 64,
        "2026-07-01.sunrise": 1_782_874_080, "2026-07-01.hours_covered": 24,
        "2026-07-02.precipitation_mm": 0.5,
      ],
      texts: ["2026-07-01.condition": "heavy_rain"],
      absent: [
        "2026-07-02.sunrise", "2026-07-02.sunset", "2026-07-02.condition",
        "2026-07-02.snowfall_cm", "2026-07-01.temperature_mean_c",
      ]),
    Expected(
      fixture: "openweathermap/onecall_full.json", kind: .openWeatherMap, endpoint: "onecall",
      values: [
        "now.temperature_c": 18.2, "now.dew_point_c": 14.3, "now.uv_index": 5.2,
        "now.wind_gust_ms": 6.2, "now.precipitation_mm": 0.4, "now.cloud_cover_pct": 75,
        "2026-07-01.temperature_high_c": 26.3, "2026-07-01.uv_index": 6.1,
        "2026-07-01.pressure_hpa": 1013, "2026-07-01.humidity_pct": 55,
      ],
      texts: [
        "now.summary": "light rain", "2026-07-01.summary": "Rain until evening",
        "2026-07-01.icon": "10d",
      ]),
  ]

  static let clearSky: [Expected] = [
    Expected(
      fixture: "dark-sky/forecast_si.json", kind: .darkSky,
      values: [
        "now.observed_at": 1_782_900_900, "now.temperature_c": 18.2, "now.humidity_pct": 78,
        "now.visibility_m": 10_500, "now.precipitation_rate_mm_h": 0.52, "now.wind_speed_ms": 3.1,
        "now.cloud_cover_pct": 75, "now.uv_index": 3, "now.dew_point_c": 14.3,
        "2026-07-01.temperature_high_c": 27.3, "2026-07-01.temperature_low_c": 14.2,
        "2026-07-01.temperature_max_c": 27.4, "2026-07-01.temperature_min_c": 15.6,
        "2026-07-01.feels_like_high_c": 28.1, "2026-07-01.feels_like_low_c": 14,
        "2026-07-01.wind_speed_mean_ms": 3.4, "2026-07-01.wind_gust_ms": 11.2,
        "2026-07-01.precipitation_rate_mm_h": 0.21, "2026-07-01.humidity_pct": 66,
        "2026-07-01.precipitation_probability_pct": 83, "2026-07-01.sunrise": 1_782_874_080,
        "2026-07-02.snowfall_cm": 1.2,
      ],
      texts: [
        "now.condition": "rain", "now.icon": "rain", "2026-07-02.condition": "snow",
        "2026-07-01.summary": "Rain in the evening.",
      ],
      absent: [
        "now.precipitation_mm", "2026-07-01.precipitation_mm", "2026-07-01.snowfall_cm",
        "2026-07-01.wind_speed_max_ms", "now.condition_code",
      ]),
    Expected(
      fixture: "dark-sky/forecast_us.json", kind: .darkSky,
      values: [
        "now.temperature_c": 10, "now.precipitation_rate_mm_h": 2.54, "now.wind_speed_ms": 4.4704,
        "now.visibility_m": 16_093.44, "now.humidity_pct": 41,
        "2026-07-01.temperature_high_c": 30, "2026-07-01.temperature_max_c": 30,
        "2026-07-01.temperature_low_c": 15, "2026-07-01.temperature_min_c": 15,
        "2026-07-01.feels_like_high_c": 31.5, "2026-07-01.feels_like_low_c": 10,
        "2026-07-01.snowfall_cm": 5.08,
      ],
      texts: ["now.condition": "wind"]),
    Expected(
      fixture: "pirate-weather/forecast_sentinels.json", kind: .pirateWeather,
      values: [
        "now.temperature_c": 18.2, "2026-07-01.precipitation_mm": 5, "2026-07-01.snowfall_cm": 5,
      ],
      texts: ["now.icon": "none"],
      absent: [
        "now.humidity_pct", "now.dew_point_c", "now.uv_index", "2026-07-01.wind_gust_ms",
        "now.condition",
      ]),
  ]
}
