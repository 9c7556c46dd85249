import FoundationEssentials
import Providers
import Testing
import Weather

/// What Pirate Weather and Dark Sky say of the quota in their headers.
@Suite struct QuotaNoticeTests {
  /// 2026-06-04T12:00:00Z.
  static let noon = Date(unixSeconds: 1_780_574_400)

  func notice(
    _ kind: ServiceKind, _ headers: [(name: String, value: String)], dayLimit: Int? = nil
  ) throws -> QuotaNotice? {
    var settings = ServiceSettings(name: "sky", kind: kind)
    settings.key = Secret("abcdefgh")
    settings.requestLimits[.day] = dayLimit
    let provider = try ProviderFactory.make(settings: settings, contact: nil)
    let city = City(slug: "a", name: "A", latitude: 1, longitude: 2)
    let request = try #require(
      provider.requests(for: [city], state: ProviderState(parts: .all, now: Self.noon)).first)
    return provider.quotaNotice(
      in: Response(
        request: request, status: 200, headers: headers, body: Data(), receivedAt: Self.noon,
        duration: .milliseconds(300)), now: Self.noon)
  }

  @Test func `Pirate Weather says what is left and when it counts anew`() throws {
    let notice = try #require(
      try notice(
        .pirateWeather,
        [("ratelimit-remaining", "41"), ("Ratelimit-Reset", "3600"), ("Ratelimit-Limit", "10000")]))
    // Its own request is among those that were counted.
    #expect(notice.remaining == 42)
    #expect(notice.since == Self.noon - 2)
    #expect(notice.resetsAt == Self.noon + 3600)
    #expect(notice.limit == 10_000)
  }

  @Test func `calls that were made count against the limit that is known`() throws {
    let month = try #require(try notice(.pirateWeather, [("X-Forecast-API-Calls", "9999")]))
    #expect(month.remaining == 2)
    #expect(month.resetsAt == Date(unixSeconds: 1_782_864_300))
    let day = try #require(
      try notice(.darkSky, [("X-Forecast-API-Calls", "1200")], dayLimit: 1000))
    #expect(day.remaining == 1)
    #expect(day.resetsAt == Date(unixSeconds: 1_780_617_900))
    #expect(try notice(.darkSky, [("X-Forecast-API-Calls", "7")]) == nil)
  }

  @Test(arguments: [
    ("Ratelimit-Remaining", ""), ("Ratelimit-Remaining", "many"), ("Ratelimit-Remaining", "nan"),
    ("X-Forecast-API-Calls", "-3"), ("Content-Type", "text/plain"),
  ])
  func `what makes no sense says nothing`(name: String, value: String) throws {
    #expect(try notice(.pirateWeather, [(name, value)]) == nil)
  }

  @Test func `an absurd time or number does no harm`() throws {
    let far = try #require(
      try notice(.pirateWeather, [("Ratelimit-Remaining", "-5"), ("Ratelimit-Reset", "1e300")]))
    #expect(far.remaining == 1)
    #expect(far.resetsAt == Self.noon + 31 * 86_400)
    #expect(try notice(.openMeteo, [("Ratelimit-Remaining", "5")]) == nil)
  }
}
