import AlmanacTestKit
import Glibc
import Testing

/// Disks that are full or may not be written.
@Suite(
  .serialized, .throttled, .enabled(if: SmallDisk.isPossible, "needs root and the right to mount"))
struct DiskTests {
  // B73.
  @Test func `a full disk loses nothing, and the work goes on once there is room`() async throws {
    let disk = try #require(SmallDisk(kibibytes: 8192))
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3, state: disk.folder)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("3 of 3 cities"))
    try disk.fill()
    for round in 2...4 {
      daemon.signal(SIGUSR1)
      #expect(await daemon.waitForOutput("3 of 3 cities", times: round))
      #expect(try await installation.almanac("now").status == 0)
    }
    #expect(await daemon.waitForOutput("Disk full"))
    disk.empty()
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("can be written again"))
    // TERM would end the round that is under way.
    #expect(await daemon.waitForOutput("3 of 3 cities", times: 5))
    #expect(try await installation.almanac("now").status == 0)
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.status == 0)
    #expect(output.stderr.ranges(of: "Disk full").count == 1)
    #expect(output.stderr.ranges(of: "can be written again").count == 1)
    #expect(try installation.count("SELECT count(*) FROM observations") == 15)
    try installation.expectSound()
  }

  @Test func `sync on a full disk says so, and what was stored stays`() async throws {
    let disk = try #require(SmallDisk(kibibytes: 8192))
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server, cities: 3, state: disk.folder)
    #expect(try await installation.almanacd("sync").status == 0)
    try disk.fill()
    let full = try await installation.almanacd("sync")
    #expect(full.status == 74)
    #expect(full.stderr.contains("Disk full"))
    #expect(full.stderr.contains(installation.database))
    #expect(try await installation.almanac("now").status == 0)
    disk.empty()
    #expect(try await installation.almanacd("sync").status == 0)
    #expect(try installation.count("SELECT count(*) FROM observations") >= 6)
    try installation.expectSound()
  }

  // B101.
  @Test func `a read-only state folder is named at once`() async throws {
    let disk = try #require(SmallDisk(kibibytes: 512))
    #expect(disk.remount(readOnly: true))
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    for state in [disk.folder, disk.folder + "/deeper/still"] {
      let installation = try Installation(server: server, state: state)
      for command in ["sync", "run"] {
        let output = try await installation.almanacd(command, timeout: .seconds(20))
        #expect([73, 77].contains(output.status))
        #expect(output.stderr.contains(disk.folder))
      }
    }
    #expect(server.received.isEmpty)
    #expect(disk.remount(readOnly: false))
  }
}
