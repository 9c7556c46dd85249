import Weather

/// The variables that are asked for, and the model's fields that each fills.
enum OpenMeteoVariables {
  /// A variable by the service's name.
  struct Variable<Owner>: Sendable {
    let name: String
    /// Where its values go; none for those that are read by hand (code, sun).
    let fields: [Field<Owner>]
  }

  static let current = variables(
    of: WeatherData.CurrentConditions.fields,
    [
      ("temperature_2m", ["temperature"]), ("relative_humidity_2m", ["humidity"]),
      ("dew_point_2m", ["dew_point"]), ("apparent_temperature", ["feels_like"]),
      ("precipitation", ["precipitation"]), ("snowfall", ["snowfall"]), ("weather_code", []),
      ("cloud_cover", ["cloud_cover"]), ("pressure_msl", ["pressure"]),
      ("visibility", ["visibility"]), ("wind_speed_10m", ["wind_speed"]),
      ("wind_direction_10m", ["wind_direction"]), ("wind_gusts_10m", ["wind_gust"]),
      ("uv_index", ["uv_index"]),
    ])

  /// The service has one kind of extreme, that of the calendar day: both pairs hold it.
  static let daily = variables(
    of: WeatherData.DayConditions.fields,
    [
      ("weather_code", []), ("temperature_2m_max", ["temperature_high", "temperature_max"]),
      ("temperature_2m_min", ["temperature_low", "temperature_min"]),
      ("temperature_2m_mean", ["temperature_mean"]),
      ("apparent_temperature_max", ["feels_like_high"]),
      ("apparent_temperature_min", ["feels_like_low"]), ("sunrise", []), ("sunset", []),
      ("uv_index_max", ["uv_index"]), ("precipitation_sum", ["precipitation"]),
      ("snowfall_sum", ["snowfall"]),
      ("precipitation_probability_max", ["precipitation_probability"]),
      ("wind_speed_10m_max", ["wind_speed_max"]), ("wind_gusts_10m_max", ["wind_gust"]),
      ("wind_direction_10m_dominant", ["wind_direction"]),
      ("relative_humidity_2m_mean", ["humidity"]), ("pressure_msl_mean", ["pressure"]),
      ("cloud_cover_mean", ["cloud_cover"]),
    ])

  /// The hourly variables of reanalysis: without those that it does not have.
  static let archiveHourly = current.filter { !["visibility", "uv_index"].contains($0.name) }

  /// The daily variables of reanalysis.
  static let archiveDaily = daily.filter {
    !["uv_index_max", "precipitation_probability_max"].contains($0.name)
  }

  /// The hourly variables of earlier forecasts from which their days are summed.
  static let forecastHourly = current.filter {
    ["temperature_2m", "precipitation", "weather_code", "cloud_cover", "wind_speed_10m"]
      .contains($0.name)
  }

  private static func variables<Owner>(
    of fields: [Field<Owner>], _ table: [(String, [String])]
  ) -> [Variable<Owner>] {
    table.map { name, stems in
      Variable(
        name: name, fields: stems.compactMap { stem in fields.first { $0.stem == stem } })
    }
  }
}

/// The units that a block's own `*_units` object gives its variables.
struct OpenMeteoUnits {
  let units: KeyedDecodingContainer<AnyKey>?

  /// The unit of a variable: the reply's word, else what was asked for, which is canonical.
  ///
  /// nil when the word is unknown or `undefined`, so that the numbers mean nothing.
  func unit(of name: String, as unit: MeasureUnit, _ findings: inout Findings) -> WireUnit? {
    guard let units, let word = try? units.decode(String.self, forKey: AnyKey(name)) else {
      return .canonical
    }
    if let known = WireUnit.named(word, for: unit) { return known }
    findings.warn(units.path(to: AnyKey(name)), "unknown unit \(CleanText.line(word, limit: 20))")
    return nil
  }
}
