import AlmanacTestKit
import Glibc
import Testing

/// The plug is pulled.
@Suite(.throttled) struct KillTests {
  // B80.
  @Test(arguments: ["sync", "run"])
  func `a kill at any instant leaves the database sound and whole`(command: String) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let text = Installation.text(server: server, cities: 3)
    let installation = try Installation(
      text.replacing("schedule = \"365d\"", with: "schedule = \"1s\"\nspread = 0"))
    // On a busy machine a pass takes long: some kills are to come after its requests.
    let begun = ContinuousClock.now
    #expect(try await installation.almanacd("sync").status == 0)
    let pass = Int((ContinuousClock.now - begun) / .milliseconds(1))
    let latest = max(command == "run" ? 2500 : 300, 2 * pass)
    var reported = 0
    for _ in 0..<Self.kills {
      let first = counter.value
      let child = try ChildProcess(
        Fixture.product("almanacd"), [command, "--config", installation.configuration],
        environment: installation.environment)
      try await Task.sleep(for: .milliseconds(Int.random(in: 20...latest)))
      child.signal(SIGKILL)
      let output = await child.wait()
      guard Fixture.exists(installation.database) else { continue }
      try installation.expectSound()
      try Self.expectWhole(installation)
      // Whatever was reported as stored is there.
      let rounds =
        output.stdout.ranges(of: "synced 3 of 3").count
        + output.stderr.ranges(of: "3 of 3 cities").count
      guard rounds > 0 else { continue }
      reported += rounds
      let places = (1...3 * rounds).map { "\(Double(first + $0) / 100)" }.joined(separator: ", ")
      let found = "SELECT count(*) FROM observations WHERE temperature_c IN (\(places))"
      #expect(try installation.count(found) == 3 * rounds)
    }
    #expect(counter.value > 3)
    if Self.kills > 50 { print("\(command): \(Self.kills) kills, \(reported) batches reported") }
  }

  /// How often each command is killed: half of what `make kill` asks for.
  private static let kills =
    (getenv("ALMANAC_KILLS").flatMap { Int(String(cString: $0)) } ?? 50) / 2

  /// Sees to it that of each reply both parts are there, or neither.
  static func expectWhole(_ installation: Installation) throws {
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'observations'"
    guard try installation.count(tables) > 0 else { return }
    let halves = """
      SELECT (SELECT count(*) FROM observations o WHERE NOT EXISTS (
        SELECT 1 FROM forecasts f
        WHERE f.city = o.city AND f.fetched_at = o.fetched_at))
      + (SELECT count(*) FROM forecasts f
        WHERE f.temperature_high_c < 24 AND NOT EXISTS (
          SELECT 1 FROM observations o
          WHERE f.city = o.city AND f.fetched_at = o.fetched_at))
      """
    #expect(try installation.count(halves) == 0)
  }
}
