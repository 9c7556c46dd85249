import Testing
import Weather

struct SecretTests {
  @Test("A key never prints")
  func hidden() {
    let secret = Secret("canary-7f3a9c51d2")
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), dumped, "\([secret])"] {
      #expect(!text.contains("canary"))
    }
    #expect(secret.reveal { $0 } == "canary-7f3a9c51d2")
  }

  @Test(
    "Keys are taken out of text by value, plain and percent-encoded",
    arguments: [
      ("GET /forecast/canary/1,2", "GET /forecast/<hidden>/1,2"),
      ("canarycanary", "<hidden><hidden>"),
      ("a%2Fb%20c d", "<hidden> d"), ("a/b c", "<hidden>"), ("canar", "canar"), ("", ""),
      ("canary-long", "<hidden>"), ("ab", "ab"), ("é canary é", "é <hidden> é"),
    ])
  func redaction(text: String, shown: String) {
    let redactor = Redactor(["canary", "canary-long", "a/b c", "ab"].map { Secret($0) })
    #expect(redactor.redacted(text) == shown)
  }

  @Test(
    "A request shows where its key goes, never the key",
    arguments: [
      (Request.Credential.Place.path(index: 1), "https://x.org/forecast/<key>/1,2?units=si"),
      (.path(index: 99), "https://x.org/forecast/1,2/<key>?units=si"),
      (.query("appid"), "https://x.org/forecast/1,2?units=si&appid=<key>"),
      (.header("apikey"), "https://x.org/forecast/1,2?units=si"),
    ])
  func requests(place: Request.Credential.Place, url: String) {
    let request = Request(
      provider: "x", endpoint: "forecast", base: "https://x.org", path: ["forecast", "1,2"],
      query: [(name: "units", value: "si")],
      credential: Request.Credential(secret: Secret("K1/é"), place: place), cities: [],
      parts: .all)
    #expect(request.shownURL == url)
    #expect(!"\(request)".contains("K1"))
    let wire = request.wireURL + request.wireHeaders.map { "\($0.name)=\($0.value)" }.joined()
    #expect(wire.contains("K1%2F%C3%A9") || wire.contains("apikey=K1/é"))
  }
}

struct URLTextTests {
  @Test(
    "Everything but unreserved characters, commas and colons is encoded",
    arguments: [
      ("Asia/Tokyo", "Asia%2FTokyo"), ("1,2:3", "1,2:3"),
      ("a b&c=d?e#f%", "a%20b%26c%3Dd%3Fe%23f%25"),
      ("é", "%C3%A9"), ("\n", "%0A"), ("-._~", "-._~"), ("", ""),
    ])
  func encoding(text: String, encoded: String) {
    #expect(URLText.encoded(text) == encoded)
  }

  @Test(
    "A coordinate is the shortest decimal with at most four places",
    arguments: [
      (38.7223, "38.7223"), (-0.12, "-0.12"), (51.5, "51.5"), (10, "10"), (-0.00001, "0"),
      (52.123456, "52.1235"), (0.0001, "0.0001"), (-180, "-180"), (0, "0"),
    ])
  func coordinates(degrees: Double, text: String) {
    #expect(URLText.coordinate(degrees) == text)
  }
}

struct CleanTextTests {
  @Test(
    "Text from outside is one line without control, escape and bidi characters",
    arguments: [
      ("a\u{1B}[31mb", "a[31mb"), ("a\r\n\t b", "a b"), ("\u{202E}abc\u{2066}", "abc"),
      ("  a  ", "a"), ("a\u{0}b\u{7F}", "ab"), ("São Tomé", "São Tomé"), ("a\u{2028}b", "a b"),
      ("👩‍👧", "👩‍👧"), ("\u{FEFF}x\u{200B}", "x"), ("", ""),
    ])
  func lines(text: String, clean: String) {
    #expect(CleanText.line(text) == clean)
  }

  @Test("A long text is cut with a sign of it, a short one is not")
  func limit() {
    #expect(CleanText.line("abcdef", limit: 5) == "abcde…")
    #expect(CleanText.line("abcde", limit: 5) == "abcde")
  }

  @Test("A body is quoted by at most 80 characters, whatever its bytes")
  func quote() {
    #expect(CleanText.quote([UInt8](repeating: 0xFF, count: 5000)).count == 81)
    #expect(CleanText.quote([0x61, 0x00, 0x0A, 0x62]) == "a b")
    #expect(CleanText.quote([]).isEmpty)
  }
}
