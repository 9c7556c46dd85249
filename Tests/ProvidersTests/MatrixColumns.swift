extension LeafMatrixTests {
  static let openMeteoColumns: [String: [String]] = [
    "temperature_2m": ["temperature_c"], "relative_humidity_2m": ["humidity_pct"],
    "dew_point_2m": ["dew_point_c"], "apparent_temperature": ["feels_like_c"],
    "precipitation": ["precipitation_mm"], "interval": ["precipitation_period_s"],
    "snowfall": ["snowfall_cm"], "weather_code": ["condition_code", "condition"],
    "cloud_cover": ["cloud_cover_pct"], "pressure_msl": ["pressure_hpa"],
    "visibility": ["visibility_m"], "wind_speed_10m": ["wind_speed_ms"],
    "wind_direction_10m": ["wind_direction_deg"], "wind_gusts_10m": ["wind_gust_ms"],
    "uv_index": ["uv_index"], "temperature_2m_max": ["temperature_high_c", "temperature_max_c"],
    "temperature_2m_min": ["temperature_low_c", "temperature_min_c"],
    "temperature_2m_mean": ["temperature_mean_c"],
    "apparent_temperature_max": ["feels_like_high_c"],
    "apparent_temperature_min": ["feels_like_low_c"], "sunrise": ["sunrise"],
    "sunset": ["sunset"], "uv_index_max": ["uv_index"], "precipitation_sum": ["precipitation_mm"],
    "snowfall_sum": ["snowfall_cm"],
    "precipitation_probability_max": ["precipitation_probability_pct"],
    "wind_speed_10m_max": ["wind_speed_max_ms"], "wind_gusts_10m_max": ["wind_gust_ms"],
    "wind_direction_10m_dominant": ["wind_direction_deg"],
    "relative_humidity_2m_mean": ["humidity_pct"], "pressure_msl_mean": ["pressure_hpa"],
    "cloud_cover_mean": ["cloud_cover_pct"],
  ]

  static let archiveColumns: [String: [String]] = {
    // One amount is enough to say what it is an amount of.
    var columns = openMeteoColumns
    for name in ["interval", "visibility", "uv_index", "precipitation_probability_max"] {
      columns[name] = nil
    }
    columns["uv_index_max"] = nil
    return columns
  }()

  static let daySummaryColumns: [String: [String]] = [
    "cloud_cover.afternoon": ["cloud_cover_pct"], "humidity.afternoon": ["humidity_pct"],
    "pressure.afternoon": ["pressure_hpa"], "total": ["precipitation_mm"],
    "temperature.min": ["temperature_low_c", "temperature_min_c"],
    "temperature.max": ["temperature_high_c", "temperature_max_c"],
    "speed": ["wind_speed_max_ms"], "direction": ["wind_direction_deg"],
  ]

  static let momentColumns: [String: [String]] = [
    "temp": ["temperature_c"], "feels_like": ["feels_like_c"], "pressure": ["pressure_hpa"],
    "humidity": ["humidity_pct"], "visibility": ["visibility_m"], "speed": ["wind_speed_ms"],
    "deg": ["wind_direction_deg"], "gust": ["wind_gust_ms"], "rain.1h": ["precipitation_mm"],
    "all": ["cloud_cover_pct"], "id": ["condition_code", "condition"],
    "description": ["summary"], "icon": ["icon"],
  ]

  static let oneCallColumns: [String: [String]] = [
    "temp": ["temperature_c"], "feels_like": ["feels_like_c"], "pressure": ["pressure_hpa"],
    "humidity": ["humidity_pct"], "dew_point": ["dew_point_c"], "uvi": ["uv_index"],
    "visibility": ["visibility_m"], "wind_speed": ["wind_speed_ms", "wind_speed_max_ms"],
    "wind_deg": ["wind_direction_deg"], "wind_gust": ["wind_gust_ms"],
    "rain.1h": ["precipitation_mm"], "rain": ["precipitation_mm"], "clouds": ["cloud_cover_pct"],
    "pop": ["precipitation_probability_pct"],
    "temp.min": ["temperature_low_c", "temperature_min_c"],
    "temp.max": ["temperature_high_c", "temperature_max_c"], "sunrise": ["sunrise"],
    "sunset": ["sunset"], "id": ["condition_code", "condition"], "description": ["summary"],
    "icon": ["icon"],
  ]

  static let clearSkyColumns: [String: [String]] = [
    "temperature": ["temperature_c"], "apparentTemperature": ["feels_like_c"],
    "dewPoint": ["dew_point_c"], "humidity": ["humidity_pct"], "pressure": ["pressure_hpa"],
    "windSpeed": ["wind_speed_ms", "wind_speed_mean_ms"], "windGust": ["wind_gust_ms"],
    "windBearing": ["wind_direction_deg"], "cloudCover": ["cloud_cover_pct"],
    "uvIndex": ["uv_index"], "visibility": ["visibility_m"],
    "precipIntensity": ["precipitation_rate_mm_h"],
    "precipProbability": ["precipitation_probability_pct"],
    "precipAccumulation": ["snowfall_cm"], "temperatureHigh": ["temperature_high_c"],
    "temperatureLow": ["temperature_low_c"], "temperatureMax": ["temperature_max_c"],
    "temperatureMin": ["temperature_min_c"], "apparentTemperatureHigh": ["feels_like_high_c"],
    "apparentTemperatureLow": ["feels_like_low_c"], "sunriseTime": ["sunrise"],
    "sunsetTime": ["sunset"], "summary": ["summary"], "icon": ["icon", "condition"],
  ]

  static let metNorwayColumns: [String: [String]] = [
    "air_temperature": [
      "temperature_c", "temperature_high_c", "temperature_low_c", "temperature_max_c",
      "temperature_min_c",
    ],
    "dew_point_temperature": ["dew_point_c"], "relative_humidity": ["humidity_pct"],
    "air_pressure_at_sea_level": ["pressure_hpa"], "cloud_area_fraction": ["cloud_cover_pct"],
    // A direction counts by its speed.
    "wind_speed": ["wind_speed_ms", "wind_speed_max_ms", "wind_direction_deg"],
    "wind_from_direction": ["wind_direction_deg"], "wind_speed_of_gust": ["wind_gust_ms"],
    "ultraviolet_index_clear_sky": ["uv_index"],
    "precipitation_amount": ["precipitation_mm", "precipitation_period_s"],
    "probability_of_precipitation": ["precipitation_probability_pct"],
    "symbol_code": ["icon", "condition"],
  ]

  static let nwsStationColumns: [String: [String]] = {
    let columns: [String: [String]] = [
      "temperature": ["temperature_c"], "dewpoint": ["dew_point_c"],
      "windDirection": ["wind_direction_deg"], "windSpeed": ["wind_speed_ms"],
      "windGust": ["wind_gust_ms"], "seaLevelPressure": ["pressure_hpa"],
      "visibility": ["visibility_m"], "relativeHumidity": ["humidity_pct"],
      "precipitationLastHour": ["precipitation_mm", "precipitation_period_s"],
      "windChill": ["feels_like_c"],
    ]
    var table: [String: [String]] = ["icon": ["icon"], "textDescription": ["summary"]]
    for (key, stems) in columns {
      table["\(key).value"] = stems
      table["\(key).unitCode"] = stems
    }
    return table
  }()

  static let nwsForecastColumns: [String: [String]] = [
    "temperature": [
      "temperature_high_c", "temperature_low_c", "temperature_max_c", "temperature_min_c",
    ],
    "windSpeed": ["wind_speed_max_ms"], "windGust": ["wind_gust_ms"],
    "windDirection": ["wind_direction_deg"], "icon": ["icon"], "shortForecast": ["summary"],
    "probabilityOfPrecipitation.value": ["precipitation_probability_pct"],
    "probabilityOfPrecipitation.unitCode": ["precipitation_probability_pct"],
  ]
}
