public import Configuration
public import Weather

/// A place as somebody names it: a name, and what tells it from others of that name.
public struct PlaceQuery: Sendable, Equatable {
  /// What a query means among several places.
  public enum Choice: Sendable, Equatable {
    /// This one.
    case one(Place)
    /// Any of these, the largest first.
    case several([Place])
    /// None of exactly this name, but these of a similar one, the largest first.
    case similar([Place])
    /// No place fits.
    case none
  }

  /// So many times as many people as in the next one live in the place that is clearly meant.
  static let dominance = 10
  /// Within so many kilometres two entries are one place: a town and its municipality.
  static let samePlaceKm = 5.0

  /// The name alone.
  public let name: String
  /// ISO 3166 alpha-2 code that it has to be in; nil for any.
  public let country: String?
  /// The area that it has to be in; nil for any.
  public let admin: String?
  /// What stands after commas, as in "Paris, TX": areas or countries.
  let words: [String]

  /// A query from what stands in a configuration or on a command line.
  public init(_ text: String, country: String? = nil, admin: String? = nil) {
    let parts = text.split(separator: ",").map { CleanText.line($0) }.filter { !$0.isEmpty }
    self.name = parts.first ?? CleanText.line(text)
    self.words = Array(parts.dropFirst())
    self.country = country
    self.admin = admin
  }

  /// The query of a city that is given by name.
  public init(_ city: NamedCity) {
    self.init(city.name, country: city.country, admin: city.admin)
  }

  /// Whether more than the name was given.
  public var isNarrowed: Bool { country != nil || admin != nil || !words.isEmpty }

  /// The places that are where the query says; those of an unknown area only if no other fits.
  public func fitting(_ places: [Place]) -> [Place] {
    let inCountry = places.filter { place in
      (country == nil || place.countryCode == country)
        && words.allSatisfy { Area.names($0, in: place) }
    }
    guard let admin else { return inCountry }
    let inArea = inCountry.filter { Area.isArea(admin, of: $0) }
    return inArea.isEmpty ? inCountry.filter { $0.admin == nil } : inArea
  }

  /// The place that is meant, where that is clear.
  ///
  /// It is the only one that bears exactly this name, or of several the one with at least ten times
  /// the people of the next, unless it is shown under another name and one of them is not: Rome is
  /// a Roma, too. Entries within 5 km of a larger one don't count. A place of another name is never
  /// meant: services find what is misspelt, too.
  ///
  /// - Parameter bears: whether a place that is shown under another name bears this one too, in
  ///   another language or script.
  public func choice(among places: [Place], bears: (Place) -> Bool) -> Choice {
    let fitting = fitting(places)
    let shown = fitting.filter { isName($0.name) }
    let distinct = Self.distinct(fitting.filter { isName($0.name) || bears($0) })
    guard let first = distinct.first else {
      return fitting.isEmpty ? .none : .similar(Self.distinct(fitting))
    }
    guard distinct.count > 1 else { return .one(first) }
    let size = first.population ?? 0
    let isShown = shown.isEmpty || shown.contains { Self.isNear($0, first) }
    let isMeant = isShown && size > 0 && size / Self.dominance >= distinct[1].population ?? 0
    return isMeant ? .one(first) : .several(distinct)
  }

  /// Whether a name is the one that was given, but for case, accents and punctuation.
  func isName(_ text: String) -> Bool { Area.isSame(text, name) }

  /// The places without those beside a larger one, the largest first.
  private static func distinct(_ places: [Place]) -> [Place] {
    let ranked = places.enumerated().sorted {
      (-($0.element.population ?? 0), $0.offset) < (-($1.element.population ?? 0), $1.offset)
    }.map(\.element)
    return ranked.reduce(into: []) { distinct, place in
      if !distinct.contains(where: { isNear($0, place) }) { distinct.append(place) }
    }
  }

  /// Whether two entries are one place.
  static func isNear(_ place: Place, _ other: Place) -> Bool {
    Distance.kilometres(place.latitude, place.longitude, other.latitude, other.longitude)
      <= samePlaceKm
  }
}

/// Names of areas and countries, compared as people write them.
private enum Area {
  /// Whether two names are the same but for case, accents and punctuation.
  static func isSame(_ name: String, _ other: String) -> Bool { folded(name) == folded(other) }

  /// Whether a word names the country or the area of a place.
  static func names(_ word: String, in place: Place) -> Bool {
    if let code = place.countryCode, isSame(word, code) { return true }
    if let name = place.countryName, isSame(word, name) { return true }
    return isArea(word, of: place)
  }

  /// Whether a word names the area of a place, in full or by its letters in the United States.
  static func isArea(_ word: String, of place: Place) -> Bool {
    guard let admin = place.admin else { return false }
    if isSame(word, admin) { return true }
    return place.countryCode == "US" && states[word.uppercased()].map { isSame($0, admin) } ?? false
  }

  private static func folded(_ text: String) -> String {
    Slug.from(name: text) ?? CleanText.line(text).lowercased()
  }

  private static let states = [
    "AL": "Alabama", "AK": "Alaska", "AZ": "Arizona", "AR": "Arkansas", "CA": "California",
    "CO": "Colorado", "CT": "Connecticut", "DE": "Delaware", "DC": "District of Columbia",
    "FL": "Florida", "GA": "Georgia", "HI": "Hawaii", "ID": "Idaho", "IL": "Illinois",
    "IN": "Indiana", "IA": "Iowa", "KS": "Kansas", "KY": "Kentucky", "LA": "Louisiana",
    "ME": "Maine", "MD": "Maryland", "MA": "Massachusetts", "MI": "Michigan", "MN": "Minnesota",
    "MS": "Mississippi", "MO": "Missouri", "MT": "Montana", "NE": "Nebraska", "NV": "Nevada",
    "NH": "New Hampshire", "NJ": "New Jersey", "NM": "New Mexico", "NY": "New York",
    "NC": "North Carolina", "ND": "North Dakota", "OH": "Ohio", "OK": "Oklahoma", "OR": "Oregon",
    "PA": "Pennsylvania", "RI": "Rhode Island", "SC": "South Carolina", "SD": "South Dakota",
    "TN": "Tennessee", "TX": "Texas", "UT": "Utah", "VT": "Vermont", "VA": "Virginia",
    "WA": "Washington", "WV": "West Virginia", "WI": "Wisconsin", "WY": "Wyoming",
  ]
}
