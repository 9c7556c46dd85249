import AlmanacTestKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// Backfill and gap filling at the services that are asked by the day or by the hour.
@Suite(.throttled) struct PastServiceTests {
  /// 2023-05-02T10:07:00Z.
  private static let live: Int64 = 1_683_022_020
  private static let words = ["backfill", "city-1", "--from", "2023-05-01", "--to", "2023-05-03"]

  private static func backfill(_ installed: Installation) async throws -> Subprocess.Output {
    try await Subprocess.run(
      Fixture.product("almanacd"), words + ["--config", installed.configuration],
      environment: installed.environment)
  }

  @Test(
    "Days are fetched whole with what each costs, and asked for once",
    arguments: PastService.allCases)
  func whole(service: PastService) async throws {
    let server = try LoopbackServer { service.reply($0, presentAt: Self.live) }
    defer { server.stop() }
    let installed = try Installation(service.configuration(server))
    let first = try await Self.backfill(installed)
    #expect(first.status == 0, "\(first.stderr)")
    #expect(
      first.stdout == "city-1: 3 of 3 days from stub: 72 new readings, 3 observed days\n")
    let rows = "SELECT count(*) FROM observations WHERE origin = 'backfill'"
    #expect(try installed.count(rows + " AND basis = 'reanalysis' AND utc_offset_s = 0") == 72)
    #expect(
      try installed.count("SELECT count(*) FROM observed_days WHERE temperature_max_c = 12") == 3)
    #expect(server.received.count == 3 * service.requestsPerDay)
    #expect(
      try installed.count("SELECT sum(cost) FROM sync_log") == 3 * service.requestsPerDay)
    let again = try await Self.backfill(installed)
    #expect(again.stdout == "city-1: nothing to fetch, all is there\n")
    #expect(server.received.count == 3 * service.requestsPerDay)
    try installed.expectSound()
  }

  @Test("A live reading stays, and the hour that it is of is not paid for")
  func live() async throws {
    let server = try LoopbackServer { PastService.oneCall.reply($0, presentAt: Self.live) }
    defer { server.stop() }
    let installed = try Installation(PastService.oneCall.configuration(server))
    #expect(try await installed.almanacd("sync").status == 0)
    #expect(try await Self.backfill(installed).status == 0)
    #expect(server.received.count == 1 + 74)
    let live = "SELECT count(*) FROM observation WHERE origin = 'live' AND temperature_c = -7.5"
    #expect(try installed.count(live) == 1)
    #expect(try installed.count("SELECT count(*) FROM observation") == 72)
  }

  @Test(
    "Killed in the middle it goes on with the request that was under way",
    arguments: PastService.allCases, [SIGKILL, SIGTERM])
  func stopped(service: PastService, signal number: Int32) async throws {
    let requests = Counter(), started = Gate(), child = Mutex<Int32>(0)
    let fatal = service.requestsPerDay + (service.requestsPerDay + 1) / 2
    let server = try LoopbackServer { request in
      let place = requests.next()
      if place == fatal {
        kill(child.withLock { $0 }, number)
        return ScriptedReply([.silence])
      }
      let reply = service.reply(request, presentAt: Self.live)
      return place == 1 ? ScriptedReply([.wait(started)] + reply.steps) : reply
    }
    defer { server.stop() }
    let installed = try Installation(service.configuration(server))
    let process = try ChildProcess(
      Fixture.product("almanacd"), Self.words + ["--config", installed.configuration],
      environment: installed.environment)
    child.withLock { $0 = process.pid }
    started.open()
    let output = await process.wait(timeout: .seconds(20))
    #expect(number == SIGKILL || output.status == 75)
    #expect(requests.value == fatal)
    let rest = try await Self.backfill(installed)
    #expect(rest.status == 0, "\(rest.stderr)")
    #expect(try installed.count("SELECT count(*) FROM observation") == 72)
    #expect(try installed.count("SELECT count(*) FROM observed_day") == 3)
    #expect(requests.value == 3 * service.requestsPerDay + 1)
    try installed.expectSound()
  }

  @Test("A limit ends it in the middle of a day, and what came of the day stays")
  func quota() async throws {
    let server = try LoopbackServer { PastService.oneCall.reply($0, presentAt: Self.live) }
    defer { server.stop() }
    // Half of what 24 scheduled requests a day leave.
    let installed = try Installation(
      PastService.oneCall.configuration(server, extra: "max_requests_per_day = 104"))
    let output = try await Self.backfill(installed)
    #expect(output.status == 75, "\(output.stderr)")
    #expect(output.stderr.contains("has room again at 20"))
    // 50 of 75 calls are left, 40 a day beside the schedule.
    #expect(output.stderr.contains("the rest takes at least 24 h"))
    #expect(output.stdout.hasPrefix("city-1: 1 of 3 days from stub: 39 new readings"))
    #expect(server.received.count == 40)
    #expect(try installed.count("SELECT total(cost) = 40 FROM fetch") == 1)
  }

  @Test("An account without a past is told what would give it one", arguments: ["free", "daily"])
  func advice(endpoint: String) async throws {
    let server = try LoopbackServer { PastService.oneCall.reply($0, presentAt: Self.live) }
    defer { server.stop() }
    let text = PastService.oneCall.configuration(server)
      .replacing("endpoint = \"onecall\"", with: "endpoint = \"\(endpoint)\"")
    let output = try await Self.backfill(try Installation(text))
    #expect(output.status == 64)
    #expect(output.stderr.contains("stub has no past"))
    #expect(output.stderr.contains("endpoint = \"onecall\""))
    #expect(server.received.isEmpty)
  }

  @Test("Missing hours are filled, each asked for once", arguments: PastService.allCases)
  func gaps(service: PastService) async throws {
    let server = try LoopbackServer {
      service.reply($0, presentAt: Int64(Date().timeIntervalSince1970))
    }
    defer { server.stop() }
    let installed = try Installation(service.configuration(server))
    #expect(try await installed.almanacd("sync").status == 0)
    try GapTests.age(installed, hours: 6)
    let second = try await installed.almanacd("sync")
    #expect(second.stdout.contains("missing hours filled"), "\(second.stderr)")
    let hours = try installed.count(GapTests.missing)
    let filled = try installed.count(GapTests.filled)
    #expect((4...6).contains(hours) && (hours - 1...hours).contains(filled))
    let asked = server.received.count { service.isPast($0) }
    // Six hours may lie in two days.
    #expect(service == .oneCall ? asked == hours : (1...2).contains(asked))
    for _ in 0..<2 { _ = try await installed.almanacd("sync") }
    #expect(server.received.count { service.isPast($0) } == asked)
    #expect(try installed.count("SELECT count(*) FROM observed_day") == 0)
  }

  @Test("A reply that can't be decoded is kept once, and decoded by a later version")
  func quarantine() async throws {
    let server = try LoopbackServer { _ in .json(#"{"flags":{},"hourly":{"data":[{"when":1}]}}"#) }
    defer { server.stop() }
    let installed = try Installation(PastService.darkSky.configuration(server))
    let words = ["backfill", "city-1", "--from", "2023-05-01", "--to", "2023-05-01"]
    for _ in 0..<2 {
      let process = try ChildProcess(
        Fixture.product("almanacd"), words + ["--config", installed.configuration, "--verbose"],
        environment: installed.environment)
      #expect(await process.waitForOutput("hourly and daily holds no measurement"))
      process.signal(SIGTERM)
      _ = await process.wait(timeout: .seconds(20))
    }
    #expect(try installed.integers("SELECT seen FROM quarantine").count == 1)
    #expect(try installed.count("SELECT count(*) FROM quarantine_request") == 1)
    let vain = try await installed.almanacd("reprocess")
    #expect(vain.status == 1 && vain.stdout.contains("decoded 0 of 1 kept"))
    let hour = #"{"time":1682938800,"temperature":11.5}"#
    try Database.execute(
      """
      UPDATE quarantine SET body =
        CAST('{"timezone":"Europe/Berlin","hourly":{"data":[\(hour)]}}' AS BLOB)
      """, in: installed.database)
    let done = try await installed.almanacd("reprocess")
    #expect(done.status == 0, "\(done.stdout)")
    #expect(try installed.count("SELECT count(*) FROM quarantine") == 0)
    #expect(
      try installed.count(
        """
        SELECT count(*) FROM observations WHERE observed_at = 1682938800 AND origin = 'backfill'
          AND basis = 'reanalysis' AND temperature_c = 11.5 AND utc_offset_s = 7200
        """) == 1)
    #expect(try installed.count("SELECT count(*) FROM past_day") == 0)
  }
}
