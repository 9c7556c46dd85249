import AlmanacTestKit
import Configuration
import Testing
import Weather

struct ServiceLookupTests {
  private let environment = ["ALMANAC_KEY_OPENWEATHERMAP": "K1234567"]

  @Test func `a service is that of the file, else what the name of a kind stands for`() throws {
    let configuration = try Configuration.parse(
      text: """
        [providers.open-meteo]
        base_url = "https://example.org"
        [providers.mine]
        kind = "openweathermap"
        """, path: "almanac.toml", environment: environment)
    func service(_ name: String) throws -> ServiceSettings? {
      try configuration.service(named: name, environment: environment)
    }
    #expect(try service("open-meteo")?.baseURL == "https://example.org")
    #expect(try service("mine")?.key == nil)
    #expect(try service("openweathermap")?.key == Secret("K1234567"))
    #expect(try service("nws")?.kind == .nws)
    for name in ["file", "other", "", "x]\n[y"] { #expect(try service(name) == nil) }
  }

  @Test func `only a configuration that nobody named may be missing`() throws {
    let folder = try TemporaryFolder()
    let home = ["XDG_CONFIG_HOME": folder.path]
    if !Fixture.exists("/etc/almanac/almanac.toml") {
      let empty = try Configuration.loadIfPresent(explicitPath: nil, environment: home)
      #expect(empty.cities.isEmpty && empty.services.isEmpty)
    }
    let path = folder.file("almanac.toml")
    for (explicit, variables) in [(path, home), (nil, ["ALMANAC_CONFIG": path])] {
      let error = #expect(throws: ConfigurationError.self) {
        try Configuration.loadIfPresent(explicitPath: explicit, environment: variables)
      }
      #expect(error?.code == .missing)
    }
  }

  @Test func `a wrong configuration is no missing one`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("almanac.toml", "nonsense")
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.loadIfPresent(explicitPath: path, environment: [:])
    }
    #expect(error?.code == .invalid)
  }
}
