import Testing
import Weather

@testable import Providers

/// A service's word for a unit, and how many of it make one canonical unit.
struct Word: Sendable, CustomTestStringConvertible {
  let word: String
  let unit: MeasureUnit
  let factor: Double
  let shift: Double

  init(_ word: String, _ unit: MeasureUnit, _ factor: Double, shift: Double = 0) {
    self.word = word
    self.unit = unit
    self.factor = factor
    self.shift = shift
  }

  var testDescription: String { "\(word) for \(unit)" }
}

struct WireUnitTests {
  static let words = [
    Word("°C", .celsius, 1), Word("°F", .celsius, 1.8, shift: 32),
    Word("K", .celsius, 1, shift: 273.15), Word("m/s", .metrePerSecond, 1),
    Word("km/h", .metrePerSecond, 3.6), Word("mp/h", .metrePerSecond, 3600 / 1609.344),
    Word("kn", .metrePerSecond, 3600 / 1852), Word("mm", .millimetre, 1),
    Word("inch", .millimetre, 1 / 25.4), Word("cm", .millimetre, 0.1),
    Word("cm", .centimetre, 1), Word("inch", .centimetre, 1 / 2.54),
    Word("mm", .centimetre, 10), Word("m", .centimetre, 0.01), Word("m", .metre, 1),
    Word("km", .metre, 0.001), Word("mi", .metre, 1 / 1609.344), Word("ft", .metre, 1 / 0.3048),
    Word("hPa", .hectopascal, 1), Word("Pa", .hectopascal, 100),
  ]

  @Test("A value in any unit comes back over the whole range of its fields", arguments: words)
  func wholeRange(item: Word) throws {
    let unit = try #require(WireUnit.named(item.word, for: item.unit))
    let fields =
      WeatherData.CurrentConditions.fields.filter { $0.unit == item.unit }.map(\.range)
      + WeatherData.DayConditions.fields.filter { $0.unit == item.unit }.map(\.range)
    let lowest = try #require(fields.map(\.lowerBound).min())
    let highest = try #require(fields.map(\.upperBound).max())
    var wrong = 0
    for step in 0...20_000 {
      let value = Canonical.rounded(lowest + (highest - lowest) * Double(step) / 20_000)
      let back = unit.canonical(value * item.factor + item.shift)
      if back != value { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test("Values a ten-thousandth apart stay apart", arguments: words)
  func fine(item: Word) throws {
    let unit = try #require(WireUnit.named(item.word, for: item.unit))
    for step in -2000...2000 {
      let value = Canonical.rounded(Double(step) / 10_000)
      #expect(unit.canonical(value * item.factor + item.shift) == value)
    }
  }

  @Test("A word for another quantity means nothing")
  func others() {
    #expect(WireUnit.named("km/h", for: .celsius) == nil)
    #expect(WireUnit.named("°F", for: .metrePerSecond) == nil)
    #expect(WireUnit.named("furlongs", for: .metre) == nil)
    #expect(WireUnit.named("%", for: .hectopascal) == nil)
  }
}
