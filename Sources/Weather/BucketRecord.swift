public import FoundationEssentials

/// The length of the periods that a history is summed over, in the city's local time.
public enum BucketSpan: String, Sendable, CaseIterable {
  case hour, day, week, month, year
}

/// The least, mean and largest value of a measurement within a period.
public struct Extremes: Sendable, Equatable {
  /// The least value.
  public var minimum: Double
  /// The mean of the readings, rounded to four decimals; of directions the mean of the vectors.
  public var mean: Double
  /// The largest value.
  public var maximum: Double

  /// Makes extremes from their parts.
  public init(minimum: Double, mean: Double, maximum: Double) {
    self.minimum = minimum
    self.mean = mean
    self.maximum = maximum
  }
}

/// What was observed in one local hour, day, week, month or year.
public struct BucketRecord: Sendable, Equatable {
  /// The measurements that have extremes, in the order of `extremes`.
  ///
  /// A column's name has the kind before the unit: `temperature_mean_c`, `uv_index_max`. Amounts
  /// (rain, snow) are summed, not averaged, and are not among them.
  public static let fields: [Field<WeatherData.CurrentConditions>] =
    WeatherData.CurrentConditions.fields.filter {
      !["precipitation", "precipitation_period", "snowfall"].contains($0.stem)
    }

  /// The slug of the city.
  public var city: String
  /// The configured name of the service.
  public var provider: String
  /// The length of the period.
  public var span: BucketSpan
  /// The first instant of the period.
  public var startsAt: Date
  /// The UTC offset at that instant, seconds east.
  public var utcOffsetSeconds: Int
  /// The local date at that instant: of a week its Monday, of a month its first day.
  public var date: LocalDate
  /// How many readings it has.
  public var readings: Int
  /// The share of the period that its readings speak for, 0...100 %.
  ///
  /// A reading speaks for the time until the next one, at most for an hour or the interval of its
  /// source, whichever is longer.
  public var coveragePct: Double
  /// The extremes of each of `fields`; nil where no reading had a value.
  public var extremes: [Extremes?]
  /// Liquid precipitation, mm: no instant is counted twice; nil when no reading had an amount.
  public var precipitationMm: Double?
  /// The commonest condition; of equally common ones the more severe.
  public var condition: Condition?

  /// Makes a record of a period without readings.
  public init(
    city: String, provider: String, span: BucketSpan, startsAt: Date, utcOffsetSeconds: Int,
    date: LocalDate
  ) {
    self.city = city
    self.provider = provider
    self.span = span
    self.startsAt = startsAt
    self.utcOffsetSeconds = utcOffsetSeconds
    self.date = date
    self.readings = 0
    self.coveragePct = 0
    self.extremes = Array(repeating: nil, count: Self.fields.count)
  }
}
