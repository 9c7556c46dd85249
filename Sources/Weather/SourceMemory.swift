public import FoundationEssentials

/// What a service said about one place that spares requests, kept over restarts.
public struct SourceMemory: Sendable, Hashable {
  /// The service does not want to be asked before this (`Expires`); nil when it did not say.
  public var expiresAt: Date?
  /// The exact text of `Last-Modified`, to be sent back as `If-Modified-Since`.
  public var lastModified: String?
  /// What the service calls the place (grid, stations), in the words of its provider.
  public var place: String?
  /// When `place` was learnt.
  public var placeAt: Date?

  /// A memory of nothing.
  public init(
    expiresAt: Date? = nil, lastModified: String? = nil, place: String? = nil,
    placeAt: Date? = nil
  ) {
    self.expiresAt = expiresAt
    self.lastModified = lastModified
    self.place = place
    self.placeAt = placeAt
  }
}
