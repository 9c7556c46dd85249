import CommandLine
import Weather

/// Which services a question is about.
enum ProviderWish: Equatable {
  /// Each city's first that is not stale, else its first.
  case best
  /// This one.
  case named(String)
  /// Each of them.
  case all

  /// Understands `--provider`; a name that no city knows is a wrong use, unless it is one of `more`.
  init(_ text: String?, cities: [CityRecord], more: [String] = []) throws(Failure) {
    switch text {
    case nil: self = .best
    case "all": self = .all
    case let name?:
      var known: [String] = []
      for source in cities.flatMap(\.sources) where !known.contains(source.provider) {
        known.append(source.provider)
      }
      known += more.filter { !known.contains($0) }
      guard known.contains(name) else {
        let advice =
          Nearest.match(name, in: known).map { "did you mean \($0)?" }
          ?? "there are \(known.joined(separator: ", "))"
        throw Failure(
          .usage, "unknown_provider",
          "No city has the service \(UsageError.quoted(name)); \(advice)")
      }
      self = .named(name)
    }
  }

  /// Whether a table should say which service a line is from.
  var showsService: Bool { self == .all }

  /// The candidates of a city that are wanted; they come by rank, and only those that have values.
  func wanted<Candidate>(
    _ candidates: ArraySlice<Candidate>, provider: (Candidate) -> String,
    isStale: (Candidate) -> Bool
  ) -> ArraySlice<Candidate> {
    switch self {
    case .all: return candidates
    case .named(let name): return candidates.filter { provider($0) == name }[...]
    case .best:
      let place = candidates.firstIndex { !isStale($0) } ?? candidates.startIndex
      return candidates[place...].prefix(1)
    }
  }
}

extension CityRecord {
  /// How long values of a service count as fresh.
  func freshness(of provider: String) -> Freshness {
    sources.first { $0.provider == provider }?.freshness
      ?? Freshness(intervalSeconds: 3600, spreadSeconds: 0, forecastIntervalSeconds: 3600)
  }

  /// Whether a service is only imported: never asked, so that nothing of it is ever late.
  func isImported(_ provider: String) -> Bool {
    sources.contains { $0.provider == provider && $0.kind == "import" && !$0.active }
  }
}
