import AlmanacTestKit
import Configuration
import FoundationEssentials
import HTTP
import Synchronization
import Testing
import Weather

@testable import Sync

/// What `sync` tries again within its quarter of a minute.
@Suite struct SyncRetryTests {
  private final class Faulty: Transport {
    let asked = Atomic(0)
    let headers: [(name: String, value: String)]

    init(_ headers: [(name: String, value: String)]) { self.headers = headers }

    func send(_ request: Request) async throws(TransportError) -> Response {
      asked.add(1, ordering: .sequentiallyConsistent)
      return Response(
        request: request, status: 503, headers: headers, body: Data("{}".utf8),
        receivedAt: Date(unixSeconds: 1_780_567_200))
    }
  }

  @Test(arguments: [("600", 1), (nil, 3)])
  func `a service that says when to come again is not asked before`(
    retryAfter: String?, requests: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let configuration = try Configuration.parse(
      text: """
        database = "a.db"
        timezone = "UTC"
        [[city]]
        name = "Oslo"
        latitude = 59.9
        longitude = 10.7
        timezone = "UTC"
        """, path: "almanac.toml", environment: [:])
    let now = Date(unixSeconds: 1_780_567_200)
    let transport = Faulty(retryAfter.map { [("Retry-After", $0)] } ?? [])
    let store = Store()
    _ = try await store.open(path: folder.file("a.db"), now: now)
    let session = Session(
      assembly: try Assembly(configuration, now: now), store: store, transport: transport,
      clock: WallClock { now },
      log: Log(threshold: .error, style: .plain, now: { now }, write: { _ in }))
    let report = try await SyncRun(session, scope: .init(), random: { 0 }).run()
    #expect(report.failures.count == 1)
    #expect(transport.asked.load(ordering: .sequentiallyConsistent) == requests)
  }
}
