import Weather

/// A city at a service.
struct SourceKey: Hashable, Sendable {
  let slug: String
  let provider: String

  init(slug: String, provider: String) {
    self.slug = slug
    self.provider = provider
  }

  init(_ source: Scheduler.Source) {
    self.init(slug: source.city.slug, provider: source.provider)
  }
}

extension FetchError.Code {
  /// Whether the network rather than the service is to blame.
  var isNetwork: Bool {
    switch self {
    case .offline, .dns, .connection, .timeout, .tls, .captive: true
    default: false
    }
  }
}
