public import Weather

/// A place as a `[[city]]` that can be put into a configuration as it is.
public enum CityTable {
  /// The table, each line with its line feed.
  ///
  /// It has a slug only where none can be made of the name. `timezone` is given by the caller, who
  /// knows whether this machine has the zone.
  public static func text(for place: Place, timezone: String?) -> String {
    let name = fitting(place.name)
    var lines = ["[[city]]", "name = \(quoted(name))"]
    if Slug.from(name: name) == nil {
      let slug = place.admin.flatMap { Slug.from(name: $0) } ?? "place"
      lines.append("slug = \(quoted(slug))  # what to type for it: change it as you like")
    }
    if let country = place.countryCode { lines.append("country = \(quoted(country))") }
    if let admin = place.admin.map(fitting), !admin.isEmpty {
      lines.append("admin = \(quoted(admin))")
    }
    lines.append("latitude = \(URLText.coordinate(place.latitude))")
    lines.append("longitude = \(URLText.coordinate(place.longitude))")
    if let elevation = place.elevation {
      lines.append("elevation = \(URLText.coordinate(elevation))")
    }
    if let timezone { lines.append("timezone = \(quoted(timezone))") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Clean text of at most 200 bytes, which are the limit of a configuration.
  private static func fitting(_ text: String) -> String {
    var scalars = CleanText.line(text).unicodeScalars
    while String(scalars).utf8.count > 200 { scalars.removeLast() }
    return String(scalars)
  }

  /// A basic string of TOML 1.0; clean text holds nothing else that would need an escape.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}
