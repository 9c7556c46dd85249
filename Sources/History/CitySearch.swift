public import Weather

/// Finds cities by a part of what is known of them.
public enum CitySearch {
  /// Those of the cities that have a text in their name, slug, region or country, in their order.
  ///
  /// Case, accents and punctuation don't matter. A country's code is matched as a whole: every
  /// third city has some letter of another's in it.
  public static func cities(_ cities: [CityRecord], with text: String) throws -> [CityRecord] {
    guard let wanted = try TextFolding.fold([text]).first, !wanted.isEmpty else { return [] }
    let known = try TextFolding.fold(
      cities.flatMap { [$0.city.name, $0.city.slug, $0.city.admin ?? "", $0.city.country ?? ""] })
    return cities.indices.filter { index in
      let own = known[(index * 4)..<(index * 4 + 4)]
      let country = own[index * 4 + 3]
      return own.dropLast().contains { $0.contains(wanted) } || country == wanted
        || (country.count > 3 && country.contains(wanted))
    }.map { cities[$0] }
  }
}
