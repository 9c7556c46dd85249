/// What is usual on a day of the year, by the days about it in years that are stored.
public struct DayNormal: Sendable, Equatable {
  /// How many days before and after the date belong to it: it is smoothed over 15 days.
  public static let reach = 7
  /// How many of those days a year must have to count.
  public static let leastDays = 12
  /// How many years a normal needs.
  public static let leastYears = 3

  /// How many years count.
  public var years: Int
  /// The first and the last of them; nil without one.
  public var span: ClosedRange<Int>?
  /// How many days they have.
  public var days: Int
  /// The mean of the highs, °C; nil where too few years have them, as all else.
  public var high: PeriodSummary.Measure
  /// The mean of the lows, °C.
  public var low: PeriodSummary.Measure
  /// The share of rain days, 0...100 %.
  public var rainChance: PeriodSummary.Measure
  /// The mean of a day's rain, mm.
  public var rain: PeriodSummary.Measure

  /// Makes the normal of the days about a date, year by year.
  public init(_ windows: [(year: Int, days: [DayFacts])]) {
    let known = windows.filter { $0.days.count >= Self.leastDays }
    let days = known.map { $0.days }
    years = known.count
    span = known.map { $0.year }.min().flatMap { first in
      known.map { $0.year }.max().map { first...$0 }
    }
    self.days = days.reduce(0) { $0 + $1.count }
    high = Self.mean(days, \.highC)
    low = Self.mean(days, \.lowC)
    rainChance = Self.mean(days) { $0.rain.map { 100 * $0 } }
    rain = Self.mean(days, \.rainMm)
  }

  private static func mean(
    _ years: [[DayFacts]], _ value: (DayFacts) -> Double?
  ) -> PeriodSummary.Measure {
    let known = years.map { $0.compactMap(value) }.filter { $0.count >= leastDays }
    let values = known.joined()
    return PeriodSummary.Measure(
      value: known.count >= leastYears
        ? Canonical.rounded(values.reduce(0, +) / Double(values.count)) : nil,
      days: values.count)
  }

  /// The dates about a date's day in another year; 29 February is the 28th where there is none.
  public static func dates(about date: LocalDate, in year: Int) -> Range<LocalDate>? {
    let (_, month, day) = date.components
    let last = LocalDate.daysIn(month: month, year: year)
    return LocalDate(year: year, month: month, day: min(day, last)).map {
      $0.adding(days: -reach)..<$0.adding(days: reach + 1)
    }
  }
}
