import AlmanacTestKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// Names that can't be resolved: who sees it, and how often they are asked for.
@Suite(.throttled) struct PlaceSearchTests {
  private typealias Places = PlacesTests

  private func searches(_ server: LoopbackServer) -> Int {
    server.received.count { $0.path == "/v1/search" }
  }

  @Test func `status lists the cities that were not found, and why`() async throws {
    let server = try Places.server { name in
      name == "Oslo" ? .text("oops", status: 503) : .json("{\"generationtime_ms\":1}")
    }
    defer { server.stop() }
    let installation = try await Places.installation(
      server, Places.named("Nowhere") + Places.named("Oslo"))
    #expect(try await installation.almanacd("sync").status == 69)
    let text = try await installation.almanac("status")
    #expect(text.status == 1)
    #expect(text.stdout.contains("Nowhere was not found: no place of the name ‘Nowhere’ is known"))
    #expect(text.stdout.contains("Oslo was not found: ‘Oslo’ can't be looked up now"))
    #expect(text.stdout.contains("next try with the next sync, with --due not within"))
    let json = try await installation.almanac("status", "--json")
    #expect(json.status == 1)
    #expect(json.stdout.contains("\"city\":\"oslo\",\"name\":\"Oslo\",\"provider\":null"))
    #expect(json.stdout.contains("\"error_class\":\"service\""))
    let now = try await installation.almanac("now", "oslo")
    #expect(now.status == 1)
    #expect(now.stderr.contains("is configured and was not found"))
    // Given coordinates, it is found; with the fresh city beside it, all is well.
    try installation.write(
      Places.text(server, Installation.list(1..<2)))
    #expect(try await installation.almanacd("sync").status == 0)
    let after = try await installation.almanac("status", "--max-age", "9y")
    #expect(after.status == 0)
    #expect(!after.stdout.contains("not found"))
  }

  @Test func `cron asks for a name after growing pauses, a person at once`() async throws {
    let server = try Places.server { _ in .text("oops", status: 503) }
    defer { server.stop() }
    let installation = try await Places.installation(server, Places.named("Oslo"))
    #expect(try await installation.almanacd("sync", "--due").status == 69)
    var retries: [Int] = []
    for round in 1...6 {
      retries += try installation.integers("SELECT retry_at - tried_at FROM unplaced")
      // Cron comes again before the time: nothing is asked, and nothing is wrong with that.
      try Database.execute(
        "UPDATE unplaced SET retry_at = retry_at + 300", in: installation.database)
      let waiting = try await installation.almanacd("sync", "--due", "--quiet")
      #expect(waiting.status == 0 && waiting.stderr.isEmpty)
      #expect(searches(server) == round)
      try Database.execute(
        "UPDATE unplaced SET tried_at = tried_at - 900, retry_at = tried_at - 1",
        in: installation.database)
      _ = try await installation.almanacd("sync", "--due")
    }
    #expect(try installation.integers("SELECT failures FROM unplaced") == [7])
    for (round, seconds) in retries.enumerated() {
      let ceiling = min(900, 5 << round)
      #expect((ceiling / 2...ceiling + 1).contains(seconds), "\(retries)")
    }
    let before = searches(server)
    #expect(try await installation.almanacd("sync").status == 69)
    #expect(searches(server) == before + 1)
  }

  @Test func `a search that is not there is no word on a name, and is asked again soon`()
    async throws
  {
    let server = try Places.server { _ in .text("<h1>Not Found</h1>", status: 404) }
    defer { server.stop() }
    let installation = try await Places.installation(server, Places.named("Oslo"))
    let sync = try await installation.almanacd("sync")
    #expect(sync.status == 69)
    #expect(sync.stderr.contains("is base_url right?"), "\(sync.stderr)")
    let codes = try Database.text("SELECT error_class FROM unplaced", in: installation.database)
    #expect(codes == ["service"])
    #expect(try installation.count("SELECT retry_at - tried_at FROM unplaced") <= 6)
  }

  @Test func `what the search asks for itself holds for a person too`() async throws {
    let server = try Places.server { _ in
      .text("slow down", status: 429, headers: [("Retry-After", "600")])
    }
    defer { server.stop() }
    let installation = try await Places.installation(
      server, Places.named("Oslo") + Places.named("Bergen"))
    #expect(try await installation.almanacd("sync").status == 75)
    let again = try await installation.almanacd("sync")
    #expect(again.status == 75)
    #expect(again.stderr.contains("the search asked to be left alone"))
    #expect(searches(server) == 1)
    let left = try installation.integers("SELECT retry_at - tried_at FROM unplaced")
    #expect(left.count == 2 && left.allSatisfy { (560...601).contains($0) }, "\(left)")
  }

  @Test func `restarts ask for a name no more often than running through`() async throws {
    let server = try Places.server { _ in .json("{\"generationtime_ms\":1}") }
    defer { server.stop() }
    let installation = try await Places.installation(
      server, Places.named("Nowhere") + Installation.list(1..<2))
    for _ in 1...5 {
      let daemon = try installation.daemon()
      #expect(await daemon.waitForOutput("running for"))
      while try installation.integers("SELECT count(*) FROM unplaced") != [1] {}
      daemon.signal(SIGTERM)
      _ = await daemon.wait()
    }
    #expect(searches(server) == 1)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("is known; give its coordinates (looked up again 20"))
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("is known; give its coordinates", times: 2))
    #expect(searches(server) == 2)
  }
}

/// Names with an area or a country.
@Suite(.throttled) struct NarrowedNameTests {
  @Test func `the error says what an area is compared with`() async throws {
    let server = try PlacesTests.server { _ in
      PlacesTests.places(
        PlacesTests.entry("Hof", 50.3, 11.9, 45_000, "Bavaria", "DE"),
        PlacesTests.entry("Hof", 60, 11, 5000, "Innlandet", "NO"))
    }
    defer { server.stop() }
    let installation = try await PlacesTests.installation(
      server, PlacesTests.named("Hof", "admin = \"Bayern\"\ncountry = \"DE\""))
    let output = try await installation.almanacd("sync")
    #expect(output.status == 78)
    #expect(
      output.stderr.contains(
        "‘Hof’ is known in ‘Bayern’, ‘DE’ (areas are compared with the search's English names"),
      "\(output.stderr)")
    try installation.write(
      PlacesTests.text(server, PlacesTests.named("Hof", "admin = \"bavaria\"")))
    #expect(try await installation.almanacd("sync").status == 0)
  }
}

/// Two cities that are one place.
@Suite(.throttled) struct SamePlaceTests {
  private typealias Places = PlacesTests

  @Test(arguments: [false, true])
  func `are fetched both, with a word about it`(isKnown: Bool) async throws {
    let server = try Places.server { name, language in
      Places.places(
        Places.entry(language == "el" ? name : "Athens", 37.98376, 23.72784, 9, "A", "GR"))
    }
    defer { server.stop() }
    let point = "[[city]]\nname = \"Acropolis\"\nlatitude = 37.98376\nlongitude = 23.72784\n"
    let installation = try await Places.installation(
      server, Places.named("Athens") + (isKnown ? point : Places.named("Αθήνα")), gazetteer: true)
    let words =
      isKnown
      ? "the cities athens and acropolis are one place, and stub is asked for both"
      : "are one place, and stub is asked for both"
    let check = try await installation.almanacd("check")
    #expect(check.status == 0)
    #expect(check.stderr.contains("warning: ") && check.stderr.contains(words), "\(check.stderr)")
    let sync = try await installation.almanacd("sync")
    #expect(sync.status == 0)
    #expect(sync.stderr.contains(words), "\(sync.stderr)")
    // Each has its rows, whoever was asked first.
    #expect(
      try installation.integers("SELECT count(*) FROM observations GROUP BY city") == [1, 1])
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput(words))
  }
}

/// A name that is not quite that of any place.
@Suite(.throttled) struct SimilarNameTests {
  private typealias Places = PlacesTests

  @Test(arguments: [
    ("Sprngfield", "Springfield", "US"), ("Lisbom", "Lisbon", "PT"), ("Москвва", "Moscow", "RU"),
    ("東京市場", "Tokyo", "JP"), ("Αθηνν", "Athens", "GR"), ("القاهره", "Cairo", "EG"),
    ("서울시장", "Seoul", "KR"), ("กรุงเทพฯๆ", "Bangkok", "TH"),
  ])
  func `is never taken without the user's word`(
    name: String, found: String, country: String
  ) async throws {
    // A search that finds what is similar, in whatever language it is asked.
    let server = try Places.server { _, language in
      let shown = language == "en" ? found : "\(found) (\(language))"
      return Places.places(
        Places.entry(shown, 37.2, -93.3, 170_000, "Area", country, zone: "UTC"))
    }
    defer { server.stop() }
    for hasGazetteer in [false, true] {
      let installation = try await Places.installation(
        server, Places.named(name), gazetteer: hasGazetteer)
      let output = try await installation.almanacd("sync")
      #expect(output.status == 78)
      #expect(output.stderr.contains("no place is called ‘\(name)’ exactly; similar are \(found)"))
      #expect(output.stderr.contains("[[city]]\nname = \"\(found)\"\ncountry = \"\(country)\""))
      #expect(try installation.integers("SELECT count(*) FROM city") == [0])
      #expect(
        try await installation.almanac("status").stdout.contains("similar are \(found), Area"))
    }
  }

  @Test(arguments: [("Lisboa", "Lisbon", "PT", "pt"), ("Αθήνα", "Athens", "GR", "el")])
  func `the name of a place in its own language is its name`(
    name: String, found: String, country: String, language: String
  ) async throws {
    let server = try Places.server { _, asked in
      Places.places(
        Places.entry(asked == language ? name : found, 38, 9, 9, "A", country, zone: "UTC"))
    }
    defer { server.stop() }
    let installation = try await Places.installation(server, Places.named(name))
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(
      try Database.text("SELECT name FROM city", in: installation.database) == [name])
  }
}

/// Which zone a city has, of the several that may be said.
@Suite(.throttled) struct ZoneOrderTests {
  private static let city = """
    [[city]]
    name = "Harbour"
    latitude = 59.9
    longitude = 10.7

    """

  private func zone(_ installation: Installation) throws -> [String] {
    try Database.texts(
      "SELECT timezone, CAST(zone_is_guess AS TEXT) FROM city", in: installation.database)
  }

  @Test func `the gazetteer's zone gives way to a service's, and that to the configuration's`()
    async throws
  {
    let isNaming = Atomic(false)
    let server = try LoopbackServer { _ in
      let body = Reply.body(at: Reply.recent)
      return isNaming.load(ordering: .relaxed)
        ? .json(body.replacing("\"UTC\"", with: "\"Africa/Lagos\"")) : .text("oops", status: 503)
    }
    defer { server.stop() }
    let installation = try await PlacesTests.installation(server, Self.city, gazetteer: true)
    // MET Norway, which names no zone, made the gazetteer speak.
    let both = "providers = [\"met\", \"stub\"]\n"
    let services =
      "contact = \"a@example.org\"\n" + PlacesTests.text(server, "")
      + "[providers.met]\nkind = \"met-norway\"\nbase_url = \"\(server.base)\"\n"
    try installation.write(services + Self.city + both)
    #expect(try await installation.almanacd("sync").status == 69)
    #expect(try zone(installation) == ["Europe/Oslo|1"])
    isNaming.store(true, ordering: .relaxed)
    #expect(try await installation.almanacd("sync").status == 1)
    #expect(try zone(installation) == ["Africa/Lagos|0"])
    #expect(
      try installation.integers("SELECT utc_offset_s FROM city_offset ORDER BY from_at") == [3600])
    // It is remembered, whatever the gazetteer says.
    #expect(try await installation.almanacd("sync").status == 1)
    #expect(try zone(installation) == ["Africa/Lagos|0"])
    try installation.write(services + Self.city + both + "timezone = \"Asia/Tokyo\"\n")
    #expect(try await installation.almanacd("sync").status == 1)
    #expect(try zone(installation) == ["Asia/Tokyo|0"])
  }

  @Test func `an import into a city that nobody has a zone of takes the gazetteer's`()
    async throws
  {
    let server = try LoopbackServer { _ in .text("oops", status: 503) }
    defer { server.stop() }
    let installation = try await PlacesTests.installation(server, Self.city, gazetteer: true)
    let file = try installation.folder.write(
      "readings.csv", "time,temperature_c\n2026-07-01 12:00,20.5\n")
    let output = try await installation.almanacd("import", file, "--city", "harbour")
    #expect(output.status == 0, "\(output.stderr)")
    #expect(
      try Database.text("SELECT local_time FROM observations", in: installation.database)
        == ["2026-07-01T12:00:00+02:00"])
    #expect(try zone(installation) == ["Europe/Oslo|1"])
  }
}
