public import FoundationEssentials

/// A city that is given by name and was not found yet: what was asked for, and how that went.
public struct UnplacedState: Sendable, Equatable {
  /// The name as configured.
  public var name: String
  /// The configured slug, or the one that the name makes; nil where neither is there.
  public var slug: String?
  /// The configured country; nil without one.
  public var country: String?
  /// The configured area; nil without one.
  public var admin: String?
  /// When it was looked up last.
  public var triedAt: Date
  /// Not looked up again by itself before this.
  public var retryAt: Date
  /// How many look-ups in a row have failed.
  public var failures: Int
  /// The class of the last failure.
  public var errorCode: FetchError.Code
  /// The last failure in words.
  public var errorText: String

  /// Makes a state from its parts.
  public init(
    name: String, slug: String?, country: String?, admin: String?, triedAt: Date, retryAt: Date,
    failures: Int, error: FetchError
  ) {
    self.name = name
    self.slug = slug
    self.country = country
    self.admin = admin
    self.triedAt = triedAt
    self.retryAt = retryAt
    self.failures = failures
    self.errorCode = error.code
    self.errorText = error.message
  }

  /// Whether a word on a command line means it.
  public func isMeant(by word: String) -> Bool {
    word == slug || word.lowercased() == name.lowercased()
  }
}
