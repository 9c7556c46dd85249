/// What a reply is wanted for: the present, the days to come, or both.
public struct Parts: OptionSet, Sendable, Hashable {
  /// One bit a part.
  public let rawValue: Int

  /// A set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Current conditions.
  public static let current = Parts(rawValue: 1)
  /// Daily forecasts.
  public static let forecast = Parts(rawValue: 2)
  /// Both.
  public static let all: Parts = [.current, .forecast]
}

/// One GET that a provider asks for, without its sockets: a value that tests can look into.
///
/// The key is kept apart from the address, so that whatever prints a request cannot print the key.
public struct Request: Sendable {
  /// A key and where it goes on the wire.
  public struct Credential: Sendable {
    /// Where a service wants its key.
    public enum Place: Sendable, Hashable {
      /// As a segment of the path, at this index.
      case path(index: Int)
      /// As a query parameter of this name.
      case query(String)
      /// As a header of this name.
      case header(String)
    }

    /// The key.
    public let secret: Secret
    /// Where it goes.
    public let place: Place

    /// Puts a key into its place.
    public init(secret: Secret, place: Place) {
      self.secret = secret
      self.place = place
    }
  }

  /// What a request may take: set from the configuration before it is sent.
  public struct Limits: Sendable, Hashable {
    /// Seconds for the whole request, connection included.
    public var timeoutSeconds: Double = 15
    /// Bytes of the body after decompression.
    public var maximumBytes: Int = 8 << 20
    /// Open connections to the request's host.
    public var connections: Int = 2
    /// Whether plain http is allowed beyond loopback.
    public var allowsPlainHTTP: Bool = false

    /// The defaults.
    public init() {}
  }

  /// The configured name of the service: `open-meteo`, or one of the user's own.
  public var provider: String
  /// Which of the service's endpoints this is; the provider's decoder tells replies apart by it.
  public var endpoint: String
  /// Scheme, host, port and prefix, without a slash at the end: `https://api.open-meteo.com`.
  public var base: String
  /// The segments of the path, not yet encoded.
  public var path: [String]
  /// Query parameters in order, not yet encoded.
  public var query: [(name: String, value: String)]
  /// Headers beyond those that the transport sets.
  public var headers: [(name: String, value: String)]
  /// The key, where the service wants one.
  public var credential: Credential?
  /// The places that it asks about, in the order of the reply.
  public var cities: [City]
  /// What the reply is wanted for.
  public var parts: Parts
  /// What it costs, as the service counts.
  public var cost: Double
  /// What earlier replies of a chain said that the next step needs, in the provider's own words.
  public var note: String?
  /// What the transport holds it to.
  public var limits = Limits()

  /// Makes a request from its parts.
  public init(
    provider: String, endpoint: String, base: String, path: [String],
    query: [(name: String, value: String)] = [], headers: [(name: String, value: String)] = [],
    credential: Credential? = nil, cities: [City], parts: Parts, cost: Double = 1
  ) {
    self.provider = provider
    self.endpoint = endpoint
    self.base = base
    self.path = path
    self.query = query
    self.headers = headers
    self.credential = credential
    self.cities = cities
    self.parts = parts
    self.cost = cost
  }

  /// The address as it may be shown: `<key>` stands where the key goes.
  public var shownURL: String { url(key: "<key>") }

  /// The address for the wire, with the key in it; only the transport asks.
  public var wireURL: String {
    guard let credential else { return url(key: "") }
    return credential.secret.reveal { url(key: URLText.encoded($0)) }
  }

  /// All headers for the wire, with the key among them; only the transport asks.
  public var wireHeaders: [(name: String, value: String)] {
    guard let credential, case .header(let name) = credential.place else { return headers }
    return headers + [credential.secret.reveal { (name, $0) }]
  }

  private func url(key: String) -> String {
    var segments = path.map(URLText.encoded)
    var pairs = query.map { "\(URLText.encoded($0.name))=\(URLText.encoded($0.value))" }
    switch credential?.place {
    case .path(let index): segments.insert(key, at: min(max(0, index), segments.count))
    case .query(let name): pairs.append("\(URLText.encoded(name))=\(key)")
    case .header, nil: break
    }
    let address = ([base] + segments).joined(separator: "/")
    return pairs.isEmpty ? address : "\(address)?\(pairs.joined(separator: "&"))"
  }
}

/// Percent-encoding (RFC 3986, section 2), with commas and colons left readable.
public enum URLText {
  /// The text with every byte encoded that is not unreserved, a comma or a colon.
  public static func encoded(_ text: String) -> String {
    // Nearly every text of a request stays as it is.
    if text.utf8.allSatisfy(isPlain) { return text }
    var result = ""
    for byte in text.utf8 {
      if isPlain(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        result += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  /// A coordinate for a URL: the shortest decimal with at most four places, always with a dot.
  public static func coordinate(_ degrees: Double) -> String {
    let value = Canonical.rounded(degrees)
    return value == value.rounded() && value.magnitude < 1000 ? "\(Int(value))" : "\(value)"
  }
}
