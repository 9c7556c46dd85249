import Weather

/// A period, and the sums that its values were made of.
struct SummedBucket {
  var record: BucketRecord
  var sums: BucketSums
  /// The amount of rain as the views have it, which know only up to when it was counted, in mm.
  var rainInView: Double?
}

/// What values of a period are made of, unrounded, so that longer periods can be made of shorter
/// ones; kept as JSON of days whose readings went.
struct BucketSums: Codable, Equatable {
  /// The UTC offsets of the first and the last reading, seconds east.
  var offset: Int
  var lastOffset: Int
  /// Of each of `BucketRecord.fields`.
  var sums: [Double]
  var counts: [Int]
  /// The sums of the wind directions as vectors.
  var east: Double
  var north: Double
  /// How often there was each condition.
  var votes: [String: Int]
  /// How long the readings speak for.
  var seconds: Int64
  /// Millimetres; nil without an amount.
  var rain: Double?
  /// The offsets of the hours of a day, in their order; nil in others.
  var hourOffsets: [Int]?
  /// Their rain.
  var hourRain: [Double?]?
  /// The weakest basis of the readings of a day that was kept; nil in others.
  var basis: String?

  private static let directionIndex = BucketRecord.fields.firstIndex { $0.stem == "wind_direction" }

  /// Fills in what follows from the sums; the extremes are there already.
  func complete(_ record: inout BucketRecord, endsAt end: Int64) {
    for index in record.extremes.indices where counts[index] > 0 {
      let mean =
        index == Self.directionIndex
        ? Distance.degrees(east: east, north: north) : sums[index] / Double(counts[index])
      record.extremes[index]?.mean = Canonical.rounded(mean)
    }
    record.precipitationMm = rain.map(Canonical.rounded)
    let conditions = votes.map { (condition: Condition(stored: $0), count: $1) }
    record.condition =
      conditions.max { ($0.count, $0.condition.severity) < ($1.count, $1.condition.severity) }?
      .condition
    let length = end - record.startsAt.unixSeconds
    guard length > 0 else { return }
    record.coveragePct = min(100, (1000 * Double(seconds) / Double(length)).rounded() / 10)
  }

  /// Takes in a later period.
  mutating func add(_ later: BucketSums) {
    lastOffset = later.lastOffset
    for index in sums.indices {
      sums[index] += later.sums[index]
      counts[index] += later.counts[index]
    }
    east += later.east
    north += later.north
    votes.merge(later.votes, uniquingKeysWith: +)
    seconds += later.seconds
    if let more = later.rain { rain = (rain ?? 0) + more }
  }
}

/// Makes weeks, months and years of days.
struct BucketJoining {
  private let span: BucketSpan
  private var open: (bucket: SummedBucket, period: LocalPeriod)?
  private var done: [BucketRecord] = []

  init(_ span: BucketSpan) {
    self.span = span
  }

  /// Takes a day, in the order of time.
  mutating func add(_ day: SummedBucket) {
    let period = LocalPeriod(
      span, at: day.record.startsAt, utcOffsetSeconds: day.record.utcOffsetSeconds)
    guard var joined = open, joined.period.key == period.key else {
      close()
      var first = day
      first.record.span = span
      first.record.startsAt = period.startsAt
      first.record.date = period.date
      open = (first, period)
      return
    }
    joined.bucket.sums.add(day.sums)
    joined.bucket.record.join(day.record)
    open = joined
  }

  private mutating func close() {
    guard let (joined, period) = open else { return }
    var bucket = joined
    bucket.sums.complete(
      &bucket.record, endsAt: period.end(utcOffsetSeconds: bucket.sums.lastOffset))
    done.append(bucket.record)
    open = nil
  }

  /// The periods in the order of time.
  mutating func finish() -> [BucketRecord] {
    close()
    return done
  }
}

extension BucketRecord {
  /// Takes in the readings and extremes of a later period; the rest follows from the sums.
  fileprivate mutating func join(_ later: BucketRecord) {
    readings += later.readings
    for index in extremes.indices {
      guard let more = later.extremes[index] else { continue }
      let old = extremes[index] ?? more
      extremes[index] = Extremes(
        minimum: min(old.minimum, more.minimum), mean: 0, maximum: max(old.maximum, more.maximum))
    }
  }
}
