import FoundationEssentials
import Testing
import Weather

/// A key is found however a service writes it back.
struct RedactorTests {
  /// Ways to write one character of a key.
  private static let spellings: [(String, @Sendable (Unicode.Scalar) -> String)] = [
    ("plain", { String($0) }),
    ("JSON", { units($0).map { "\\u" + hex($0, 4) }.joined() }),
    ("JSON, capitals", { units($0).map { "\\u" + hex($0, 4).uppercased() }.joined() }),
    ("JSON in JSON", { units($0).map { "\\\\u" + hex($0, 4) }.joined() }),
    ("a backslash", { $0.isASCII && !$0.properties.isAlphabetic ? "\\\($0)" : String($0) }),
    ("JavaScript", { $0.isASCII ? "\\x" + hex(Int($0.value), 2) : String($0) }),
    ("an address", { String($0).utf8.map { "%" + hex(Int($0), 2) }.joined() }),
    (
      "an address, capitals",
      { String($0).utf8.map { "%" + hex(Int($0), 2).uppercased() }.joined() }
    ),
    ("an address in an address", { String($0).utf8.map { "%25" + hex(Int($0), 2) }.joined() }),
    ("and in another", { String($0).utf8.map { "%2525" + hex(Int($0), 2) }.joined() }),
    ("HTML", { "&#x\(hex(Int($0.value), 1));" }),
    ("HTML, capitals", { "&#X00\(hex(Int($0.value), 1).uppercased());" }),
    ("HTML, decimal", { "&#\($0.value);" }), ("HTML, cut", { "&#\($0.value)" }),
    ("HTML in HTML", { "&amp;#\($0.value);" }),
    ("a name in HTML", { names[$0].map { "&\($0);" } ?? String($0) }),
    ("a name in HTML twice", { names[$0].map { "&amp;\($0);" } ?? String($0) }),
  ]

  /// Without the entity that would take a digit behind it in.
  private static let mixable = spellings.filter { $0.0 != "HTML, cut" }

  private static let names: [Unicode.Scalar: String] = [
    "&": "amp", "<": "lt", ">": "gt", "\"": "quot", "'": "apos", "/": "sol", "+": "plus",
    "=": "equals", "%": "percnt", "#": "num", "?": "quest", "\\": "bsol",
  ]

  private static func units(_ scalar: Unicode.Scalar) -> [Int] {
    String(scalar).utf16.map(Int.init)
  }

  private static func hex(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static let letters = Array(
    "abcdefXYZ0123456789abcdefXYZ0123456789-_.~!*'()/+=%&?#\"\\<>{}[]|^`$@:;,é語😀".unicodeScalars)

  private static func key(_ random: inout SplitMix) -> String {
    var key = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 8...40, using: &random) {
      key.append(letters[Int.random(in: 0..<letters.count, using: &random)])
    }
    return String(key)
  }

  @Test func `a key in any mixture of escapes is hidden, and nothing else is`() {
    var random = SplitMix(seed: 42)
    for round in 0..<3000 {
      let key = Self.key(&random)
      let redactor = Redactor([Secret(key)])
      // One way for the whole key, or another for each character.
      let fixed = Self.spellings[round % Self.spellings.count].1
      let written = key.unicodeScalars.map { scalar in
        round % 3 == 0
          ? Self.mixable[Int.random(in: 0..<Self.mixable.count, using: &random)].1(scalar)
          : fixed(scalar)
      }.joined()
      let before = round % 2 == 0 ? "GET /x?key= " : "{\"error\":\"ä 5 % of \\u0041 &amp; "
      let text = before + written + " was refused\"}"
      let clean = before + "<hidden> was refused\"}"
      #expect(redactor.redacted(text) == clean, "\(key) as \(written)")
      #expect(String(decoding: redactor.redacted(Data(text.utf8)), as: UTF8.self) == clean)
    }
  }

  @Test(arguments: [false, true])
  func `a key in Base64 is hidden, wherever it begins`(forAddresses: Bool) {
    var random = SplitMix(seed: 7)
    for round in 0..<1000 {
      let key = Self.key(&random)
      let before = String(repeating: "u", count: round % 7)
      let after = String(repeating: "p", count: round % 5)
      var written = Data((before + key + after).utf8).base64EncodedString()
      if forAddresses {
        written = written.replacing("+", with: "-").replacing("/", with: "_").replacing(
          "=", with: "")
      }
      if round % 3 == 1 { written = written.replacing("/", with: "\\/") }
      if round % 3 == 2 {
        written = written.replacing("+", with: "%2B").replacing("=", with: "%3D")
      }
      let clean = Redactor([Secret(key)]).redacted("Basic \(written) no")
      #expect(clean.contains("<hidden>"), "\(key) as \(written)")
      // What is left of it tells no four of its bytes.
      let left = clean.dropFirst(6).prefix { $0 != " " }
      #expect(left.utf8.count <= before.utf8.count * 2 + after.utf8.count * 2 + 16, "\(left)")
    }
  }

  @Test(arguments: [
    "", "a", "%", "\\", "&", "&#", "&#x", "\\u", "\\u00", "%2", "100 % sure & \\ well",
    String(repeating: "\\", count: 5000), String(repeating: "%25", count: 5000),
    String(repeating: "&amp;", count: 5000), "secret-ke", "SECRET-KEY", "c2VjcmV0LW", "ecret-key-1",
  ])
  func `a text without the key stays as it is`(text: String) {
    let redactor = Redactor([Secret("secret-key"), Secret("%25%25%25%25&amp;&amp;\\\\\\\\")])
    #expect(redactor.redacted(text) == text)
    #expect(redactor.redacted(Data(text.utf8)) == Data(text.utf8))
  }

  @Test func `bytes that are no text stay as they came, around the key`() {
    let body = Data([0xFF, 0x00, 0xC3]) + Data("secret-key".utf8) + Data([0xE2, 0x28])
    #expect(
      Redactor([Secret("secret-key")]).redacted(body)
        == Data([0xFF, 0x00, 0xC3]) + Data("<hidden>".utf8) + Data([0xE2, 0x28]))
    // A short key may be a number that means something.
    #expect(Redactor([Secret("1234")]).redacted(Data("1234".utf8)) == Data("1234".utf8))
  }
}

/// Random numbers that are the same each time (Steele, Lea and Flood's SplitMix).
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
