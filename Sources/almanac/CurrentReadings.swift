import History
import Presentation
import Weather

/// The readings that tell how it is now, city by city.
struct CurrentReadings {
  /// The readings of each city that are wanted: none, one, or one a service.
  private(set) var found: [(city: CityRecord, records: ArraySlice<ObservationRecord>)] = []
  /// The cities without any.
  private var silent: [CityRecord] = []
  /// The ages that `--max-age` is about; none without it.
  private var ages: [Int] = []
  private let futureRows: Int

  init(_ inquiry: Inquiry) throws {
    let current = try inquiry.reader.current(of: inquiry.cities, now: inquiry.now)
    futureRows = current.futureRows
    found.reserveCapacity(inquiry.cities.count)
    // They come in the order of the cities.
    var records = current.records[...]
    for city in inquiry.cities {
      let own = records.prefix { $0.city == city.city.slug }
      records = records.dropFirst(own.count)
      let chosen = inquiry.chosen(of: own, in: city)
      if chosen.isEmpty { silent.append(city) }
      if inquiry.settings.maximumAge != nil { ages += inquiry.ages(of: chosen, in: city) }
      found.append((city, chosen))
    }
  }

  /// The answer with a document that is made of them.
  func answer(_ output: [UInt8], isEmpty: Bool, _ inquiry: Inquiry) throws -> Answer {
    var answer = try inquiry.answer(output, isEmpty: isEmpty, without: silent, oldest: ages)
    if futureRows > 0 {
      answer.notices.append(
        .warning(
          "future_rows",
          futureRows.counted("reading of the future was", "readings of the future were")
            + " passed over: a clock was wrong."))
    }
    return answer
  }
}

extension Inquiry {
  /// What a report says of a reading and of the forecast of its day.
  func line(
    _ record: ObservationRecord, of city: CityRecord, today: DayExtremes?
  ) -> NowReport.Line {
    NowReport.Line(
      name: name(of: city), record: record, ageSeconds: age(of: record.conditions.observedAt),
      isStale: isStale(record, in: city) && !city.isImported(record.provider), today: today)
  }

  /// Whose forecast goes with a reading: its own service's, else that of the city's first other that
  /// has one.
  func forecastServices(of city: CityRecord, like record: ObservationRecord) -> [String] {
    let others = city.sources.filter { $0.active && $0.provider != record.provider }
    return [record.provider] + others.map(\.provider)
  }

  /// The readings of a city that are wanted, from its newest by rank.
  func chosen(
    of records: ArraySlice<ObservationRecord>, in city: CityRecord
  ) -> ArraySlice<ObservationRecord> {
    provider.wanted(records, provider: \.provider) { isStale($0, in: city) }
  }

  /// The ages that `--max-age` is about: imported readings count only where a city shows no other.
  fileprivate func ages(
    of records: ArraySlice<ObservationRecord>, in city: CityRecord
  ) -> [Int] {
    let fetched = records.filter { !city.isImported($0.provider) }[...]
    return (fetched.isEmpty ? records : fetched).map { age(of: $0.conditions.observedAt) }
  }

  /// Whether a reading is too old to be called current.
  private func isStale(_ record: ObservationRecord, in city: CityRecord) -> Bool {
    city.freshness(of: record.provider)
      .isStale(observedAt: record.conditions.observedAt, now: now)
  }
}
