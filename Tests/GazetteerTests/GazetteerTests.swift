import AlmanacTestKit
import Testing
import Weather

@testable import Gazetteer

/// A gazetteer that the build script makes of a small sample.
struct GazetteerTests {
  let folder: TemporaryFolder
  let gazetteer: Gazetteer

  init() async throws {
    folder = try TemporaryFolder()
    gazetteer = try await Self.build(in: folder, "gazetteer.db")
  }

  private static func build(
    in folder: TemporaryFolder, _ name: String
  ) async throws -> Gazetteer {
    let path = folder.file(name)
    let output = try await Subprocess.run(
      "\(Fixture.repository)/scripts/gazetteer", [path, "--from", Fixture.path("gazetteer")],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(output.status == 0, "\(output.stderr)")
    return Gazetteer(path: path)
  }

  @Test(arguments: [
    ("Paris", ["Paris", "Paris"]), ("PARIS", ["Paris", "Paris"]), ("Москва", ["Moscow"]),
    ("москва", ["Moscow"]), ("東京", ["Tokyo"]), ("القاهرة", ["Cairo"]), ("Kairo", ["Cairo"]),
    ("koln", ["Köln"]), ("Köln", ["Köln"]), ("sao paulo", ["São Paulo"]),
    ("new york", ["New York City"]), ("Αθήνα", ["Athens"]), ("αθηνα", ["Athens"]), ("York", []),
    ("Athen", ["Athens"]),
    ("", []), ("!", []), ("\" OR \"paris", []), ("0", []), ("\u{0}", []),
    ("paris*", ["Paris", "Paris"]),
  ])
  func `a whole name is found in any script, case and accents aside`(
    name: String, found: [String]
  ) throws {
    #expect(try gazetteer.places(named: name, .whole, limit: 10).map(\.name) == found)
  }

  @Test(arguments: [
    ("new y", ["New York City"]), ("Mosk", ["Moscow"]), ("東", ["Tokyo"]), ("yor", []),
    ("Spring", ["Springfield", "Springfield", "Springfield"]),
  ])
  func `the beginning of a name is enough for typing`(name: String, found: [String]) throws {
    #expect(try gazetteer.places(named: name, .beginning, limit: 10).map(\.name) == found)
  }

  @Test func `a place has all that a configuration needs`() throws {
    let place = try #require(
      try gazetteer.places(named: "paris", .whole, country: "US", limit: 10).first)
    #expect(
      place
        == Place(
          name: "Paris", admin: "Texas", countryCode: "US", countryName: "United States",
          latitude: 33.66094, longitude: -95.55551, timezone: "America/Chicago",
          population: 24_782))
  }

  @Test func `the largest place comes first, and no more than are wanted`() throws {
    let all = try gazetteer.places(named: "Springfield", .whole, limit: 10)
    #expect(all.compactMap(\.admin) == ["Missouri", "Massachusetts", "Illinois"])
    #expect(try gazetteer.places(named: "Springfield", .whole, limit: 1).count == 1)
  }

  @Test func `the nearest place gives the zone of a point`() throws {
    let points: [(Double, Double)] = [
      (35.7, 139.7), (-60, 0), (90, 180), (-90, -180), (35.7, 138.7),
    ]
    #expect(try gazetteer.zones(near: points) == ["Asia/Tokyo", nil, nil, nil, nil])
  }

  @Test func `the same data give the same bytes, with the credit in them`() async throws {
    let again = try await Self.build(in: folder, "again.db")
    let bytes = try Fixture.read(gazetteer.path)
    #expect(try Fixture.read(again.path) == bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains(Gazetteer.credit))
  }

  @Test func `a file that is none says how to get one`() throws {
    let broken = Gazetteer(path: try folder.write("broken.db", "no database at all"))
    let error = #expect(throws: GazetteerError.self) {
      try broken.places(named: "Paris", .whole, limit: 1)
    }
    #expect("\(try #require(error))".contains("make gazetteer"))
    let missing = ["ALMANAC_GAZETTEER": folder.file("none.db")]
    #expect(Gazetteer.find(environment: missing) == nil)
    #expect(
      Gazetteer.find(environment: ["ALMANAC_GAZETTEER": gazetteer.path])?.path == gazetteer.path)
  }
}
