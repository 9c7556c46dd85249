import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac history`: readings of the past, or what was observed in each period.
enum HistoryQuery: Query {
  static func columns(for parsed: ParsedCommand) -> [Column] {
    parsed.value(of: .every) == nil ? HistoryReport.columns : BucketReport.columns
  }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let range = try HistoryRange(inquiry.parsed)
    if let span = inquiry.parsed.choice(of: .every, as: BucketSpan.self) {
      return try buckets(span, range, inquiry)
    }
    var sink = Sink(inquiry)
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      let before = sink.count
      let name = inquiry.name(of: city)
      let (from, to) = try range.instants(by: inquiry.clock(of: city))
      for provider in try providers(of: city, inquiry) {
        try inquiry.reader.observations(of: city, provider: provider, from: from, to: to) {
          sink.take(HistoryReport.Line(name: name, record: $0))
        }
        sink.gaps += try gaps(of: city, provider, from, to, inquiry)
      }
      if sink.count == before { silent.append(city) }
    }
    var answer = try inquiry.answer(
      sink.finished(), isEmpty: sink.count == 0, without: silent, oldest: ages(inquiry),
      nothing: "No readings in that time", advice: try advice(for: silent, range, inquiry))
    answer.notices += try imports(beside: silent, range, inquiry)
    return answer
  }

  private static func buckets(
    _ span: BucketSpan, _ range: HistoryRange, _ inquiry: Inquiry
  ) throws -> Answer {
    var lines: [BucketReport.Line] = []
    var gaps: [GapsReport.Line] = []
    var silent: [CityRecord] = []
    for city in inquiry.cities {
      let before = lines.count
      let (from, to) = try range.instants(by: inquiry.clock(of: city))
      let dates = try span == .hour ? (nil, nil) : range.dates(by: inquiry.clock(of: city))
      for provider in try providers(of: city, inquiry) {
        let records = try inquiry.reader.buckets(
          of: city, provider: provider, every: span, from: from, to: to, dates: dates)
        lines += records.map { BucketReport.Line(name: inquiry.name(of: city), record: $0) }
        gaps += try Self.gaps(of: city, provider, from, to, inquiry)
      }
      if lines.count == before { silent.append(city) }
    }
    let report = BucketReport(lines, gaps: gaps, showsService: inquiry.provider.showsService)
    var answer = try inquiry.answer(
      report.rendered(inquiry.rendering), isEmpty: lines.isEmpty, without: silent,
      oldest: ages(inquiry), nothing: "No readings in that time",
      advice: try advice(for: silent, range, inquiry))
    answer.notices += try imports(beside: silent, range, inquiry)
    return answer
  }

  /// The open gaps of a table; machine formats have none, `almanac gaps` lists them.
  private static func gaps(
    of city: CityRecord, _ provider: String, _ from: Date?, _ to: Date, _ inquiry: Inquiry
  ) throws -> [GapsReport.Line] {
    guard inquiry.rendering.format.machine == nil else { return [] }
    return try inquiry.gaps(
      of: city, filled: false, provider: provider, from: from ?? .distantPast, to: to)
  }

  /// Where else to look for readings: in what is kept of days whose readings went, with other
  /// services, or at another time; nil if no city lacks any.
  static func advice(
    for silent: [CityRecord], _ range: HistoryRange, _ inquiry: Inquiry
  ) throws -> String? {
    for city in silent {
      let (from, to) = try range.instants(by: inquiry.clock(of: city))
      for provider in try providers(of: city, inquiry)
      where try inquiry.reader.isRolledUp(city, provider: provider, from: from, to: to) {
        return "the readings have become hours and days ([retention]): --every hour shows them"
      }
    }
    if silent.isEmpty { return nil }
    if inquiry.provider == .best,
      let words = try others(of: silent, range, inquiry, services: { $0.sources.map(\.provider) })
    {
      return words
    }
    return "almanac cities shows from when to when there are any"
  }

  /// A word to people about imported readings of the same time, which they do not see beside those
  /// of a service.
  static func imports(
    beside silent: [CityRecord], _ range: HistoryRange, _ inquiry: Inquiry
  ) throws -> [Notice] {
    guard inquiry.provider == .best, inquiry.rendering.format.machine == nil else { return [] }
    let slugs = Set(silent.map(\.city.slug))
    let shown = inquiry.cities.filter { !slugs.contains($0.city.slug) }
    let words = try others(of: shown, range, inquiry) { city in
      let providers = try Self.providers(of: city, inquiry)
      return city.sources.map(\.provider).filter {
        city.isImported($0) && !providers.contains($0)
      }
    }
    return words.map { [.warning("other_readings", "For the same time \($0).")] } ?? []
  }

  /// What to add to see the readings of these services, as far as they have any; nil if none has.
  private static func others(
    of cities: [CityRecord], _ range: HistoryRange, _ inquiry: Inquiry,
    services: (CityRecord) throws -> [String]
  ) throws -> String? {
    var names: [String] = []
    for city in cities {
      let (from, to) = try range.instants(by: inquiry.clock(of: city))
      for name in try services(city) where !names.contains(name) {
        try inquiry.reader.observations(
          of: city, provider: name, from: from, to: to, limit: 1
        ) { _ in names.append(name) }
      }
    }
    guard let first = names.first else { return nil }
    let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
    let choice = names.count == 1 ? first : "NAME, or --provider all"
    return CleanText.line(
      "there are readings of \(shown): add --provider \(choice)", limit: 400)
  }

  /// The services whose readings are wanted of a city.
  static func providers(of city: CityRecord, _ inquiry: Inquiry) throws -> [String] {
    switch inquiry.provider {
    case .all: return city.sources.map(\.provider)
    case .named(let name): return [name]
    case .best:
      let sources = city.sources
      if sources.count < 2 { return sources.map(\.provider) }
      let newest = try inquiry.reader.current(of: [city], now: inquiry.now).records
      let chosen = inquiry.chosen(of: newest[...], in: city).map(\.provider)
      return chosen.isEmpty ? sources.prefix(1).map(\.provider) : chosen
    }
  }

  /// The age of each city's newest reading.
  private static func ages(_ inquiry: Inquiry) -> [Int] {
    inquiry.cities.compactMap { $0.lastAt.map(inquiry.age) }
  }
}

/// Takes readings one by one: machine formats are written at once, tables need all of them first.
private struct Sink {
  private let inquiry: Inquiry
  private var encoder: TableEncoder?
  private var lines: [HistoryReport.Line] = []
  private(set) var count = 0
  /// The open gaps of the same time, for tables.
  var gaps: [GapsReport.Line] = []

  init(_ inquiry: Inquiry) {
    self.inquiry = inquiry
    let rendering = inquiry.rendering
    encoder = rendering.format.machine.map {
      TableEncoder(HistoryReport.columns, as: $0, in: rendering.units)
    }
  }

  mutating func take(_ line: HistoryReport.Line) {
    count += 1
    if encoder == nil {
      lines.append(line)
    } else {
      encoder?.append(ObservationColumns.values(of: line.record, name: line.name))
    }
  }

  func finished() -> [UInt8] {
    encoder?.finished()
      ?? HistoryReport(lines, gaps: gaps, showsService: inquiry.provider.showsService)
      .rendered(inquiry.rendering)
  }
}
