import FoundationEssentials
import Weather

/// Sums readings, handed over in the order of time, into local periods.
struct BucketSumming {
  private let city: String
  private let provider: String
  private let span: BucketSpan
  private let reach: Int64
  private var done: [BucketRecord] = []
  private var open: OpenBucket?
  private var covered = RainCover()
  private var previous: WeatherData.CurrentConditions?

  /// `reach` is how many seconds a reading speaks for at most.
  init(city: String, provider: String, span: BucketSpan, reach: Int64) {
    self.city = city
    self.provider = provider
    self.span = span
    self.reach = reach
  }

  /// Takes a reading; one that does not count only covers rain and time.
  mutating func add(_ reading: WeatherData.CurrentConditions, counts: Bool) {
    let rain = covered.add(reading)
    if counts { count(reading, rain: rain) }
    previous = reading
  }

  private mutating func count(_ reading: WeatherData.CurrentConditions, rain: Double?) {
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
      open?.carry(to: spokenTo)
    }
    open?.add(reading, rain: rain)
  }

  private mutating func close(before next: Int64?) {
    guard let bucket = open else { return }
    done.append(bucket.finished(before: next, reach: reach))
    open = nil
  }

  /// The periods in the order of time.
  mutating func finish() -> [BucketRecord] {
    close(before: nil)
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
  private var last: WeatherData.CurrentConditions?

  private static let layout = FieldLayout(BucketRecord.fields)
  private static let directionIndex = BucketRecord.fields.firstIndex { $0.stem == "wind_direction" }

  init(_ record: BucketRecord, _ period: LocalPeriod) {
    self.record = record
    self.period = period
  }

  /// The time before the first reading that the reading before the period speaks for.
  mutating func carry(to instant: Int64?) {
    guard let instant else { return }
    seconds += max(0, instant - record.startsAt.unixSeconds)
  }

  /// The time from the last reading on that it speaks for.
  mutating func cover(to instant: Int64?) {
    guard let instant, let last else { return }
    seconds += max(0, instant - last.observedAt.unixSeconds)
  }

  mutating func add(_ reading: WeatherData.CurrentConditions, rain: Double?) {
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
    if let rain { record.precipitationMm = (record.precipitationMm ?? 0) + rain }
    if let condition = reading.condition { votes[condition, default: 0] += 1 }
  }

  private mutating func addDirection(_ degrees: Double) {
    let (sine, cosine) = Distance.direction(degrees: degrees)
    east += sine
    north += cosine
  }

  func finished(before next: Int64?, reach: Int64) -> BucketRecord {
    var record = record
    for index in record.extremes.indices where counts[index] > 0 {
      let mean =
        index == Self.directionIndex
        ? Distance.degrees(east: east, north: north) : sums[index] / Double(counts[index])
      record.extremes[index]?.mean = Canonical.rounded(mean)
    }
    record.precipitationMm = record.precipitationMm.map(Canonical.rounded)
    record.condition = votes.max { ($0.value, $0.key.severity) < ($1.value, $1.key.severity) }?.key
    record.coveragePct = coverage(before: next, reach: reach)
    return record
  }

  private func coverage(before next: Int64?, reach: Int64) -> Double {
    guard let last else { return 0 }
    let end = period.end(utcOffsetSeconds: last.utcOffsetSeconds)
    let at = last.observedAt.unixSeconds
    let spoken = min(next ?? .max, at + reach, end) - at
    let length = end - record.startsAt.unixSeconds
    guard length > 0 else { return 0 }
    let share = 100 * Double(seconds + max(0, spoken)) / Double(length)
    return min(100, (share * 10).rounded() / 10)
  }
}
