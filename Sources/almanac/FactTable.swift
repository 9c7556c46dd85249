import Weather

/// What the days of a place were, to hold forecasts against.
struct FactTable {
  private let first: LocalDate
  private var facts: [DayFacts?]

  /// Puts days, in the order of dates, where they are found at once.
  init(_ days: [(date: LocalDate, facts: DayFacts)]) {
    first = days.first?.date ?? LocalDate(daysSince1970: 0)
    let last = days.last?.date.daysSince1970 ?? first.daysSince1970 - 1
    facts = Array(repeating: nil, count: last - first.daysSince1970 + 1)
    for day in days { facts[day.date.daysSince1970 - first.daysSince1970] = day.facts }
  }

  /// What a date was; nil where it is not known.
  subscript(date: LocalDate) -> DayFacts? {
    let place = date.daysSince1970 - first.daysSince1970
    return facts.indices.contains(place) ? facts[place] : nil
  }

  /// What is usual on a date by all years but its own, so that no day helps to guess itself.
  func normal(of date: LocalDate) -> DayNormal {
    let year = date.components.year
    let end = first.adding(days: facts.count).components.year
    let years = ((first.components.year - 1)...(end + 1)).filter { $0 != year }
    let windows = years.compactMap { year -> (year: Int, days: [DayFacts])? in
      guard let dates = DayNormal.dates(about: date, in: year) else { return nil }
      let days = dates.lowerBound.daysSince1970..<dates.upperBound.daysSince1970
      return (year: year, days: days.compactMap { self[LocalDate(daysSince1970: $0)] })
    }
    return DayNormal(windows)
  }
}

extension DayBook {
  /// What the days were, without what rests on the models of a service that is to be judged.
  ///
  /// Two entries of one kind are one service, but for those that are only alike in shape.
  func facts(judging source: SourceRecord, of city: CityRecord) -> FactTable {
    let alike = ["dark-sky", "file", "import"]
    let own = city.sources.filter {
      $0.provider == source.provider || ($0.kind == source.kind && !alike.contains($0.kind))
    }.map(\.provider)
    let known = whole {
      !own.contains($0.provider) || $0.basis == .station || $0.basis == .reanalysis
    }
    return FactTable(known.map { (date: $0.day.date, facts: DayFacts($0)) })
  }
}
