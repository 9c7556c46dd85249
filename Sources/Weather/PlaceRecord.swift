/// An extreme of all days that are known of a place.
public struct PlaceRecord: Sendable, Equatable {
  /// What it is an extreme of.
  public enum Kind: String, Sendable, CaseIterable {
    case highestTemperature = "highest_temperature"
    case lowestTemperature = "lowest_temperature"
    /// The day with the lowest high.
    case coldestDay = "coldest_day"
    /// The day with the highest low.
    case warmestNight = "warmest_night"
    case wettestDay = "wettest_day"
    case strongestWind = "strongest_wind"
    case strongestGust = "strongest_gust"
    /// The most days in a row without a rain day.
    case longestDrySpell = "longest_dry_spell"
    /// The most rain days in a row.
    case longestWetSpell = "longest_wet_spell"
  }

  /// What it is an extreme of.
  public var kind: Kind
  /// The value in °C, mm or m/s; of a spell its days.
  public var value: Double
  /// The first day that had it.
  public var first: ObservedDay
  /// The last day of a spell; nil of all else.
  public var last: LocalDate?
  /// How many days have such a value.
  public var days: Int

  /// The records of days in the order of dates; a kind without a value is left out.
  public static func all(of days: [ObservedDay]) -> [PlaceRecord] {
    let values: [(Kind, (ObservedDay) -> Double?, (Double, Double) -> Bool)] = [
      (.highestTemperature, \.highC, >), (.lowestTemperature, \.lowC, <),
      (.coldestDay, \.highC, <), (.warmestNight, \.lowC, >), (.wettestDay, \.rainMm, >),
      (.strongestWind, \.day.windSpeedMaxMs, >), (.strongestGust, \.day.windGustMs, >),
    ]
    return values.compactMap { extreme($0, of: days, $1, isBetter: $2) }
      + [
        spell(.longestDrySpell, of: days, ofRain: false),
        spell(.longestWetSpell, of: days, ofRain: true),
      ].compactMap(\.self)
  }

  private static func extreme(
    _ kind: Kind, of days: [ObservedDay], _ value: (ObservedDay) -> Double?,
    isBetter: (Double, Double) -> Bool
  ) -> PlaceRecord? {
    var best: PlaceRecord?
    var count = 0
    for day in days {
      guard let value = value(day) else { continue }
      count += 1
      if best.map({ isBetter(value, $0.value) }) ?? true {
        best = PlaceRecord(kind: kind, value: value, first: day, last: nil, days: 0)
      }
    }
    best?.days = count
    return best
  }

  /// The longest run of days; a day of which the rain is not known ends one.
  private static func spell(
    _ kind: Kind, of days: [ObservedDay], ofRain isWet: Bool
  ) -> PlaceRecord? {
    var best: PlaceRecord?
    var run: (first: ObservedDay, last: LocalDate)?
    var count = 0
    for day in days {
      let date = day.day.date
      if day.isRainDay != nil { count += 1 }
      guard day.isRainDay == isWet else {
        run = nil
        continue
      }
      let first = run.flatMap { $0.last.adding(days: 1) == date ? $0.first : nil } ?? day
      run = (first, date)
      let length = Double(date.daysSince1970 - first.day.date.daysSince1970 + 1)
      if length > best?.value ?? 0 {
        best = PlaceRecord(kind: kind, value: length, first: first, last: date, days: 0)
      }
    }
    best?.days = count
    return best
  }
}
