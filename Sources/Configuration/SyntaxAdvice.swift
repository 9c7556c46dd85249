import Weather

/// Turns what the parser says about a text into what its owner can use.
enum SyntaxAdvice {
  /// The root table of a file's bytes.
  static func entries(of bytes: [UInt8], path: String) throws(ConfigurationError) -> [TomlEntry] {
    do {
      return try TomlValue.parse(bytes)
    } catch {
      throw ConfigurationError(
        code: .invalid, path: path, problems: [problem(error, in: bytes)])
    }
  }

  /// The root table, without the tables that are no TOML, whose mistakes are noted.
  static func readable(of bytes: [UInt8], _ problems: Problems) -> [TomlEntry] {
    do {
      return try TomlValue.parse(bytes)
    } catch {
      let text = BrokenText(bytes, whole: error)
      for mistake in text.mistakes { problems.add(problem(mistake, in: bytes)) }
      return text.rest
    }
  }

  private static func problem(
    _ error: TomlError, in bytes: [UInt8]
  ) -> ConfigurationError.Problem {
    ConfigurationError.Problem(
      line: error.position.line, column: error.position.column, key: nil,
      message: message(error, line: line(error.position.line, of: bytes)))
  }

  private static func message(_ error: TomlError, line: String) -> String {
    // The parser's messages may quote the text, and this text may be a key.
    if line.contains("key") {
      return "not valid TOML: texts stand in double quotes (not shown, as it may be a key)"
    }
    if error.message.contains("utf-8") { return "the file is not UTF-8 text: save it as UTF-8" }
    if hasDecimalComma(line) {
      return "not valid TOML: decimals are written with a dot, as in 52.52"
    }
    let reason = error.message.replacing("Error while parsing ", with: "in ")
      .replacing(" (TOML_MAX_NESTED_VALUES)", with: "")
    return "not valid TOML: \(CleanText.line(reason, limit: 160))"
  }

  private static func line(_ number: Int, of bytes: [UInt8]) -> String {
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
    return number >= 1 && number <= lines.count
      ? String(decoding: lines[number - 1].prefix(1000), as: UTF8.self) : ""
  }

  /// Whether a line is a key, `=`, and a number such as `52,52`.
  private static func hasDecimalComma(_ line: String) -> Bool {
    let value = line.drop { $0 != "=" }.dropFirst().trimmed
    let number = value.prefix { $0.isNumber || "-+.,".contains($0) }
    return number.contains(",") && Double(number.replacing(",", with: ".")) != nil
  }
}
