import AlmanacTestKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// `almanacd reprocess` as a process: what could not be decoded, decoded again.
@Suite struct ReprocessTests {
  /// Puts a good body in the place of the kept ones, as if this version could read what came.
  private func mend(_ installation: Installation, cities: Int = 1) throws {
    for city in 1...cities {
      let body = Reply.body(temperature: Double(city)).replacing("'", with: "''")
      try Database.execute(
        """
        UPDATE quarantine SET body = CAST('\(body)' AS BLOB)
        WHERE id = (SELECT body FROM quarantine_request WHERE request LIKE '%"city-\(city)"%')
        """, in: installation.database)
    }
  }

  /// Waits for what a daemon keeps; it writes within a second.
  private func waitForKept(_ count: Int, in installation: Installation) async throws {
    for _ in 0..<400 {
      let kept = try? installation.count("SELECT count(*) FROM quarantine")
      if kept ?? 0 >= count { return }
      try await Task.sleep(for: .milliseconds(25))
    }
  }

  /// Lets a daemon fetch until so many replies are kept; `sync` would try again for long.
  private func fetch(keeping count: Int, in installation: Installation) async throws {
    let daemon = try installation.daemon()
    try await waitForKept(count, in: installation)
    daemon.signal(SIGTERM)
    #expect(await daemon.wait(timeout: .seconds(20)).status == 0)
  }

  private func broken(_ request: ReceivedRequest) -> ScriptedReply {
    .json(#"{"latitude":\#(Reply.city(request)),"weather":"later"}"#)
  }

  @Test func `a broken reply is kept, tried in vain, and stored once it can be read`()
    async throws
  {
    let server = try LoopbackServer { broken($0) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 2)
    try await fetch(keeping: 2, in: installation)
    let received = try installation.count("SELECT min(first_at) FROM quarantine_request")
    #expect(try installation.count("SELECT count(*) FROM quarantine") >= 2)
    let vain = try await installation.almanacd("reprocess")
    #expect(vain.status == 1)
    #expect(
      vain.stdout == "decoded 0 of 2 kept replies: 0 new rows, 0 unchanged, "
        + "2 stay for a later version\n")

    // What is stored must say when it came, not when it was read.
    try Database.execute(
      "UPDATE quarantine_request SET first_at = \(received) - 86400, last_at = \(received) - 86400",
      in: installation.database)
    try mend(installation)
    let before = try installation.bytes("almanac.db")
    let dry = try await installation.almanacd("reprocess", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.stdout == "would decode 1 of 2 kept replies, 1 would stay for a later version\n")
    #expect(try installation.bytes("almanac.db") == before)

    let done = try await installation.almanacd("reprocess")
    #expect(done.status == 0)
    #expect(
      done.stdout == "decoded 1 of 2 kept replies: 3 new rows, 0 unchanged, "
        + "1 stay for a later version\n")
    let rows = "SELECT fetched_at FROM observations WHERE city = 'city-1' AND origin = 'live'"
    #expect(try installation.integers(rows) == [received - 86_400])
    #expect(
      try installation.integers("SELECT DISTINCT fetched_at FROM forecasts")
        == [received - 86_400])
    #expect(try installation.count("SELECT count(*) FROM quarantine") == 1)
    // Nothing was fetched: how the fetching stands is as it was.
    #expect(try installation.count("SELECT min(failures) FROM city_provider") > 0)
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("1 reply that could not be decoded is kept."))
  }

  @Test func `it works beside a daemon, and again finds nothing`() async throws {
    let asked = Atomic(0)
    let server = try LoopbackServer { request in
      let isFirst = asked.add(1, ordering: .relaxed).newValue == 1
      return isFirst ? broken(request) : .json("{}", status: 503)
    }
    defer { server.stop() }
    let installation = try Installation(server: server)
    let daemon = try installation.daemon()
    try await waitForKept(1, in: installation)
    try mend(installation)
    let done = try await installation.almanacd("reprocess")
    #expect(done.status == 0)
    #expect(done.stdout.hasPrefix("decoded 1 of 1 kept replies: 3 new rows"))
    let again = try await installation.almanacd("reprocess")
    #expect(again.status == 0)
    #expect(again.stdout == "no replies are kept\n")
    daemon.signal(SIGTERM)
    #expect(await daemon.wait(timeout: .seconds(20)).status == 0)
  }

  @Test func `a service that is no longer configured is decoded by what was kept`() async throws {
    let server = try LoopbackServer { broken($0) }
    defer { server.stop() }
    let installation = try Installation(server: server)
    try await fetch(keeping: 1, in: installation)
    try mend(installation)
    try installation.write("")
    let done = try await installation.almanacd("reprocess", "--quiet")
    #expect(done.status == 0)
    #expect(done.stdout.isEmpty)
    #expect(try installation.count("SELECT count(*) FROM observations") == 1)
  }

  @Test func `without a database there is nothing to read, and none is made`() async throws {
    let installation = try Installation("")
    let output = try await installation.almanacd("reprocess")
    #expect(output.status == 66)
    #expect(output.stderr.contains("almanac.db"))
    #expect(access(installation.database, F_OK) != 0)
  }
}
