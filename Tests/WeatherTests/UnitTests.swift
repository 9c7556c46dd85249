import Testing
import Weather

struct UnitTests {
  @Test(
    "Conversions are exact to four decimals",
    arguments: [
      (Canonical.celsius(fahrenheit: 50), 10), (Canonical.celsius(fahrenheit: -40), -40),
      (Canonical.celsius(fahrenheit: 30.38), -0.9), (Canonical.celsius(kelvin: 273.15), 0),
      (Canonical.celsius(kelvin: 293.74), 20.59),
      (Canonical.metresPerSecond(kilometresPerHour: 36), 10),
      (Canonical.metresPerSecond(milesPerHour: 10), 4.4704),
      (Canonical.metresPerSecond(knots: 20), 10.2889), (Canonical.millimetres(inches: 0.1), 2.54),
      (Canonical.centimetres(inches: 2), 5.08), (Canonical.metres(miles: 10), 16_093.44),
      (Canonical.metres(feet: 1000), 304.8), (Canonical.hectopascals(pascals: 101_325), 1013.25),
      (Canonical.rounded(0.00004), 0), (Canonical.rounded(-0.00006), -0.0001),
    ] as [(Double, Double)])
  func conversions(found: Double, wanted: Double) {
    #expect(found == wanted)
  }

  @Test("A negative zero is zero")
  func negativeZero() {
    #expect(Canonical.rounded(-0.00001).sign == .plus)
    #expect(Canonical.celsius(fahrenheit: 32).sign == .plus)
  }

  @Test(
    "Value and name change together",
    arguments: [
      (UnitSystem.imperial, "temperature_f", 68.0), (.metric, "temperature_c", 20),
      (.uk, "temperature_c", 20), (.si, "temperature_c", 20),
    ])
  func temperature(system: UnitSystem, column: String, value: Double) throws {
    let field = try #require(
      WeatherData.CurrentConditions.fields.first { $0.stem == "temperature" })
    #expect(field.column(in: system) == column)
    #expect(field.unit.shown(in: system).value(of: 20) == value)
  }

  @Test(
    "Each unit has its imperial value",
    arguments: [
      (MeasureUnit.metrePerSecond, 10.0, 22.3694), (.millimetre, 2.54, 0.1),
      (.millimetrePerHour, 2.54, 0.1), (.centimetre, 5.08, 2), (.metre, 1609.344, 1),
      (.hectopascal, 1013.25, 29.9213), (.percent, 57, 57), (.none, 3.5, 3.5),
    ])
  func imperial(unit: MeasureUnit, canonical: Double, shown: Double) {
    #expect(unit.shown(in: .imperial).value(of: canonical) == shown)
  }

  @Test(
    "What is shown comes back, to half of its last decimal, over the whole range of each field",
    arguments: UnitSystem.allCases)
  func wholeRange(system: UnitSystem) {
    let current = WeatherData.CurrentConditions.fields.map { ($0.unit, $0.range) }
    let day = WeatherData.DayConditions.fields.map { ($0.unit, $0.range) }
    for (unit, range) in current + day {
      let shown = unit.shown(in: system)
      let zero = shown.value(of: 0)
      // By what it says of large values, the unit's factor is known well enough to undo it.
      let factor = (shown.value(of: 1e9) - zero) / 1e9
      let width = range.upperBound - range.lowerBound
      for step in 0...1000 {
        let value = Canonical.rounded(range.lowerBound + width * Double(step) / 1000)
        let back = (shown.value(of: value) - zero) / factor
        #expect(abs(back - value) <= 0.000051 / factor + 1e-6, "\(unit) \(value) in \(system)")
      }
    }
  }

  @Test("A difference is scaled, not shifted")
  func difference() {
    #expect(MeasureUnit.celsius.shown(in: .imperial).difference(of: 10) == 18)
  }

  @Test("Columns of a record are unique in every unit system")
  func columns() {
    for system in UnitSystem.allCases {
      let current = WeatherData.CurrentConditions.fields.map { $0.column(in: system) }
      let day = WeatherData.DayConditions.fields.map { $0.column(in: system) }
      #expect(Set(current).count == current.count)
      #expect(Set(day).count == day.count)
    }
  }

  @Test("Severity puts every condition in its own place")
  func severity() {
    #expect(Set(Condition.allCases.map(\.severity)).count == Condition.allCases.count)
    #expect(Condition.allCases.min { $0.severity < $1.severity } == .unknown)
  }
}
