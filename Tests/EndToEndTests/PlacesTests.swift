import AlmanacTestKit
import Glibc
import Synchronization
import Testing

/// Cities that are given by name only.
@Suite(.throttled) struct PlacesTests {
  /// A place as Open-Meteo's search has it.
  static func entry(
    _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int,
    _ area: String = "A", _ country: String = "NO", zone: String = "Europe/Oslo"
  ) -> String {
    """
    {"id":1,"name":"\(name)","latitude":\(latitude),"longitude":\(longitude),"elevation":10,
     "timezone":"\(zone)","population":\(population),"country":"C","country_code":"\(country)",
     "admin1":"\(area)"}
    """
  }

  static func places(_ entries: String...) -> ScriptedReply {
    .json("{\"results\":[\(entries.joined(separator: ","))]}")
  }

  /// A service that finds places by `search`, and one that has the weather of any place.
  static func server(
    _ search: @escaping @Sendable (String) -> ScriptedReply
  ) throws -> LoopbackServer {
    try server { name, _ in search(name) }
  }

  /// The same, which knows names in several languages.
  static func server(
    _ search: @escaping @Sendable (_ name: String, _ language: String) -> ScriptedReply
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      request.path == "/v1/search"
        ? search(request.query("name") ?? "", request.query("language") ?? "") : Reply.good()
    }
  }

  static func installation(
    _ server: LoopbackServer, _ cities: String, gazetteer: Bool = false
  ) async throws -> Installation {
    var installation = try Installation(Self.text(server, cities))
    let path = installation.folder.file("gazetteer.db")
    installation.environment["ALMANAC_GAZETTEER"] = path
    if gazetteer {
      let built = try await Subprocess.run(
        "\(Fixture.repository)/scripts/gazetteer", [path, "--from", Fixture.path("gazetteer")],
        environment: installation.environment)
      #expect(built.status == 0)
    }
    return installation
  }

  static func text(_ server: LoopbackServer, _ cities: String) -> String {
    Installation.text(
      server: server, cities: 0,
      extra: "[providers.open-meteo]\nbase_url = \"\(server.base)\"") + cities
  }

  static func named(_ name: String, _ more: String = "") -> String {
    "[[city]]\nname = \"\(name)\"\n\(more)\n"
  }

  private func city(_ installation: Installation) throws -> [String] {
    try Database.texts(
      "SELECT slug, name, country, latitude, longitude, timezone FROM city ORDER BY position",
      in: installation.database)
  }

  private func searches(_ server: LoopbackServer) -> Int {
    server.received.count { $0.path == "/v1/search" }
  }

  @Test func `a name is looked up once, and another answer moves no history`() async throws {
    let isChanged = Atomic(false)
    let server = try Self.server { _ in
      isChanged.load(ordering: .relaxed)
        ? Self.places(Self.entry("Oslo", 1, 2, 9)) : Self.places(Self.entry("Oslo", 59.9, 10.7, 9))
    }
    defer { server.stop() }
    let installation = try await Self.installation(server, Self.named("Oslo"))
    let first = try await installation.almanacd("sync")
    #expect(first.status == 0)
    #expect(first.stderr.contains("oslo: Oslo is at 59.9,10.7 (A, NO)"))
    #expect(try city(installation) == ["oslo|Oslo|NO|59.9|10.7|Europe/Oslo"])
    isChanged.store(true, ordering: .relaxed)
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(searches(server) == 1)
    #expect(try city(installation) == ["oslo|Oslo|NO|59.9|10.7|Europe/Oslo"])
    #expect(
      try installation.count(
        "SELECT count(*) FROM fetch WHERE provider = 'open-meteo' AND outcome = 'ok' AND cost > 0")
        == 1)
    // Elsewhere than remembered, it is another place: it needs a slug of its own.
    try installation.write(Self.text(server, Self.named("Oslo", "country = \"SE\"")))
    let other = try await installation.almanacd("sync")
    #expect(other.status != 0)
    #expect(try city(installation) == ["oslo|Oslo|NO|59.9|10.7|Europe/Oslo"])
  }

  @Test func `a name in another script has the slug of its Latin name`() async throws {
    let server = try Self.server { name, language in
      switch (name, language) {
      case ("東京", "en"), ("東京", "zh"):
        Self.places(Self.entry("Tokyo", 35.7, 139.7, 9, "A", "JP", zone: "Asia/Tokyo"))
      case ("東京", _):
        Self.places(Self.entry("東京", 35.7, 139.7, 9, "A", "JP", zone: "Asia/Tokyo"))
      case ("Москва", "en"):
        Self.places(Self.entry("Moscow", 55.8, 37.6, 9, zone: "Europe/Moscow"))
      case ("Москва", _):
        Self.places(Self.entry("Москва", 55.8, 37.6, 9, zone: "Europe/Moscow"))
      default: Self.places(Self.entry("القاهرة", 30, 31.2, 9, zone: "Africa/Cairo"))
      }
    }
    defer { server.stop() }
    let list = ["東京", "Москва", "القاهرة"]
    let installation = try await Self.installation(server, list.map { Self.named($0) }.joined())
    #expect(try await installation.almanacd("sync").status == 0)
    let slugs = try Database.text(
      "SELECT slug FROM city ORDER BY position", in: installation.database)
    #expect(slugs.prefix(2) == ["tokyo", "moscow"])
    #expect(slugs.last?.hasPrefix("city-") == true)
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(searches(server) == 5)
    for name in list + ["tokyo"] {
      #expect(try await installation.almanac("now", name).status == 0, "\(name)")
    }
  }

  @Test func `an ambiguous name lists what it may be, and the others go on`() async throws {
    let reply = Self.places(
      Self.entry("Springfield", 37.2, -93.3, 170_000, "Missouri", "US"),
      Self.entry("Springfield", 42.1, -72.6, 155_000, "Massachusetts", "US"))
    let server = try Self.server { _ in reply }
    defer { server.stop() }
    let installation = try await Self.installation(
      server, Self.named("Springfield") + Installation.list(1..<2))
    let output = try await installation.almanacd("sync")
    #expect(output.status == 1)
    #expect(output.stderr.contains("almanac.toml:10: the name ‘Springfield’ is that of several"))
    #expect(
      output.stderr.contains("[[city]]\nname = \"Springfield\"\ncountry = \"US\"\nadmin = \"Mis"))
    #expect(try installation.count("SELECT count(*) FROM observation") == 1)
    try installation.write(Self.text(server, Self.named("Springfield")))
    #expect(try await installation.almanacd("sync").status == 78)
    try installation.write(
      Self.text(server, Self.named("Springfield", "admin = \"Massachusetts\"")))
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(try city(installation).last?.contains("|42.1|-72.6|") == true)
  }

  @Test(arguments: [true, false])
  func `a log names what a name may be in one line`(gazetteer: Bool) async throws {
    let reply = Self.places(
      Self.entry("Springfield", 37.2, -93.3, 170_000, "Missouri", "US"),
      Self.entry("Springfield", 42.1, -72.6, 155_000, "Massachusetts", "US"))
    let server = try Self.server { _ in reply }
    defer { server.stop() }
    let installation = try await Self.installation(
      server, Self.named("Springfield"), gazetteer: gazetteer)
    let more = gazetteer ? "almanacd check prints them as tables" : "almanacd lookup lists them"
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput(more))
    daemon.signal(SIGTERM)
    _ = await daemon.wait()
    let quiet = try await installation.almanacd("sync", "--quiet")
    #expect(quiet.stderr.contains("Missouri") && quiet.stderr.contains(more))
    #expect(quiet.stderr.split(separator: "\n").count == 1, "\(quiet.stderr)")
    try installation.write(
      "log_format = \"json\"\n" + Self.text(server, Self.named("Springfield")))
    let json = try await installation.almanacd("sync")
    #expect(json.stderr.contains("Missouri") && json.stderr.contains(more))
    #expect(json.stderr.split(separator: "\n").allSatisfy { $0.hasPrefix("{") }, "\(json.stderr)")
  }

  @Test func `without a network the gazetteer answers, and check says what it will be`()
    async throws
  {
    let server = try Self.server { _ in .raw("") }
    defer { server.stop() }
    let installation = try await Self.installation(server, Self.named("القاهرة"), gazetteer: true)
    let check = try await installation.almanacd("check")
    #expect(check.status == 0)
    #expect(check.stdout.contains("القاهرة (will be looked up on the first sync; by the gazetteer"))
    #expect(server.received.isEmpty)
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(try city(installation) == ["cairo|القاهرة|EG|30.06263|31.24967|UTC"])
    try installation.write(Self.text(server, Self.named("Springfield") + Self.named("Nowhere")))
    let ambiguous = try await installation.almanacd("check")
    #expect(ambiguous.status == 78)
    #expect(ambiguous.stderr.contains("Springfield, Missouri, United States (170188)"))
    #expect(ambiguous.stderr.contains("latitude = 39.8017"))
    #expect(ambiguous.stdout.contains("nowhere: Nowhere (will be looked up on the first sync)"))
  }

  @Test func `a city whose services name no zone has the gazetteer's`() async throws {
    let server = try Self.server { _ in .raw("") }
    defer { server.stop() }
    let city = """
      contact = "a@example.org"
      [[city]]
      name = "Harbour"
      latitude = 59.9
      longitude = 10.7
      provider = "met-norway"

      """
    var installation = try await Self.installation(server, "", gazetteer: true)
    try installation.write(city)
    let check = try await installation.almanacd("check")
    #expect(check.status == 0)
    #expect(check.stdout.contains("(59.9,10.7, Europe/Oslo by the gazetteer)"))
    installation.environment["ALMANAC_GAZETTEER"] = installation.folder.file("none.db")
    let without = try await installation.almanacd("check")
    #expect(without.status == 78)
    #expect(without.stderr.contains("says in which time zone it is"))
  }

  @Test func `a lookup without a network is the gazetteer's`() async throws {
    let server = try Self.server { _ in .raw("") }
    defer { server.stop() }
    let installation = try await Self.installation(server, "", gazetteer: true)
    let texas = try await installation.almanacd("lookup", "Paris,", "TX")
    #expect(texas.status == 0)
    #expect(texas.stderr.contains("open-meteo: "))
    #expect(
      texas.stdout.contains("# GeoNames (geonames.org), CC BY 4.0\n[[city]]\nname = \"Paris\""))
    #expect(texas.stdout.contains("latitude = 33.6609"))
    let before = server.received.count
    let typed = try await installation.almanacd("lookup", "東", "--offline")
    #expect(typed.status == 0 && typed.stdout.contains("timezone = \"Asia/Tokyo\""))
    let french = try await installation.almanacd("lookup", "paris", "--country", "fr", "--offline")
    #expect(french.stdout.contains("France") && !french.stdout.contains("Texas"))
    #expect(try await installation.almanacd("lookup", "Xyzzy", "--offline").status == 1)
    #expect(server.received.count == before)
    #expect(unlink(installation.folder.file("gazetteer.db")) == 0)
    let none = try await installation.almanacd("lookup", "paris", "--offline")
    #expect(none.status == 66)
    #expect(none.stderr.contains("make gazetteer"))
  }

  @Test func `a city that can't be found now costs nobody else, and run asks again`() async throws {
    let isUp = Atomic(false)
    let server = try Self.server { _ in
      isUp.load(ordering: .relaxed)
        ? Self.places(Self.entry("Oslo", 59.9, 10.7, 9)) : .text("oops", status: 503)
    }
    defer { server.stop() }
    let installation = try await Self.installation(
      server, Self.named("Oslo") + Installation.list(1..<2))
    let output = try await installation.almanacd("sync")
    #expect(output.status == 1)
    #expect(output.stderr.contains("‘Oslo’ can't be looked up now: "))
    #expect(output.stderr.contains("make gazetteer"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("can't be looked up now"))
    isUp.store(true, ordering: .relaxed)
    #expect(await daemon.waitForOutput("oslo: Oslo is at 59.9,10.7"))
    #expect(await daemon.waitForOutput("1 of 1 city"))
  }

  @Test(arguments: [
    (#"timezone = "Europe/Olso""#, "city.timezone \"Europe/Olso\" is no zone"),
    (#"provider = "openweathermap""#, "openweathermap"),
  ])
  func `what is wrong of a city by name is said before anything is fetched`(
    setting: String, words: String
  ) async throws {
    let server = try Self.server { _ in Self.places(Self.entry("Oslo", 59.9, 10.7, 9)) }
    defer { server.stop() }
    let installation = try await Self.installation(
      server, Self.named("Oslo", setting) + Installation.list(1..<2))
    for command in ["check", "sync", "run"] {
      let output = try await installation.almanacd(command)
      #expect(output.status == 78, "\(command)")
      #expect(output.stderr.contains(words), "\(output.stderr)")
    }
    #expect(server.received.isEmpty)
  }
}
