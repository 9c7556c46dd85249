import Weather

extension Configuration {
  /// Whether a word is the name or the slug of an active city in the configuration, as far as that
  /// can be read: for saying more of a city that the database does not know.
  public static func hasCity(
    called word: String, explicitPath: String?, environment: [String: String]
  ) -> Bool {
    guard let file = try? ConfigurationPath.read(explicitPath, environment).file,
      let entries = try? TomlValue.parse(file.bytes)
    else { return false }
    let table = TableReader(entries, prefix: "", problems: Problems())
    guard case .array(let cities) = table["city"]?.value.content else { return false }
    return cities.contains { city in
      guard case .table(let entries) = city.content else { return false }
      let reader = TableReader(entries, prefix: "city.", problems: Problems())
      let name = reader.text("name") ?? ""
      return reader.boolean("active") != false
        && (word.lowercased() == name.lowercased()
          || word == reader.text("slug") ?? Slug.from(name: name))
    }
  }
}
