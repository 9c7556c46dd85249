import AlmanacTestKit
import FoundationEssentials
import Testing

/// The query command must work where no network library is, and never open a connection.
struct LinkageTests {
  static let releaseBuild = Repository.path(".build/release/almanac")

  @Test
  func `almanac is linked neither to libcurl nor to libdate-tz`() throws {
    let needed = try ElfImage(path: Fixture.product("almanac")).neededLibraries
    #expect(needed.contains("libc.so.6"))
    #expect(needed.filter { $0.hasPrefix("libcurl") || $0.hasPrefix("libdate-tz") } == [])
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: releaseBuild), "there is no release build"))
  func `the release build of almanac isn't either, and needs no Swift`() throws {
    let needed = try ElfImage(path: Self.releaseBuild).neededLibraries
    #expect(needed.contains("libc.so.6"))
    #expect(needed.filter { $0.hasPrefix("libcurl") || $0.hasPrefix("libdate-tz") } == [])
    #expect(needed.filter { $0.hasPrefix("libswift") || $0.contains("oundation") } == [])
  }
}
