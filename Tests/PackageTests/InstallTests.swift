import AlmanacTestKit
import FoundationEssentials
import Testing

/// What `make install` puts where, with two small programs in the place of ours.
@Suite(
  .enabled(if: Repository.hasProgram("make") && Repository.hasProgram("strip"), "no make here"))
struct InstallTests {
  private let folder: TemporaryFolder
  private var stage: String { folder.file("stage") }
  private var documents: String { "\(stage)/opt/almanac/share/doc/almanac" }

  init() async throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("built"), withIntermediateDirectories: false)
    for program in ["almanac", "almanacd"] {
      try FileManager.default.copyItem(
        atPath: "/bin/true", toPath: folder.file("built/\(program)"))
    }
    try await make("install")
  }

  private func make(_ target: String) async throws {
    let result = try await Subprocess.run(
      "make",
      [
        "-C", Fixture.repository, target, "RELEASE=\(folder.file("built"))", "DESTDIR=\(stage)",
        "prefix=/opt/almanac", "GAZETTEER=/nowhere",
      ])
    #expect(result.status == 0, "\(result.stderr)")
  }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: stage).filter {
      var isFolder = false
      return FileManager.default.fileExists(atPath: "\(stage)/\($0)", isDirectory: &isFolder)
        && !isFolder
    }.sorted()
  }

  @Test
  func `every link of an installed document leads to an installed document`() throws {
    var links = 0
    for name in try Fixture.names(in: documents) where name.hasSuffix(".md") {
      let text = String(decoding: try Fixture.read("\(documents)/\(name)"), as: UTF8.self)
      for part in text.split(separator: "](").dropFirst() {
        let target = part.prefix { $0 != ")" }
        guard !target.hasPrefix("https://") else { continue }
        links += 1
        #expect(Fixture.exists("\(documents)/\(target)"), "\(name) links to \(target)")
      }
    }
    #expect(links > 5)
  }

  @Test
  func `the units run what was installed, and name pages that are there`() throws {
    let units = "\(stage)/opt/almanac/lib/systemd/system"
    for name in try Fixture.names(in: units) {
      let text = String(decoding: try Fixture.read("\(units)/\(name)"), as: UTF8.self)
      #expect(!text.contains("/usr/"), "\(name)")
      if name.hasSuffix(".service") { #expect(text.contains("=/opt/almanac/bin/almanacd ")) }
      #expect(text.contains("Documentation=man:almanacd(8) file:///opt/almanac/share/doc/almanac/"))
    }
    #expect(Fixture.exists("\(stage)/opt/almanac/share/man/man8/almanacd.8"))
  }

  @Test
  func `all pages and completions are installed, and uninstall leaves the configuration alone`()
    async throws
  {
    let installed = try files().map { $0.split(separator: "/").last.map(String.init) ?? "" }
    for page in try Fixture.names(in: Repository.path("docs/man")) {
      #expect(installed.contains(page))
    }
    for script in try Fixture.names(in: Repository.path("docs/completions")) {
      let name = script.hasSuffix(".bash") ? String(script.dropLast(5)) : script
      #expect(installed.contains(name), "\(script)")
    }
    try await make("uninstall")
    #expect(try files() == ["etc/almanac/almanac.toml"])
  }

  @Test
  func `the package has the version of the programs`() throws {
    let version = try Repository.text("Sources/CommandLine/Version.swift")
      .split(separator: "\"").dropFirst().first
    let changelog = try Repository.text("packaging/debian/changelog")
    #expect(changelog.hasPrefix("almanac (\(version ?? "?")) "))
  }
}
