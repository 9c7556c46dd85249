import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// What a command answers from: the words, the settings, the store and the present instant.
struct Inquiry {
  let parsed: ParsedCommand
  let settings: Settings
  let reader: HistoryReader
  private(set) var now: Date
  /// The cities that are asked about, in the order of the words or of the list.
  let cities: [CityRecord]
  /// Which services are asked about.
  private(set) var provider: ProviderWish
  /// Where the rows of long answers go.
  let outlet: Outlet
  /// Whether no city is named.
  let isOfAllCities: Bool
  /// The names that several of the cities have.
  private let repeatedNames: Set<String>

  /// Finds the cities and checks the service; throws what `Failure` can name.
  init(
    _ parsed: ParsedCommand, _ settings: Settings, reader: HistoryReader, now: Date,
    outlet: Outlet
  ) throws {
    self.parsed = parsed
    self.settings = settings
    self.reader = reader
    self.now = now
    self.outlet = outlet
    let words = Self.cityWords(of: parsed)
    let isNamed = !words.isEmpty
    isOfAllCities = !isNamed
    let all = try reader.cities(
      includeInactive: parsed.has(.all) || isNamed,
      readings: Self.summary(for: parsed.command.name), at: now)
    if !isNamed {
      guard try !all.isEmpty || Self.isAboutUnplaced(parsed, reader) else {
        throw Failure(.nothing, "no_rows", try Self.emptiness(reader, settings))
      }
      cities = all
    } else {
      let found = try Self.found(words, parsed, reader)
      // Only the list tells of the readings.
      cities = found.map { city in all.first { $0.city.slug == city.city.slug } ?? city }
    }
    provider = try ProviderWish(
      parsed.value(of: .provider), cities: cities,
      more: parsed.command.name == "accuracy" ? [Blend.name] : [])
    var seen = Set<String>(minimumCapacity: cities.count)
    repeatedNames = Set(cities.map(\.city.name).filter { !seen.insert($0).inserted })
  }

  /// The words that stand for cities.
  private static func cityWords(of parsed: ParsedCommand) -> [String] {
    let words = parsed.words
    guard let known = parsed.command.argument?.known, !known.isEmpty else { return words }
    return words.filter { !known.contains($0) }
  }

  /// The cities that the words name; of one that is configured and was not found, why.
  private static func found(
    _ words: [String], _ parsed: ParsedCommand, _ reader: HistoryReader
  ) throws -> [CityRecord] {
    do {
      return try reader.resolve(words, includeInactive: parsed.has(.all))
    } catch let error as CityLookupError where error.code == .unknown {
      guard let city = try reader.unplaced().first(where: { $0.isMeant(by: error.word) })
      else { throw error }
      throw Failure(
        .nothing, "not_found_yet",
        "‘\(CleanText.line(city.name))’ is configured and was not found: \(city.errorText)."
          + " latitude and longitude in its [[city]] spare the search.")
    }
  }

  /// Why there is no city to speak of.
  private static func emptiness(_ reader: HistoryReader, _ settings: Settings) throws -> String {
    let nothing = "There is nothing in \(settings.database) yet: "
    guard try reader.unplaced().isEmpty else {
      return nothing + "no city was found; almanac status says why."
    }
    let former = try reader.cities(includeInactive: true)
    guard !former.isEmpty else { return nothing + "almanacd sync fills it." }
    return "No city is configured any more; --all, or a name, shows what is stored of "
      + "\(list(of: former))."
  }

  /// Whether there is something to say without any city.
  private static func isAboutUnplaced(
    _ parsed: ParsedCommand, _ reader: HistoryReader
  ) throws -> Bool {
    try parsed.command.name == "status" && !reader.unplaced().isEmpty
  }

  private static func summary(for command: String) -> ReadingSummary {
    switch command {
    case "cities": .count
    case "history": .times
    default: .none
    }
  }

  /// Asks as of another instant.
  mutating func move(to instant: Date) { now = instant }

  /// Asks about all services, whatever `--provider` says.
  mutating func forgetProvider() { provider = .all }

  /// How the answer is to look.
  var rendering: Rendering { settings.rendering }

  /// What the city is called: programs get the bare name, people one that tells it from others.
  func name(of city: CityRecord) -> String {
    let name = city.city.name
    return repeatedNames.contains(name) && rendering.format.machine == nil
      ? "\(name) (\(city.city.slug))" : name
  }

  /// The clock of a city.
  func clock(of city: CityRecord) -> CityClock {
    CityClock(now: now) { try offset(of: city, at: $0) }
  }

  /// An instant on the city's clock; nil stays nil.
  func local(_ instant: Date?, _ city: CityRecord) throws -> LocalTime? {
    guard let instant else { return nil }
    return LocalTime(instant, utcOffsetSeconds: try offset(of: city, at: instant))
  }

  /// Seconds east of UTC of a city's clocks at an instant.
  private func offset(of city: CityRecord, at instant: Date) throws -> Int {
    if instant == now, let known = city.utcOffsetSeconds { return known }
    return try reader.offset(of: city.city.slug, at: instant) ?? 0
  }

  /// Seconds since an instant, never negative.
  func age(of instant: Date) -> Int { max(0, Int(now.unixSeconds - instant.unixSeconds)) }

  /// The answer with a document, and the cities named beside it of which nothing is known.
  func answer(
    _ output: [UInt8], isEmpty: Bool, without silent: [CityRecord], oldest ages: [Int],
    nothing message: String? = nil, advice: String? = nil
  ) throws -> Answer {
    let advice = advice ?? (isEmpty && message == nil ? "almanac status says why" : nil)
    let message = message ?? "No rows yet"
    let what = silent.isEmpty ? message : "\(message) for \(Self.list(of: silent))"
    let text = advice.map { "\(what); \($0)." } ?? "\(what)."
    if isEmpty { throw Failure(.nothing, "no_rows", text) }
    var answer = Answer(output: output)
    if !silent.isEmpty { answer.notices.append(.warning("no_rows", text)) }
    if let limit = settings.maximumAge, let oldest = ages.max(), oldest > limit {
      answer.status = .nothing
      answer.notices.append(
        Notice(
          status: .nothing, code: "stale",
          message: "The oldest value is \(Words.length(seconds: oldest)) old: more than --max-age.")
      )
    }
    return answer
  }

  private static func list(of cities: [CityRecord]) -> String {
    let slugs = cities.prefix(10).map(\.city.slug).joined(separator: ", ")
    return cities.count > 10 ? "\(slugs) and \(cities.count - 10) more" : slugs
  }
}

/// A command's way from an inquiry to an answer.
protocol Query: SendableMetatype {
  /// The columns of its machine formats.
  static func columns(for parsed: ParsedCommand) -> [Column]
  /// The answer; it may be asked for again when the store changed meanwhile.
  static func answer(_ inquiry: Inquiry) throws -> Answer
}
