import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// `almanacd import` and what `almanac` makes of it.
struct ImportCommandTests {
  private static let lisbon = """
    [[city]]
    name = "Lisbon"
    latitude = 38.7
    longitude = -9.1
    timezone = "Europe/Lisbon"

    """
  private static let summaries = "SELECT count(*) FROM observation WHERE origin = 'import'"

  private func installation() throws -> Installation { try Installation(Self.lisbon) }

  private static func csv(_ rows: Int, temperature: Double = 20) -> String {
    "time,temperature_c,humidity_pct\n"
      + (0..<rows).map { "\(1_700_000_000 + 60 * $0),\(temperature),\($0 % 100)\n" }.joined()
  }

  @Test(arguments: ["csv", "tsv", "ndjson"])
  func `what history prints comes back as it was`(format: String) async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let first = try Installation(server: server, cities: 2)
    #expect(try await first.almanacd("sync").status == 0)
    let printed = try await first.almanac(
      "history", "--since", "2020", "--format", format, "--provider", "all")
    #expect(printed.status == 0)
    let second = try Installation(Installation.list(1..<3, extra: "timezone = \"UTC\""))
    let file = try second.folder.write("history", printed.stdout)
    let imported = try await second.almanacd("import", file)
    #expect(imported.status == 0, "\(imported.stderr)")
    #expect(imported.stderr == "")
    #expect(imported.stdout.hasPrefix("\(file): 2 rows, 2 new, 0 already there; "))
    let again = try await second.almanac(
      "history", "--since", "2020", "--format", format, "--provider", "all")
    #expect(again.stdout.replacing("import", with: "live") == printed.stdout)
  }

  @Test(arguments: ["oslo", "Oslo"])
  func `a city by name that is not looked up yet is named as such`(word: String) async throws {
    let installation = try Installation("[[city]]\nname = \"Oslo\"\n")
    let file = try installation.folder.write("a.csv", Self.csv(1))
    let output = try await installation.almanacd("import", file, "-c", word)
    #expect(output.status == 64)
    #expect(output.stderr.contains("‘\(word)’ is in the configuration by its name only"))
    #expect(output.stderr.contains("run almanacd sync"))
    let other = try await installation.almanacd("import", file, "-c", "bergen")
    #expect(
      other.stderr.contains("no city ‘bergen’; not looked up yet, which almanacd sync does: oslo"))
  }

  @Test func `a file with other columns adds to what an earlier one said, and takes nothing`()
    async throws
  {
    let installation = try installation()
    let first = try installation.folder.write(
      "a.csv",
      """
      time,temperature_c,humidity_pct,summary,basis
      1700000000,20,50,fine,reanalysis
      1700003600,21,51,fair,reanalysis

      """)
    let second = try installation.folder.write(
      "b.csv",
      """
      time,temperature_c,humidity_pct,wind_speed_ms
      1700000000,20,,3
      1700003600,22,,
      1700007200,23,,

      """)
    #expect(try await installation.almanacd("import", first, "-c", "lisbon").status == 0)
    for words in [["--dry-run"], []] {
      let more = try await Subprocess.run(
        Fixture.product("almanacd"),
        ["import", second, "-c", "lisbon", "--config", installation.configuration] + words,
        environment: installation.environment)
      #expect(more.stdout.contains("0 already there, 2 changed"), "\(more.stdout)")
    }
    let rows = try Database.texts(
      """
      SELECT temperature_c, humidity_pct, wind_speed_ms, summary, basis FROM observations
      ORDER BY observed_at
      """, in: installation.database)
    #expect(
      rows == [
        "20.0|50.0|3.0|fine|reanalysis", "22.0|51.0|null|fair|reanalysis",
        "23.0|null|null|null|station",
      ])
    let again = try await installation.almanacd("import", second, "-c", "lisbon")
    #expect(again.stdout.contains(" 0 new, 3 already there;"), "\(again.stdout)")
  }

  @Test
  func `the same file again adds nothing and writes nothing`() async throws {
    let installation = try installation()
    let file = try installation.folder.write("a.csv", Self.csv(5000))
    let dry = try await installation.almanacd("import", file, "-c", "lisbon", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.stdout.contains("5000 rows, 5000 would be new, 0 already there"))
    #expect(try !Fixture.names(in: installation.folder.path).contains("almanac.db"))
    let first = try await installation.almanacd("import", file, "-c", "lisbon")
    #expect(first.stdout.contains("5000 new"))
    let bytes = try installation.bytes("almanac.db")
    for words in [["--dry-run"], []] {
      let output = try await Subprocess.run(
        Fixture.product("almanacd"),
        ["import", file, "-c", "lisbon", "--config", installation.configuration] + words,
        environment: installation.environment)
      #expect(output.status == 0)
      #expect(output.stdout.contains("5000 already there"))
      #expect(try installation.bytes("almanac.db") == bytes)
    }
  }

  @Test
  func `imported rows are shown, and not missed by status`() async throws {
    let server = try LoopbackServer { _ in Reply.good(at: Reply.recent + 86_000) }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let file = try installation.folder.write("a.csv", Self.csv(3))
    #expect(try await installation.almanacd("import", file, "--city", "city-1").status == 0)
    let named = try await installation.almanac(
      "history", "city-1", "--since", "2023", "--provider", "import", "--csv")
    #expect(named.stdout.split(separator: "\n").count == 4)
    let status = try await installation.almanac("status", "--csv")
    #expect(status.stdout.split(separator: "\n").count == 2)
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(try installation.count(Self.summaries) == 3)
    #expect(try installation.count("SELECT count(*) FROM city_provider WHERE active") == 1)
  }

  @Test
  func `what a service said stays, an earlier import gives way`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let file = try installation.folder.write(
      "a.csv",
      "time,temperature_c,provider,city\n1780567200,1,stub,city-1\n1780567260,1,stub,city-1\n")
    let first = try await installation.almanacd("import", file)
    #expect(first.stdout.contains("1 new, 0 already there, 1 other than what a service said"))
    try installation.folder.write(
      "a.csv",
      "time,temperature_c,provider,city\n1780567200,2,stub,city-1\n1780567260,2,stub,city-1\n")
    let second = try await installation.almanacd("import", file)
    #expect(second.stdout.contains("0 new, 0 already there, 1 changed, 1 other than"))
    #expect(
      try Database.texts(
        "SELECT origin, temperature_c FROM observation ORDER BY observed_at",
        in: installation.database) == ["live|20.5", "import|2.0"])
  }

  @Test
  func `WeeWX's archive becomes a service of its own`() async throws {
    let installation = try installation()
    let archive = installation.folder.file("weewx.sdb")
    try Database.execute(
      """
      CREATE TABLE archive (dateTime INTEGER NOT NULL UNIQUE PRIMARY KEY, usUnits INTEGER NOT NULL,
        `interval` INTEGER NOT NULL, outTemp REAL, barometer REAL, rain REAL);
      INSERT INTO archive VALUES (1782903600, 1, 5, 68, 29.92, 0.01);
      """, in: archive)
    let output = try await installation.almanacd("import", archive, "--city", "lisbon")
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stdout.hasSuffix("; lisbon/weewx\n"))
    #expect(
      try Database.texts(
        """
        SELECT local_time, origin, basis, temperature_c, pressure_hpa, precipitation_mm,
          precipitation_period_s FROM observations WHERE provider = 'weewx'
        """, in: installation.database)
        == ["2026-07-01T12:00:00+01:00|import|station|20.0|1013.2075|0.254|300.0"])
    #expect(try installation.count("SELECT count(*) FROM city_offset") > 1)
  }

  @Test
  func `killed in the middle, the same again completes it`() async throws {
    let installation = try installation()
    let file = try installation.folder.write("a.csv", Self.csv(60_000))
    for _ in 0..<3 {
      let child = try ChildProcess(
        Fixture.product("almanacd"),
        ["import", file, "-c", "lisbon", "--config", installation.configuration],
        environment: installation.environment)
      for _ in 0..<2000 where child.stdout.isEmpty {
        usleep(1000)
        let rows = try? installation.count(Self.summaries)
        if let rows, rows > 0 { break }
      }
      child.signal(SIGKILL)
      _ = await child.wait()
      #expect(try installation.count(Self.summaries) % 2000 == 0)
    }
    let output = try await installation.almanacd("import", file, "-c", "lisbon")
    #expect(output.status == 0, "\(output.stderr)")
    #expect(try installation.count(Self.summaries) == 60_000)
    try installation.expectSound()
  }

  @Test
  func `a signal ends it between two batches`() async throws {
    let installation = try installation()
    let pipe = installation.folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let writing = open(pipe, O_RDWR)
    defer { close(writing) }
    let child = try ChildProcess(
      Fixture.product("almanacd"),
      ["import", pipe, "-c", "lisbon", "--config", installation.configuration],
      environment: installation.environment)
    let text = Array(Self.csv(1_000).utf8)
    #expect(write(writing, text, text.count) == text.count)
    while !Self.isRead(writing) { usleep(2000) }
    child.signal(SIGINT)
    let output = await child.wait(timeout: .seconds(10))
    #expect(output.status == 128 + SIGINT)
  }

  /// Whether the reader has taken all that a pipe held.
  private static func isRead(_ pipe: Int32) -> Bool {
    var waiting: Int32 = 0
    return ioctl(pipe, UInt(FIONREAD), &waiting) == 0 && waiting == 0
  }

  @Test(arguments: [
    (["nope.csv"], "", 66, "No such file"), (["-", "-c", "oslo"], "", 64, "no city ‘oslo’"),
    (["-"], "time,temperature_c\n1700000000,1\n", 64, "--city"),
    (["-"], "time,city,temperature_c\n1700000000,oslo,1\n", 64, "line 2: no city ‘oslo’: 1 row"),
    (["-", "-c", "lisbon"], "a,b\n1,2\n", 65, "no column says when"),
    (["-", "-c", "lisbon"], "{\n", 65, "not a JSON object"),
    (["-", "-c", "lisbon"], "", 1, ""), (["-", "-c", "lisbon"], "time,temperature_c\n", 1, ""),
    (["-", "-c", "lisbon", "--map", "x"], "a,b\n", 64, "COLUMN=field"),
    (["-", "-c", "lisbon", "-p", "all"], "a,b\n", 64, "--provider"),
    (["/tmp", "-c", "lisbon"], "", 66, "directory"),
    ([], "", 64, "FILE"),
  ])
  func `what can't be imported is said, and stores nothing`(
    words: [String], input: String, status: Int32, text: String
  ) async throws {
    let installation = try installation()
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["import"] + words + ["--config", installation.configuration],
      environment: installation.environment, input: input)
    #expect(output.status == status, "\(output.stderr)")
    #expect(output.stderr.contains(text), "\(output.stderr)")
    let rows = (try? installation.count("SELECT count(*) FROM observation")) ?? 0
    #expect(rows == 0)
  }

  @Test
  func `rows of an unknown city are left out with a warning a name`() async throws {
    let installation = try installation()
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["import", "-", "--config", installation.configuration],
      environment: installation.environment,
      input: "city,time,temperature_c\nlisbon,1700000000,1\nOslo,1700000000,1\n"
        + "Rome,1700000000,1\nOslo,1700000060,1\nlisbon,1700000060,2\n")
    #expect(output.status == 0)
    #expect(
      output.stderr.contains("standard input: line 3: no city ‘Oslo’: 2 rows left out\n"))
    #expect(output.stderr.contains("standard input: line 4: no city ‘Rome’: 1 row left out\n"))
    #expect(output.stderr.contains("there are lisbon\n"))
    #expect(output.stdout.contains("5 rows, 2 new, 0 already there, 3 of unknown cities; 2023"))
    #expect(try installation.integers("SELECT temperature_c FROM observations") == [1, 2])
  }

  @Test
  func `a file that an error ends is said to have written nothing`() async throws {
    let installation = try installation()
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["import", "-", "--config", installation.configuration],
      environment: installation.environment,
      input: "city,time,temperature_c\nlisbon,1700000000,1\n,1700000060,1\n")
    #expect(output.status == 64)
    #expect(
      output.stdout.hasSuffix("0 new, 0 already there; not read to its end, nothing was written\n")
    )
  }

  @Test
  func `with a city, only its rows of a file are taken`() async throws {
    let installation = try Installation(
      Self.lisbon + "[[city]]\nname = \"Oslo\"\nlatitude = 60\nlongitude = 10\n")
    let output = try await Subprocess.run(
      Fixture.product("almanacd"),
      ["import", "-", "-c", "lisbon", "--config", installation.configuration],
      environment: installation.environment,
      input:
        "city,time,temperature_c\nOslo,1700000000,1\nLisbon,1700000000,2\nlisbon,1700000060,3\n")
    #expect(output.status == 0)
    #expect(output.stdout.contains("2 new, 0 already there, 1 of other cities"))
    #expect(try installation.integers("SELECT temperature_c FROM observations") == [2, 3])
  }
}
