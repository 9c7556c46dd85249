import Weather

/// Reads one table below `[providers]`.
struct ServiceReader {
  let name: String
  let table: TableReader
  let source: Source

  /// The settings of the table; nil when it has no valid kind, which is noted.
  ///
  /// - Parameter position: where the table's name stands.
  func settings(at position: Position) -> ServiceSettings? {
    table.refuseUnknownKeys(known: ConfigurationKey.service)
    guard isName(at: position), let kind = kind(at: position) else { return nil }
    var settings = ServiceSettings(name: name, kind: kind)
    settings.allowsPlainHTTP = table.boolean("allow_insecure") ?? false
    settings.baseURL = baseURL(settings)
    settings.endpoint = endpoint(of: kind)
    settings.keyPlacement = keyPlacement()
    settings.key = KeyReader(source: source).key(of: name, in: table)
    settings.connections = table.integer("connections", in: 1...64)
    if let timeout = timeout() { settings.timeoutSeconds = timeout }
    if let seconds = table.duration("forecast_every") { settings.forecastEverySeconds = seconds }
    for window in QuotaWindow.allCases {
      let key = ConfigurationKey.limit(window).name
      settings.requestLimits[window] = table.integer(key, in: 1...Int.max)
    }
    readFileKeys(into: &settings, at: position)
    return settings
  }

  /// Whether the name can be a credential, a variable and an option's value.
  private func isName(at position: Position) -> Bool {
    let isGood = Slug.isValid(name) && name != "all"
    if !isGood {
      table.problems.add(
        "the service name \(Shown.quoted(name)) must be lower case letters, digits and hyphens,"
          + " and not \"all\"",
        key: "providers", at: position)
    }
    return isGood
  }

  private func kind(at position: Position) -> ServiceKind? {
    if table["kind"] != nil { return table.word("kind") }
    if let kind = ServiceKind(rawValue: name) { return kind }
    let kinds = ServiceKind.allCases.map(\.rawValue)
    table.problems.add(
      "providers.\(name) has no kind: add kind = one of \(Shown.choice(kinds))"
        + Shown.suggestion(for: name, among: kinds),
      key: "providers.\(name).kind", at: position)
    return nil
  }

  private func baseURL(_ settings: ServiceSettings) -> String? {
    guard let text = table.text("base_url") else { return nil }
    switch BaseURL.check(text, allowsPlainHTTP: settings.allowsPlainHTTP) {
    case .good(let address): return address
    case .bad(let reason):
      table.refuse("base_url", reason)
      return nil
    }
  }

  private func endpoint(of kind: ServiceKind) -> String? {
    guard let text = table.text("endpoint") else { return nil }
    let known = ["free", "daily", "onecall"]
    let isAbout = kind == .file ? ServiceKind(rawValue: table.text("format") ?? "") : kind
    if isAbout != ServiceKind.openWeatherMap {
      table.refuse("endpoint", "is only for kind \"openweathermap\", not \"\(kind.rawValue)\"")
    } else if !known.contains(text) {
      table.refuse("endpoint", "must be \(Shown.choice(known)), not \(Shown.quoted(text))")
    } else {
      return text
    }
    return nil
  }

  private func keyPlacement() -> KeyPlacement? {
    guard let text = table.text("key_in") else { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count == 2 ? String(parts[1]) : nil
    // A header's name is a token (RFC 9110, section 5.6.2); of those characters, the usual ones.
    let isName = name.map { name in
      !name.isEmpty
        && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    }
    switch (parts[0], isName) {
    case ("path", nil): return .path
    case ("query", nil), ("query", true): return .query(name)
    case ("header", nil), ("header", true): return .header(name)
    default:
      table.refuse(
        "key_in",
        "must be path, query, header, query:NAME or header:NAME, not \(Shown.quoted(text))")
      return nil
    }
  }

  private func timeout() -> Double? {
    guard let seconds = table.duration("timeout") else { return nil }
    guard seconds <= 600 else {
      table.refuse("timeout", "is \(seconds) s: 1 s to 10 minutes")
      return nil
    }
    return Double(seconds)
  }

  private func readFileKeys(into settings: inout ServiceSettings, at position: Position) {
    guard settings.kind == .file else {
      for key in ["path", "format"] where table[key] != nil {
        table.refuse(key, "is only for kind \"file\"")
      }
      return
    }
    settings.filePath = table.text("path").map(source.resolved)
    settings.fileFormat = table.word("format")
    if settings.fileFormat == .file {
      table.refuse("format", "must be the kind of the replies in the files, not \"file\"")
    }
    if table["path"] == nil {
      table.problems.add(
        "providers.\(name) has no path: a service of kind \"file\" needs the folder to read",
        key: "providers.\(name).path", at: position)
    }
  }
}
