import Configuration
import Testing
import Weather

struct SlugTests {
  @Test(
    "Names become what people type",
    arguments: [
      ("Place 0", "place-0"), ("São Tomé", "sao-tome"), ("Sa\u{0303}o Tome\u{0301}", "sao-tome"),
      ("Zürich", "zurich"), ("Ærøskøbing", "aeroskobing"), ("Łódź", "lodz"), ("Đà Nẵng", "da-nang"),
      ("Þórshöfn", "thorshofn"), ("Gießen", "giessen"), ("Iğdır", "igdir"), ("İzmir", "izmir"),
      ("Ørsta / Volda", "orsta-volda"), ("St. John's", "st-johns"), ("L’Aquila", "laquila"),
      ("  -New   York-  ", "new-york"), ("New York, \"NY\"", "new-york-ny"), ("東京 Tokyo", "tokyo"),
      ("Œuvre", "oeuvre"), ("Ŋamba", "ngamba"), ("Şəki", "seki"), ("Hawaiʻi", "hawaii"),
      ("100 Mile House", "100-mile-house"),
    ])
  func slugs(name: String, slug: String) throws {
    #expect(try city(name) == slug)
  }

  @Test func `A long name gives a slug of 64 characters at most`() throws {
    let slug = try city(String(repeating: "Abc ", count: 40))
    #expect(slug?.utf8.count == 63)
    #expect(slug?.hasSuffix("abc") == true)
  }

  @Test(arguments: [("Москва", "city-b4714f"), ("東京", "city-dea707"), ("Αθήνα 2", "city-6ac6e7")])
  func `A name in another script has a slug that stays the same`(
    name: String, slug: String
  ) throws {
    #expect(try city(name) == slug)
  }

  @Test(arguments: ["😀", "-", "''", "…"])
  func `A name that leaves nothing to type asks for a slug`(name: String) {
    let error = #expect(throws: ConfigurationError.self) { try city(name) }
    #expect(error?.description.contains("leaves no letters to type: add slug") == true)
  }

  private func city(_ name: String) throws -> String? {
    let quoted = name.replacing("\"", with: "\\\"")
    return try parse("[[city]]\nname = \"\(quoted)\"\nlatitude = 1\nlongitude = 2")
      .cities.first?.city.slug
  }
}
