/// What the days of a month or a year amount to, or those of the same period of several years.
public struct PeriodSummary: Sendable, Equatable {
  /// The largest or least value of a period.
  public struct Extreme: Sendable, Equatable {
    /// The value, in the canonical unit.
    public var value: Double
    /// The first day that had it.
    public var date: LocalDate
    /// How many days have such a value at all.
    public var days: Int
  }

  /// A mean, a sum or a count over days.
  public struct Measure: Sendable, Equatable {
    /// The value, of several years the mean of theirs; nil where too few of the days have one.
    public var value: Double?
    /// How many days it is of.
    public var days: Int
  }

  /// The least share of a period's days that a mean, a sum or a count needs, in %.
  public static let leastSharePct = 80
  /// The least rain of a rain day, mm.
  ///
  /// As in the World Meteorological Organization's guidelines on climate normals (WMO-No. 1203).
  public static let rainDayMm = 1.0
  /// What heating and cooling degree days are counted from, °C.
  public static let degreeDayBaseC = 18.0

  /// How many days the period has, of those that are over; of several years in all.
  public var length: Int
  /// How many of them something is known of.
  public var days: Int
  /// The services that the days are of.
  public var providers: [String]

  /// The highest temperature, °C.
  public var highest: Extreme?
  /// The lowest temperature, °C.
  public var lowest: Extreme?
  /// The mean of the days' highs, °C.
  public var high: Measure
  /// The mean of the days' lows, °C.
  public var low: Measure
  /// The mean of the days' means, °C.
  public var mean: Measure
  /// How many days the temperature was below 0 °C at some time.
  public var frostDays: Measure
  /// The first of them; nil without one, and of several years.
  public var firstFrost: LocalDate?
  /// The last of them.
  public var lastFrost: LocalDate?
  /// The sum of what the days' means are below the base, °C.
  public var heating: Measure
  /// The sum of what the days' means are above the base, °C.
  public var cooling: Measure
  /// Liquid precipitation, mm.
  public var rain: Measure
  /// How many days had `rainDayMm` or more.
  public var rainDays: Measure
  /// The most rain of a day, mm.
  public var wettest: Extreme?
  /// The mean of the days' mean wind, m/s.
  public var wind: Measure
  /// The strongest wind, m/s.
  public var windiest: Extreme?
  /// The strongest gust, m/s.
  public var gustiest: Extreme?
  /// How many days the wind came from each of the eight points, from north over east.
  public var sectors: [Int]

  /// Where the wind came from on most days, degrees: the middle of one of eight sectors, of equally
  /// frequent ones the first from north over east.
  public var mainDirection: Measure {
    let days = sectors.reduce(0, +)
    guard days > 0, days * 100 >= length * Self.leastSharePct,
      let most = sectors.max(), let sector = sectors.firstIndex(of: most)
    else { return Measure(value: nil, days: days) }
    return Measure(value: Double(sector * 45), days: days)
  }
}

extension PeriodSummary {
  /// Sums up days, in the order of dates, of a period of so many.
  public init(_ days: [ObservedDay], length: Int) {
    let sums = DaySums(days, length: length)
    self.length = length
    self.days = days.count
    providers = days.map(\.provider).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    highest = sums.extreme(\.highC, isBetter: >)
    lowest = sums.extreme(\.lowC, isBetter: <)
    high = sums.mean(\.highC)
    low = sums.mean(\.lowC)
    mean = sums.mean(\.meanC)
    frostDays = sums.total { $0.lowC.map { $0 < 0 ? 1 : 0 } }
    let frosts = days.filter { ($0.lowC ?? 0) < 0 }.map(\.day.date)
    firstFrost = frosts.first
    lastFrost = frosts.last
    heating = sums.total { $0.meanC.map { max(0, Self.degreeDayBaseC - $0) } }
    cooling = sums.total { $0.meanC.map { max(0, $0 - Self.degreeDayBaseC) } }
    rain = sums.total(\.rainMm)
    rainDays = sums.total { $0.isRainDay.map { $0 ? 1 : 0 } }
    wettest = sums.extreme(\.rainMm, isBetter: >)
    wind = sums.mean(\.day.windSpeedMeanMs)
    windiest = sums.extreme(\.day.windSpeedMaxMs, isBetter: >)
    gustiest = sums.extreme(\.day.windGustMs, isBetter: >)
    sectors = days.compactMap(\.windSector).reduce(into: Array(repeating: 0, count: 8)) {
      $0[$1] += 1
    }
  }
}

/// Days and how many there could be.
private struct DaySums {
  private let days: [ObservedDay]
  private let length: Int

  init(_ days: [ObservedDay], length: Int) {
    self.days = days
    self.length = length
  }

  func extreme(
    _ value: (ObservedDay) -> Double?, isBetter: (Double, Double) -> Bool
  ) -> PeriodSummary.Extreme? {
    var best: PeriodSummary.Extreme?
    var count = 0
    for day in days {
      guard let value = value(day) else { continue }
      count += 1
      if best.map({ isBetter(value, $0.value) }) ?? true {
        best = PeriodSummary.Extreme(value: value, date: day.day.date, days: 0)
      }
    }
    best?.days = count
    return best
  }

  func mean(_ value: (ObservedDay) -> Double?) -> PeriodSummary.Measure {
    sum(value) { Canonical.rounded($0 / Double($1)) }
  }

  func total(_ value: (ObservedDay) -> Double?) -> PeriodSummary.Measure {
    sum(value) { sum, _ in Canonical.rounded(sum) }
  }

  private func sum(
    _ value: (ObservedDay) -> Double?, _ finish: (Double, Int) -> Double
  ) -> PeriodSummary.Measure {
    let values = days.compactMap(value)
    let isEnough =
      !values.isEmpty && values.count * 100 >= length * PeriodSummary.leastSharePct
    return PeriodSummary.Measure(
      value: isEnough ? finish(values.reduce(0, +), values.count) : nil, days: values.count)
  }
}
