import Configuration
import Testing
import Weather

struct CityTableTests {
  private static let place = Place(
    name: "Enschede", admin: "Overijssel", countryCode: "NL", latitude: 52.21833,
    longitude: 6.89583, elevation: 45, timezone: "Europe/Amsterdam", population: 153_655)

  @Test func `a place is a table that reads well`() {
    #expect(
      CityTable.text(for: Self.place, timezone: "Europe/Amsterdam") == """
        [[city]]
        name = "Enschede"
        country = "NL"
        admin = "Overijssel"
        latitude = 52.2183
        longitude = 6.8958
        elevation = 45
        timezone = "Europe/Amsterdam"

        """)
  }

  @Test func `what is not known is left out`() {
    let place = Place(name: "A", latitude: 0, longitude: -0.00001)
    #expect(
      CityTable.text(for: place, timezone: nil)
        == "[[city]]\nname = \"A\"\nlatitude = 0\nlongitude = 0\n")
  }

  @Test(
    arguments: [
      ("Enschede", nil, "enschede", "Enschede"),
      ("New York, \"NY\"", nil, "new-york-ny", "New York, \"NY\""),
      ("A \\ B\\", nil, "a-b", "A \\ B\\"),
      ("A\"\nslug = \"x\u{202E}\u{7}", nil, "a-slug-x", "A\" slug = \"x"),
      ("# '''\u{0}A\u{7F}\"\"\"", nil, "a", "# '''A\"\"\""),
      ("東京", "Tōkyō", "tokyo", "東京"), ("東京", "東京都", "place", "東京"),
      ("東京", nil, "place", "東京"), ("!", nil, "place", "!"),
    ] as [(String, String?, String, String)])
  func `a configuration takes the table of any name`(
    name: String, admin: String?, slug: String, shown: String
  ) throws {
    var place = Self.place
    place.name = name
    place.admin = admin
    let city = try read(place)
    #expect(city.slug == slug)
    #expect(city.name == shown)
    #expect(city.admin == admin)
    #expect(city.elevation == 45)
  }

  @Test(arguments: ["x", "東", "\u{1F468}\u{200D}\u{1F469}", "e\u{301}\u{302}\u{303}"])
  func `a long name is cut to what a configuration takes`(letter: String) throws {
    var place = Self.place
    place.name = String(repeating: letter, count: 500)
    place.admin = place.name
    let city = try read(place)
    #expect((150...200).contains(city.name.utf8.count))
    #expect(city.admin == city.name)
  }

  @Test(arguments: [(-90.0, -180.0), (90, 180), (0, 0), (0.0001, -0.0001), (89.99999, 179.99999)])
  func `every position comes back`(latitude: Double, longitude: Double) throws {
    var place = Self.place
    (place.latitude, place.longitude) = (latitude, longitude)
    let city = try read(place)
    #expect(abs(city.latitude - latitude) <= 0.00005)
    #expect(abs(city.longitude - longitude) <= 0.00005)
  }

  private func read(_ place: Place) throws -> City {
    let configuration = try Configuration.parse(
      text: CityTable.text(for: place, timezone: place.timezone), path: "almanac.toml",
      environment: [:])
    return try #require(configuration.cities.first).city
  }
}
