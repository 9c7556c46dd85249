import Presentation
import Weather

/// What the columns of views and of machine formats mean, in whole sentences.
enum ColumnMeaning {
  /// The meaning of a column of a view or a command; nil where none is written down yet.
  ///
  /// What the column means there goes before what its name means everywhere.
  static func of(_ column: String, in place: String) -> String? {
    special["\(place).\(column)"] ?? (figured.contains(place) ? figure(column, in: place) : nil)
      ?? common[column]
      ?? (summed.contains(place) ? extremes[column] : measured[column])
  }

  /// Where a row is a period: columns that are a measurement of a day elsewhere are extremes there.
  private static let summed: Set<String> = [
    "hourly_observed", "daily_observed", "history --every",
  ]

  /// All columns that are spoken of by name, for a test that none is left over.
  static let named = Set(special.keys).union(common.keys)

  /// Whether a column means something of its own there.
  static func isSpecial(_ column: String, in place: String) -> Bool {
    special["\(place).\(column)"] != nil
  }

  private static let special = [
    "cities.name": "The name as configured.",
    "forecasts.sunrise": "The instant of sunrise.",
    "forecasts.sunset": "The instant of sunset.",
    "forecasts.fetched_at": "When this revision was first received.",
    "forecast.age_s": "Seconds since confirmed_at.",
    "forecast --blend.provider": """
    blend where at least two services are combined, else the first service, whose values they are.
    """,
    "forecast --blend.basis":
      "What the figures rest on: blend, or primary where too little is recorded.",
    "forecast --blend.providers": "The services that are combined, with commas between.",
    "forecast --blend.lead_days": "How many days ahead the day is.",
    "forecast --blend.temperature_high_c": "The calendar day's high, in °C.",
    "forecast --blend.temperature_low_c": "The calendar day's low, in °C.",
    "forecast --blend.age_s": "Seconds since confirmed_at of the oldest forecast that is combined.",
    "forecast --blend.stale": "Whether one of the forecasts that are combined is too old.",
    "forecast --blend.condition_provider":
      "The service that the condition and the columns about it are of: the one that weighs most.",
    "summary.kind": "What the row is: the period, or the same days of other years (other_years).",
    "summary.period": "The month or year.",
    "summary.providers": "The services that the days are of, with commas between.",
    "summary.temperature_max_c": "The highest temperature, in °C.",
    "summary.temperature_min_c": "The lowest temperature, in °C.",
    "summary.temperature_high_mean_c": "The mean of the days' highs, in °C.",
    "summary.temperature_low_mean_c": "The mean of the days' lows, in °C.",
    "summary.temperature_mean_c": "The mean of the days' means, in °C.",
    "summary.precipitation_mm": "The sum of the days' liquid precipitation, in mm.",
    "summary.wind_speed_mean_ms": "The mean of the days' mean wind, in m/s.",
    "summary.wind_speed_max_ms": "The strongest wind, in m/s.",
    "summary.wind_direction_deg":
      "Where the wind came from on most days, as the middle of one of eight sectors.",
    "summary.frost_first_date": "The first of the frost days.",
    "summary.frost_last_date": "The last of the frost days.",
    "normals.date": "The day that they are of.",
    "normals.days": "How many days they have.",
    "normals.years": "How many years have enough days about it.",
    "normals.providers": "The services that the days are of, with commas between.",
    "normals.temperature_high_c": "The mean of the days' highs, in °C.",
    "normals.temperature_low_c": "The mean of the days' lows, in °C.",
    "normals.precipitation_probability_pct": "The share of rain days, in %.",
    "normals.precipitation_mm": "The mean of the days' rain, in mm.",
    "accuracy.days": "How many days were forecast and are known.",
    "accuracy.provider": "The configured name of the service; blend of all of them as one.",
    "accuracy.readings_of_days": "How many of the days are known by readings.",
    "accuracy.readings_coverage_pct":
      "The share of those days that their readings speak for on average, in %.",
    "accuracy.rain_of_days": "How many rain days had a forecast.",
    "accuracy.rain_forecast_of_days": "How many rain days were forecast.",
    "records.date": "The day, or the first one of a spell.",
    "records.wind_speed_ms": "Wind or gust at 10 m, in m/s.",
    "records.basis": "What that day rests on: model, station or reanalysis.",
    "revisions.sunrise": "The instant of sunrise.",
    "revisions.sunset": "The instant of sunset.",
    "revisions.fetched_at":
      "When the revision was received first; of an observed day, when the service gave it.",
    "revisions.readings":
      "How many readings an observed day is made of; null where the service gave the day.",
    "hourly_observed.condition": "The commonest condition.",
    "daily_observed.condition": "The commonest condition.",
    "history --every.condition": "The commonest condition.",
    "hourly_observed.precipitation_mm": sum, "daily_observed.precipitation_mm": sum,
    "history --every.precipitation_mm": sum,
    "sync_log.city": "The slug of the city; null of a request about several.",
    "status.error_class": "Why the last attempt failed; null where it did not.",
    "status.error": "The same in words.",
    "status.observed_at": "The instant of the newest reading.",
  ]

  private static let sum = """
    Liquid precipitation in mm: the sum of the readings' amounts, no instant counted twice.
    """

  private static let common = [
    "city": "The slug of the city.",
    "name": "The name as configured.",
    "provider": "The configured name of the service.",
    "observed_at": "The instant that the reading is of.",
    "local_time": "The same as RFC 3339 text with the offset of the city's clocks then.",
    "utc_offset_s": "The offset of the city's clocks then, in seconds east.",
    "fetched_at": "When it was received.",
    "origin": "How the reading came: live, backfill or import.",
    "basis": "What it rests on: model, station or reanalysis.",
    "condition":
      "One of \(Condition.allCases.map(\.rawValue).joined(separator: ", ")).",
    "condition_code": "The service's own code.",
    "summary": "The service's own words.",
    "icon": "The service's own icon.",
    "date": "The local date, as 2026-11-30.",
    "issued_at": "When the service says that it made the forecast, else when it was received.",
    "confirmed_at": "When the service last said the same.",
    "sunrise": "The instant of sunrise.",
    "sunset": "The instant of sunset.",
    "hours_covered": "How many hours of the date the values speak for.",
    "hour": "The first instant of the local hour.",
    "period": "The first instant of an hour, or the first date of a longer period.",
    "readings": "How many readings there are.",
    "coverage_pct": """
    The share of the period that its readings speak for: each until the next, at most for an \
    interval or an hour, whichever is longer.
    """,
    "started_at": "When the request was sent.",
    "finished_at": "When its answer was there.",
    "trigger":
      "What it was made for: schedule, due, manual, or a purpose such as gap or backfill.",
    "outcome": "The result: ok, partial or failed.",
    "error_class":
      "Why it failed: \(FetchError.Code.allCases.map(\.rawValue).joined(separator: ", ")).",
    "error": "The same in words, without any key.",
    "http_status": "The status of the answer; null where none came.",
    "duration_ms": "How long it took, in milliseconds.",
    "cost": "What it cost, counted as the service counts.",
    "rows_added": "How many rows it brought.",
    "from_at": "The first instant without readings.",
    "to_at": "The first instant after it.",
    "reason": "Why: offline, quota, key, service, stopped, asleep, disk or clock.",
    "filled_at": "When it was filled since; null while it is open.",
    "country": "The ISO 3166 code.",
    "admin": "The state, province or district.",
    "latitude": "Degrees, north positive.",
    "longitude": "Degrees, east positive.",
    "elevation_m": "Metres above the sea.",
    "timezone": "The IANA zone.",
    "providers": "The services that are asked, with commas between, by rank.",
    "active": "Whether it is in the list.",
    "first_at": "The instant of the oldest reading.",
    "last_at": "The instant of the newest reading.",
    "observations": "How many readings there are.",
    "age_s": "Its age in seconds.",
    "stale": "Whether that is too old; null where that can't be said.",
    "today_high_c": "The forecast's high of the city's today, in °C.",
    "today_low_c": "The forecast's low of the city's today, in °C.",
    "temperature_change_3h_c":
      "How much warmer it was than about three hours before, in °C; null without a reading then.",
    "today_max_c": "The highest of today's readings and of today's forecast, in °C.",
    "today_min_c": "The lowest of today's readings and of today's forecast, in °C.",
    "today_observed_max_c": "The highest of today's readings so far, in °C.",
    "today_observed_min_c": "The lowest of today's readings so far, in °C.",
    "today_readings": "How many readings of the city's today there are so far.",
    "grid_latitude": grid, "grid_longitude": grid, "grid_elevation_m": grid,
    "grid_distance_km": "How far from the city that point is, in km.",
    "grid_height_difference_m": "How much higher than the city it is, in m.",
    "forecast_confirmed_at": "When the newest forecast was last confirmed.",
    "forecast_age_s": "Seconds since then.",
    "forecast_stale": "Whether that is too old; null without a forecast.",
    "last_attempt_at": "When the service was last asked.",
    "current_at": "When it last answered with current conditions.",
    "forecast_at": "When it last answered with a forecast.",
    "failures": "How often it failed since.",
    "retry_at": "When it is asked again at the earliest.",
    "kind": "What the row is: a forecast, or the day as it was observed.",
    "years": "How many years the figures are of.",
    "length_days": "How many days the period or the spell has.",
    "days": "How many of them something is known of.",
    "frost_days": "How many days it was below 0 °C at some time.",
    "rain_days": "How many days had 1.0 mm of rain or more.",
    "heating_degree_days_c": "The sum of what the days' means are below 18 °C.",
    "cooling_degree_days_c": "The sum of what the days' means are above 18 °C.",
    "precipitation_max_mm": "The most rain of a day, in mm.",
    "wind_gust_max_ms": "The strongest gust, in m/s.",
    "records_broken": """
    The extremes beyond those of the same days of all earlier years, with blanks between; none, or \
    null with fewer than three earlier years.
    """,
    "record": """
    Which extreme it is: \(PlaceRecord.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
    """,
    "first_year": "The first of them.",
    "last_year": "The last of them.",
    "rain_hit_rate_pct": "The share of rain days that were forecast, in %.",
    "rain_false_alarm_pct": "The share of forecast rain days that were none, in %.",
    "rain_brier": "The mean square of probability − outcome: 0 is perfect, 1 always wrong.",
    "last_date": "The last day of a spell.",
    "of_days": "How many days it is an extreme of.",
    "known_from": "The first day that is known of the city.",
    "known_to": "The last one.",
    "lead_days": """
    How many days ahead of its date the forecast was received; a midnight counts to the day that \
    it ends.
    """,
    "current": "Whether it is the current revision; null of an observed day.",
    "paused_until": "Until when the service is not asked at all.",
    "paused_reason": "Why it is paused.",
    "quota_window":
      "The limit that is used up first: minute, hour, day or month; null where there is none.",
    "quota_limit": "What it allows.",
    "quota_used": "What was used of it.",
    "quota_left": "What is left of it.",
    "quota_resets_at": "When it begins anew; null of a window that slides.",
    "quota_lasts_until": "When it will be used up at this pace; null if it lasts.",
    "reach": "The last eight polls, the oldest first: 1 for an answer, 0 for a failure.",
    "next_at": """
    When it is asked next, as far as interval, pauses, the network and the service tell; without a \
    daemon when it is due.
    """,
    "daemon": "The command of almanacd at work, run or sync; null where none is.",
    "daemon_pid": "Its process.",
    "last_run_at": "When the last pass began.",
    "offline_since": "Since when there is no network; null while there is, as far as known.",
    "database_bytes": "The size of the database with its side files.",
    "database_growth_bytes": "About how much it grows in 30 days.",
    "database_oldest_at": "The oldest reading of any city.",
    "database_newest_at": "The newest one.",
    "database_gaps": "How many gaps are open.",
    "database_gap_s": "How long they are in all.",
    "database_set_aside": "How many damaged files were set aside beside it.",
    "database_quarantined": "How many replies are kept that could not be decoded.",
    "reload_error": "Why a run has an earlier configuration still; null when it has the last one.",
  ]

  private static let grid = "The point that the first of its services answered for last."

  /// The measurements, from the tables that rows are stored by.
  private static let measured: [String: String] = {
    let stems =
      WeatherData.DayConditions.fields.map { ($0.stem, $0.column, $0.unit) }
      + WeatherData.CurrentConditions.fields.map { ($0.stem, $0.column, $0.unit) }
    return Dictionary(
      stems.map { ($0.1, "\(words($0.0))\(unit($0.2)).") }, uniquingKeysWith: { first, _ in first })
  }()

  /// The measurements of a period: three columns for each.
  private static let extremes: [String: String] = {
    var meanings: [String: String] = [:]
    for field in BucketRecord.fields {
      let meaning = "\(words(field.stem)): least, mean and largest\(unit(field.unit))."
      for kind in ["min", "mean", "max"] {
        meanings[Column("\(field.stem)_\(kind)", field.unit).name(in: .si)] = meaning
      }
    }
    return meanings
  }()

  /// What a measurement is, where its name does not say all of it.
  private static func words(_ stem: String) -> String {
    switch stem {
    case "pressure": "Pressure at sea level"
    case "wind_speed": "Wind at 10 m"
    case "wind_direction": "Where the wind comes from"
    case "precipitation": "Liquid precipitation"
    case "precipitation_period": "The time before observed_at that precipitation_mm is the sum of"
    case "feels_like": "What the temperature feels like"
    case "temperature_high": "The day's high as the service has it"
    case "temperature_low": "The low as the service has it, of the day or the night after it"
    case "temperature_max": "The calendar day's highest temperature"
    case "temperature_min": "The calendar day's lowest temperature"
    case "temperature_mean": "The day's mean temperature"
    case "feels_like_high": "What the day's high feels like"
    case "feels_like_low": "What the low feels like"
    case "wind_speed_max": "The day's strongest wind at 10 m"
    case "wind_speed_mean": "The day's mean wind at 10 m"
    case "wind_gust": "Gusts"
    case "precipitation_probability": "How likely precipitation is"
    case "uv_index": "UV index"
    default:
      stem.prefix(1).uppercased() + stem.dropFirst().replacing("_", with: " ")
    }
  }

  private static func unit(_ unit: MeasureUnit) -> String {
    switch unit {
    case .celsius: ", in °C"
    case .percent: ", in %"
    case .hectopascal: ", in hPa"
    case .metrePerSecond: ", in m/s"
    case .degree: ", in degrees from north over east"
    case .metre: ", in m"
    case .millimetre: ", in mm"
    case .millimetrePerHour: ", in mm/h"
    case .centimetre: ", in cm"
    case .second: ", in seconds"
    case .hour: ", in hours"
    case .none: ""
    }
  }
}
