import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// After any pause one city is asked about before all are.
@Suite(.throttled) struct TrialTests {
  @Test func `a service that failed is tried with one city, and then asked about all`()
    async throws
  {
    let counter = Counter()
    let server = try LoopbackServer { _ in
      counter.next() <= 4 ? .json("{}", status: 500) : Reply.good()
    }
    defer { server.stop() }
    let installation = try Installation(
      "spread = 0\n" + Installation.text(server: server, cities: 5, extra: "connections = 1"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("stub: works again"))
    #expect(await daemon.waitForOutput("4 of 4 cities"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    // Three in a row end the first job; one trial fails, the next one does not.
    #expect(server.received.count == 9)
    #expect(output.stderr.ranges(of: " warning ").count == 1, "\(output.stderr)")
    #expect(try installation.count("SELECT count(*) FROM observations") == 5)
  }

  @Test(arguments: ["page", "redirect", "511"])
  func `a captive portal blames nobody and is over with the first answer`(
    portal: String
  ) async throws {
    let counter = Counter()
    let login = try LoopbackServer { _ in .text("<html>Log in</html>", type: "text/html") }
    let server = try LoopbackServer { request in
      guard counter.next() <= 3 else { return Reply.good() }
      return switch portal {
      case "page": .text("<html>Log in</html>", type: "text/html")
      case "511": .text("", status: 511)
      default: .redirect(to: "http://localhost:\(login.port)/login")
      }
    }
    defer {
      server.stop()
      login.stop()
    }
    let installation = try Installation(
      "spread = 0\n" + Installation.text(server: server, cities: 4, extra: "connections = 1"))
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("no network: network needs a login"), "\(daemon.stderr)")
    #expect(await daemon.waitForOutput("the network is back after"))
    #expect(await daemon.waitForOutput("3 of 3 cities"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.stderr.ranges(of: " warning ").count == 1, "\(output.stderr)")
    #expect(!output.stderr.contains("works again"))
    let blamed = "SELECT count(*) FROM service WHERE failures > 0 OR reason IS NOT NULL"
    #expect(try installation.count(blamed) == 0)
    #expect(login.received.isEmpty)
  }

  @Test func `sync --due tries with one city and goes on with the others`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(
      Installation.text(server: server, cities: 4, schedule: "15m"))
    #expect(try await installation.almanacd("sync").status == 0)
    try Database.execute(
      """
      UPDATE city_provider SET current_at = current_at - 7200, forecast_at = forecast_at - 7200;
      UPDATE service SET reason = 'service', failures = 3, paused_until = unixepoch() - 1;
      INSERT OR REPLACE INTO service (provider, paused_until, reason, failures)
      VALUES ('stub', unixepoch() - 1, 'service', 3);
      """, in: installation.database)
    let due = try await installation.almanacd("sync", "--due")
    #expect(due.stdout.hasPrefix("synced 4 of 4 "), "\(due.stdout)\(due.stderr)")
    #expect(server.received.count == 8)
    #expect(try installation.count("SELECT failures FROM service WHERE provider = 'stub'") == 0)
  }
}
