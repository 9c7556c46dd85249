import AlmanacTestKit
import Glibc
import Testing

/// `almanacd prune`: details go, answers stay.
@Suite(.throttled) struct PruneTests {
  private static let retention = """
    [retention]
    observations = "30d"
    forecasts = "30d"
    runs = "1d"

    """
  /// A noon of long ago.
  private static let old = Reply.recent / 86_400 * 86_400 - 100 * 86_400 + 43_200

  /// Readings of three days of long ago, an interval of seconds apart.
  private static func csv(every step: Int) -> String {
    "observed_at,temperature_c,humidity_pct,pressure_hpa,wind_speed_ms,precipitation_mm\n"
      + stride(from: old, to: old + 10 * 86_400, by: step).enumerated().map { place, at in
        "\(at),\(place % 30),\(place % 100),\(1000 + place % 30),\(place % 9),0.2\n"
      }.joined()
  }

  private static func filled(
    _ server: LoopbackServer, every step: Int, state: String? = nil
  ) async throws -> Installation {
    let installation = try Installation(
      Installation.text(server: server, cities: 1) + retention, state: state)
    #expect(try await installation.almanacd("sync").status == 0)
    let file = try installation.folder.write("old.csv", csv(every: step))
    let imported = try await installation.almanacd("import", "--city", "city-1", file)
    #expect(imported.status == 0, "\(imported.stderr)")
    return installation
  }

  private static func answers(_ installation: Installation) async throws -> [String] {
    var answers: [String] = []
    for span in ["hour", "day", "month"] {
      answers.append(
        try await installation.almanac(
          "history", "city-1", "--since", "2000", "--every", span, "--csv"
        ).stdout)
    }
    return answers
  }

  @Test func `readings become hours and days, and every answer stays as it was`() async throws {
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent) }
    defer { server.stop() }
    let installation = try await Self.filled(server, every: 600)
    try Database.execute(
      "UPDATE fetch SET started_at = started_at - 200000", in: installation.database)
    let before = try await Self.answers(installation)
    let preview = try await installation.almanacd("prune", "--dry-run")
    #expect(preview.status == 0)
    #expect(preview.stdout.hasPrefix("would let go: 14"), "\(preview.stdout)")
    #expect(try await Self.answers(installation) == before)
    // A daemon at work is no obstacle, and loses nothing.
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("running for 1 city"), "\(daemon.stderr)")
    let prune = try await installation.almanacd("prune")
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(prune.status == 0, "\(prune.stderr)")
    #expect(prune.stdout.contains("readings (now hours and days)"), "\(prune.stdout)")
    #expect(prune.stdout.contains("1 request (now a daily total)"))
    #expect(try await Self.answers(installation) == before)
    #expect(try installation.count("SELECT count(*) FROM observations") < 400)
    #expect(try installation.count("SELECT total(requests) FROM fetch_day") == 1)
    #expect(try await installation.almanacd("prune").stdout == "nothing was let go\n")
    try installation.expectSound()
  }

  @Test func `a terminal is told how far it is, and nothing else is`() async throws {
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent) }
    defer { server.stop() }
    let installation = try await Self.filled(server, every: 600)
    let copy = installation.folder.file("copy.db")
    #expect(try await installation.almanacd("backup", copy).status == 0)
    let line =
      "\(Fixture.product("almanacd")) prune --config \(installation.configuration) --db \(copy)"
    let output = try await Subprocess.run("/usr/bin/script", ["-qec", line, "/dev/null"])
    #expect(output.stdout.contains("readings (now hours and days) so far"), "\(output.stdout)")
    #expect(output.stdout.contains("\r\u{1B}[Klet go: "), "the line is taken away at the end")
    #expect(try await installation.almanacd("prune").stderr == "")
  }

  @Test func `hourly readings stay, because their hours would take more room`() async throws {
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent) }
    defer { server.stop() }
    let installation = try await Self.filled(server, every: 3600)
    let count = try installation.count("SELECT count(*) FROM observations")
    let size = try installation.bytes("almanac.db").count
    #expect(try await installation.almanacd("prune", "--dry-run").stdout == "nothing would go\n")
    #expect(try await installation.almanacd("prune").stdout == "nothing was let go\n")
    #expect(try installation.count("SELECT count(*) FROM observations") == count)
    #expect(try installation.bytes("almanac.db").count == size)
  }

  @Test func `without a database there is nothing to prune`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    for words in [["prune"], ["prune", "--dry-run"]] {
      let output = try await Subprocess.run(
        Fixture.product("almanacd"), words + ["--config", installation.configuration],
        environment: installation.environment)
      #expect(output.status == 66)
      #expect(output.stderr.contains(installation.database))
    }
    // An empty file is one without rows, and stays so.
    try installation.folder.write("almanac.db", "")
    let names = try Fixture.names(in: installation.folder.path)
    #expect(try await installation.almanacd("prune", "--dry-run").stdout == "nothing would go\n")
    #expect(try await installation.almanacd("prune").stdout == "nothing was let go\n")
    #expect(try await installation.almanacd("rebuild").status == 0)
    #expect(try Fixture.names(in: installation.folder.path) == names)
    #expect(try installation.bytes("almanac.db").isEmpty)
    // What would be done there is done: the tables are made.
    let preview = try await installation.almanacd("migrate", "--dry-run")
    let migrated = try await installation.almanacd("migrate")
    #expect(preview.status == 0 && migrated.status == 0)
    #expect(
      migrated.stdout == preview.stdout.replacing("would be applied", with: "were applied"))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root and the right to mount"))
  func `a full disk is told what pruning takes, and little room is enough`() async throws {
    let disk = try #require(SmallDisk(kibibytes: 16384))
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent) }
    defer { server.stop() }
    let installation = try await Self.filled(server, every: 60, state: disk.folder)
    let before = try await Self.answers(installation)
    try disk.fill()
    let full = try await installation.almanacd("prune")
    #expect(full.status == 74)
    #expect(full.stderr.contains("about 1 MiB for the log"), "\(full.stderr)")
    try disk.fill(leaving: 1 << 20)
    let prune = try await installation.almanacd("prune")
    #expect(prune.status == 0, "\(prune.stderr)")
    #expect(prune.stdout.contains("went back to the disk"))
    #expect(try await Self.answers(installation) == before)
    try installation.expectSound()
  }
}
