import FoundationEssentials
import Testing

/// The query command must work where no network library is, and never open a connection.
struct LinkageTests {
  static let releaseBuild = Repository.folder(".build/release")

  static func hasProgram(_ name: String, in folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }

  static func libraries(of program: String, in folder: URL) throws -> [String] {
    try ElfImage(contentsOf: folder.appending(path: program)).neededLibraries
  }

  @Test
  func `almanac is linked neither to libcurl nor to libdate-tz`() throws {
    let needed = try Self.libraries(of: "almanac", in: Repository.products)
    #expect(needed.contains("libc.so.6"))
    #expect(needed.filter { $0.hasPrefix("libcurl") || $0.hasPrefix("libdate-tz") } == [])
  }

  @Test(.enabled(if: hasProgram("almanac", in: releaseBuild), "no release build is there"))
  func `the release build of almanac isn't either, and needs no Swift`() throws {
    let needed = try Self.libraries(of: "almanac", in: Self.releaseBuild)
    #expect(needed.contains("libc.so.6"))
    #expect(needed.filter { $0.hasPrefix("libcurl") || $0.hasPrefix("libdate-tz") } == [])
    #expect(needed.filter { $0.hasPrefix("libswift") || $0.contains("oundation") } == [])
  }
}
