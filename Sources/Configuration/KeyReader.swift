import Weather

/// Finds the key of a service; no message of it ever holds a key.
struct KeyReader {
  private static let limit = 4096
  let source: Source

  /// The first key that is not empty of: the service's credential, its environment variable,
  /// `api_key_file`, `api_key`.
  func key(of service: String, in table: TableReader) -> Secret? {
    if let folder = source.environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty {
      let path = "\(folder)/\(service)"
      if let key = read(path, table, "credential", isOptional: true) { return key }
    }
    let variable = "ALMANAC_KEY_" + service.uppercased().replacing("-", with: "_")
    if let text = source.environment[variable],
      let key = check(text, table, nil, "the variable \(variable)")
    {
      return key
    }
    return keyFromFile(table) ?? inlineKey(table)
  }

  private func keyFromFile(_ table: TableReader) -> Secret? {
    guard let name = table.text("api_key_file") else { return nil }
    return read(source.resolved(name), table, "api_key_file", isOptional: false)
  }

  private func inlineKey(_ table: TableReader) -> Secret? {
    guard let value = table["api_key"]?.value else { return nil }
    guard case .string(let text) = value.content else {
      table.refuse("api_key", "must be a text in quotes")
      return nil
    }
    guard let key = check(text, table, "api_key", "the key") else { return nil }
    if let mode = source.sharedMode {
      table.problems.warn(
        "\(source.path) holds an API key and has mode \(mode), so that others may read it:"
          + " chmod 640, or keep the key in an api_key_file")
    }
    return key
  }

  private func read(
    _ path: String, _ table: TableReader, _ key: String, isOptional: Bool
  ) -> Secret? {
    let reason: String
    do {
      let file = try FileText.read(path, limit: Self.limit)
      // systemd hands credentials to the service alone, with modes of its own.
      if !isOptional, file.isReadableByOthers || file.isWritableByOthers {
        table.problems.warn(
          "the key file \(Shown.path(path)) has mode \(file.modeText), so that others may"
            + " \(file.isReadableByOthers ? "read" : "change") it: chmod 600")
      }
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        refuse(table, key, "\(Shown.path(path)) is not UTF-8 text")
        return nil
      }
      return check(text, table, key, Shown.path(path))
    } catch {
      switch error {
      case .missing where isOptional: return nil
      case .missing: reason = "does not exist"
      case .tooLarge: reason = "is larger than \(Self.limit) bytes: that is no key"
      case .unreadable(let why): reason = why
      }
    }
    refuse(table, key, "\(Shown.path(path)) \(reason)")
    return nil
  }

  private func check(
    _ raw: String, _ table: TableReader, _ key: String?, _ name: String
  ) -> Secret? {
    let text = raw.trimmed
    if text.isEmpty { return nil }
    // A key goes into a header or an address: a line break there would forge another.
    let isClean = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
    guard isClean else {
      refuse(table, key, "\(name) holds blanks, control or non-ASCII characters within the key")
      return nil
    }
    return Secret(text)
  }

  /// Notes a problem at the key's place; the whole file is meant where it has none.
  private func refuse(_ table: TableReader, _ key: String?, _ message: String) {
    if let key, table[key] != nil {
      table.refuse(key, message)
    } else {
      table.problems.add("\(table.prefix)\(key ?? "api_key"): \(message)", key: key, at: nil)
    }
  }
}
