import Weather

extension Configuration {
  /// A sentence for each active city at the very place of an earlier one with the same service,
  /// which is asked for both: each keeps its own history.
  public var samePlaces: [String] {
    var first: [Spot: ConfiguredCity] = [:]
    return cities.filter(\.active).compactMap { configured in
      let shared = configured.providers.filter { name in
        first[Spot(configured.city, name)] != nil
      }
      for name in configured.providers where first[Spot(configured.city, name)] == nil {
        first[Spot(configured.city, name)] = configured
      }
      guard let name = shared.first, let other = first[Spot(configured.city, name)]
      else { return nil }
      return "\(path):\(configured.line): the cities \(other.city.slug) and "
        + "\(configured.city.slug) are one place, and \(shared.joined(separator: ", ")) "
        + "\(shared.count == 1 ? "is" : "are") asked for both: take one of them out, unless you "
        + "want two histories"
    }
  }

  /// A place as services are asked about it, to four digits of a degree.
  private struct Spot: Hashable {
    let latitude: Int
    let longitude: Int
    let provider: String

    init(_ city: City, _ provider: String) {
      self.latitude = Int((city.latitude * 1e4).rounded())
      self.longitude = Int((city.longitude * 1e4).rounded())
      self.provider = provider
    }
  }
}
