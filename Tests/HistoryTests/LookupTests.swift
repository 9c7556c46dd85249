import Testing
import Weather

@testable import History

struct LookupTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
    let names = [
      ("sao-tome", "São Tomé"), ("spr-il", "Springfield"), ("spr-mo", "Springfield"),
      ("new-york", "New York, \"NY\""), ("york", "York"), ("koeln", "Köln"), ("tokyo", "東京"),
      ("athens", "Αθήνα"),
    ]
    let writer = try fixture.open()
    let cities = names.enumerated().map { place, name in
      StoreFixture.registered(StoreFixture.city(name.0, name: name.1), position: place)
    }
    let old = StoreFixture.registered(StoreFixture.city("yorktown", name: "Yorktown"), position: 9)
    _ = try writer.register(cities + [old])
    _ = try writer.register(cities)
    try writer.close()
  }

  @Test(
    "A city is found by slug, name or unique beginning, without regard to case and accents",
    arguments: [
      ("sao-tome", "sao-tome"), ("sao tome", "sao-tome"), ("SÃO TOMÉ", "sao-tome"),
      ("Sao", "sao-tome"), ("york", "york"), ("YORK", "york"), ("yor", "york"),
      ("New York, \"NY\"", "new-york"), ("koln", "koeln"), ("spr-il", "spr-il"),
      ("SPR-MO", "spr-mo"), ("東京", "tokyo"), ("ΑΘΉΝΑ", "athens"), ("yorktown", "yorktown"),
      ("Yorkt", "yorktown"),
    ])
  func found(word: String, slug: String) throws {
    #expect(try find(word) == [slug])
  }

  @Test("An ambiguous name lists what it may mean")
  func ambiguous() throws {
    let error = #expect(throws: CityLookupError.self) { try find("Springfield") }
    #expect(error?.code == .ambiguous)
    #expect(error?.candidates == ["spr-il", "spr-mo"])
    #expect(error?.description == "‘Springfield’ is ambiguous: spr-il, spr-mo.")
  }

  @Test(
    "An unknown name gets the nearest ones", arguments: [("yrok", "york"), ("koelln", "koeln")])
  func unknown(word: String, nearest: String) throws {
    let error = #expect(throws: CityLookupError.self) { try find(word) }
    #expect(error?.code == .unknown)
    #expect(error?.candidates.first == nearest)
  }

  @Test(
    "What is no name at all is unknown", arguments: ["", "'\"", "%", "\u{1B}[31m", "zzzzzzzzz"])
  func nonsense(word: String) throws {
    let error = #expect(throws: CityLookupError.self) { try find(word) }
    #expect(error?.code == .unknown)
    #expect(error?.description.contains("\u{1B}") == false)
  }

  private func find(_ word: String) throws -> [String] {
    try HistoryReader.read(path: fixture.path) {
      try $0.resolve([word], includeInactive: false).map(\.city.slug)
    }
  }
}
