import AlmanacTestKit
import CommandLine
import Testing
import Weather

@testable import almanac

struct LocaleTests {
  @Test(
    arguments: [
      ([:], .metric), (["LANG": "en_US.UTF-8"], .imperial), (["LANG": "es_PR"], .imperial),
      (["LANG": "en_GB.UTF-8"], .uk), (["LANG": "de_DE.UTF-8@euro"], .metric),
      (["LANG": "C.UTF-8"], .metric), (["LANG": "POSIX"], .metric), (["LANG": "US"], .metric),
      (["LANG": "en_US.UTF-8", "LC_MEASUREMENT": "de_DE.UTF-8"], .metric),
      (["LANG": "de_DE.UTF-8", "LC_MEASUREMENT": "en_US@x"], .imperial),
      (["LANG": "de_DE", "LC_MEASUREMENT": "de_DE", "LC_ALL": "en_US"], .imperial),
      (["LANG": "en_US", "LC_MEASUREMENT": "", "LC_ALL": ""], .imperial),
    ] as [([String: String], UnitSystem)])
  func `the country of the locale decides`(environment: [String: String], units: UnitSystem) {
    #expect(UnitSystem(localeOf: environment) == units)
  }

  @Test func `options and the configuration go before the locale`() throws {
    let store = try Sample.twoCities()
    let american = ["LANG": "en_US.UTF-8"]
    #expect(store.ask("now", environment: american).text.contains("°F"))
    #expect(store.ask("now", "-u", "uk", environment: american).text.contains("°C"))
    let config = try store.folder.write("almanac.toml", "units = \"metric\"\n")
    let both = american.merging(["ALMANAC_CONFIG": config]) { $1 }
    #expect(store.ask("now", environment: both).text.contains("°C"))
  }

  @Test(arguments: ["csv", "tsv", "json", "ndjson"])
  func `formats for programs know no locale`(format: String) throws {
    let store = try Sample.twoCities()
    let german = ["LC_ALL": "de_DE.UTF-8"], american = ["LC_ALL": "en_US.UTF-8"]
    for command in ["now", "overview"] {
      let plain = store.ask(command, "-f", format).text
      #expect(store.ask(command, "-f", format, environment: american).text == plain)
      #expect(store.ask(command, "-f", format, environment: german).text == plain)
    }
  }
}
