import AlmanacTestKit
import CommandLine
import History
import Testing
import Weather

@testable import almanac

struct CitySearchTests {
  private static func city(
    _ slug: String, _ name: String, country: String? = nil, admin: String? = nil,
    position: Int, active: Bool = true
  ) -> RegisteredCity {
    var city = Sample.city(slug, name, position: position, active: active)
    city.city = City(
      slug: slug, name: name, country: country, admin: admin, latitude: Double(position),
      longitude: 1)
    return city
  }

  private static func store() throws -> SampleStore {
    try SampleStore([
      city("sao-tome", "São Tomé", country: "ST", position: 0),
      city("tromso", "Tromsø", country: "NO", admin: "Troms og Finnmark", position: 1),
      city("oslo", "Oslo", country: "NO", position: 2),
      city("tokyo", "東京都", country: "JP", position: 3),
      city("old-oslo", "Old Oslo", country: "NO", position: 4, active: false),
      city("istanbul", "İstanbul", position: 5),
    ])
  }

  @Test(
    arguments: [
      ("sao", ["sao-tome"]), ("SÃO TOMÉ", ["sao-tome"]), ("tome", ["sao-tome"]),
      ("no", ["tromso", "oslo"]), ("osl", ["oslo"]), ("finnmark", ["tromso"]),
      ("tromso", ["tromso"]), ("京", ["tokyo"]), ("istan", ["istanbul"]), ("sao-tome", ["sao-tome"]),
    ] as [(String, [String])])
  func `case, accents and punctuation don't matter`(text: String, slugs: [String]) throws {
    let rows = try Self.store().ask("cities", "--search", text, "--json").rows()
    #expect(rows.map { $0["city"] } == slugs.map { .text($0) })
  }

  @Test func `cities that are no longer in the list are found if asked for`() throws {
    let rows = try Self.store().ask("cities", "--search", "oslo", "--all", "--json").rows()
    #expect(rows.count == 2)
  }

  @Test(arguments: ["zzz", "!!", "%"])
  func `what no city has is said`(text: String) throws {
    let answer = try Self.store().ask("cities", "--search", text)
    #expect(answer.status == .nothing)
    #expect(answer.errors == "almanac: No city has ‘\(text)’ in its name or country.\n")
    #expect(try Self.store().ask("cities", "--search", text, "--json").text == "[]\n")
  }
}
