import AlmanacTestKit
import Glibc
import HTTP
import Testing
import Weather

/// A name with an IPv6 address that swallows packets beside a healthy IPv4 one.
///
/// The outer test runs this program again in a network and a mount of its own, where a wire
/// leads to nobody: it takes every packet and answers none; the inner one does the asking.
@Suite(.timeLimit(.minutes(1))) struct AddressFamilyTests {
  static let variable = "ALMANAC_TEST_SWALLOWS_IPV6"
  static let isInside = getenv(variable) != nil

  static let setUp = """
    set -e
    ip link set lo up
    ip link add swallow type veth peer name nobody
    ip link set nobody up
    ip link set swallow up
    ip -6 addr add 2001:db8::1/64 dev swallow nodad
    ip -6 neigh add 2001:db8::2 lladdr 02:00:00:00:00:02 dev swallow nud permanent
    printf '2001:db8::2 both.test\\n127.0.0.1 both.test\\n' > "$0"
    mount --bind "$0" /etc/hosts
    exec "$@"
    """

  static func canSeparate() async -> Bool {
    guard !isInside, geteuid() == 0 else { return false }
    let command = "ip link add swallow type veth peer name nobody"
    let output = try? await Subprocess.run("unshare", ["-n", "-m", "sh", "-c", command])
    return output?.status == 0
  }

  @Test(
    .enabled("needs root, unshare and ip") { await canSeparate() })
  func `loses less than a second to IPv6 that swallows packets`() async throws {
    let folder = try TemporaryFolder()
    let program = Fixture.product("almanacPackageTests.xctest")
    let output = try await Subprocess.run(
      "env",
      [
        "\(Self.variable)=1", "unshare", "-n", "-m", "sh", "-c", Self.setUp, folder.file("hosts"),
        program, "--testing-library", "swift-testing", "--filter", "AddressFamilyTests",
      ])
    #expect(output.status == 0, "\(output.stderr)")
    // Swift Testing reports on standard error.
    #expect(output.stderr.contains("\"asks both families\" passed"))
  }

  @Test(.enabled(if: isInside, "run by the test before"))
  func `asks both families`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = CurlTransport()
    let asked = request("http://both.test:\(server.port)") { $0.allowsPlainHTTP = true }
    let taken = try await milliseconds { _ = try await transport.send(asked) }
    // More than 100 ms, or IPv6 was never tried first and the test says nothing.
    #expect(taken > 100 && taken < 1000)
    let silent = request("http://[2001:db8::2]:80") {
      $0.allowsPlainHTTP = true
      $0.timeoutSeconds = 0.3
    }
    #expect(await transport.failureCode(silent) == .timedOut)
    #expect(await transport.failureCode(request("https://198.51.100.1")) == .offline)
    #expect(await transport.failureCode(request("https://no.such.test")) == .offline)
  }
}
