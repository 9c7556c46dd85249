import FoundationEssentials
import Schedule

/// What a seed makes of a month: who is asked about what, and everything that goes wrong.
///
/// The last days are quiet, so that what can be made good is made good before the end.
struct Script: Sendable {
  /// A month, in seconds.
  static let length = 30 * 86_400.0
  /// From here on nothing goes wrong any more.
  static let quiet = 27.5 * 86_400.0

  /// The service with batches and a past, at its own host.
  static let meteo = "open-meteo"
  /// The service with a key and nothing but the present.
  static let own = "own"
  /// The zone in which fixed times are meant.
  static let zone = "Europe/Berlin"

  /// A city, and who is asked about it when.
  struct Place: Sendable {
    let slug: String
    let schedule: String
    let providers: [String]
  }

  /// Trouble that lasts.
  struct Spell: Sendable {
    enum Kind: Sendable, Equatable {
      /// The network is away, in one of its ways.
      case offline(Away)
      /// Status 503; how long the service asks to be left alone.
      case down(retryAfter: Int?)
      /// Status 429.
      case tooMany(retryAfter: Int?)
      /// Status 401.
      case keyRefused
      /// No answer in time.
      case slow
      /// Half a body.
      case garbled
      /// Nothing can be written.
      case diskFull
    }

    let kind: Kind
    let from: Double
    let to: Double
    /// The service that it concerns; nil for all.
    let provider: String?
  }

  /// Ways for a network to be away.
  enum Away: Sendable, CaseIterable {
    case noRoute, noNames, nobodyListens, swallowed, loginPage, loginStatus, redirected
  }

  /// What happens at one instant.
  enum Moment: Sendable, Equatable {
    /// The process is killed (SIGKILL), and started again after so many seconds.
    case kill(downFor: Double)
    /// The process is asked to end (SIGTERM).
    case terminate(downFor: Double)
    /// The machine loses its power.
    case reboot(downFor: Double)
    /// The machine sleeps.
    case sleep(Double)
    /// The clock is set to be so many seconds ahead of the true time.
    case setClock(Double)
    /// A link came back.
    case linkUp
    /// SIGUSR1.
    case syncNow
    /// SIGHUP.
    case reload
    /// The disk is full from now on, or has room again.
    case disk(isFull: Bool)
  }

  let seed: Int
  let places: [Place]
  let spreadSeconds: Int
  /// Requests that may be made, by service and window, beside a free plan's own limits.
  let limits: [String: [String: Int]]
  let spells: [Spell]
  /// In order.
  let moments: [(at: Double, what: Moment)]
  /// How likely a request is to fail for no reason that lasts.
  let mishaps: Double

  /// The configuration file.
  var configuration: String {
    var lines = [
      "database = \"unused.db\"", "timezone = \"\(Self.zone)\"", "spread = \(spreadSeconds)",
      "[providers.\(Self.own)]", "kind = \"dark-sky\"",
      "base_url = \"https://weather.example.org\"", "api_key = \"sesame\"",
    ]
    lines += Self.lines(limits[Self.own])
    lines += ["[providers.\(Self.meteo)]"] + Self.lines(limits[Self.meteo])
    for (index, place) in places.enumerated() {
      lines += [
        "[[city]]", "name = \"\(place.slug)\"", "slug = \"\(place.slug)\"",
        "latitude = \(10 + index)", "longitude = 20", "timezone = \"UTC\"",
        "schedule = \"\(place.schedule)\"",
        "providers = [\(place.providers.map { "\"\($0)\"" }.joined(separator: ", "))]",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ limits: [String: Int]?) -> [String] {
    (limits ?? [:]).sorted { $0.key < $1.key }.map { "max_requests_per_\($0.key) = \($0.value)" }
  }

  /// The trouble that a request to a service meets at an instant; the network's goes first.
  func spell(at instant: Double, _ provider: String) -> Spell? {
    let held = spells.filter {
      $0.kind != .diskFull && $0.from <= instant && instant < $0.to
        && $0.provider ?? provider == provider
    }
    return held.first { if case .offline = $0.kind { true } else { false } } ?? held.first
  }
}
