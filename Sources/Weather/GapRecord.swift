public import FoundationEssentials

/// Why a time has no readings.
public enum GapReason: String, Sendable, CaseIterable {
  /// No network: no route, no name, or a login page in its place.
  case offline
  /// The service, or our own limit, allowed no more requests.
  case quota
  /// The service refused the key or the contact.
  case key
  /// The service failed, or had no current conditions.
  case service
  /// Nothing ran that would have asked.
  case stopped
  /// The machine or the daemon was asleep.
  case asleep
  /// The database could not be written.
  case disk
  /// The clock was set forward over that time.
  case clock

  /// What a failed request is taken for.
  public init(_ code: FetchError.Code) {
    switch code {
    case .offline, .dns, .captive: self = .offline
    case .quota: self = .quota
    case .key, .refused: self = .key
    case .connection, .timeout, .tls, .place, .request, .service, .tooLarge, .undecodable,
      .cancelled:
      self = .service
    }
  }
}

/// A time in which a city's schedule wanted readings and none came.
public struct GapRecord: Sendable, Hashable {
  /// The slug of the city.
  public var city: String
  /// The configured name of the service.
  public var provider: String
  /// Its beginning: the first hour without a reading.
  public var from: Date
  /// Its end, exclusive.
  public var to: Date
  /// Why, as the store has it: the raw value of a `GapReason`, or one of a later version.
  public var reason: String
  /// When later answers had closed it; nil while it is open.
  public var filledAt: Date?

  /// Makes a record from its parts.
  public init(
    city: String, provider: String, from: Date, to: Date, reason: String, filledAt: Date? = nil
  ) {
    self.city = city
    self.provider = provider
    self.from = from
    self.to = to
    self.reason = reason
    self.filledAt = filledAt
  }

  /// Its length in seconds.
  public var seconds: Int { Int(to.unixSeconds - from.unixSeconds) }
}

/// The open gaps of one reason.
public struct GapSum: Sendable, Equatable {
  /// Why, as the store has it.
  public let reason: String
  /// How many they are.
  public let count: Int
  /// Their length in all, in seconds.
  public let seconds: Int

  /// Makes a sum from its parts.
  public init(reason: String, count: Int, seconds: Int) {
    self.reason = reason
    self.count = count
    self.seconds = seconds
  }
}
