/// What the days of a place were, to hold forecasts against.
public struct FactTable: Sendable {
  private let first: LocalDate
  private var facts: [DayFacts?]
  /// What all days before each place amount to, so that those about a date in another year are a
  /// difference of two.
  private var sums: [FactSums]

  /// Puts days, in the order of dates, where they are found at once.
  public init(_ days: [(date: LocalDate, facts: DayFacts)]) {
    first = days.first?.date ?? LocalDate(daysSince1970: 0)
    let last = days.last?.date.daysSince1970 ?? first.daysSince1970 - 1
    facts = Array(repeating: nil, count: last - first.daysSince1970 + 1)
    for day in days { facts[day.date.daysSince1970 - first.daysSince1970] = day.facts }
    var sum = FactSums()
    sums = [sum]
    sums.reserveCapacity(facts.count + 1)
    for day in facts {
      if let day { sum.add(day) }
      sums.append(sum)
    }
  }

  /// What a date was; nil where it is not known.
  public subscript(date: LocalDate) -> DayFacts? {
    let place = date.daysSince1970 - first.daysSince1970
    return facts.indices.contains(place) ? facts[place] : nil
  }

  /// What is usual on a date by all years but its own, so that no day helps to guess itself.
  public func normal(of date: LocalDate) -> DayNormal {
    let year = date.components.year
    let end = first.adding(days: facts.count).components.year
    let years = ((first.components.year - 1)...(end + 1)).filter { $0 != year }
    return DayNormal(
      years.compactMap { year in
        DayNormal.dates(about: date, in: year).map { (year: year, sums: sum(of: $0)) }
      })
  }

  private func sum(of dates: Range<LocalDate>) -> FactSums {
    func before(_ date: LocalDate) -> FactSums {
      sums[min(max(0, date.daysSince1970 - first.daysSince1970), facts.count)]
    }
    return before(dates.upperBound) - before(dates.lowerBound)
  }
}
