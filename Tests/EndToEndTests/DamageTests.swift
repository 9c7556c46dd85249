import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// Damaged databases: told, set aside, and the work goes on.
@Suite(.throttled) struct DamageTests {
  enum Damage: String, CaseIterable {
    /// 4096 bytes at offset 8192 are zero.
    case zeroedPage
    /// The first page of the readings is zero.
    case readings
    /// The second half is missing.
    case half
    /// It is some text.
    case text
    /// The frames of the write-ahead log are zero.
    case log

    /// Writes into the very file, as a failing disk does.
    func inflict(on path: String) throws {
      let target = self == .log ? path + "-wal" : path
      let descriptor = open(target, O_WRONLY)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      let length = Int(lseek(descriptor, 0, SEEK_END))
      let zeros = [UInt8](repeating: 0, count: 4096)
      switch self {
      case .zeroedPage: try #require(pwrite(descriptor, zeros, 4096, 8192) == 4096)
      case .readings:
        let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'observation'"
        let page = try #require(try Database.integers(root, in: path).first)
        try #require(pwrite(descriptor, zeros, 4096, (page - 1) * 4096) == 4096)
      case .half: try #require(ftruncate(descriptor, length / 2) == 0)
      case .text:
        try #require(ftruncate(descriptor, 0) == 0)
        try #require(pwrite(descriptor, "This is no database.\n", 21, 0) == 21)
      case .log:
        for place in stride(from: 32, to: length, by: 4096) {
          try #require(pwrite(descriptor, zeros, min(4096, length - place), place) > 0)
        }
      }
    }
  }

  // B74.
  @Test(arguments: [Damage.zeroedPage, .half, .text])
  func `damage found at the start is set aside and said once`(damage: Damage) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 40)
    #expect(try await installation.almanacd("sync").status == 0)
    try damage.inflict(on: installation.database)
    let damaged = try installation.bytes("almanac.db")

    let question = try await installation.almanac("now")
    #expect(question.status == 65)
    #expect(question.stderr.contains(installation.database))
    #expect(try installation.bytes("almanac.db") == damaged)

    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("running for 40 cities"))
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("40 of 40 cities"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    try await expectSetAside(installation, damaged, log: output.stderr)
    #expect(try installation.count("SELECT count(*) FROM observations") >= 40)
  }

  @Test(arguments: [Damage.readings, .half, .text, .log])
  func `damage found while it runs costs no result`(damage: Damage) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 40)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("40 of 40 cities"))
    // What another program writes makes the daemon read its pages anew.
    try Database.execute(
      damage == .log
        ? "CREATE TABLE other (a)" : "PRAGMA wal_checkpoint(TRUNCATE)", in: installation.database)
    try damage.inflict(on: installation.database)
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("40 of 40 cities", times: 2))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    try await expectSetAside(installation, nil, log: output.stderr)
    let second = "SELECT count(*) FROM observations WHERE temperature_c > 0.4"
    let stored = try installation.count(second)
    #expect(stored == 40)
    #expect(try installation.count("SELECT count(*) FROM cities WHERE timezone = 'UTC'") == 40)
    try installation.expectSound()
  }

  @Test func `damage found in a pass of sync costs no result`() async throws {
    let gate = Gate(), counter = Counter()
    let server = try LoopbackServer { _ in
      let number = counter.next()
      return number > 40 ? Reply.numbered(number).after(gate) : Reply.numbered(number)
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 40)
    #expect(try await installation.almanacd("sync").status == 0)
    async let running = installation.almanacd("sync")
    await server.waitForRequests(41)
    try Database.execute("PRAGMA wal_checkpoint(TRUNCATE)", in: installation.database)
    try Damage.readings.inflict(on: installation.database)
    gate.open()
    let output = try await running
    #expect(output.status == 0)
    #expect(output.stdout.hasPrefix("synced 40 of 40 "))
    try await expectSetAside(installation, nil, log: output.stderr)
    let second = "SELECT count(*) FROM observations WHERE temperature_c > 0.4"
    #expect(try installation.count(second) == 40)
  }

  private func expectSetAside(
    _ installation: Installation, _ damaged: [UInt8]?, log: String
  ) async throws {
    let aside = try #require(try installation.setAside().first)
    #expect(try installation.setAside().count == 1)
    if let damaged { #expect(try installation.bytes(aside) == damaged) }
    #expect(log.ranges(of: " error ").count == 1)
    #expect(log.contains(aside))
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains(aside))
  }
}
