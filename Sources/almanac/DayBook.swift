import CommandLine
import FoundationEssentials
import History
import Weather

/// What the days of one city were, of each the best that is stored.
///
/// Readings that speak for enough of a day go before what a service says of the whole day; of each,
/// stations before reanalyses before models, then by the rank of the service.
struct DayBook {
  private var candidates: [LocalDate: [ObservedDay]] = [:]

  /// Reads days from one date up to another that is not among them; of today and later there are
  /// none, as no such day is over.
  init(
    of city: CityRecord, from: LocalDate, to: LocalDate, _ inquiry: Inquiry
  ) throws {
    let clock = inquiry.clock(of: city)
    let end = min(to, try clock.today())
    guard from < end else { return }
    // Readings lie in days by the clock that they were stored with, and a city's zone may have
    // changed since: a day more on either side, so that none is cut.
    let first = try clock.start(of: from.adding(days: -1))
    let last = try clock.start(of: end.adding(days: 1))
    for source in city.sources {
      if case .named(let name) = inquiry.provider, name != source.provider { continue }
      let days =
        try inquiry.reader.daysOfReadings(
          of: city, provider: source.provider, from: first, to: last)
        + inquiry.reader.daysOfService(of: city, provider: source.provider, from: from, to: end)
      for day in days where from <= day.day.date && day.day.date < end {
        candidates[day.day.date, default: []].append(day)
      }
    }
  }

  /// All days that are known, in the order of dates.
  var days: [ObservedDay] { whole { _ in true } }

  /// The same of those that may be taken.
  func whole(_ isTaken: (ObservedDay) -> Bool) -> [ObservedDay] {
    candidates.keys.sorted().compactMap { best(of: $0, isTaken) }
  }

  /// What a date was; nil where nothing speaks for enough of it.
  func day(_ date: LocalDate) -> ObservedDay? { best(of: date) { _ in true } }

  private func best(of date: LocalDate, _ isTaken: (ObservedDay) -> Bool) -> ObservedDay? {
    candidates[date]?.filter { $0.isWhole && isTaken($0) }
      .min { Self.place(of: $0) < Self.place(of: $1) }
  }

  /// The largest share of a date that the readings of one service speak for; nil without readings.
  func coverage(of date: LocalDate) -> Double? {
    candidates[date]?.compactMap(\.coveragePct).max()
  }

  /// The smaller, the better; candidates come by rank, and the first of equals is taken.
  private static func place(of day: ObservedDay) -> Int {
    let order: [Basis] = [.station, .reanalysis, .model]
    let basis = day.basis.flatMap(order.firstIndex) ?? order.count
    return (day.readings == nil ? 10 : 0) + basis
  }
}

extension DayBook {
  /// What the days were, without what rests on the models of services that are to be judged.
  ///
  /// Two entries of one kind are one service, but for those that are only alike in shape.
  func facts(judging judged: [SourceRecord], of city: CityRecord) -> FactTable {
    let alike = ["dark-sky", "file", "import"]
    let kinds = Set(judged.map(\.kind)).subtracting(alike)
    let names = Set(judged.map(\.provider))
    let own = Set(
      city.sources.filter { names.contains($0.provider) || kinds.contains($0.kind) }
        .map(\.provider))
    let known = whole {
      $0.basis == .station || $0.basis == .reanalysis || !own.contains($0.provider)
    }
    return FactTable(known.map { (date: $0.day.date, facts: DayFacts($0)) })
  }
}

/// What to do where too few days are known.
enum PastAdvice {
  /// Where days of the past come from.
  static let text =
    "almanacd backfill fetches what days were, almanacd import takes readings from a file"
}
