extension ObservedDay {
  /// The calendar day's highest temperature, °C.
  public var highC: Double? { day.temperatureMaxC ?? day.temperatureHighC }
  /// The calendar day's lowest temperature, °C.
  public var lowC: Double? { day.temperatureMinC ?? day.temperatureLowC }
  /// The day's mean temperature, °C: the service's or the readings' own, else half of high and low.
  public var meanC: Double? {
    if let mean = day.temperatureMeanC { return mean }
    guard let highC, let lowC else { return nil }
    return Canonical.rounded((highC + lowC) / 2)
  }
  /// Liquid precipitation, mm.
  public var rainMm: Double? { day.precipitationMm }
  /// Whether it was a rain day; nil where that is not known.
  public var isRainDay: Bool? { rainMm.map { $0 >= PeriodSummary.rainDayMm } }
  /// Which of the eight points from north over east the wind came from, 0...7.
  public var windSector: Int? {
    day.windDirectionDeg.flatMap { Int(exactly: ($0 / 45).rounded()) }.map { (($0 % 8) + 8) % 8 }
  }
}
