import FoundationEssentials
import HTTP
import Weather

/// A request and what became of it, as the services saw it.
final class Exchange {
  /// What was answered of one place's present.
  struct Reading: Hashable {
    let slug: String
    let observedAt: Int64
    let tenths: Int
  }

  /// What was answered of one place's day.
  struct Day: Hashable {
    let slug: String
    let date: String
    let tenths: Int
  }

  enum Outcome: Equatable {
    case answered
    case failed(TransportError)
    case status(Int, retryAfter: Int?)
    case page
    case half
  }

  let number: Int
  let life: Int
  let provider: String
  let slugs: [String]
  let parts: Parts
  let cost: Double
  /// Whether it asked for what is over.
  let isPast: Bool
  /// True time, in seconds since the month began.
  let sentAt: Double
  /// What the machine's clock showed, on the same scale.
  let sentWall: Double
  var outcome: Outcome
  var seconds: Double
  /// When the program had the answer or the failure; nil if it never had it.
  var endedAt: Double?
  /// What the machine's clock showed then, in whole seconds of the same scale.
  var endedWall: Double?
  var readings: [Reading] = []
  var days: [Day] = []

  init(
    number: Int, life: Int, request: Request, isPast: Bool, sentAt: Double, sentWall: Double,
    outcome: Outcome, seconds: Double
  ) {
    self.number = number
    self.life = life
    provider = request.provider
    slugs = request.cities.map(\.slug)
    parts = request.parts
    cost = request.cost
    self.isPast = isPast
    self.sentAt = sentAt
    self.sentWall = sentWall
    self.outcome = outcome
    self.seconds = seconds
  }

  /// Whether the program had what it asked for.
  var isAnswered: Bool { outcome == .answered && endedAt != nil }

  /// How long the service asked to be left alone when it answered, in seconds; nil if it did not.
  var wantedPause: Double? {
    guard endedAt != nil else { return nil }
    switch outcome {
    case .status(401, _): return 3600
    case .status(_, let seconds?): return Double(seconds)
    case .status(429, nil): return 60
    default: return nil
    }
  }
}
