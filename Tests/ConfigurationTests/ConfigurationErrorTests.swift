import Configuration
import Testing

struct ConfigurationErrorTests {
  /// A city that is right, in one line each, for tests of something else.
  static let city = "[[city]]\nname = \"A\"\nlatitude = 1\nlongitude = 2\n"

  private func problems(_ text: String) -> [String] {
    do throws(ConfigurationError) {
      _ = try parse(text)
      return []
    } catch {
      return error.description.split(separator: "\n").map {
        String($0.trimmingPrefix("/etc/almanac/almanac.toml:"))
      }
    }
  }

  @Test(
    "Mistakes at the top are told with their place",
    arguments: [
      ("databse = \"x\"", "1:1: unknown key databse (did you mean \"database\"?)"),
      ("nonsense = 1", "1:1: unknown key nonsense"),
      ("[[cities]]", "1:3: unknown key cities (did you mean \"city\"?)"),
      (
        "units = \"Metric\"",
        "1:9: units must be metric, imperial, uk or si, not \"Metric\" (did you mean \"metric\"?)"
      ),
      ("units = 1", "1:9: units must be a text in quotes, not 1"),
      ("log_format = \"xml\"", "1:14: log_format must be text or json, not \"xml\""),
      (
        "database = \"/var/lib/almanac/\"",
        "1:12: database \"/var/lib/almanac/\" is a folder: name the file in it"
      ),
      ("database = \"\"", "1:12: database is empty"),
      ("timezone = \" \"", "1:12: timezone is empty"),
      ("contact = \"a\\r\\nb\"", "1:11: contact has a control character: \"a b\""),
      (
        "schedule = \"0 0 30 2 *\"",
        "1:12: schedule is \"0 0 30 2 *\": it would never run: day 30 is in none of the months, the"
          + " longest has 29, at character 5"
      ),
      (
        "schedule = 0", "1:12: schedule is 0: an interval is 1 second to 1000 years, at character 1"
      ),
      (
        "schedule = [1]",
        "1:12: schedule must be a text such as \"15m\" or \"0 6 * * *\", not a list"
      ),
      ("spread = \"soon\"", "1:10: spread is \"soon\": a duration is a number and s, m, h, d or y"),
      (
        "spread = \"20m\"",
        "1:10: spread 20m is longer than the interval of schedule \"15m\""
      ),
      (
        "provider = \"open-metoe\"\n" + city,
        "1:12: provider names \"open-metoe\", which is neither a table of [providers] nor a known"
          + " service (did you mean \"open-meteo\"?)"
      ),
      (
        "providers = [\"open-meteo\"]",
        "1:13: providers at the top must be tables, [providers.NAME], not a list: the default for"
          + " every city is provider = \"NAME\""
      ),
      ("[retention]\nrun = \"1d\"", "2:1: unknown key retention.run (did you mean \"runs\"?)"),
      (
        "[retention]\nruns = 0",
        "2:8: retention.runs is 0: a duration is at least 1 second"
      ),
      ("retention = 5", "1:13: retention must be a table, not 5"),
      (
        "[city]\nname = \"A\"",
        "1:1: city must be written [[city]], with two brackets, once for each city"
      ),
      ("city = [1]", "1:9: city must hold tables, [[city]], not 1"),
    ])
  func top(text: String, message: String) {
    #expect(problems(text) == [message])
  }

  @Test(
    "Mistakes of a city are told with their place",
    arguments: [
      ("latitude = 91\nlongitude = 2", "4:12: city.latitude 91 is out of range: -90 to 90"),
      (
        "latitude = 1\nlongitude = -180.5",
        "5:13: city.longitude -180.5 is out of range: -180 to 180"
      ),
      ("latitude = nan\nlongitude = 2", "4:12: city.latitude nan is out of range: -90 to 90"),
      ("latitude = 1\nlongitude = inf", "5:13: city.longitude inf is out of range: -180 to 180"),
      (
        "latitude = \"52,52\"\nlongitude = 2",
        "4:12: city.latitude must be a number, not the text \"52,52\"; write it with a dot and"
          + " without quotes: 52.52"
      ),
      (
        "latitude = \"52.52\"\nlongitude = 2",
        "4:12: city.latitude must be a number, not the text \"52.52\"; write it without quotes:"
          + " 52.52"
      ),
      ("latitude = true\nlongitude = 2", "4:12: city.latitude must be a number, not true"),
      (
        "latitude = 52,52\nlongitude = 2",
        "4:14: not valid TOML: decimals are written with a dot, as in 52.52"
      ),
      (
        "lat = \"52,52\"\nlatitude = 1\nlongitude = 2",
        "4:1: unknown key city.lat (did you mean \"latitude\"?)"
      ),
      (
        "longitude = 2",
        "2:1: the city \"A\" has no latitude: give both in degrees, or neither to have it looked up"
      ),
      (
        "latitude = 2",
        "2:1: the city \"A\" has no longitude: give both in degrees, or neither to have it looked up"
      ),
      (
        "latitude = 1\nlongitude = 2\nslug = \"A b\"",
        "6:8: city.slug \"A b\" must be lower case letters a to z, digits and hyphens, at most 64,"
          + " with no hyphen at either end"
      ),
      ("latitude = 1\nlongitude = 2\nslug = \"\"", "6:8: city.slug is empty"),
      (
        "latitude = 1\nlongitude = 2\ncountry = \"Norway\"",
        "6:11: city.country must be a code of two letters (ISO 3166), such as NO, not \"Norway\""
      ),
      (
        "latitude = 1\nlongitude = 2\nelevation = 9001",
        "6:13: city.elevation 9001 is out of range: -500 to 9000"
      ),
      (
        "latitude = 1\nlongitude = 2\nactive = \"yes\"",
        "6:10: city.active must be true or false, without quotes, not \"yes\""
      ),
      (
        "latitude = 1\nlongitude = 2\nschedule = \"60 * * * *\"",
        "6:12: city.schedule is \"60 * * * *\": minute 60 is out of range: 0 to 59, at character 1"
      ),
      (
        "latitude = 1\nlongitude = 2\nproviders = []",
        "6:13: city.providers must be a list of one or more names, not an empty list"
      ),
      (
        "latitude = 1\nlongitude = 2\nproviders = \"open-meteo\"",
        "6:13: city.providers must be a list of one or more names, not \"open-meteo\""
      ),
      (
        "latitude = 1\nlongitude = 2\nproviders = [1, \"open-meteo\"]",
        "6:14: city.providers must hold names in quotes, not 1"
      ),
      (
        "latitude = 1\nlongitude = 2\nproviders = [\"open-meteo\", \"open-meteo\"]",
        "6:28: city.providers names \"open-meteo\" twice"
      ),
      (
        "latitude = 1\nlongitude = 2\nprovider = \"open-meteo\"\nproviders = [\"open-meteo\"]",
        "7:13: city.providers stands beside provider: keep one of the two"
      ),
      (
        "latitude = 1\nlongitude = 2\nprovider = \"clear-sky\"",
        "6:12: city.provider names \"clear-sky\", which is neither a table of [providers] nor a"
          + " known service"
      ),
      (
        "latitude = 1\nlongitude = 2\nprovider = \"file\"",
        "6:12: city.provider names \"file\", which is neither a table of [providers] nor a known"
          + " service"
      ),
      (
        "latitude = 1\nlongitude = 2\nprovider = \"met-norway\"",
        "6:12: the service \"met-norway\" wants to know whom to reach: add contact ="
          + " \"you@example.org\" at the top of the file"
      ),
    ])
  func cities(text: String, message: String) {
    #expect(problems("\n[[city]]\nname = \"A\"\n" + text) == [message])
  }

  @Test(
    "Mistakes in a city's name are told with their place",
    arguments: [
      ("1", "2:8: city.name must be a text in quotes, not 1"),
      ("\"  \"", "2:8: city.name is empty"),
      ("\"A\\u0007B\"", "2:8: city.name has a control character: \"AB\""),
      (
        "\"…\"",
        "2:8: city.name \"…\" leaves no letters to type: add slug = \"…\" (lower case letters a"
          + " to z, digits and hyphens, at most 64)"
      ),
    ])
  func names(value: String, message: String) {
    #expect(problems("[[city]]\nname = \(value)\nlatitude = 1\nlongitude = 2") == [message])
  }

  @Test(
    "Mistakes of a service are told with their place",
    arguments: [
      (
        "clear-sky", "base_url = \"https://a.example\"",
        "1:12: providers.clear-sky has no kind: add kind = one of open-meteo, openweathermap,"
          + " dark-sky, pirate-weather, met-norway, nws or file"
      ),
      (
        "x", "kind = \"darksky\"",
        "2:8: providers.x.kind must be open-meteo, openweathermap, dark-sky, pirate-weather,"
          + " met-norway, nws or file, not \"darksky\" (did you mean \"dark-sky\"?)"
      ),
      (
        "all", "kind = \"nws\"",
        "1:12: the service name \"all\" must be lower case letters, digits and hyphens, and not"
          + " \"all\""
      ),
      (
        "open-meteo", "baseurl = \"x\"",
        "2:1: unknown key providers.open-meteo.baseurl (did you mean \"base_url\"?)"
      ),
      (
        "open-meteo", "endpoint = \"free\"",
        "2:12: providers.open-meteo.endpoint is only for kind \"openweathermap\", not \"open-meteo\""
      ),
      (
        "openweathermap", "endpoint = \"paid\"",
        "2:12: providers.openweathermap.endpoint must be free, daily or onecall, not \"paid\""
      ),
      ("nws", "connections = 65", "2:15: providers.nws.connections 65 is out of range: 1 to 64"),
      (
        "nws", "connections = 1.5",
        "2:15: providers.nws.connections must be a whole number, not 1.5"
      ),
      (
        "nws", "max_requests_per_day = 0",
        "2:24: providers.nws.max_requests_per_day 0 is out of range: at least 1"
      ),
      ("nws", "timeout = \"11m\"", "2:11: providers.nws.timeout is 660 s: 1 s to 10 minutes"),
      (
        "nws", "forecast_every = \"0s\"",
        "2:18: providers.nws.forecast_every is \"0s\": a duration is at least 1 second"
      ),
      (
        "nws", "key_in = \"cookie\"",
        "2:10: providers.nws.key_in must be path, query, header, query:NAME or header:NAME, not"
          + " \"cookie\""
      ),
      (
        "nws", "key_in = \"header:a b\"",
        "2:10: providers.nws.key_in must be path, query, header, query:NAME or header:NAME, not"
          + " \"header:a b\""
      ),
      ("nws", "path = \"x\"", "2:8: providers.nws.path is only for kind \"file\""),
      (
        "file", "format = \"nws\"",
        "1:12: providers.file has no path: a service of kind \"file\" needs the folder to read"
      ),
      (
        "nws", "base_url = \"ftp://a.example\"",
        "2:12: providers.nws.base_url \"ftp://a.example\" must begin with https://,"
          + " or http:// on this machine"
      ),
      (
        "nws", "base_url = \"a.example\"",
        "2:12: providers.nws.base_url \"a.example\" must begin with https://,"
          + " or http:// on this machine"
      ),
      (
        "nws", "base_url = \"https:///x\"",
        "2:12: providers.nws.base_url \"https:///x\" has no valid host and port after the scheme"
      ),
      (
        "nws", "base_url = \"https://a..b\"",
        "2:12: providers.nws.base_url \"https://a..b\" has no valid host and port after the scheme"
      ),
      (
        "nws", "base_url = \"https://a:0\"",
        "2:12: providers.nws.base_url \"https://a:0\" has no valid host and port after the scheme"
      ),
      (
        "nws", "base_url = \"https://[zz]\"",
        "2:12: providers.nws.base_url \"https://[zz]\" has no valid host and port after the scheme"
      ),
      (
        "nws", "base_url = \"https://ü.example\"",
        "2:12: providers.nws.base_url \"https://ü.example\" may hold only ASCII characters and no"
          + " blanks"
      ),
      (
        "nws", "base_url = \"http://a.example\"",
        "2:12: providers.nws.base_url \"http://a.example\" is plain http: use https, or set"
          + " allow_insecure = true to send requests, and the key, for all to read"
      ),
      (
        "nws", "base_url = \"http://127.0.0.1.example\"",
        "2:12: providers.nws.base_url \"http://127.0.0.1.example\" is plain http: use https, or set"
          + " allow_insecure = true to send requests, and the key, for all to read"
      ),
      (
        "nws", "base_url = \"https://u:SECRET@a.example/?k=SECRET\"",
        "2:12: providers.nws.base_url must be scheme, host and path only: no user, query or"
          + " fragment; a key goes into api_key"
      ),
    ])
  func services(name: String, text: String, message: String) {
    #expect(problems("[providers.\(name)]\n\(text)") == [message])
  }

  @Test(
    "What is no TOML is told with its place",
    arguments: [
      ("units = metric", "1:9: not valid TOML: in value: could not determine value type"),
      (
        "units = \"si\"\nunits = \"uk\"",
        "2:9: not valid TOML: in key-value pair: cannot redefine existing string 'units'"
      ),
      (
        "[retention]\n\n[retention]",
        "3:1: not valid TOML: in table header: cannot redefine existing table 'retention'"
      ),
      (
        "database = \"x",
        "1:14: not valid TOML: in string: encountered end-of-file"
      ),
    ])
  func syntax(text: String, message: String) {
    #expect(problems(text) == [message])
  }

  @Test func `Two cities of one slug are named with both lines`() {
    #expect(
      problems(Self.city + Self.city) == [
        "5:1: the slug \"a\" of the city on line 5 is also that of the one on line 1: give one of"
          + " them a slug of its own"
      ])
  }

  @Test func `Everything that is wrong is told at once, in the order of the file`() {
    let text = """
      unit = "si"
      [providers.x]
      api_kye = "SECRET"
      [[city]]
      latitude = 100
      longitude = "5,5"
      """
    #expect(
      problems(text).map { $0.prefix { $0 != " " } }
        == ["1:1:", "2:12:", "3:1:", "4:1:", "5:12:", "6:13:"])
  }

  @Test func `A default that is wrong is told once for all cities`() {
    let second = Self.city.replacing("\"A\"", with: "\"B\"")
    #expect(problems("provider = \"x\"\n" + Self.city + second).count == 1)
  }

  @Test(
    "Hostile text is refused and crashes nothing",
    arguments: [
      "a = " + String(repeating: "[", count: 100_000),
      "a = " + String(repeating: "{b=", count: 100_000),
      String(repeating: "a.", count: 100_000) + "a = 1",
      "[" + String(repeating: "a.", count: 100_000) + "a]",
      String(repeating: "[[a]]\n", count: 100_000),
      "\u{0}", "=", "\"", "'''", "[[[[", "[=", "]", "a = 1Á", "a = \"\"\u{A0}b",
    ])
  func hostile(text: String) {
    #expect(!problems(text).isEmpty)
  }
}
