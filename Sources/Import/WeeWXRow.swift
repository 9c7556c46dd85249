import FoundationEssentials
import Weather

/// The columns of WeeWX's archive that have a place here, and the units that they come in.
///
/// Source: `weewx/units.py` and `schemas/wview_extended.py` of WeeWX 3 to 5. `dateTime` is the end
/// of the `interval` (minutes) that a row sums up; `barometer` is reduced to sea level. `snow` is
/// left out, as stations differ in what they mean by it.
public enum WeeWXRow {
  /// The columns in the order in which `row` wants their values.
  public static let columns = [
    "outTemp", "appTemp", "dewpoint", "outHumidity", "barometer", "windSpeed", "windGust",
    "windDir", "UV", "rain", "rainRate",
  ]

  /// The field of each column, and the suffix of its unit in the systems US, METRIC and METRICWX.
  private static let meanings: [(stem: String, units: [String])] = [
    ("temperature", ["f", "c", "c"]), ("feels_like", ["f", "c", "c"]),
    ("dew_point", ["f", "c", "c"]), ("humidity", ["pct", "pct", "pct"]),
    ("pressure", ["inhg", "hpa", "hpa"]), ("wind_speed", ["mph", "kmh", "ms"]),
    ("wind_gust", ["mph", "kmh", "ms"]), ("wind_direction", ["deg", "deg", "deg"]),
    ("uv_index", ["", "", ""]), ("precipitation", ["in", "cm", "mm"]),
    ("precipitation_rate", ["in_h", "cm_h", "mm_h"]),
  ]

  /// The columns by unit system: 1 is US, 16 METRIC, 17 METRICWX.
  private static let systems: [Int64: [Column]] = {
    var systems: [Int64: [Column]] = [:]
    for (place, system) in [Int64(1), 16, 17].enumerated() {
      systems[system] = zip(columns, meanings).compactMap { title, meaning in
        let unit = meaning.units[place]
        let name = unit.isEmpty ? meaning.stem : "\(meaning.stem)_\(unit)"
        return ColumnTarget(name: name).map { Column(title: title, target: $0) }
      }
    }
    return systems
  }()

  /// The row of an archive in canonical units; nil, with a note, where it says nothing.
  ///
  /// - Parameters:
  ///   - units: `usUnits`.
  ///   - minutes: `interval`; without it the amount of rain is of an unknown time, and dropped.
  ///   - values: those of `columns`, in their order.
  public static func row(
    at seconds: Int64, units: Int64?, minutes: Double?, values: [Double?],
    _ notes: inout ImportNotes
  ) -> ImportedRow? {
    let place = ImportPlace.time(seconds)
    notes.rows += 1
    guard let columns = units.flatMap({ systems[$0] }) else {
      notes.refuse(place, "usUnits is \(units.map { "\($0)" } ?? "null"), not 1, 16 or 17")
      return nil
    }
    var builder = RowBuilder(place: place)
    for (column, value) in zip(columns, values) {
      builder.set(column, value.map { .number($0) } ?? .missing, &notes)
    }
    var row = builder.row
    row.time = StatedTime(number: Double(seconds))
    row.basis = .station
    setPeriod(&row, minutes, &notes)
    return notes.checked(row)
  }

  private static func setPeriod(
    _ row: inout ImportedRow, _ minutes: Double?, _ notes: inout ImportNotes
  ) {
    guard row.conditions.precipitationMm != nil else { return }
    let period = minutes.map { Canonical.rounded($0 * 60) }
    if let period, (1...86_400).contains(period) {
      row.conditions.precipitationPeriodS = period
    } else {
      row.conditions.precipitationMm = nil
      notes.warn(row.place, "rain", "dropped, as the interval is not known")
    }
  }
}
