import FoundationEssentials
import Weather

@testable import Sync

/// Numbers that look random and are the same for a seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A month of trouble, made of a seed.
struct OutagePattern {
  enum Kind: CaseIterable {
    /// No network, the service down, the key refused, or too many requests.
    case offline, service, key, quota
    /// Nobody asks: the daemon was ended or killed, or the machine is asleep.
    case stopped, asleep
  }

  struct Outage {
    let kind: Kind
    let from: Date
    let to: Date
  }

  /// 2026-06-01T00:00:00Z.
  static let start = Date(unixSeconds: 1_780_272_000)
  static let end = start + 30 * 86_400
  /// The last day is quiet, so that everything can be filled that ever can.
  static let quiet = end - 86_400

  let outages: [Outage]
  /// How often each city is asked, in seconds.
  let intervals: [Int]
  /// Hours of which the service has no past.
  let unknownHours: Set<Date>
  /// One of so many requests for the past fails.
  let failureOfPast: Int

  init(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    outages = (0..<Int.random(in: 1...10, using: &numbers)).map { _ in
      let length = Double.random(
        in: 300...(Bool.random(using: &numbers) ? 14_000 : 250_000), using: &numbers)
      let from = Self.start + Double.random(in: 0..<28 * 86_400, using: &numbers)
      let kind = Kind.allCases.randomElement(using: &numbers) ?? .offline
      return Outage(
        kind: kind, from: Date(unixSeconds: from.unixSeconds),
        to: min(Self.quiet, Date(unixSeconds: (from + length).unixSeconds)))
    }
    intervals = (0..<2).map { _ in
      [3600, 3600, 7200, 21_600].randomElement(using: &numbers) ?? 3600
    }
    let unknown = Int.random(in: 0...40, using: &numbers)
    unknownHours = Set(
      (0..<unknown).map { _ in
        Self.start + Double(Int.random(in: 0..<720, using: &numbers) * 3600)
      })
    failureOfPast = Int.random(in: 2...9, using: &numbers)
  }

  func outage(at now: Date, _ kinds: Set<Kind>) -> Outage? {
    outages.first { kinds.contains($0.kind) && $0.from <= now && now < $0.to }
  }

  /// The first time after an instant at which one of the kinds begins.
  func next(_ kinds: Set<Kind>, after now: Date) -> Date? {
    outages.filter { kinds.contains($0.kind) && $0.from > now }.map(\.from).min()
  }
}
