import FoundationEssentials
import Weather

/// A value of the service with its unit and the verdict of its quality control.
///
/// `{"unitCode":"wmoUnit:degC","value":22.8,"qualityControl":"V"}`; the prefix of either word
/// changed over the years.
enum NWSQuantity {
  private enum Keys: String, CodingKey {
    case unitCode, value, qualityControl, maxValue
  }

  /// Verdicts that make a value worthless: rejected, and judged bad by hand (MADIS).
  private static let refused: Set<String> = ["X", "B"]

  /// The value in the canonical unit of its kind; nil when it is missing, refused, of no known
  /// unit or impossible.
  static func read<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>, _ key: Key, _ quantity: Quantity,
    _ unit: MeasureUnit, _ findings: inout Findings
  ) -> Double? {
    guard let object = container.object(key, Keys.self, &findings) else { return nil }
    // Null is the service's way to say that nothing was measured.
    guard object.contains(.value), !object.isNull(.value) else { return nil }
    if let verdict = (try? object.decode(String.self, forKey: .qualityControl)).map(word),
      refused.contains(verdict)
    {
      findings.warn(object.path(to: .value), "refused by the service's quality control")
      return nil
    }
    let code = object.text(.unitCode, &findings) ?? ""
    guard !code.isEmpty, let wire = WireUnit.named(word(code), for: unit) else {
      findings.warn(
        object.path(to: .unitCode), "unknown unit \(CleanText.line(code, limit: 30))")
      return nil
    }
    return object.measurement(.value, quantity, wire, &findings)
  }

  /// The word after the prefix: `wmoUnit:degC`, `unit:degC`, `wmo:degC` and `degC` are the same.
  static func word(_ code: String) -> String {
    code.split(separator: ":").last.map(String.init) ?? ""
  }

  /// Wind as text: of `5 to 10 mph` the larger, in m/s.
  static func wind(_ text: String) -> Double? {
    let words = text.lowercased().split(separator: " ").map(String.init)
    let numbers = words.compactMap { LenientNumber.of($0) }.filter { $0 >= 0 }
    guard let largest = numbers.max(),
      let unit = words.compactMap({ WireUnit.named($0, for: .metrePerSecond) }).last
    else { return nil }
    return Quantity.wind.checked(unit.canonical(largest))
  }

  /// Degrees of a compass point, where the wind comes from.
  static func direction(_ point: String) -> Double? {
    let points = [
      "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
      "NNW",
    ]
    return points.firstIndex(of: point.uppercased()).map { Double($0) * 22.5 }
  }
}
