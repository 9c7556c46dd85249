import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather

/// A reply without weather, and what it must be called.
struct FailureCase: Sendable, CustomTestStringConvertible {
  let kind: ServiceKind
  let status: Int
  let body: String
  let code: FetchError.Code
  let says: String
  var key: String? = "K1"

  init(
    _ kind: ServiceKind, _ status: Int, _ body: String, _ code: FetchError.Code, _ says: String,
    key: String? = "K1"
  ) {
    self.kind = kind
    self.status = status
    self.body = body
    self.code = code
    self.says = says
    self.key = key
  }

  var testDescription: String { "\(kind.rawValue) \(status) \(code.rawValue) \(says)" }
}

struct ReplyFailureTests {
  @Test("A reply without weather has its kind and one clean sentence", arguments: cases)
  func failures(item: FailureCase) throws {
    var ask = Ask(item.kind)
    ask.key = item.key
    let error = try ask.error(item.body, status: item.status)
    #expect(error.code == item.code)
    #expect(error.message.contains(item.says), "\(error.message)")
    #expect(error.message.count <= 200)
    #expect(!error.message.contains("\n") && !error.message.contains("<"))
  }

  @Test(
    "The error bodies of the services become clear errors",
    arguments: [
      ("openweathermap/error_401.json", ServiceKind.openWeatherMap, 401, FetchError.Code.key),
      ("openweathermap/error_404.json", .openWeatherMap, 404, .place),
      ("openweathermap/error_429.json", .openWeatherMap, 429, .quota),
      ("open-meteo/error_400.json", .openMeteo, 400, .place),
      ("dark-sky/error_400.json", .darkSky, 400, .place),
      ("pirate-weather/error_401.html", .pirateWeather, 401, .key),
      ("pirate-weather/error_429.html", .pirateWeather, 429, .quota),
    ])
  func fixtures(fixture: String, kind: ServiceKind, status: Int, code: FetchError.Code) throws {
    let body = try Fixture.text(fixture)
    let error = try Ask(kind).error(body, status: status)
    #expect(error.code == code && error.status == status)
    // The same body behind a 200, where it is no web page.
    guard !fixture.hasSuffix("html") else { return }
    #expect(try Ask(kind).error(body, status: 200).code == code)
  }

  @Test("A body is quoted with at most 80 characters, none of them a control character")
  func quotes() throws {
    let error = try Ask(.openMeteo).error(
      "Sorry\u{1B}[31m\u{202E} " + String(repeating: "x", count: 500))
    #expect(error.message.hasPrefix("reply is not JSON: Sorry[31m x"))
    #expect(error.message.hasSuffix("x…"))
    #expect(error.message.count == "reply is not JSON: ".count + 81)
  }

  private static let page = "<!DOCTYPE html><html><head><title>Log in</title></head></html>"

  static let cases: [FailureCase] = [
    FailureCase(
      .openMeteo, 200, "Sorry, this place is unknown", .undecodable, "reply is not JSON: Sorry"),
    FailureCase(.openMeteo, 200, "", .undecodable, "reply is empty"),
    FailureCase(.openMeteo, 200, #"{"latitude":5"#, .undecodable, "reply is invalid JSON: {"),
    FailureCase(.openMeteo, 200, "[]", .undecodable, "0 places instead of 1"),
    FailureCase(.openMeteo, 200, "7", .undecodable, "unexpected shape"),
    FailureCase(.darkSky, 200, "[1]", .undecodable, "unexpected shape"),
    FailureCase(
      .openMeteo, 200, String(repeating: "[", count: 100_000), .undecodable, "invalid JSON"),
    FailureCase(.openMeteo, 200, page, .captive, "network needs a login"),
    FailureCase(.openMeteo, 511, page, .captive, "network needs a login (511)"),
    FailureCase(.openMeteo, 302, "", .captive, "redirected"),
    FailureCase(.openMeteo, 403, "{}", .refused, "refused: contact", key: nil),
    FailureCase(.openMeteo, 403, "{}", .key, "key refused (403)"),
    FailureCase(
      .openMeteo, 400, #"{"error":true,"reason":"The supplied API key is invalid."}"#, .key,
      "key refused"),
    FailureCase(
      .openMeteo, 400, #"{"reason":"Invalid timezone","error":true}"#, .request, "Invalid timezone"),
    FailureCase(
      .openMeteo, 200, "{\"error\":true,\"reason\":\"The service is overloaded\"}", .service,
      "overloaded"),
    FailureCase(
      .openMeteo, 200, #"{"error":true,"reason":"Hourly API request limit exceeded."}"#, .quota,
      "Hourly"),
    FailureCase(.openWeatherMap, 401, #"{"cod":401,"message":"bad key"}"#, .key, "bad key"),
    FailureCase(
      .openWeatherMap, 200, #"{"cod":"404","message":"city not found"}"#, .place, "city not found"),
    FailureCase(.openWeatherMap, 200, #"{"cod":401,"message":"bad key"}"#, .key, "bad key"),
    FailureCase(.openWeatherMap, 502, page, .service, "server error 502: Log in"),
    FailureCase(.openWeatherMap, 503, "", .service, "server error 503"),
    FailureCase(
      .openWeatherMap, 500, #"{"message":"Internal Server Error"}"#, .service, "Internal"),
    FailureCase(
      .openMeteo, 404, "Not Found", .place, "place unknown, or base_url wrong (404): Not Found"),
    FailureCase(.openWeatherMap, 400, page, .request, "request refused (400)"),
    FailureCase(.openWeatherMap, 408, "", .request, "(408)"),
    FailureCase(.darkSky, 400, #"{"code":400,"message":"bad location"}"#, .place, "bad location"),
    FailureCase(
      .pirateWeather, 400, #"{"detail":"Invalid Location Specification"}"#, .place, "Specification"),
    FailureCase(
      .pirateWeather, 404, #"{"message":"no Route matched with those values"}"#, .place, "no Route"),
    FailureCase(.darkSky, 200, #"{"latitude":1,"daily":{}}"#, .undecodable, "daily.data"),
  ]
}
