public import FoundationEssentials
public import Weather

/// One way in which a service tells of the past.
public struct PastProduct: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// Hours and days of a weather archive (reanalysis).
    case archive
    /// Hours and days of the forecast models' last runs, for the days that no archive has yet.
    case recent
    /// The same for years back.
    case historicalForecast = "historical_forecast"
    /// Days as they were forecast one to seven days before.
    case previousRuns = "previous_runs"

    /// What its values rest on.
    public var basis: Basis { self == .archive ? .reanalysis : .model }
  }

  /// What it is.
  public let kind: Kind
  /// The calendar days of the city that it has.
  public let dates: ClosedRange<LocalDate>
  /// Days of one chunk at most: what is stored in one piece.
  public let chunkDays: Int
  /// How many days after a day nothing more of it comes.
  public let settledAfterDays: Int
  /// What its values rest on, unless a reply says otherwise.
  public var basis: Basis { kind.basis }
}

/// What a request about the past brings.
public enum PastSubject: Sendable, Hashable {
  /// The readings of its days, and what the days were.
  case days
  /// The reading of one instant.
  case reading(Date)
  /// What the days were, and no readings.
  case daysAlone
}

/// What a request of the past is about, which its `note` carries.
struct PastNote: Sendable, Hashable {
  let kind: PastProduct.Kind
  let dates: ClosedRange<LocalDate>
  var subject = PastSubject.days

  init(_ kind: PastProduct.Kind, _ dates: ClosedRange<LocalDate>, _ subject: PastSubject = .days) {
    self.kind = kind
    self.dates = dates
    self.subject = subject
  }

  /// `archive 2016-01-01/2016-06-30 days`.
  var text: String {
    let word =
      switch subject {
      case .days: "days"
      case .reading(let instant): "\(instant.unixSeconds)"
      case .daysAlone: "alone"
      }
    return "\(kind.rawValue) \(dates.lowerBound)/\(dates.upperBound) \(word)"
  }

  /// The note of a text; nil for any other text.
  init?(_ text: String?) {
    let words = (text ?? "").split(separator: " ")
    guard words.count == 3, let kind = PastProduct.Kind(rawValue: String(words[0])) else {
      return nil
    }
    let ends = words[1].split(separator: "/").map { LocalDate(iso: $0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
      return nil
    }
    (self.kind, dates) = (kind, first...last)
    switch words[2] {
    case "days": subject = .days
    case "alone": subject = .daysAlone
    default:
      guard let seconds = Int64(words[2]) else { return nil }
      subject = .reading(Date(unixSeconds: seconds))
    }
  }
}

extension Request {
  /// What it brings of the past; nil for a request about the present.
  public var pastSubject: PastSubject? { PastNote(note)?.subject }
}
