import AlmanacTestKit
import Configuration
import Testing

/// Whoever mends one mistake should not be told the next one after it.
struct AllMistakesTests {
  private func problems(
    _ text: String, knowsZone: @escaping (String) -> Bool = { _ in true }
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    let path = try folder.place("almanac.toml", text)
    defer { withExtendedLifetime(folder) {} }
    do throws(ConfigurationError) {
      _ = try Configuration.load(
        explicitPath: path, environment: [:], knowsZone: knowsZone)
      return []
    } catch {
      return error.description.split(separator: "\n").map {
        String($0.trimmingPrefix("\(path):"))
      }
    }
  }

  @Test func `mistakes of a city's values hide none of its services and slug`() throws {
    let text = """
      [[city]]
      name = "A"
      latitude = 91
      longitude = 1
      provider = "open-meto"
      [[city]]
      name = "A"
      latitude = "59,9"
      longitude = 1
      [[city]]
      latitude = 1
      longitude = 1
      provider = "nwss"
      """
    #expect(
      try problems(text).map { $0.prefix { $0 != " " } } == [
        "3:12:", "5:12:", "6:1:", "8:12:", "10:1:", "13:12:",
      ])
  }

  @Test func `each table that is no TOML is told beside what is wrong with the others`() throws {
    let text = """
      schedule = 15m

      [retention]
      runs = "soon"

        [[city]]
      name = "A"
      latitude = 52,52
      longitude = = 2

      [[city]]
      name = Oslo
      latitude = 1
      longitude = 2
      # [no table]
      [[city]]
      name = "B"
      latitude = 91
      longitude = 2
      """
    #expect(
      try problems(text) == [
        "1:14: not valid TOML: in decimal integer: expected digit, saw 'm'",
        "4:8: retention.runs is \"soon\": a duration is a number and s, m, h, d or y",
        "8:14: not valid TOML: decimals are written with a dot, as in 52.52",
        "12:8: not valid TOML: in value: could not determine value type",
        "18:12: city.latitude 91 is out of range: -90 to 90",
      ])
  }

  @Test func `what a table that is no TOML may hold is not said to be missing`() throws {
    let text = """
      contact = you@example.org
      [providers.mine]
      kind = "open-meteo
      [[city]]
      name = "A"
      latitude = 1
      longitude = 2
      providers = ["mine", "nws"]
      """
    #expect(try problems(text).map { $0.prefix { $0 != " " } } == ["1:11:", "3:19:"])
  }

  @Test func `a table that stands twice is told before a mistake that follows`() throws {
    #expect(
      try problems("[retention]\n[retention]\n[[city]]\nname = A").map { $0.prefix(4) } == [
        "2:1:", "4:8:",
      ])
  }

  @Test func `a text of several lines is not taken for tables`() throws {
    #expect(try problems("contact = \"\"\"\n[x\n[y\n\"\"\"\nunits = uk").count == 1)
  }

  @Test func `zones that this machine does not know are told with their place`() throws {
    let text = """
      timezone = "Europe/Nowhere"
      [[city]]
      name = "A"
      timezone = "Europe/Oslo"
      [[city]]
      name = "B"
      latitude = 91
      longitude = 2
      timezone = "Mars/Phobos"
      """
    #expect(
      try problems(text) { $0 == "Europe/Oslo" } == [
        "1:12: timezone \"Europe/Nowhere\" is no zone that this machine knows: use a name such as"
          + " Europe/Lisbon (timedatectl list-timezones lists them)",
        "7:12: city.latitude 91 is out of range: -90 to 90",
        "9:12: city.timezone \"Mars/Phobos\" is no zone that this machine knows: use a name such as"
          + " Europe/Lisbon (timedatectl list-timezones lists them)",
      ])
  }

  @Test func `of many mistakes twenty are told, and the rest are counted`() throws {
    let text = (1...23).map { "mistake\($0) = 1" }.joined(separator: "\n")
    let problems = try problems(text)
    #expect(problems.count == 21)
    #expect(problems.last == " and 3 more")
  }

  @Test func `a file that is no configuration at all is not read for ever`() throws {
    #expect(try problems(String(repeating: "[\n", count: 200_000)).count == 20)
  }
}
