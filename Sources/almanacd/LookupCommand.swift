import CommandLine
import Configuration
import HTTP
import Providers
import Sync
import Weather
import Zones

/// `almanacd lookup`: the places of a name or at coordinates; nothing but its cost is stored.
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
    let geocoder = try geocoder(for: question, configuration)
    let request = try request(for: question, geocoder)
    let redactor = Redactor(configuration.secrets + [geocoder.settings.key].compactMap(\.self))
    do throws(FetchError) {
      try book(request, geocoder.settings, configuration)
      let response = try await send(request, through: context.transport(configuration))
      let places = try geocoder.places(in: response).prefix(question.count)
      return show(Array(places), of: geocoder, question, redactor)
    } catch {
      Output.complain(redactor.redacted("\(geocoder.settings.name): \(error.message)"))
      return error.code == .place
        ? .nothing : ExitStatus(SyncReport.verdict(ofFailures: [error.code]))
    }
  }

  /// Counts the request; somebody who may not write the database is answered all the same.
  private func book(
    _ request: Request, _ settings: ServiceSettings, _ configuration: Configuration
  ) throws(FetchError) {
    let database = context.databasePath(configuration)
    if let failure = try LookupBooking(settings, database: database).book(request) {
      Output.complain("warning: the request is not counted: \(failure)")
    }
  }

  private func show(
    _ places: [Place], of geocoder: any Geocoder, _ question: LookupQuestion,
    _ redactor: Redactor
  ) -> ExitStatus {
    guard let first = places.first else {
      Output.complain("\(geocoder.settings.name) knows no place \(question.shown)")
      return .nothing
    }
    guard !context.isQuiet else { return .done }
    let zone = first.timezone.flatMap { Zone($0) == nil ? nil : $0 }
    let text =
      LookupText(places).text + "\n# \(geocoder.credit)\n"
      + CityTable.text(for: first, timezone: zone)
    return Output.print(redactor.redacted(text))
  }

  private func send(
    _ request: Request, through transport: any Transport
  ) async throws(FetchError) -> Response {
    do throws(TransportError) {
      return try await transport.send(request).withoutKey
    } catch {
      throw error.fetchError
    }
  }

  private func request(
    for question: LookupQuestion, _ geocoder: any Geocoder
  ) throws(UsageError) -> Request {
    switch question.subject {
    case .name(let name): return geocoder.request(for: name, count: question.count)
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

  /// The service that is asked: the one named, else one whose kind can answer.
  private func geocoder(
    for question: LookupQuestion, _ configuration: Configuration
  ) throws -> any Geocoder {
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
