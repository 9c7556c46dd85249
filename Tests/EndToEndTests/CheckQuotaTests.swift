import AlmanacTestKit
import Testing

/// `almanacd check` refuses what a service will not answer, and says what would fit.
@Suite(.throttled) struct CheckQuotaTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let service: String
    let schedule: String
    let cities: Int
    /// What fits, in words; nil where the configuration does.
    let words: [String]?
  }

  static let cases: [Case] = [
    // 3.2 a city with both parts, 1.4 with the current conditions alone.
    .init(
      testDescription: "Open-Meteo fits", service: "[providers.open-meteo]", schedule: "15m",
      cities: 50, words: nil),
    .init(
      testDescription: "Open-Meteo, too many cities", service: "[providers.open-meteo]",
      schedule: "15m", cities: 500,
      words: [
        "88800 requests a day are more than the 10000", #"schedule = "4h""#,
        "54 cities at the present schedule",
      ]),
    .init(
      testDescription: "forecasts less often",
      service: "[providers.open-meteo]\nforecast_every = \"6h\"", schedule: "15m", cities: 60,
      words: nil),
    .init(
      testDescription: "One Call fits", service: onecall, schedule: "15m", cities: 10, words: nil),
    .init(
      testDescription: "One Call, one city too many", service: onecall, schedule: "15m",
      cities: 11,
      words: ["1056 requests a day", #"schedule = "20m""#, "10 cities at the present schedule"]),
    .init(
      testDescription: "a month of 31 days", service: "[providers.pirate-weather]\napi_key = 'K1'",
      schedule: "1h", cities: 14,
      words: [
        "10416 requests a month are more than the 10000", #"schedule = "2h""#, "13 cities",
      ]),
    // On average it would fit; on Mondays it does not.
    .init(
      testDescription: "a busy day", service: sky("max_requests_per_day = 100"),
      schedule: "0 * * * 1", cities: 5,
      words: ["120 requests a day", #"schedule = "2h""#, "4 cities"]),
    .init(
      testDescription: "one round is more than an hour", service: sky("max_requests_per_hour = 20"),
      schedule: "06:00,18:00", cities: 30,
      words: ["30 requests an hour", "20 cities at the present schedule"]),
    .init(
      testDescription: "rounds wait for the next minute",
      service: sky("max_requests_per_minute = 20"), schedule: "15m", cities: 250, words: nil),
    .init(
      testDescription: "but not for ever", service: sky("max_requests_per_minute = 20"),
      schedule: "15m", cities: 350, words: [#"schedule = "20m""#, "300 cities"]),
  ]

  static let onecall = "[providers.openweathermap]\nendpoint = 'onecall'\napi_key = 'K1'"

  static func sky(_ limit: String) -> String {
    "[providers.sky]\nkind = 'dark-sky'\nbase_url = 'https://sky.example'\n\(limit)"
  }

  @Test func `cities by name alone count too`() async throws {
    let installation = try Installation(
      "schedule = \"5m\"\n" + (1...35).map { "[[city]]\nname = \"Town \($0)\"\n" }.joined())
    let output = try await installation.almanacd("check")
    #expect(output.status == 78)
    #expect(output.stdout.contains("service open-meteo (open-meteo): 35 cities"))
    #expect(output.stderr.contains("requests a day are more than the 10000"))
    #expect(output.stdout.contains("town-35: Town 35 (will be looked up on the first sync)\n  5m"))
  }

  @Test(arguments: cases)
  func `what does not fit is refused with what would`(check: Case) async throws {
    let name = check.service.drop { $0 != "." }.dropFirst().prefix { $0 != "]" }
    // Beyond the 180th, cities would lie outside the world.
    let cities = (1...check.cities).map {
      "[[city]]\nname = \"City \($0)\"\nlatitude = \($0 % 80)\nlongitude = \($0 % 170)\n"
    }
    let installation = try Installation(
      """
      provider = "\(name)"
      schedule = "\(check.schedule)"
      \(check.service)

      """ + cities.joined())
    let output = try await installation.almanacd("check")
    #expect(output.status == (check.words == nil ? 0 : 78), "\(output.stderr)")
    for words in check.words ?? [] { #expect(output.stderr.contains(words), "\(output.stderr)") }
    if check.words == nil { #expect(!output.stderr.contains("more than")) }
  }
}
