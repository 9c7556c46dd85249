import AlmanacTestKit
import Glibc
import Testing

/// A disk that takes no writes for a while, whatever its reason.
@Suite(.throttled) struct WriteFaultTests {
  /// What the disk may say, and the words for it.
  static let faults: [(number: Int32, words: String)] = [
    (EROFS, "file system is read-only"), (EIO, "Input/output error"), (ENOSPC, "Disk full"),
    (EDQUOT, "Disk full"),
  ]

  @Test(arguments: faults)
  func `the daemon says it once, lives, and loses no row`(
    fault: (number: Int32, words: String)
  ) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    let object = try await Preload.object("faults", in: installation.folder)
    let control = installation.folder.file("fault")
    let daemon = try installation.daemon(
      variables: ["LD_PRELOAD": object, "ALMANAC_FAULT": control])
    #expect(await daemon.waitForOutput("3 of 3 cities"))
    try installation.folder.write("fault", "\(fault.number)")
    for round in 2...3 {
      daemon.signal(SIGUSR1)
      #expect(await daemon.waitForOutput("3 of 3 cities", times: round))
      #expect(try await installation.almanac("now").status == 0)
    }
    #expect(await daemon.waitForOutput(fault.words))
    unlink(control)
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("can be written again"))
    #expect(await daemon.waitForOutput("3 of 3 cities", times: 4))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    #expect(output.stderr.ranges(of: fault.words).count == 1)
    #expect(output.stderr.ranges(of: "can be written again").count == 1)
    #expect(!output.stderr.contains("given up"))
    #expect(try installation.count("SELECT count(*) FROM observations") == 12)
    try installation.expectSound()
    #expect(try installation.setAside().isEmpty)
  }

  @Test func `what came is in the store a second later, whatever else is slow`() async throws {
    let gate = Gate(), counter = Counter()
    let server = try LoopbackServer { _ in
      let number = counter.next()
      return number == 1 ? Reply.numbered(number) : Reply.numbered(number).after(gate)
    }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3)
    let daemon = try installation.daemon()
    await server.waitForRequests(2)
    try await Task.sleep(for: .milliseconds(1500))
    #expect(try installation.count("SELECT count(*) FROM observations") == 1)
    gate.open()
    #expect(await daemon.waitForOutput("3 of 3 cities"))
    daemon.signal(SIGTERM)
    _ = await daemon.wait()
  }
}
