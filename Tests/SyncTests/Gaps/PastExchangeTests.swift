import FoundationEssentials
import HTTP
import History
import Providers
import Testing
import Weather

@testable import Sync

/// Requests about the past, by a clock that the first reply contradicts.
@Suite struct PastExchangeTests {
  private struct Fixed: Transport {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String
    /// By how many seconds the clock is ahead of the service's.
    let ahead: Double

    func send(_ request: Request) async throws(TransportError) -> Response {
      Response(
        request: request, status: status,
        headers: headers + [(name: "Date", value: "Fri, 15 Jan 2027 08:00:00 GMT")],
        body: Data(body.utf8), receivedAt: ClockGuardTests.server + ahead)
    }
  }

  /// Asks for yesterday's hours, and returns the failure and why the next request has to wait.
  private func ask(_ transport: Fixed) async throws -> (failure: FetchError?, plea: FetchError?) {
    let settings = ServiceSettings(name: "open-meteo", kind: .openMeteo)
    let provider = try #require(
      try ProviderFactory.make(settings: settings, contact: nil) as? any PastProvider)
    let budget = RequestBudget(provider: "open-meteo", QuotaPolicy(limits: []))
    let exchange = PastExchange(
      transport: transport, provider: provider, budget: budget, clock: .system,
      clockGuard: ClockGuard(), log: ClockGuardTests.Lines().log, purpose: .gap)
    let yesterday = try #require(LocalDate(iso: "2027-01-14"))
    let city = City(
      slug: "a", name: "a", latitude: 1, longitude: 2, timezone: "UTC")
    let product = try #require(provider.pastProducts(today: yesterday.adding(days: 1)).first)
    let request = try #require(
      provider.pastRequests(
        for: city, product.kind, dates: yesterday...yesterday, now: ClockGuardTests.server
      ).first)
    let answer = await exchange.ask(request)
    return (answer.fetch.error, budget.refusal)
  }

  private static let hours = """
    {"latitude":1,"longitude":2,"utc_offset_seconds":0,"timezone":"UTC",
     "hourly":{"time":[1799884800],"temperature_2m":[7.5]},"daily":{"time":[]}}
    """

  @Test(arguments: [0.0, 1000])
  func `what the service wants holds by any clock`(ahead: Double) async throws {
    let (failure, plea) = try await ask(
      Fixed(
        status: 503, headers: [(name: "Retry-After", value: "5786")],
        body: #"{"error":"trouble"}"#, ahead: ahead))
    #expect(failure?.code == .service)
    #expect(plea?.retryAfterSeconds ?? 0 > 5700)
  }

  @Test(arguments: [(0.0, nil), (1000.0, FetchError.Code.cancelled)])
  func `hours that may not be over by the service's clock are not taken`(
    ahead: Double, code: FetchError.Code?
  ) async throws {
    let (failure, plea) = try await ask(
      Fixed(status: 200, headers: [], body: Self.hours, ahead: ahead))
    #expect(failure?.code == code)
    #expect(plea == nil)
  }
}
