import FoundationEssentials
import Weather

/// Sums readings, handed over in the order of time, into local periods.
struct BucketSumming {
  private let city: String
  private let provider: String
  private let span: BucketSpan
  private let reach: Int64
  private let start: Int64
  private var done: [SummedBucket] = []
  private var open: OpenBucket?
  private var covered = RainCover()
  private var rainTo: Int64?
  private var previous: WeatherData.CurrentConditions?

  /// `reach` is how many seconds a reading speaks for at most, `start` the first instant that counts.
  init(
    city: String, provider: String, span: BucketSpan, reach: Int64, from start: Int64 = .min
  ) {
    self.city = city
    self.provider = provider
    self.span = span
    self.reach = reach
    self.start = start
  }

  /// Takes a reading; one that does not count only covers rain and time.
  mutating func add(_ reading: WeatherData.CurrentConditions, counts: Bool) {
    let rain = covered.add(reading)
    if counts { count(reading, rain: rain, rainInView: rainInView(reading)) }
    if reading.precipitationMm != nil { rainTo = reading.observedAt.unixSeconds }
    previous = reading
  }

  /// The amount as the views have it: without the time up to the last reading that had one.
  private func rainInView(_ reading: WeatherData.CurrentConditions) -> Double? {
    guard let amount = reading.precipitationMm else { return nil }
    let at = reading.observedAt.unixSeconds
    let open = Double(at - (rainTo ?? at - 86_400))
    return amount * min(1, open / (reading.precipitationPeriodS ?? 3600))
  }

  private mutating func count(
    _ reading: WeatherData.CurrentConditions, rain: Double?, rainInView: Double?
  ) {
    let at = reading.observedAt.unixSeconds
    let spokenTo = previous.map { min($0.observedAt.unixSeconds + reach, at) }
    let period = LocalPeriod(
      span, at: reading.observedAt, utcOffsetSeconds: reading.utcOffsetSeconds)
    if let current = open, current.period.key == period.key {
      open?.cover(to: spokenTo)
    } else {
      close(before: at)
      open = OpenBucket(
        BucketRecord(
          city: city, provider: provider, span: span, startsAt: period.startsAt,
          utcOffsetSeconds: reading.utcOffsetSeconds, date: period.date),
        period)
      open?.carry(from: start, to: spokenTo)
    }
    open?.add(reading, rain: rain, rainInView: rainInView)
  }

  private mutating func close(before next: Int64?) {
    guard let bucket = open else { return }
    done.append(bucket.finished(before: next, reach: reach))
    open = nil
  }

  /// The periods in the order of time; `next` is when a reading follows that belongs to none.
  mutating func finish(before next: Int64? = nil) -> [SummedBucket] {
    close(before: next)
    return done
  }
}

/// A period that readings are being added to.
private struct OpenBucket {
  let period: LocalPeriod
  private var record: BucketRecord
  private var sums = [Double](repeating: 0, count: BucketRecord.fields.count)
  private var counts = [Int](repeating: 0, count: BucketRecord.fields.count)
  private var east = 0.0
  private var north = 0.0
  private var votes: [Condition: Int] = [:]
  private var seconds: Int64 = 0
  private var rain: Double?
  private var rainInView: Double?
  private var last: WeatherData.CurrentConditions?

  private static let layout = FieldLayout(BucketRecord.fields)
  private static let directionIndex = BucketRecord.fields.firstIndex { $0.stem == "wind_direction" }

  init(_ record: BucketRecord, _ period: LocalPeriod) {
    self.record = record
    self.period = period
  }

  /// The time before the first reading that the reading before the period speaks for.
  mutating func carry(from start: Int64, to instant: Int64?) {
    guard let instant else { return }
    seconds += max(0, instant - max(start, record.startsAt.unixSeconds))
  }

  /// The time from the last reading on that it speaks for.
  mutating func cover(to instant: Int64?) {
    guard let instant, let last else { return }
    seconds += max(0, instant - last.observedAt.unixSeconds)
  }

  mutating func add(
    _ reading: WeatherData.CurrentConditions, rain: Double?, rainInView: Double?
  ) {
    record.readings += 1
    last = reading
    Self.layout.each(reading) { index, value in
      sums[index] += value
      counts[index] += 1
      let old = record.extremes[index]
      record.extremes[index] = Extremes(
        minimum: min(old?.minimum ?? value, value), mean: 0,
        maximum: max(old?.maximum ?? value, value))
      if index == Self.directionIndex { addDirection(value) }
    }
    if let rain { self.rain = (self.rain ?? 0) + rain }
    if let rainInView { self.rainInView = (self.rainInView ?? 0) + rainInView }
    if let condition = reading.condition { votes[condition, default: 0] += 1 }
  }

  private mutating func addDirection(_ degrees: Double) {
    let (sine, cosine) = Distance.direction(degrees: degrees)
    east += sine
    north += cosine
  }

  func finished(before next: Int64?, reach: Int64) -> SummedBucket {
    let end = period.end(utcOffsetSeconds: last?.utcOffsetSeconds ?? record.utcOffsetSeconds)
    let at = last?.observedAt.unixSeconds ?? end
    let sums = BucketSums(
      offset: record.utcOffsetSeconds,
      lastOffset: last?.utcOffsetSeconds ?? record.utcOffsetSeconds, sums: sums, counts: counts,
      east: east, north: north,
      votes: Dictionary(uniqueKeysWithValues: votes.map { ($0.key.rawValue, $0.value) }),
      seconds: seconds + max(0, min(next ?? .max, at + reach, end) - at), rain: rain)
    var record = record
    sums.complete(&record, endsAt: end)
    return SummedBucket(record: record, sums: sums, rainInView: rainInView)
  }
}
