import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// Reading as another user, without a network, in every state of the daemon.
@Suite(.throttled, .enabled(if: Installation.isRoot, "only root can become another user"))
struct ReaderTests {
  enum State: String, CaseIterable {
    case running, stopped, killed, readOnlyMount
  }

  // B69.
  @Test(arguments: State.allCases)
  func `a stranger reads the newest row and changes nothing`(state: State) async throws {
    let counter = Counter()
    let server = try LoopbackServer { _ in Reply.numbered(counter.next()) }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("running for"))
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("1 of 1 city"))
    switch state {
    case .running: break
    case .killed: daemon.signal(SIGKILL)
    case .stopped, .readOnlyMount: daemon.signal(SIGTERM)
    }
    if state != .running { _ = await daemon.wait() }
    chmod(installation.folder.path, 0o755)
    for name in ["almanac.db", "almanac.db-wal", "almanac.db-shm"] {
      chmod(installation.folder.file(name), 0o644)
    }
    let before = try await restingListing(installation)
    let now = try await asStranger(
      installation, ["now", "--json"], isReadOnly: state == .readOnlyMount)
    #expect(now.status == 0)
    #expect(now.stdout.contains("\"temperature_c\":0.02"))
    let status = try await asStranger(installation, ["status"], isReadOnly: state == .readOnlyMount)
    #expect(status.stdout.contains(state == .running ? "is running" : "No almanacd is running"))
    #expect(try listing(installation) == before)
  }

  @Test func `a mode that the side files do not share is named, and passed on at the next start`()
    async throws
  {
    let server = try LoopbackServer { _ in Reply.good() }
    defer { server.stop() }
    let installation = try Installation(server: server)
    #expect(try await installation.almanacd("sync").status == 0)
    chmod(installation.folder.path, 0o755)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("running for"))
    daemon.signal(SIGUSR1)
    #expect(await daemon.waitForOutput("1 of 1 city"))
    chmod(installation.database, 0o644)
    daemon.signal(SIGKILL)
    _ = await daemon.wait()
    let refused = try await asStranger(installation, ["now"], isReadOnly: false)
    #expect(refused.status == 77)
    #expect(refused.stderr.contains("almanac.db-wal can't be opened"), "\(refused.stderr)")
    let again = try installation.daemon()
    #expect(await again.waitForOutput("running for"))
    let now = try await asStranger(installation, ["now"], isReadOnly: false)
    #expect(now.status == 0, "\(now.stderr)")
    again.signal(SIGTERM)
    #expect(await again.wait().status == 0)
  }

  /// The same once the daemon has written what it keeps after a pass, which it says before.
  private func restingListing(_ installation: Installation) async throws -> [String] {
    var last = try listing(installation)
    for _ in 0..<50 {
      try await Task.sleep(for: .milliseconds(500))
      let next = try listing(installation)
      if next == last { return next }
      last = next
    }
    return last
  }

  /// Names, sizes and times of the files.
  private func listing(_ installation: Installation) throws -> [String] {
    try Fixture.names(in: installation.folder.path).map { name in
      var info = stat()
      stat(installation.folder.file(name), &info)
      return "\(name) \(info.st_size) \(info.st_mtim.tv_sec).\(info.st_mtim.tv_nsec)"
    }
  }

  /// Runs `almanac` as nobody in a network namespace without interfaces.
  private func asStranger(
    _ installation: Installation, _ words: [String], isReadOnly: Bool
  ) async throws -> Subprocess.Output {
    // The build's own folder may be closed to others.
    let program = try TemporaryFolder()
    chmod(program.path, 0o755)
    let folder = installation.folder.path
    let script = """
      set -e
      cp "\(Fixture.product("almanac"))" "\(program.path)/almanac"
      \(isReadOnly ? "mount --bind \(folder) \(folder)" : "")
      \(isReadOnly ? "mount -o remount,bind,ro \(folder)" : "")
      exec setpriv --reuid=65534 --regid=65534 --clear-groups \
        "\(program.path)/almanac" "$@"
      """
    return try await Subprocess.run(
      "unshare", ["-n", "-m", "sh", "-c", script, "sh"] + words + ["--db", installation.database],
      environment: installation.environment)
  }
}
