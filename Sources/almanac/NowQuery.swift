import CommandLine
import History
import Presentation
import Weather

/// `almanac now`: the newest reading of each city.
enum NowQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] { NowReport.columns }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let current = try inquiry.reader.current(of: inquiry.cities, now: inquiry.now)
    // They come in the order of the cities.
    var records = current.records[...]
    var lines: [NowReport.Line] = []
    var silent: [CityRecord] = []
    var ages: [Int] = []
    for city in inquiry.cities {
      let own = records.prefix { $0.city == city.city.slug }
      records = records.dropFirst(own.count)
      let chosen = inquiry.chosen(of: Array(own), in: city)
      if chosen.isEmpty { silent.append(city) }
      ages += inquiry.ages(of: chosen, in: city)
      let today = chosen.isEmpty ? nil : try inquiry.clock(of: city).today()
      for record in chosen {
        lines.append(
          NowReport.Line(
            name: inquiry.name(of: city), record: record,
            ageSeconds: inquiry.age(of: record.conditions.observedAt),
            isStale: inquiry.isStale(record, in: city) && !city.isImported(record.provider),
            today: try today.flatMap { try day($0, of: city, like: record, inquiry) }))
      }
    }
    let report = NowReport(lines, showsService: inquiry.provider.showsService)
    var answer = try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: silent,
      oldest: ages)
    if current.futureRows > 0 {
      answer.notices.append(
        .warning(
          "future_rows",
          current.futureRows.counted("reading of the future was", "readings of the future were")
            + " passed over: a clock was wrong."))
    }
    return answer
  }

  /// The forecast of a day by the reading's own service, else by the city's first that has one.
  private static func day(
    _ date: LocalDate, of city: CityRecord, like record: ObservationRecord, _ inquiry: Inquiry
  ) throws -> DayExtremes? {
    let others = city.sources.filter { $0.active && $0.provider != record.provider }
    for provider in [record.provider] + others.map(\.provider) {
      let day = try inquiry.reader.extremes(of: city, provider: provider, on: date)
      if let day { return day }
    }
    return nil
  }
}

extension Inquiry {
  /// The readings of a city that are wanted, from its newest by rank.
  func chosen(of records: [ObservationRecord], in city: CityRecord) -> [ObservationRecord] {
    provider.wanted(records, provider: \.provider) { isStale($0, in: city) }
  }

  /// The ages that `--max-age` is about: imported readings count only where a city shows no other.
  func ages(of records: [ObservationRecord], in city: CityRecord) -> [Int] {
    let fetched = records.filter { !city.isImported($0.provider) }
    return (fetched.isEmpty ? records : fetched).map { age(of: $0.conditions.observedAt) }
  }

  /// Whether a reading is too old to be called current.
  func isStale(_ record: ObservationRecord, in city: CityRecord) -> Bool {
    city.freshness(of: record.provider)
      .isStale(observedAt: record.conditions.observedAt, now: now)
  }
}
