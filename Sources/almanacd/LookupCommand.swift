import CommandLine
import Configuration
import FoundationEssentials
import Gazetteer
import HTTP
import History
import Providers
import Sync
import Weather
import Zones

/// `almanacd lookup`: the places of a name or at coordinates.
///
/// Nothing is stored but that a service was asked, where there is a database already.
struct LookupCommand: Sendable {
  private let context: Context

  init(_ context: Context) {
    self.context = context
  }

  func perform() async throws -> ExitStatus {
    let question = try LookupQuestion(context.parsed)
    let configuration = try Configuration.loadIfPresent(
      explicitPath: context.parsed.value(of: .configuration), environment: context.environment)
    for warning in configuration.warnings { Output.complain("warning: \(warning)") }
    if question.isOffline { return try search(question, configuration) }
    let geocoder = try LookupService(context, configuration).geocoder(for: question)
    let request = try request(for: question, geocoder)
    let redactor = Redactor(configuration.secrets + [geocoder.settings.key].compactMap(\.self))
    do throws(FetchError) {
      let database = context.databasePath(configuration)
      let service = PlaceService(
        geocoder, transport: context.transport(configuration), database: database
      ) { log($0, in: database) }
      let places = question.fitting(
        try await service.places(request), from: geocoder.settings.kind)
      return show(
        places, question, redactor, from: geocoder.settings.name, credit: geocoder.credit)
    } catch {
      Output.complain(redactor.redacted("\(geocoder.settings.name): \(error.message)"))
      if error.code == .place { return .nothing }
      if question.mayAskGazetteer, context.gazetteer != nil {
        return try search(question, configuration)
      }
      return ExitStatus(SyncReport.verdict(ofFailures: [error.code]))
    }
  }

  /// Asks the gazetteer: whole names first, then beginnings.
  private func search(
    _ question: LookupQuestion, _ configuration: Configuration
  ) throws -> ExitStatus {
    guard let gazetteer = context.gazetteer else {
      Output.complain("there is no gazetteer: \(Gazetteer.advice)")
      return .missing
    }
    let query = question.query
    var places: [Place] = []
    do {
      for match in [Gazetteer.Match.whole, .beginning] {
        let found = try gazetteer.places(
          named: query.name, match, country: query.country, limit: 100)
        places += query.fitting(found).filter { !places.contains($0) }
      }
    } catch {
      Output.complain("\(error)")
      return .data
    }
    return show(
      Array(places.prefix(question.count)), question, Redactor(configuration.secrets),
      from: "the gazetteer", credit: Gazetteer.credit)
  }

  private func show(
    _ places: [Place], _ question: LookupQuestion, _ redactor: Redactor, from source: String,
    credit: String
  ) -> ExitStatus {
    guard let first = places.first else {
      Output.complain("\(source) knows no place \(question.shown)")
      return .nothing
    }
    guard !context.isQuiet else { return .done }
    let zone = first.timezone.flatMap { Zone($0) == nil ? nil : $0 }
    let text =
      LookupText(places).text + "\n# \(credit)\n" + CityTable.text(for: first, timezone: zone)
    return Output.print(redactor.redacted(text))
  }

  /// Writes down that a service was asked; a database that this user may not write stays as it is.
  private func log(_ outcome: FetchOutcome, in path: String) {
    guard HistoryReader.isThere(path),
      let writer = try? HistoryWriter.open(path: path, now: Date()).writer
    else { return }
    _ = try? writer.store([outcome], run: nil)
    try? writer.close()
  }

  private func request(
    for question: LookupQuestion, _ geocoder: any Geocoder
  ) throws(UsageError) -> Request {
    switch question.subject {
    case .name(let name):
      // OpenWeatherMap takes areas after commas itself; of the others the right ones are chosen.
      guard geocoder.settings.kind != .openWeatherMap else {
        return geocoder.request(for: name, count: question.count)
      }
      return geocoder.request(
        for: question.query.name, count: question.query.isNarrowed ? 100 : question.count)
    case .point(let latitude, let longitude):
      let request = geocoder.request(
        latitude: latitude, longitude: longitude, count: question.count)
      guard let request else {
        throw UsageError(
          "\(geocoder.settings.name) finds places by name only",
          advice: "for --near name a service of kind openweathermap with --provider")
      }
      return request
    }
  }
}

/// Which service a look-up asks.
struct LookupService {
  private let context: Context
  private let configuration: Configuration

  init(_ context: Context, _ configuration: Configuration) {
    self.context = context
    self.configuration = configuration
  }

  /// The service that is asked: the one named, else one whose kind can answer.
  func geocoder(for question: LookupQuestion) throws -> any Geocoder {
    let name = context.parsed.value(of: .asked) ?? question.defaultService(in: configuration)
    let settings = try configuration.service(named: name, environment: context.environment)
    guard let settings else {
      let known = Set(configuration.services.keys).union(LookupQuestion.kinds.map(\.rawValue))
      throw UsageError(
        "there is no service \(UsageError.quoted(name))",
        advice: Nearest.match(name, in: known.sorted()).map { "did you mean \($0)?" }
          ?? "lookup asks open-meteo, openweathermap, or one of these kinds that is configured")
    }
    guard let geocoder = try ProviderFactory.geocoder(settings: settings) else {
      throw UsageError(
        "\(settings.name) is of kind \(settings.kind.rawValue), which looks no places up",
        advice: "name one of kind open-meteo or openweathermap with --provider")
    }
    return geocoder
  }
}
