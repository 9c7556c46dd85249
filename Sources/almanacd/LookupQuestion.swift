import CommandLine
import Configuration
import Sync
import Weather

/// What `almanacd lookup` is asked for.
struct LookupQuestion: Sendable {
  enum Subject: Sendable {
    case name(String)
    case point(latitude: Double, longitude: Double)
  }

  /// The kinds of service that know places.
  static let kinds: [ServiceKind] = [.openMeteo, .openWeatherMap]

  let subject: Subject
  /// The most places that are wanted.
  let count: Int
  /// Whether the network is left alone.
  let isOffline: Bool
  /// Whether the gazetteer may answer in the place of a service that fails: nobody named one.
  let mayAskGazetteer: Bool
  private let country: String?

  init(_ parsed: ParsedCommand) throws(UsageError) {
    let name = CleanText.line(parsed.arguments.joined(separator: " "))
    switch (name.isEmpty, parsed.value(of: .near)) {
    case (false, nil): self.subject = .name(name)
    case (true, let point?): self.subject = try Self.point(point)
    case (true, nil):
      throw UsageError("almanacd lookup needs the NAME of a place", advice: "or --near LAT,LON")
    case (false, _?):
      throw UsageError("almanacd lookup takes a NAME or --near, not both")
    }
    self.count = try parsed.integer(of: .count, in: 1...100) ?? 10
    self.country = try Self.country(parsed.value(of: .country))
    self.isOffline = parsed.has(.offline)
    self.mayAskGazetteer = !name.isEmpty && parsed.value(of: .asked) == nil
    if isOffline, !mayAskGazetteer {
      throw UsageError("--offline finds places by name, and asks no service")
    }
  }

  /// The name, and what tells the place from others.
  var query: PlaceQuery {
    guard case .name(let name) = subject else { return PlaceQuery("", country: country) }
    return PlaceQuery(name, country: country)
  }

  /// As many as are wanted of the places that are where the question says.
  func fitting(_ places: [Place], from kind: ServiceKind) -> [Place] {
    // OpenWeatherMap has chosen by what stands after commas itself.
    let query = kind == .openWeatherMap ? PlaceQuery("", country: country) : query
    return Array(query.fitting(places).prefix(count))
  }

  private static func country(_ text: String?) throws(UsageError) -> String? {
    guard let text else { return nil }
    guard text.utf8.count == 2, text.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      throw UsageError("--country takes a code of two letters, not \(UsageError.quoted(text))")
    }
    return text.uppercased()
  }

  /// The subject in words, after "place".
  var shown: String {
    switch subject {
    case .name(let name): UsageError.quoted(name)
    case .point(let latitude, let longitude):
      "at \(URLText.coordinate(latitude)),\(URLText.coordinate(longitude))"
    }
  }

  /// Open-Meteo for a name; for coordinates the first service that can tell what is there.
  func defaultService(in configuration: Configuration) -> String {
    switch subject {
    case .name: return ServiceKind.openMeteo.rawValue
    case .point:
      let able = configuration.services.values.filter { $0.kind == .openWeatherMap }
      return able.map(\.name).min() ?? ServiceKind.openWeatherMap.rawValue
    }
  }

  private static func point(_ text: String) throws(UsageError) -> Subject {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.allSatisfy { "0123456789.+-".contains($0) } ? Double(part) : nil
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      abs(latitude) <= 90, abs(longitude) <= 180
    else {
      throw UsageError(
        "--near takes degrees north and east such as -33.87,151.21, "
          + "not \(UsageError.quoted(text))")
    }
    return .point(latitude: latitude, longitude: longitude)
  }
}
