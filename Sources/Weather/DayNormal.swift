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

  /// The mean of the strongest wind, m/s.
  public var windMax: PeriodSummary.Measure
  /// The mean of the mean wind, m/s.
  public var windMean: PeriodSummary.Measure

  /// Makes the normal of the days about a date, year by year.
  public init(_ windows: [(year: Int, days: [DayFacts])]) {
    self.init(windows.map { year, days in (year, days.reduce(into: FactSums()) { $0.add($1) }) })
  }

  /// Makes it of sums over those days.
  init(_ windows: [(year: Int, sums: FactSums)]) {
    var all = FactSums()
    var years = DayLanes.zero
    let known = windows.filter { $0.sums.days >= Self.leastDays }
    for window in known.map(\.sums) {
      let isEnough = window.counts .>= Double(Self.leastDays)
      years.replace(with: years + 1, where: isEnough)
      all.counts.replace(with: all.counts + window.counts, where: isEnough)
      all.sums.replace(with: all.sums + window.sums, where: isEnough)
      all.days += window.days
    }
    let means = (all.sums / 10_000 / all.counts).canonical
      .replacing(with: .nan, where: years .< Double(Self.leastYears))
    func measure(_ place: DayLanes.Place) -> PeriodSummary.Measure {
      PeriodSummary.Measure(value: means[place], days: Int(all.counts[place.rawValue]))
    }
    self.years = known.count
    span = known.map(\.year).min().flatMap { first in
      known.map(\.year).max().map { first...$0 }
    }
    days = all.days
    high = measure(.high)
    low = measure(.low)
    rainChance = measure(.rainChance)
    rain = measure(.rain)
    windMax = measure(.windMax)
    windMean = measure(.windMean)
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
