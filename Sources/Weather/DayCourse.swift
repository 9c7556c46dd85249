public import FoundationEssentials

/// What a service's newest forecast says of how warm and how cold a day gets.
public struct DayOutlook: Sendable, Equatable {
  /// The service's own high and low: the low may be of the night that follows.
  public var day: DayExtremes
  /// The extremes of the calendar day, where the service has them.
  public var calendar: DayExtremes
  /// When an identical answer was received last.
  public var confirmedAt: Date

  /// Makes an outlook from its parts.
  public init(day: DayExtremes, calendar: DayExtremes, confirmedAt: Date) {
    self.day = day
    self.calendar = calendar
    self.confirmedAt = confirmedAt
  }

  /// The calendar day's extremes; each of them the service's own where it has no other.
  public var extremes: DayExtremes {
    DayExtremes(highC: calendar.highC ?? day.highC, lowC: calendar.lowC ?? day.lowC)
  }
}

/// How a city's day goes: what was read of it so far, and what is forecast of it.
public struct DayCourse: Sendable, Equatable {
  /// How many readings of the day there are so far.
  public var readings: Int
  /// The warmest and the coldest of them.
  public var observed: DayExtremes
  /// How far the temperature rose in the three hours before the newest reading, in degrees Celsius;
  /// nil where there is no reading of about three hours before.
  public var changeC: Double?
  /// The newest forecast of the day; nil without one.
  public var outlook: DayOutlook?

  /// Makes a course from its parts.
  public init(
    readings: Int = 0, observed: DayExtremes = DayExtremes(highC: nil, lowC: nil),
    changeC: Double? = nil, outlook: DayOutlook? = nil
  ) {
    self.readings = readings
    self.observed = observed
    self.changeC = changeC
    self.outlook = outlook
  }

  /// The highest and the lowest of what was read and what is forecast.
  ///
  /// A forecast of a day says nothing of its hours, so what it says of those that are over counts
  /// until the day is.
  public var extremes: DayExtremes {
    let forecast = outlook?.extremes
    return DayExtremes(
      highC: [observed.highC, forecast?.highC].compactMap(\.self).max(),
      lowC: [observed.lowC, forecast?.lowC].compactMap(\.self).min())
  }
}
