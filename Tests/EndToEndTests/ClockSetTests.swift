import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// A clock that is set under the running daemon.
@Suite(.throttled) struct ClockSetTests {
  @Test(arguments: [(-8_640_000, "8640000 s back"), (90_000, "90000 s forward")])
  func `the daemon says so, and its intervals go on at once`(
    step: Int, words: String
  ) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(
      "spread = 0\n" + Installation.text(server: server, cities: 1, schedule: "2s"))
    let object = try await Preload.object("clock", in: installation.folder)
    let daemon = try installation.daemon(
      variables: ["LD_PRELOAD": object, "ALMANAC_CLOCK": installation.folder.file("clock")])
    #expect(await daemon.waitForOutput("1 of 1 city", times: 2))
    try installation.folder.write("clock", "\(step)")
    #expect(await daemon.waitForOutput("the clock was set"))
    let before = server.received.count
    let begun = ContinuousClock.now
    #expect(await daemon.waitForOutput("1 of 1 city", times: before + 3))
    // A burst would be quicker, a clock that is waited for slower.
    let taken = ContinuousClock.now - begun
    #expect(taken > .seconds(1.5) && taken < .seconds(30), "\(taken)")
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    let lines = output.stderr.split(separator: "\n").filter { $0.contains("the clock was set") }
    #expect(lines.count == 1)
    // What passed between the setting and its being noticed is a second or two.
    let said = lines.first.flatMap { $0.split(separator: "was set ").last?.split(separator: " s ") }
    let seconds = try #require(said?.first.flatMap { Int($0) })
    #expect(abs(seconds - abs(step)) <= 1, "\(words): \(lines)")
  }

  @Test func `nothing is let go or missed by a clock that no reply agrees with`() async throws {
    let date = WrongClockTests.date(after: 0)
    let server = try LoopbackServer { _ in .json(Reply.body(), headers: [("Date", date)]) }
    defer { server.stop() }
    let installation = try Installation(
      "spread = 0\n" + Installation.text(server: server, cities: 1, schedule: "2s"))
    let object = try await Preload.object("clock", in: installation.folder)
    let daemon = try installation.daemon(
      variables: ["LD_PRELOAD": object, "ALMANAC_CLOCK": installation.folder.file("clock")])
    #expect(await daemon.waitForOutput("1 of 1 city", times: 2))
    // By this one everything is older than anybody keeps it.
    try installation.folder.write("clock", "2000000000")
    #expect(await daemon.waitForOutput("the clock was set"))
    let before = server.received.count
    #expect(await daemon.waitForOutput("1 of 1 city", times: before + 3))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    #expect(!output.stderr.contains("let go"), "\(output.stderr)")
    #expect(!output.stderr.contains("no readings"), "\(output.stderr)")
    #expect(try installation.count("SELECT count(*) FROM sync_log") >= before)
    #expect(try installation.integers("SELECT 1 FROM gaps").isEmpty)
  }
}
