public import Weather

/// The columns of a reading in machine formats: those of the view `observations`, and the name.
public enum ObservationColumns {
  /// The columns in their order.
  public static let columns: [Column] =
    [
      "city", "name", "provider", "observed_at", "local_time", "utc_offset_s", "fetched_at",
      "origin", "basis",
    ].map { Column($0) }
    + WeatherData.CurrentConditions.fields.map { Column($0) }
    + ["condition", "condition_code", "summary", "icon"].map { Column($0) }

  /// The values of a reading; all its times have the offset of the reading's own instant.
  public static func values(of record: ObservationRecord, name: String) -> [Value] {
    let conditions = record.conditions
    let offset = conditions.utcOffsetSeconds
    let observed = Value.instant(LocalTime(conditions.observedAt, utcOffsetSeconds: offset))
    var values: [Value] = [
      .text(record.city), .text(name), .text(record.provider), observed, observed,
      .integer(offset), .instant(LocalTime(record.fetchedAt, utcOffsetSeconds: offset)),
      .text(record.origin.rawValue), .text(record.basis.rawValue),
    ]
    for field in WeatherData.CurrentConditions.fields {
      values.append(Value(conditions[keyPath: field.path]))
    }
    values += [
      Value(conditions.condition?.rawValue), Value(conditions.conditionCode),
      Value(conditions.summary), Value(conditions.icon),
    ]
    return values
  }
}

/// The cells of a reading in tables for people.
struct ObservationCells {
  let conditions: WeatherData.CurrentConditions
  let units: UnitSystem

  static let columns: [TextTable.Column] = [
    .init("Weather", mayBeCut: true), .init(number: "Temp"), .init(number: "Feels", leftOut: 7),
    .init(number: "Wind", leftOut: 2), .init("from", leftOut: 5), .init(number: "Rain", leftOut: 1),
    .init(number: "Humidity", leftOut: 8), .init(number: "Pressure", leftOut: 9),
  ]

  /// Columns that only a verbose table has.
  static let furtherColumns: [TextTable.Column] = [
    .init(number: "Gust"), .init(number: "Dew point"), .init(number: "Cloud"),
    .init(number: "UV"), .init(number: "Visibility"), .init(number: "Snow"), .init("Summary"),
  ]

  /// The names, without units, of what a table of readings has; of the service its caller decides.
  static func shown(isVerbose: Bool) -> Set<String> {
    let further = [
      "wind_gust", "dew_point", "cloud_cover", "uv_index", "visibility", "snowfall", "summary",
    ]
    return Set(
      [
        "city", "name", "provider", "observed_at", "local_time", "condition", "temperature",
        "feels_like", "wind_speed", "wind_direction", "precipitation", "humidity", "pressure",
      ] + (isVerbose ? further : []))
  }

  var texts: [String] {
    [
      Words.condition(
        conditions.condition, code: conditions.conditionCode, icon: conditions.icon),
      measurement(conditions.temperatureC, .celsius),
      measurement(conditions.feelsLikeC, .celsius),
      measurement(conditions.windSpeedMs, .metrePerSecond),
      conditions.windDirectionDeg.map(Words.compass) ?? Words.unknown,
      rain,
      measurement(conditions.humidityPct, .percent),
      measurement(conditions.pressureHpa, .hectopascal),
    ]
  }

  var furtherTexts: [String] {
    [
      measurement(conditions.windGustMs, .metrePerSecond),
      measurement(conditions.dewPointC, .celsius),
      measurement(conditions.cloudCoverPct, .percent),
      measurement(conditions.uvIndex, .none),
      measurement(conditions.visibilityM, .metre),
      measurement(conditions.snowfallCm, .centimetre),
      conditions.summary ?? Words.unknown,
    ]
  }

  var rain: String { Words.rain(conditions, in: units) }

  func measurement(_ value: Double?, _ unit: MeasureUnit) -> String {
    Words.measurement(value, unit, in: units)
  }
}

extension Words {
  /// The amount of rain of a reading; the rate where a service gives only that.
  public static func rain(
    _ conditions: WeatherData.CurrentConditions, in units: UnitSystem
  ) -> String {
    conditions.precipitationMm == nil
      ? measurement(conditions.precipitationRateMmH, .millimetrePerHour, in: units)
      : measurement(conditions.precipitationMm, .millimetre, in: units)
  }
}
