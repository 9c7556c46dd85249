import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// `almanacd backup`, beside whatever else is at work.
@Suite(.serialized) struct BackupTests {
  // B79.
  @Test func `a row that is only in the log is in the backup, which needs no other file`()
    async throws
  {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    let installation = try Installation(server: server)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("1 of 1 city"))
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("1 of 1 city", times: 2))
    umask(0)
    let copy = installation.folder.file("copy.db")
    let output = try await installation.almanacd("backup", copy)
    #expect(output.status == 0, "\(output.stderr)")
    #expect(try Fixture.read(copy)[18...19] == [1, 1])
    #expect(try Database.integers("SELECT count(*) FROM observations", in: copy) == [2])
    #expect(try Database.text("PRAGMA integrity_check", in: copy) == ["ok"])
    var info = stat()
    #expect(stat(copy, &info) == 0 && info.st_mode & 0o777 == 0o600)
    #expect(try rest(of: installation) == ["copy.db"])
    let read = try await installation.almanac("history", "--since", "2020", "--db", copy)
    #expect(read.status == 0)
    let opened = try await installation.almanacd("sync", "--db", copy)
    #expect(opened.status == 0, "\(opened.stderr)")
  }

  @Test func `while rows are imported, each copy is of one state`() async throws {
    let installation = try Installation(
      "[[city]]\nname = \"A\"\nlatitude = 1\nlongitude = 1\ntimezone = \"UTC\"\n")
    let rows = (0..<60_000).map { "\(1_700_000_000 + 60 * $0),1\n" }.joined()
    let file = try installation.folder.write("a.csv", "time,temperature_c\n" + rows)
    #expect(
      try await installation.almanacd(
        "import", try installation.folder.write("b.csv", "time,temperature_c\n1600000000,1\n"),
        "-c", "a"
      ).status == 0)
    let child = try ChildProcess(
      Fixture.product("almanacd"),
      ["import", file, "-c", "a", "--config", installation.configuration],
      environment: installation.environment)
    let copy = installation.folder.file("copy.db")
    for _ in 0..<5 {
      let output = try await installation.almanacd("backup", "--force", copy)
      #expect(output.status == 0, "\(output.stderr)")
      #expect(try Database.integers("SELECT count(*) % 2000 FROM observation", in: copy) == [1])
    }
    #expect(await child.wait().status == 0)
  }

  @Test func `what is there is replaced only if asked, and never the database`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("backup", "x").status == 66)
    #expect(try await installation.almanacd("sync").status == 0)
    let copy = try installation.folder.write("copy.db", "mine")
    let refused = try await installation.almanacd("backup", copy)
    #expect(refused.status == 73)
    #expect(refused.stderr.contains("--force"))
    #expect(try Fixture.read(copy) == Array("mine".utf8))
    #expect(try await installation.almanacd("backup", copy, "--force").status == 0)
    #expect(try Database.integers("SELECT count(*) FROM observations", in: copy) == [1])
    // -journal and .run.lock are not there: SQLite or almanacd would take the copy for theirs.
    for name in ["", "-wal", "-shm", ".lock", "-journal", ".run.lock"] {
      unlink(installation.database + ".run.lock")
      let own = try await installation.almanacd("backup", installation.database + name, "--force")
      #expect(own.status == 73)
    }
    try installation.folder.write("other.db-wal", "log")
    for target in ["other.db", "no/folder/copy.db"] {
      let output = try await installation.almanacd(
        "backup", installation.folder.file(target), "--force")
      #expect(output.status == 73, "\(output.stderr)")
    }
    #expect(
      try await installation.almanacd("backup", installation.folder.path, "--force").status == 73)
    try installation.expectSound()
    #expect(try rest(of: installation) == ["copy.db", "other.db-wal"])
  }

  @Test func `a link stays, and what it leads to is replaced`() async throws {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let old = try installation.folder.write("old.db", "mine")
    let link = installation.folder.file("latest.db")
    #expect(symlink("old.db", link) == 0)
    #expect(try await installation.almanacd("backup", link).status == 73)
    let output = try await installation.almanacd("backup", "--force", link)
    #expect(output.status == 0, "\(output.stderr)")
    #expect(try Database.integers("SELECT count(*) FROM observations", in: old) == [1])
    var info = stat()
    #expect(lstat(link, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
    unlink(old)
    let dangling = try await installation.almanacd("backup", "--force", link)
    #expect(dangling.status == 73)
    #expect(dangling.stderr.contains("is a link to old.db, which is not there"))
    #expect(lstat(link, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root and the right to mount"))
  func `a full disk leaves nothing behind`() async throws {
    let disk = try #require(SmallDisk(kibibytes: 64))
    let server = try LoopbackServer { _ in Reply.good() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let output = try await installation.almanacd("backup", disk.folder + "/copy.db")
    #expect(output.status == 74, "\(output.stderr)")
    #expect(output.stderr.contains("Disk full"))
    #expect(try Fixture.names(in: disk.folder) == [])
  }

  /// The files that are neither the database's nor the configuration.
  private func rest(of installation: Installation) throws -> [String] {
    try Fixture.names(in: installation.folder.path).filter {
      !$0.hasPrefix("almanac.") && !$0.hasPrefix("almanac-")
    }
  }
}
