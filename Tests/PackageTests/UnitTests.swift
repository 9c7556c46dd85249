import AlmanacTestKit
import Testing

/// The shipped units, as systemd itself reads them.
@Suite(.enabled(if: Repository.hasProgram("systemd-analyze"), "no systemd-analyze here"))
struct UnitTests {
  static let services = ["almanacd.service", "almanacd-sync.service"]

  @Test
  func `systemd has nothing to say against the units`() async throws {
    let folder = try TemporaryFolder()
    var paths: [String] = []
    for unit in Self.services + ["almanacd-sync.timer"] {
      // The programs need not be installed for this.
      let text = try Repository.text("systemd/\(unit)")
        .replacing("=/usr/bin/almanacd", with: "=/bin/sh")
      paths.append(try folder.write(unit, text))
    }
    let result = try await Subprocess.run("systemd-analyze", ["verify", "--man=no"] + paths)
    // It exits 0 for an unknown key, so silence is what counts.
    #expect(result.stdout + result.stderr == "")
    #expect(result.status == 0)
  }

  @Test(arguments: services)
  func `a service is exposed to at most 1.2 of 10`(unit: String) async throws {
    let options = ["--no-pager", "--offline=yes", "--threshold=12"]
    let result = try await Subprocess.run(
      "systemd-analyze", ["security"] + options + [Repository.path("systemd/\(unit)")])
    #expect(result.status == 0, "\(result.stdout)")
  }
}
