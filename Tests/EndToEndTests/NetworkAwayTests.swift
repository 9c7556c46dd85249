import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// The built daemon in a network that goes and comes.
///
/// The outer test runs this program again in a network of its own, whose only link it may take
/// down and bring up; the inner ones do the work.
@Suite(.throttled, .timeLimit(.minutes(3))) struct NetworkAwayTests {
  static let variable = "ALMANAC_TEST_NETWORK_AWAY"
  static let isInside = getenv(variable) != nil

  static func canSeparate() async -> Bool {
    guard !isInside, geteuid() == 0 else { return false }
    let output = try? await Subprocess.run("unshare", ["-n", "ip", "link", "set", "lo", "up"])
    return output?.status == 0
  }

  @Test(.enabled("needs root, unshare and ip") { await canSeparate() })
  func `lives through networks that go and come`() async throws {
    let program = Fixture.product("almanacPackageTests.xctest")
    let output = try await Subprocess.run(
      "env",
      [
        "\(Self.variable)=1", "unshare", "-n", "-m", program, "--testing-library", "swift-testing",
        "--no-parallel", "--filter", "NetworkAwayTests",
      ], timeout: .seconds(170))
    #expect(output.status == 0, "\(output.stderr)")
    #expect(
      output.stderr.contains("\"says it once and asks next to nothing until it is back\" passed"))
  }

  /// Takes the address away with the link: else packets are swallowed instead of refused.
  static func link(_ state: String) async throws {
    let change = state == "up" ? "add" : "del"
    let output = try await Subprocess.run(
      "sh", ["-c", "ip address \(change) 127.0.0.1/8 dev lo; ip link set lo \(state)"])
    try #require(output.status == 0, "\(output.stderr)")
  }

  /// Three cities at a service, with the link down.
  static func away() async throws -> (LoopbackServer, Installation) {
    try await link("up")
    let server = try LoopbackServer { _ in Reply.good() }
    try await link("down")
    let text = Installation.text(server: server, cities: 3)
    return (server, try Installation("spread = 0\n" + text))
  }

  static func lines(_ daemon: ChildProcess, _ word: String) -> Int {
    daemon.stderr.split(separator: "\n").count { $0.contains(word) }
  }

  @Test(.enabled(if: isInside, "run by the first test"))
  func `says it once and asks next to nothing until it is back`() async throws {
    let (server, installation) = try await Self.away()
    defer { server.stop() }
    let daemon = try installation.daemon("--verbose")
    try #require(await daemon.waitForOutput("no network: 127.0.0.1", timeout: .seconds(20)))
    // The third attempt is at most 15 s later.
    #expect(await daemon.waitForOutput("0 of 1 city", times: 2))
    let status = try await installation.almanac("status")
    #expect(status.status == 1)
    #expect(status.stdout.contains("No network for "))
    #expect(!status.stdout.contains("stub is paused"))
    #expect(server.received.isEmpty)
    try await Self.link("up")
    #expect(await daemon.waitForOutput("the network is back after", timeout: .seconds(20)))
    #expect(await daemon.waitForOutput("2 of 2 cities"))
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(server.received.count == 3)
    #expect(Set(server.received.map(Reply.city)) == [1, 2, 3])
    #expect(Self.lines(daemon, " warning no network") == 1)
    #expect(Self.lines(daemon, "is back") == 1)
    #expect(Self.lines(daemon, " warning ") == 1)
    #expect(!(try await installation.almanac("status").stdout.contains("No network")))
  }

  @Test(.enabled(if: isInside, "run by the first test"))
  func `a daemon that is started anew goes on waiting, and a link that comes ends it`()
    async throws
  {
    let (server, installation) = try await Self.away()
    defer { server.stop() }
    try #require(try await installation.almanacd("sync").status == 75)
    let first = try installation.daemon()
    #expect(await first.waitForOutput("no network since"))
    first.signal(SIGTERM)
    _ = await first.wait()
    try Database.execute(
      "UPDATE service SET paused_until = unixepoch() + 800 WHERE provider = '!network'",
      in: installation.database)
    let second = try installation.daemon()
    #expect(await second.waitForOutput("looking again in 800 s") || second.stderr.contains(" s"))
    #expect(server.received.isEmpty)
    try await Self.link("up")
    #expect(await second.waitForOutput("the network is back after", timeout: .seconds(20)))
    #expect(await second.waitForOutput("2 of 2 cities"))
    #expect(server.received.count == 3)
  }

  @Test(.enabled(if: isInside, "run by the first test"))
  func `another name server in resolv.conf is asked at once`() async throws {
    try await Self.link("up")
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let names = try NameServer()
    defer { names.stop() }
    var installation = try Installation("")
    let resolver = try installation.folder.write("resolv.conf", "nameserver 127.0.0.9\n")
    let mounted = try await Subprocess.run("mount", ["--bind", resolver, "/etc/resolv.conf"])
    try #require(mounted.status == 0, "\(mounted.stderr)")
    installation.environment["RES_OPTIONS"] = "timeout:1 attempts:1"
    try installation.write(
      Installation.text(server: server, cities: 1, extra: "allow_insecure = true")
        .replacing(server.base, with: "http://weather.test:\(server.port)"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("no network: ", timeout: .seconds(30)))
    #expect(server.received.isEmpty)
    // Into the same file, as DHCP clients do.
    let file = fopen(resolver, "w")
    fputs("nameserver 127.0.0.1\n", file)
    fclose(file)
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("the network is back", timeout: .seconds(30)))
    #expect(names.asked > 0)
    #expect(server.received.count == 1)
    _ = try await Subprocess.run("umount", ["/etc/resolv.conf"])
  }
}
