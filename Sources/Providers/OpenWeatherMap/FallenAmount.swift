import Weather

/// Rain and snow of an entry, as millimetres of water.
///
/// The service leaves `rain` and `snow` out when there was none: absent is 0. They come as
/// `{"1h": x}`, `{"3h": x}`, a bare number, an empty object or null, by endpoint and year.
struct FallenAmount {
  /// mm; nil when there is an amount that can't be read.
  let millimetres: Double?
  /// Seconds that the amount is of.
  let periodSeconds: Double

  private enum Shape {
    case none, unreadable
    case amount(Double, hours: Double?)
  }

  /// Reads both.
  init(_ entry: WeatherContainer, _ kind: WeatherEntry.Kind, _ findings: inout Findings) {
    let shapes = [
      Self.shape(entry, .rain, kind, &findings), Self.shape(entry, .snow, kind, &findings),
    ]
    let usual = kind == .moment ? 1.0 : kind == .step ? 3 : 24
    var hours = usual
    // Amounts of different spans can't be added: the usual span, where one has it, wins.
    let spans = shapes.compactMap { shape -> Double? in
      if case .amount(_, let hours) = shape { hours ?? usual } else { nil }
    }
    if let span = spans.first, !spans.contains(usual) { hours = span }
    self.periodSeconds = hours * 3600
    var sum: Double? = 0
    for shape in shapes {
      switch shape {
      case .none: break
      case .unreadable: sum = nil
      case .amount(let amount, let span) where (span ?? usual) == hours || kind == .day:
        sum = sum.map { $0 + amount }
      case .amount: findings.warn("rain, snow", "amounts of different spans: one is left out")
      }
    }
    self.millimetres = sum.map(Canonical.rounded)
  }

  private static func shape(
    _ entry: WeatherContainer, _ key: WeatherKey, _ kind: WeatherEntry.Kind,
    _ findings: inout Findings
  ) -> Shape {
    guard entry.contains(key), !entry.isNull(key) else { return .none }
    guard let object = try? entry.nestedContainer(keyedBy: WeatherKey.self, forKey: key) else {
      return amount(entry, key, hours: nil, &findings)
    }
    let keys: [WeatherKey] =
      kind == .step ? [.threeHours, .oneHour] : [.oneHour, .threeHours]
    for span in keys where object.contains(span) && !object.isNull(span) {
      return amount(object, span, hours: span == .oneHour ? 1 : 3, &findings)
    }
    return .none
  }

  private static func amount(
    _ container: WeatherContainer, _ key: WeatherKey, hours: Double?,
    _ findings: inout Findings
  ) -> Shape {
    let value = container.measurement(key, .precipitation, &findings)
    return value.map { .amount($0, hours: hours) } ?? .unreadable
  }
}
