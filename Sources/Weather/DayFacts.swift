/// The few values of an observed day that normals and forecasts are held against.
public struct DayFacts: Sendable, Equatable {
  /// The calendar day's highest temperature, °C.
  public var highC: Double?
  /// The calendar day's lowest temperature, °C.
  public var lowC: Double?
  /// Liquid precipitation, mm.
  public var rainMm: Double?
  /// The strongest wind, m/s.
  public var windMaxMs: Double?
  /// The mean wind, m/s.
  public var windMeanMs: Double?
  /// The share of the day that its readings speak for, %; nil where a service gave the day.
  public var coveragePct: Double?

  /// Those of a day.
  public init(_ day: ObservedDay) {
    highC = day.highC
    lowC = day.lowC
    rainMm = day.rainMm
    windMaxMs = day.day.windSpeedMaxMs
    windMeanMs = day.day.windSpeedMeanMs
    coveragePct = day.coveragePct
  }

  /// Whether it was a rain day, as 1 or 0; nil where that is not known.
  public var rain: Double? { rainMm.map { $0 >= PeriodSummary.rainDayMm ? 1 : 0 } }
}
