import Schedule
public import Weather

/// A city of the configuration that is given by its name, without coordinates.
public struct NamedCity: Sendable, Equatable {
  /// The name, in any script.
  public let name: String
  /// What people type; nil where neither the file nor the name's letters say it.
  public let slug: String?
  /// ISO 3166 alpha-2 code that it has to be in; nil for any.
  public let country: String?
  /// First-level area that it has to be in; nil for any.
  public let admin: String?
  /// Metres above sea level; nil leaves it to whoever knows the place.
  public let elevation: Double?
  /// IANA zone name; nil leaves it to whoever knows the place.
  public let timezone: String?
  /// Whether it is fetched at all.
  public let active: Bool
  /// The line of the file on which it begins.
  public let line: Int
  /// Names of services, never none: the first is the one shown by default.
  public let providers: [String]
  let schedule: Schedule
  let spreadSeconds: Int?
  let moved: Bool

  /// The city at a place; what the file says wins.
  ///
  /// - Parameter isGuess: whether the zone gives way to what a service says later.
  public func placed(
    at place: Place, slug: String, timezone zone: String?, isGuess: Bool = false
  ) -> ConfiguredCity {
    let city = City(
      slug: slug, name: name, country: country ?? place.countryCode, admin: admin ?? place.admin,
      latitude: place.latitude, longitude: place.longitude,
      elevation: elevation ?? place.elevation, timezone: timezone)
    return placed(city.remembering(zone, isGuess: isGuess))
  }

  /// The city where it was found before; its zone is what the file says, as the store has the
  /// remembered one.
  func placed(asRemembered city: City) -> ConfiguredCity {
    placed(
      City(
        slug: city.slug, name: name, country: country ?? city.country, admin: admin ?? city.admin,
        latitude: city.latitude, longitude: city.longitude,
        elevation: elevation ?? city.elevation, timezone: timezone))
  }

  private func placed(_ city: City) -> ConfiguredCity {
    ConfiguredCity(
      city: city, providers: providers, schedule: schedule, spreadSeconds: spreadSeconds,
      active: active, moved: moved, line: line)
  }

  /// Whether a remembered city is the one that the file means: of the same name, and nowhere else
  /// than the file says.
  func means(_ city: City) -> Bool {
    city.name == name && (slug == nil || city.slug == slug)
      && (country == nil || city.country == country) && (admin == nil || city.admin == admin)
  }
}

extension Configuration {
  /// The configuration with cities that were given by name where they are now known to be.
  public func placing(_ placed: [ConfiguredCity]) -> Configuration {
    let known = placed.filter { place in
      named.contains { $0.line == place.line && $0.name == place.city.name }
    }
    guard !known.isEmpty else { return self }
    var copy = self
    copy.named.removeAll { city in known.contains { $0.line == city.line } }
    copy.cities = (cities + known).sorted { $0.line < $1.line }
    return copy
  }

  /// The configuration with the likely zones of cities that have none, by slug.
  public func guessing(_ zones: [String: String]) -> Configuration {
    var copy = self
    copy.cities = cities.map { configured in
      guard let zone = zones[configured.city.slug] else { return configured }
      return ConfiguredCity(
        city: configured.city.remembering(zone, isGuess: true), providers: configured.providers,
        schedule: configured.schedule, spreadSeconds: configured.spreadSeconds,
        active: configured.active, moved: configured.moved, line: configured.line)
    }
    return copy
  }

  /// The configuration without the cities given by name that a condition does not hold for.
  public func narrowed(_ isWanted: (NamedCity) -> Bool) -> Configuration {
    var copy = self
    copy.named.removeAll { !isWanted($0) }
    return copy
  }

  /// The configuration with cities that were given by name where they were found before.
  ///
  /// What was found once holds: the history of a slug never moves because a service changed its
  /// mind.
  public func placing(remembered: [City]) -> Configuration {
    var taken = Set(cities.map(\.city.slug)).union(named.compactMap(\.slug))
    var placed: [ConfiguredCity] = []
    for city in named {
      let fitting = remembered.filter {
        city.means($0) && (city.slug != nil || !taken.contains($0.slug))
      }
      guard fitting.count == 1, let place = fitting.first else { continue }
      taken.insert(place.slug)
      placed.append(city.placed(asRemembered: place))
    }
    return placing(placed)
  }
}
