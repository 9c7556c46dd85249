import FoundationEssentials
import HTTP
import History
import Providers
import Weather

/// Sends requests about the past and reads the replies: what backfill and gap filling share.
struct PastExchange: Sendable {
  let transport: any Transport
  let provider: any PastProvider
  let budget: RequestBudget
  let clock: WallClock
  let clockGuard: ClockGuard
  let log: Log
  let purpose: RequestPurpose

  /// What a request brought, and what the store keeps of it as such.
  struct Answer {
    let result: Result<PastResult, FetchError>
    let fetch: FetchOutcome
  }

  /// An archive may take half a minute for a day, and half a year of hours is a megabyte.
  static let timeoutSeconds = 60.0
  static let maximumBytes = 32 << 20

  /// Sends a request that was admitted.
  func ask(_ request: Request) async -> Answer {
    let isBooked = budget.booksAhead
    let started = clock.now(), begun = clock.elapsed()
    let reply = await send(request)
    // No part of the present was asked for, so none of it succeeds or fails.
    var fetch = FetchOutcome(
      provider: request.provider, slugs: request.cities.map(\.slug), parts: [],
      startedAt: started, finishedAt: clock.now(),
      durationMs: Int((clock.elapsed() - begun) / .milliseconds(1)), cost: request.cost)
    (fetch.purpose, fetch.isBooked) = (purpose, isBooked)
    let result = read(reply, into: &fetch)
    if case .failure(let error) = result { fetch.error = error }
    budget.note(fetch.error)
    note(result, request)
    return Answer(result: result, fetch: fetch)
  }

  private func send(_ request: Request) async -> Result<Response, FetchError> {
    do throws(TransportError) {
      let response = try await transport.send(request)
      return .success(clockGuard.stamped(response.withoutKey, log: log))
    } catch {
      return .failure(error.fetchError)
    }
  }

  private func read(
    _ reply: Result<Response, FetchError>, into fetch: inout FetchOutcome
  ) -> Result<PastResult, FetchError> {
    switch reply {
    case .failure(let error): return .failure(error)
    case .success(let response):
      fetch.httpStatus = response.status
      budget.note(provider.quotaNotice(in: response, now: clock.now()))
      let result = provider.decodePast(response).mapError { error in
        error.redacted(by: Redactor([provider.settings.key].compactMap(\.self)))
      }
      switch result {
      // Hours to come would be taken for past ones, and keep out the readings of then. What the
      // service refuses it refuses by any clock.
      case .success where isTooEarly(response):
        return .failure(FetchError(.cancelled, "what is past can't be told: the clock is doubtful"))
      case .failure(let error) where error.code == .undecodable && !isTooEarly(response):
        guard let city = response.request.cities.first else { break }
        fetch.keep(response, of: provider.settings.kind, city: city, because: error)
      default: break
      }
      return result
    }
  }

  private func isTooEarly(_ response: Response) -> Bool {
    purpose == .gap && clockGuard.isDoubtful(response)
  }

  private func note(_ result: Result<PastResult, FetchError>, _ request: Request) {
    let subject = Log.Subject(service: request.provider, city: request.cities.first?.slug)
    switch result {
    case .failure(let error):
      log(.debug, "asked for the past: \(error.text)", subject)
    case .success(let past):
      for warning in past.warnings {
        log(.debug, "\(warning.keyPath): \(warning.problem)", subject)
      }
    }
  }
}
