import FoundationEssentials
import History
import Providers
import Weather

/// The missing hours of one source that may be asked for, of one or several gaps.
struct GapFill: Sendable {
  let city: City
  let provider: String
  /// The gaps, and the hours that each lacks.
  var gaps: [(gap: OpenGap, missing: [ScheduledHours.Slot])]

  /// Hours that an archive has no value for yet are asked for again after so long, doubling.
  static let firstRetrySeconds = 3600.0
  /// Five days on an archive has what it will ever have: one and a half hours after the first
  /// answer, three, six, and so on to four days.
  static let maximumAttempts = 8

  /// When to ask again after so many answers without all hours; nil for never.
  static func retryAt(afterAttempts attempts: Int, now: Date) -> Date? {
    guard attempts < maximumAttempts else { return nil }
    return now.addingTimeInterval(firstRetrySeconds * Double(1 << max(0, attempts - 1)))
  }

  /// The missing hours in order, each once.
  var hours: [Date] { Set(gaps.flatMap { $0.missing.map(\.from) }).sorted() }

  /// Those of readings of the past that serve a missing hour and are the first to do so.
  ///
  /// All others are left out: an hour that has a reading of its own gets no second one.
  func readings(
    of past: [WeatherData.CurrentConditions]
  ) -> [WeatherData.CurrentConditions] {
    var open = Set(hours)
    return past.filter { open.remove(ScheduledHours.hour(of: $0.observedAt)) != nil }
  }
}
