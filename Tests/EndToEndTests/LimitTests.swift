import AlmanacTestKit
import Testing

/// Limits of the process that leave too little to work with.
@Suite(.throttled) struct LimitTests {
  @Test(arguments: ["-n 12", "-n 7", "-v 300000"], ["sync", "run"])
  func `too little is said at once`(limit: String, command: String) async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let output = try await Self.run(installation, "almanacd", command, limit: limit)
    #expect(output.status == 74)
    #expect(output.stderr.contains("raise the limit (ulimit \(limit.prefix(2))"))
    #expect(server.received.isEmpty)
  }

  @Test func `a limit that the program may raise itself is raised`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let output = try await Self.run(installation, "almanacd", "sync", limit: "-S -n 12")
    #expect(output.status == 0)
    let answer = try await Self.run(installation, "almanac", "now", limit: "-n 8")
    #expect(answer.status == 0)
  }

  private static func run(
    _ installation: Installation, _ program: String, _ command: String, limit: String
  ) async throws -> Subprocess.Output {
    try await Subprocess.run(
      "/bin/bash",
      [
        "-c",
        "ulimit \(limit) && exec \(Fixture.product(program)) \(command) --config"
          + " \(installation.configuration)",
      ], environment: installation.environment, timeout: .seconds(30))
  }
}
