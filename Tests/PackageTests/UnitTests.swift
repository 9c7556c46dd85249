import FoundationEssentials
import Testing

/// The shipped units, as systemd itself reads them.
@Suite(.enabled(if: Repository.hasProgram("systemd-analyze"), "no systemd-analyze here"))
struct UnitTests {
  static let services = ["almanacd.service", "almanacd-sync.service"]

  @Test
  func `systemd has nothing to say against the units`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "almanac-units-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let units = Self.services + ["almanacd-sync.timer"]
    for unit in units {
      // The programs need not be installed for this.
      let text = try Repository.text("systemd/\(unit)")
        .replacing("=/usr/bin/almanacd", with: "=/bin/sh")
      try Data(text.utf8).write(to: folder.appending(path: unit))
    }
    let paths = units.map { "'\(folder.appending(path: $0).path)'" }.joined(separator: " ")
    let result = try Repository.shell("systemd-analyze verify --man=no \(paths)")
    // It exits 0 for an unknown key, so silence is what counts.
    #expect(result.output == "")
    #expect(result.status == 0)
  }

  @Test(arguments: services)
  func `a service is exposed to at most 1.2 of 10`(unit: String) throws {
    let path = Repository.folder("systemd/\(unit)").path
    let result = try Repository.shell(
      "systemd-analyze security --no-pager --offline=yes --threshold=12 '\(path)'")
    #expect(result.status == 0, "\(result.output)")
  }
}
