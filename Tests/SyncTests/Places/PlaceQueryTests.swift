import Sync
import Testing
import Weather

struct PlaceQueryTests {
  private static let rome = place("Rome", 41.9, 12.5, 2_318_895)
  private static let town = place("Roma", -26.6, 148.8, 6848)
  private static let village = place("Roma", 26.4, -99.0, 300)

  private static func place(
    _ name: String, _ latitude: Double, _ longitude: Double, _ population: Int
  ) -> Place {
    Place(name: name, latitude: latitude, longitude: longitude, population: population)
  }

  private func choice(
    _ name: String, _ places: [Place], bears: (Place) -> Bool = { _ in true }
  ) -> PlaceQuery.Choice {
    PlaceQuery(name).choice(among: places, bears: bears)
  }

  @Test func `a place of the name in another language is not passed over without a word`() {
    #expect(choice("Roma", [Self.town, Self.rome]) == .several([Self.rome, Self.town]))
    #expect(choice("Roma", [Self.rome]) == .one(Self.rome))
    #expect(
      choice("Roma", [Self.town, Self.rome]) { $0.name == "Roma" } == .one(Self.town),
      "it does not bear the name")
  }

  @Test func `the place that is far larger than the others of its name is meant`() {
    #expect(choice("Roma", [Self.village, Self.town]) == .one(Self.town))
    #expect(choice("Rome", [Self.rome, Self.town]) == .one(Self.rome))
  }

  @Test func `a municipality of another name about a town is no other place`() {
    let around = Self.place("Roma and surroundings", -26.61, 148.81, 9000)
    #expect(choice("Roma", [Self.town, around, Self.village]) == .one(around))
  }
}
