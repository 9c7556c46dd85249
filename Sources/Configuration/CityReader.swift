import Schedule
import Weather

/// A service as a city or the file's default names it, and where.
struct ProviderReference {
  let name: String
  let key: String
  let position: Position?
}

/// What a city takes from the file when it says nothing itself.
struct CityDefaults {
  let provider: ProviderReference
  let schedule: Schedule
  let spreadSeconds: Int?
}

/// What one `[[city]]` says.
struct ReadCity {
  /// The city; nil where its place is not known yet.
  var placed: ConfiguredCity?
  /// The city by its name.
  let named: NamedCity
  /// The services that it names.
  let references: [ProviderReference]

  /// Its slug; nil where it will be made of the name of its place.
  var slug: String? { placed?.city.slug ?? named.slug }
}

/// Reads one `[[city]]`.
struct CityReader {
  let table: TableReader
  let source: Source
  /// Where the city begins.
  let position: Position
  let defaults: CityDefaults

  /// The city and the services that it names; without a place also where what is wrong is noted.
  func city() -> ReadCity {
    table.refuseUnknownKeys(known: ConfigurationKey.city)
    let name = name()
    let slug = slug(of: name)
    let latitude = table.number("latitude", in: -90...90)
    let longitude = table.number("longitude", in: -180...180)
    let country = country()
    let admin = table.text("admin", limit: 200)
    let elevation = table.number("elevation", in: -500...9000)
    let timezone = table.zone("timezone", source)
    let references = references()
    let schedule = table.schedule("schedule") ?? defaults.schedule
    let active = table.boolean("active") ?? true
    let moved = table.boolean("moved") ?? false
    noteMissingCoordinate(name)
    let named = NamedCity(
      name: name ?? "", slug: slug, country: country, admin: admin, elevation: elevation,
      timezone: timezone, active: active, line: position.line,
      providers: references.map(\.name), schedule: schedule,
      spreadSeconds: defaults.spreadSeconds, moved: moved)
    guard let name, let latitude, let longitude else {
      return ReadCity(named: named, references: references)
    }
    let place = Place(name: name, latitude: latitude, longitude: longitude)
    let city = named.placed(
      at: place, slug: slug ?? Slug.fallback(for: name), timezone: nil)
    return ReadCity(placed: city, named: named, references: references)
  }

  /// Whether it has no coordinates at all.
  private var isByName: Bool { table["latitude"] == nil && table["longitude"] == nil }

  private func name() -> String? {
    if table["name"] == nil {
      table.problems.add("the city has no name", key: "city.name", at: position)
    }
    return table.text("name", limit: 200)
  }

  private func slug(of name: String?) -> String? {
    let allowed = "lower case letters a to z, digits and hyphens, at most \(Slug.maximumLength)"
    if table["slug"] != nil {
      guard let slug = table.text("slug") else { return nil }
      if Slug.isValid(slug) { return slug }
      table.refuse(
        "slug", "\(Shown.quoted(slug)) must be \(allowed), with no hyphen at either end")
      return nil
    }
    guard let name else { return nil }
    let slug = Slug.from(name: name)
    if slug == nil, !name.unicodeScalars.contains(where: \.properties.isAlphabetic) {
      table.refuse(
        "name", "\(Shown.quoted(name)) leaves no letters to type: add slug = \"…\" (\(allowed))")
    }
    return slug
  }

  private func country() -> String? {
    guard let text = table.text("country") else { return nil }
    guard text.utf8.count == 2, text.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      table.refuse(
        "country", "must be a code of two letters (ISO 3166), such as NO, not \(Shown.quoted(text))"
      )
      return nil
    }
    return text.uppercased()
  }

  private func noteMissingCoordinate(_ name: String?) {
    guard !isByName else { return }
    for key in ["latitude", "longitude"] where table[key] == nil {
      let city = name.map { " \(Shown.quoted($0))" } ?? ""
      table.problems.add(
        "the city\(city) has no \(key): give both in degrees, or neither to have it looked up",
        key: "city.\(key)", at: position)
    }
  }

  private func references() -> [ProviderReference] {
    if table["provider"] != nil, table["providers"] != nil {
      table.refuse("providers", "stands beside provider: keep one of the two")
    }
    if let name = table.text("provider") {
      return [
        ProviderReference(
          name: name, key: "city.provider", position: table["provider"]?.value.position)
      ]
    }
    return list() ?? [defaults.provider]
  }

  private func list() -> [ProviderReference]? {
    guard let value = table["providers"]?.value else { return nil }
    guard case .array(let elements) = value.content, !elements.isEmpty else {
      table.refuse("providers", "must be a list of one or more names, not \(emptyOr(value))")
      return nil
    }
    var references: [ProviderReference] = []
    for element in elements {
      guard case .string(let raw) = element.content, !raw.trimmed.isEmpty else {
        table.problems.add(
          "city.providers must hold names in quotes, not \(element.shown)", key: "city.providers",
          at: element.position)
        continue
      }
      let name = raw.trimmed
      if references.contains(where: { $0.name == name }) {
        table.problems.add(
          "city.providers names \(Shown.quoted(name)) twice", key: "city.providers",
          at: element.position)
      }
      references.append(
        ProviderReference(name: name, key: "city.providers", position: element.position))
    }
    return references.isEmpty ? nil : references
  }

  private func emptyOr(_ value: TomlValue) -> String {
    if case .array = value.content { "an empty list" } else { value.shown }
  }
}
