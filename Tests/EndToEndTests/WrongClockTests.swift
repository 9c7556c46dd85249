import AlmanacTestKit
import FoundationEssentials
import Testing

/// Two https replies that contradict this machine's clock.
@Suite(.throttled, .enabled(if: TLSTestServer.isAvailable)) struct WrongClockTests {
  /// A server of whole replies that are dated two hours from now, and its installation.
  static func make(
    cities: Int, in folder: TemporaryFolder
  ) async throws -> (TLSTestServer, Installation) {
    try await TLSTestServer.makeAuthority(in: folder)
    // What is asked for becomes the name of the file that answers.
    let probe = try LoopbackServer { _ in Reply.good() }
    let asked = try Installation(server: probe, cities: cities)
    _ = try await asked.almanacd("sync")
    let body = Reply.body()
    for request in probe.received {
      let path = String(request.target.dropFirst())
      _ = try await Subprocess.run(
        "mkdir", ["-p", folder.file(path.split(separator: "/").dropLast().joined(separator: "/"))])
      try folder.write(
        path,
        "HTTP/1.0 200 OK\r\nDate: \(date(after: 7200))\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    probe.stop()
    let server = try await TLSTestServer(.good, in: folder, ["-HTTP"])
    let text = Installation.text(server: probe, cities: cities)
      .replacing(probe.base, with: server.base)
    var installation = try Installation(text)
    installation.environment["SSL_CERT_FILE"] = folder.file("ca.pem")
    return (server, installation)
  }

  /// An HTTP date so many seconds from now.
  static func date(after seconds: Double) -> String {
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second, .weekday], from: Date() + seconds)
    func two(_ number: Int?) -> String { String(100 + (number ?? 0)).dropFirst().description }
    return "\(days[(parts.weekday ?? 1) - 1]), \(two(parts.day)) \(months[(parts.month ?? 1) - 1]) "
      + "\(parts.year ?? 0) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) GMT"
  }

  @Test func `rows carry the server's time, once a second reply says so`() async throws {
    let folder = try TemporaryFolder()
    let (server, installation) = try await Self.make(cities: 1, in: folder)
    defer { withExtendedLifetime(server) {} }
    let late = "SELECT fetched_at > unixepoch() + 7000 FROM observations"
    let first = try await installation.almanacd("sync")
    #expect(first.status == 0, "\(first.stderr)")
    #expect(try installation.integers(late) == [0])
    // Another process remembers what the first one was told.
    let second = try await installation.almanacd("sync")
    #expect(second.status == 0, "\(second.stderr)")
    #expect(second.stderr.contains("wrong clock: this machine's clock is 7"), "\(second.stderr)")
    #expect(second.stderr.contains("s behind the servers; rows carry the server's time"))
    #expect(try installation.integers(late) == [1])
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("wrong clock: this machine's clock is 7"))
  }
}
