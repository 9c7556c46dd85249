import AlmanacTestKit
import Configuration
import Glibc
import Testing

struct DatabasePathTests {
  @Test(
    "A writer's database",
    arguments: [
      ("/a.db", "/c.db", ["ALMANAC_DB": "/b.db"], false, "/a.db"),
      (nil, "/c.db", ["ALMANAC_DB": "/b.db", "STATE_DIRECTORY": "/s"], false, "/b.db"),
      (nil, "/c.db", ["ALMANAC_DB": "", "STATE_DIRECTORY": "/s"], false, "/c.db"),
      (nil, nil, ["STATE_DIRECTORY": "/s:/t", "HOME": "/home/a"], false, "/s/almanac.db"),
      (nil, nil, ["HOME": "/root"], true, "/var/lib/almanac/almanac.db"),
      (nil, nil, ["HOME": "/home/a"], false, "/home/a/.local/state/almanac/almanac.db"),
      (nil, nil, ["HOME": "/home/a", "XDG_STATE_HOME": "/x"], false, "/x/almanac/almanac.db"),
      (
        nil, nil, ["HOME": "/home/a", "XDG_STATE_HOME": "x"], false,
        "/home/a/.local/state/almanac/almanac.db"
      ),
      (nil, nil, [:], false, "/var/lib/almanac/almanac.db"),
    ] as [(String?, String?, [String: String], Bool, String)])
  func writing(
    explicit: String?, configured: String?, environment: [String: String], isRoot: Bool,
    path: String
  ) {
    #expect(
      DatabasePath.forWriting(
        explicit: explicit, configured: configured, environment: environment, isRoot: isRoot)
        == path)
  }

  @Test func `A reader takes the user's database when it exists, also as root`() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_STATE_HOME": folder.path]
    let path = try folder.place("almanac/almanac.db", "")
    let reading = { (explicit: String?, configured: String?) in
      DatabasePath.forReading(
        explicit: explicit, configured: configured, environment: environment, isRoot: true)
    }
    #expect(reading(nil, nil) == path)
    #expect(reading(nil, "/c.db") == "/c.db")
    #expect(reading("/a.db", "/c.db") == "/a.db")
  }

  @Test func `A link stands for its file, beside which the locks lie`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("real.db", "x")
    let link = folder.file("link.db"), dangling = folder.file("dangling.db")
    try #require(symlink("real.db", link) == 0 && symlink("none.db", dangling) == 0)
    for place in [DatabasePath.forReading, DatabasePath.forWriting] {
      #expect(place(link, nil, [:], false) == path)
      #expect(place(nil, link, [:], false) == path)
      #expect(place(dangling, nil, [:], false) == folder.file("none.db"))
    }
  }

  @Test(
    .enabled("an installed daemon has one") { access("/var/lib/almanac/almanac.db", F_OK) != 0 })
  func `Without any database a reader names the one that a writer would make`() {
    #expect(
      DatabasePath.forReading(
        explicit: nil, configured: nil, environment: ["HOME": "/nowhere"], isRoot: false)
        == "/nowhere/.local/state/almanac/almanac.db")
  }
}
