import AlmanacTestKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// Hours without a reading: known whoever ran, filled once, and shown until then.
///
/// An outage of hours is made by setting what the store remembers back by hours.
@Suite(.throttled) struct GapTests {
  /// An Open-Meteo-shaped service whose present and past can be switched off.
  final class Service: Sendable {
    let isDown = Atomic(false)
    let hasPast = Atomic(true)

    func reply(_ request: ReceivedRequest) -> ScriptedReply {
      let isPast = request.query("hourly") != nil
      if isDown.load(ordering: .relaxed) { return .json("{}", status: 400) }
      guard isPast else { return .json(Self.present()) }
      return hasPast.load(ordering: .relaxed)
        ? .json(Self.past(request)) : .json("{}", status: 400)
    }

    private static let head =
      #"{"latitude":1,"longitude":1,"utc_offset_seconds":0,"timezone":"UTC","#

    private static func present() -> String {
      let now = Int(Date().timeIntervalSince1970)
      return head
        + #""current_units":{"time":"unixtime"},"current":{"time":\#(now),"temperature_2m":20},"#
        + #""daily_units":{"time":"unixtime"},"daily":{"time":[\#(now / 86_400 * 86_400)],"#
        + #""temperature_2m_max":[25]}}"#
    }

    /// Every hour of the last three days.
    private static func past(_ request: ReceivedRequest) -> String {
      let now = Int(Date().timeIntervalSince1970)
      let hours = (now / 86_400 * 24 - 48..<now / 3600 + 1).map { $0 * 3600 }
      let values = hours.map { _ in "11.5" }.joined(separator: ",")
      let times = hours.map { "\($0)" }.joined(separator: ",")
      return head
        + #""hourly_units":{"time":"unixtime"},"hourly":{"time":[\#(times)],"#
        + #""temperature_2m":[\#(values)]},"daily_units":{"time":"unixtime"},"#
        + #""daily":{"time":[\#(hours[0])],"temperature_2m_max":[25]}}"#
    }
  }

  static func installation(
    _ server: LoopbackServer, cities: Int = 1, schedule: String = "15m"
  ) throws -> Installation {
    try Installation(
      """
      provider = "stub"
      schedule = "\(schedule)"
      spread = 0
      [providers.stub]
      kind = "open-meteo"
      base_url = "\(server.base)"

      """ + Installation.list(1..<(cities + 1)))
  }

  /// Sets back what the store remembers, as if so many hours had passed since.
  static func age(_ installation: Installation, hours: Int) throws {
    let seconds = hours * 3600
    try Database.execute(
      """
      UPDATE observation SET observed_at = observed_at - \(seconds),
        fetched_at = fetched_at - \(seconds);
      UPDATE fetch SET started_at = started_at - \(seconds);
      UPDATE asked SET asked_at = asked_at - \(seconds);
      UPDATE city_provider SET judged_to = judged_to - \(seconds),
        current_at = current_at - \(seconds), forecast_at = forecast_at - \(seconds),
        last_attempt_at = last_attempt_at - \(seconds), retry_at = retry_at - \(seconds);
      """, in: installation.database)
  }

  static func pastRequests(_ server: LoopbackServer) -> Int {
    server.received.count { $0.query("hourly") != nil }
  }

  static let filled = "SELECT count(*) FROM observations WHERE origin = 'backfill'"
  static let missing = "SELECT coalesce(sum(to_at - from_at) / 3600, 0) FROM gaps"

  @Test func `sync fills the hours that it missed, once`() async throws {
    let service = Service()
    let server = try LoopbackServer { service.reply($0) }
    defer { server.stop() }
    let installation = try Self.installation(server)
    #expect(try await installation.almanacd("sync").status == 0)
    try Self.age(installation, hours: 6)
    let second = try await installation.almanacd("sync")
    #expect(second.stdout.contains("missing hours filled"))
    #expect(second.stderr.contains("(stopped) for city-1"))
    // Within the first minute of an hour the one before it is not judged yet.
    let hours = try installation.count(Self.missing)
    #expect((4...6).contains(hours))
    #expect((hours - 1...hours).contains(try installation.count(Self.filled)))
    #expect(Self.pastRequests(server) == 1)
    #expect(try await installation.almanac("gaps").status == 1)
    let all = try await installation.almanac("gaps", "--all", "--json")
    #expect(all.status == 0)
    #expect(all.stdout.contains(#""reason":"stopped","filled_at":"2"#))
    for _ in 0..<2 { _ = try await installation.almanacd("sync") }
    #expect(Self.pastRequests(server) == 1)
  }

  @Test func `a gap that can't be filled yet is shown with its reasons`() async throws {
    let service = Service()
    let server = try LoopbackServer { service.reply($0) }
    defer { server.stop() }
    let installation = try Self.installation(server)
    #expect(try await installation.almanacd("sync").status == 0)
    try Self.age(installation, hours: 4)
    service.isDown.store(true, ordering: .relaxed)
    #expect(try await installation.almanacd("sync").status == 69)
    try Self.age(installation, hours: 4)
    service.isDown.store(false, ordering: .relaxed)
    service.hasPast.store(false, ordering: .relaxed)
    let sync = try await installation.almanacd("sync")
    #expect(sync.status == 0)
    #expect(!sync.stdout.contains("filled"))
    #expect(try installation.count(Self.filled) == 0)
    let reasons = try Database.text(
      "SELECT DISTINCT reason FROM gaps ORDER BY 1", in: installation.database)
    #expect(reasons == ["service", "stopped"])
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("gaps are open"))
    #expect(status.stdout.contains("almanac gaps lists them"))
    let history = try await installation.almanac("history")
    #expect(history.stdout.contains("no readings from 2"))
    #expect(history.stdout.contains("(service)"))
    // It was answered, if with nothing: the next question is an hour away.
    _ = try await installation.almanacd("sync")
    #expect(Self.pastRequests(server) == 1)
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a daemon that was away asks for the present, then for what it missed`(
    signal: Int32
  ) async throws {
    let service = Service()
    let server = try LoopbackServer { service.reply($0) }
    defer { server.stop() }
    let installation = try Self.installation(server, cities: 2)
    let first = try installation.daemon()
    #expect(await first.waitForOutput("2 of 2 cities"))
    // The store is written within a second, and only then is it known what to judge.
    let known = "SELECT count(*) FROM city_provider WHERE judged_to IS NOT NULL"
    for _ in 0..<100 where try installation.count(known) < 2 {
      try await Task.sleep(for: .milliseconds(50))
    }
    first.signal(signal)
    _ = await first.wait()
    try Self.age(installation, hours: 10)
    let before = server.received.count
    let second = try installation.daemon()
    #expect(await second.waitForOutput("missing hours of city-1, city-2"))
    second.signal(SIGTERM)
    let output = await second.wait()
    #expect(output.status == 0)
    #expect(output.stderr.contains("(stopped) for city-1, city-2"))
    let later = server.received.dropFirst(before)
    #expect(later.first?.query("hourly") == nil)
    #expect(later.count { $0.query("hourly") != nil } == 2)
    #expect(try installation.count(Self.filled) >= 16)
    #expect(
      try installation.count(
        """
        SELECT count(*) FROM (SELECT 1 FROM observations
        GROUP BY city, observed_at / 3600 HAVING count(*) > 1 AND max(origin) = 'backfill')
        """) == 0)
    try installation.expectSound()
  }

  @Test func `a quota that the schedule needs has nothing for gaps`() async throws {
    let service = Service()
    let server = try LoopbackServer { service.reply($0) }
    defer { server.stop() }
    let installation = try Self.installation(server)
    let text = try String(
      decoding: installation.bytes("almanac.toml"), as: UTF8.self
    ).replacing("[[city]]", with: "max_requests_per_day = 97\n[[city]]")
    try installation.folder.write("almanac.toml", text)
    #expect(try await installation.almanacd("sync").status == 0)
    try Self.age(installation, hours: 6)
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(Self.pastRequests(server) == 0)
    #expect(try await installation.almanac("gaps").status == 0)
  }
}
