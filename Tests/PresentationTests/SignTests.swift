import Presentation
import Testing
import Weather

struct SignTests {
  @Test func `every kind of weather has a sign of one or two columns`() {
    for condition in Condition.allCases {
      for night in [false, true] {
        let sign = Words.sign(of: condition, atNight: night)
        #expect((1...2).contains(DisplayWidth.columns(of: sign)), "\(condition)")
        // A mark that makes an emoji of it would be counted differently by different terminals.
        #expect(!sign.unicodeScalars.contains("\u{FE0F}"))
      }
    }
    #expect(Words.sign(of: nil, atNight: false) == Words.unknown)
  }

  @Test func `a clear night has no sun`() {
    #expect(Words.sign(of: .clear, atNight: true) != Words.sign(of: .clear, atNight: false))
    for condition in Condition.allCases {
      #expect(!"☀⛅".contains(Words.sign(of: condition, atNight: true)))
    }
  }

  @Test(
    arguments: [
      (1.2, .metric, "↗ +1.2"), (-0.6, .metric, "↘ -0.6"), (0.4, .metric, "→ +0.4"),
      (-0.02, .metric, "→ 0.0"), (0, .metric, "→ 0.0"), (4, .imperial, "↑ +7.2"),
      (-3, .imperial, "↓ -5.4"), (nil, .metric, ""), (0.02, .metric, "→ 0.0"),
    ] as [(Double?, UnitSystem, String)])
  func `a change has an arrow and a sign`(degrees: Double?, units: UnitSystem, text: String) {
    #expect(Words.change(degrees, in: units) == text)
  }
}
