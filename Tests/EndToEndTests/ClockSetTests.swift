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
    let text = Installation.text(server: server, cities: 1)
    let installation = try Installation(
      "spread = 0\n" + text.replacing("15m", with: "2s"))
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
}
