import FoundationEssentials
import Weather

/// The time that amounts of rain are of, so that no instant is counted twice.
struct RainCover {
  /// Covered times in order, apart from each other, none older than a day before the last reading.
  private var covered: [Range<Int64>] = []

  /// The part of a reading's amount that falls into time not yet covered; nil without an amount.
  ///
  /// Readings come in the order of time. An amount without a period counts as of an hour.
  mutating func add(_ reading: WeatherData.CurrentConditions) -> Double? {
    guard let amount = reading.precipitationMm else { return nil }
    let end = reading.observedAt.unixSeconds
    let length = Int64(max(1, reading.precipitationPeriodS ?? 3600))
    let period = (end - length)..<end
    let known = covered.reduce(Int64(0)) { $0 + Int64($1.clamped(to: period).count) }
    insert(period)
    return amount * Double(length - known) / Double(length)
  }

  private mutating func insert(_ period: Range<Int64>) {
    var joined = period
    covered.removeAll { range in
      guard range.upperBound >= joined.lowerBound else { return false }
      joined = min(range.lowerBound, joined.lowerBound)..<max(range.upperBound, joined.upperBound)
      return true
    }
    covered.append(joined)
    covered.removeAll { $0.upperBound < period.upperBound - 86_400 }
  }
}
