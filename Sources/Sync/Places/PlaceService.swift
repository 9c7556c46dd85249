public import Configuration
import FoundationEssentials
public import HTTP
public import History
public import Providers
public import Weather

/// Asks a service for places; each request goes into the log of requests.
public struct PlaceService: Sendable {
  /// The service.
  public let geocoder: any Geocoder
  private let transport: any Transport
  private let database: String
  private let log: @Sendable (FetchOutcome) async -> Void

  /// A service over a network, whose requests are booked in a database, if that is there.
  ///
  /// - Parameter log: writes down what came of a request.
  public init(
    _ geocoder: any Geocoder, transport: any Transport, database: String,
    log: @escaping @Sendable (FetchOutcome) async -> Void
  ) {
    self.geocoder = geocoder
    self.transport = transport
    self.database = database
    self.log = log
  }

  /// The service that finds cities by their names, over an open store: Open-Meteo's search.
  public init?(_ configuration: Configuration, transport: any Transport, store: Store) async {
    let name = ServiceKind.openMeteo.rawValue
    guard let settings = try? configuration.service(named: name, environment: [:]),
      let geocoder = try? ProviderFactory.geocoder(settings: settings)
    else { return nil }
    self.init(geocoder, transport: transport, database: await store.path ?? "") { outcome in
      _ = try? await store.withWriter { writer throws(HistoryError) in
        try writer.store([outcome], run: nil)
      }
    }
  }

  /// The places of a query, best first, with their names in English or in another language.
  public func places(
    for query: PlaceQuery, language: String? = nil
  ) async throws(FetchError) -> [Place] {
    var request = geocoder.request(for: query.name, count: 100)
    if let language {
      guard let other = geocoder.request(for: query.name, count: 100, language: language)
      else { return [] }
      request = other
    }
    return query.fitting(try await places(request))
  }

  /// The places of a request's reply, best first.
  ///
  /// Throws `FetchError` also where the quota is used up, or the request can't be sent.
  public func places(_ request: Request) async throws(FetchError) -> [Place] {
    // Where the database can't be written now, somebody waits for the place all the same.
    _ = try LookupBooking(geocoder.settings, database: database).book(request)
    let started = Date()
    let begun = ContinuousClock.now
    var outcome = FetchOutcome(
      provider: geocoder.settings.name, slugs: [], parts: [], startedAt: started,
      finishedAt: started, durationMs: 0, cost: request.cost)
    (outcome.purpose, outcome.isBooked) = (.lookup, true)
    let answer = await send(request, &outcome)
    outcome.finishedAt = Date()
    outcome.durationMs = Int((ContinuousClock.now - begun) / .milliseconds(1))
    if case .failure(let error) = answer { outcome.error = error }
    await log(outcome)
    return try answer.get()
  }

  private func send(
    _ request: Request, _ outcome: inout FetchOutcome
  ) async -> Result<[Place], FetchError> {
    let response: Response
    do throws(TransportError) {
      response = try await transport.send(request).withoutKey
    } catch {
      return .failure(error.fetchError)
    }
    outcome.httpStatus = response.status
    do throws(FetchError) {
      return .success(try geocoder.places(in: response))
    } catch {
      return .failure(error)
    }
  }
}
