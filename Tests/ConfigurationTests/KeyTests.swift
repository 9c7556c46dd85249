import AlmanacTestKit
import Configuration
import Glibc
import Testing
import Weather

struct KeyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(
    _ table: String, environment: [String: String] = [:], mode: UInt32 = 0o600
  ) throws -> Configuration {
    let path = try folder.place("almanac.toml", "[providers.open-meteo]\n\(table)\n", mode: mode)
    return try Configuration.load(explicitPath: path, environment: environment)
  }

  private func key(_ configuration: Configuration) -> String? {
    configuration.services["open-meteo"]?.key?.reveal(\.self)
  }

  @Test func `The nearest key wins: credential, variable, file, text`() throws {
    try folder.place("credentials/open-meteo", "from-credential\n", mode: 0o444)
    try folder.place("key", "from-file\n")
    let table = "api_key_file = \"key\"\napi_key = \"from-text\""
    let credentials = ["CREDENTIALS_DIRECTORY": "\(folder.path)/credentials"]
    let variable = ["ALMANAC_KEY_OPEN_METEO": " from-variable "]
    let both = credentials.merging(variable) { first, _ in first }
    #expect(key(try load(table, environment: both)) == "from-credential")
    #expect(key(try load(table, environment: variable)) == "from-variable")
    #expect(key(try load(table)) == "from-file")
    #expect(key(try load("api_key = \"from-text\"")) == "from-text")
    #expect(try load(table, environment: both).warnings == [])
  }

  @Test func `A key that is empty or not there is passed over`() throws {
    try folder.place("credentials/other", "x")
    try folder.place("key", " \n")
    let environment = [
      "CREDENTIALS_DIRECTORY": "\(folder.path)/credentials", "ALMANAC_KEY_OPEN_METEO": "",
    ]
    let table = "api_key_file = \"key\"\napi_key = "
    #expect(key(try load(table + "\"text\"", environment: environment)) == "text")
    #expect(key(try load(table + "\"\"", environment: environment)) == nil)
  }

  @Test func `A service that has no table takes its key from the environment`() throws {
    let read = try parse(
      "[[city]]\nname = \"A\"\nlatitude = 1\nlongitude = 2\nprovider = \"openweathermap\"",
      environment: ["ALMANAC_KEY_OPENWEATHERMAP": "abcd"])
    #expect(read.secrets == [Secret("abcd")])
  }

  @Test(
    "A key file that others may read is warned of",
    arguments: [
      (0o600, false), (0o400, false), (0o640, false), (0o644, true), (0o604, true),
      (0o660, true), (0o602, true),
    ])
  func modes(mode: UInt32, isWarnedOf: Bool) throws {
    try folder.place("key", "abcd", mode: mode)
    let read = try load("api_key_file = \"key\"")
    let digits = "0" + String(mode, radix: 8)
    #expect(key(read) == "abcd")
    #expect(
      read.warnings
        == (isWarnedOf
          ? [
            "the key file \(folder.path)/key has mode \(digits), so that others may"
              + " \(mode & 0o004 != 0 ? "read" : "change") it: chmod 600"
          ] : []))
  }

  @Test(.enabled("changing a file's group to a foreign one needs root") { geteuid() == 0 })
  func `A key file of another group that the group may read is warned of`() throws {
    let path = try folder.place("key", "abcd", mode: 0o640)
    #expect(chown(path, 0, 54_321) == 0)
    #expect(try load("api_key_file = \"key\"").warnings.count == 1)
  }

  @Test func `A configuration with a key in it that others may read is warned of`() throws {
    #expect(try load("api_key = \"abcd\"", mode: 0o600).warnings == [])
    #expect(try load("connections = 1", mode: 0o644).warnings == [])
    #expect(
      try load("api_key = \"abcd\"", mode: 0o644).warnings == [
        "\(folder.path)/almanac.toml holds an API key and has mode 0644, so that others may read it:"
          + " chmod 640, or keep the key in an api_key_file"
      ])
  }

  @Test(
    "A service that needs a key and has none is warned of, unless it is somewhere else",
    arguments: [("", 1), ("base_url = \"https://a.example\"", 0), ("api_key = \"abcd\"", 0)])
  func missingKey(line: String, count: Int) throws {
    let read = try parse(
      "provider = \"openweathermap\"\n[providers.openweathermap]\n\(line)\n"
        + ConfigurationErrorTests.city)
    #expect(read.warnings.count == count)
  }

  @Test(
    "A bad key is refused without being shown",
    arguments: [
      (
        "api_key = \"SECRET 123\"",
        "2:11: providers.open-meteo.api_key the key holds blanks, control or non-ASCII characters"
          + " within the key"
      ),
      (
        "api_key = \"SECRET\\r\\nX: 123\"",
        "2:11: providers.open-meteo.api_key the key holds blanks, control or non-ASCII characters"
          + " within the key"
      ),
      (
        "api_key = 1230000",
        "2:11: providers.open-meteo.api_key must be a text in quotes"
      ),
      (
        "api_key = [\"SECRET123\"]",
        "2:11: providers.open-meteo.api_key must be a text in quotes"
      ),
      (
        "api_key = SECRET123",
        "2:11: not valid TOML: texts stand in double quotes (not shown, as it may be a key)"
      ),
      (
        "api_key = 123000000000000000000000",
        "2:35: not valid TOML: texts stand in double quotes (not shown, as it may be a key)"
      ),
      (
        "apikey = \"SECRET123\"",
        "2:1: unknown key providers.open-meteo.apikey (did you mean \"api_key\"?)"
      ),
      (
        "api_key_file = \"bad\"",
        "2:16: providers.open-meteo.api_key_file FOLDER/bad holds blanks, control or non-ASCII"
          + " characters within the key"
      ),
      (
        "api_key_file = \"raw\"",
        "2:16: providers.open-meteo.api_key_file FOLDER/raw is not UTF-8 text"
      ),
      (
        "api_key_file = \"large\"",
        "2:16: providers.open-meteo.api_key_file FOLDER/large is larger than 4096 bytes: that is no"
          + " key"
      ),
      (
        "api_key_file = \"gone\"",
        "2:16: providers.open-meteo.api_key_file FOLDER/gone does not exist"
      ),
      ("api_key_file = \"/etc\"", "2:16: providers.open-meteo.api_key_file /etc is a folder"),
      ("api_key_file = \"\"", "2:16: providers.open-meteo.api_key_file is empty"),
    ])
  func badKey(table: String, message: String) throws {
    try folder.place("bad", "SECRET123\nSECRET456\n")
    try folder.write("raw", [0xFF, 0xFE])
    try folder.place("large", String(repeating: "S", count: 5000))
    let error = try #require(throws: ConfigurationError.self) { try load(table) }
    let text = error.description.replacing(folder.path, with: "FOLDER")
    #expect(text == "FOLDER/almanac.toml:\(message)")
    #expect(!"\(error)\(error.problems)".contains("SECRET") && !text.contains("1230000"))
  }

  @Test func `A bad key of the environment is refused without being shown`() {
    let error = #expect(throws: ConfigurationError.self) {
      try parse(
        "[providers.open-meteo]", environment: ["ALMANAC_KEY_OPEN_METEO": "SECRET 123"])
    }
    #expect(
      error?.description
        == "/etc/almanac/almanac.toml: providers.open-meteo.api_key: the variable"
        + " ALMANAC_KEY_OPEN_METEO holds blanks, control or non-ASCII characters within the key")
  }
}
