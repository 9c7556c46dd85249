import AlmanacTestKit
import Configuration
import Glibc
import Testing
import Weather

struct ConfigurationFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func failure(_ path: String?, _ environment: [String: String] = [:]) throws
    -> ConfigurationError
  {
    try #require(throws: ConfigurationError.self) {
      try Configuration.load(explicitPath: path, environment: environment)
    }
  }

  @Test func `The option wins over the variable, and that over the user's file`() throws {
    let option = try folder.place("option.toml", "units = \"si\"")
    let variable = try folder.place("variable.toml", "units = \"uk\"")
    let users = try folder.place("config/almanac/almanac.toml", "units = \"imperial\"")
    var environment = ["ALMANAC_CONFIG": variable, "XDG_CONFIG_HOME": "\(folder.path)/config"]
    let load = { try Configuration.load(explicitPath: $0, environment: $1) }
    #expect(try load(option, environment).path == option)
    #expect(try load(nil, environment).units == .uk)
    environment["ALMANAC_CONFIG"] = ""
    #expect(try load(nil, environment).path == users)
  }

  @Test func `The user's file is below the home folder by default`() throws {
    let path = try folder.place(".config/almanac/almanac.toml", "")
    for xdg in ["", "relative"] {
      let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": xdg]
      #expect(try Configuration.load(explicitPath: nil, environment: environment).path == path)
    }
  }

  @Test func `A chosen file that is not there is missing, whatever else there is`() throws {
    try folder.place(".config/almanac/almanac.toml", "")
    let path = "\(folder.path)/gone.toml"
    for error in [
      try failure(path, ["HOME": folder.path]),
      try failure(nil, ["HOME": folder.path, "ALMANAC_CONFIG": path]),
    ] {
      #expect(error.code == .missing)
      #expect(
        error.description == "\(path): there is no such file: check --config or ALMANAC_CONFIG")
    }
  }

  @Test(.enabled("a configured machine has one") { access("/etc/almanac", F_OK) != 0 })
  func `Without any file the paths that were tried are named`() throws {
    let error = try failure(nil, ["HOME": folder.path])
    #expect(error.code == .missing)
    #expect(
      error.description
        == "/etc/almanac/almanac.toml: there is no configuration (looked for"
        + " \(folder.path)/.config/almanac/almanac.toml, /etc/almanac/almanac.toml): make one, as"
        + " almanac.toml(5) shows, or name it with --config")
  }

  @Test func `A folder is no configuration`() throws {
    let error = try failure(folder.path)
    #expect(error.code == .permission)
    #expect(error.description == "\(folder.path): the configuration is a folder")
  }

  @Test func `A pipe that nobody fills is not waited for`() throws {
    let pipe = "\(folder.path)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let error = try failure(pipe)
    #expect(error.description == "\(pipe): the configuration is a pipe that gives nothing")
  }

  @Test(.enabled("root may read everything") { geteuid() != 0 })
  func `A file that may not be read says so`() throws {
    let path = try folder.place("almanac.toml", "", mode: 0)
    let error = try failure(path)
    #expect(error.code == .permission)
    #expect(
      error.description == "\(path): the configuration cannot be read: Permission denied")
  }

  @Test func `A file of more than 4 MiB is refused, one of exactly that is read`() throws {
    let path = try folder.place("almanac.toml", String(repeating: "#", count: 4 << 20))
    #expect(try Configuration.load(explicitPath: path, environment: [:]).cities.isEmpty)
    try folder.place("almanac.toml", String(repeating: "#", count: (4 << 20) + 1))
    let error = try failure(path)
    #expect(error.code == .invalid)
    #expect(error.description == "\(path): is larger than 4 MiB: that is no configuration")
  }

  @Test func `Text that is not UTF-8 is refused with its line`() throws {
    let path = try folder.write("almanac.toml", Array("a = 1\nname = \"M".utf8) + [0xFC, 0x6E])
    #expect(
      try failure(path).description
        == "\(path):2:9: the file is not UTF-8 text: save it as UTF-8")
  }

  @Test func `Paths in the file begin at its own folder, or at home`() throws {
    let path = try folder.place("almanac.toml", "database = \"data/almanac.db\"")
    #expect(
      try Configuration.load(explicitPath: path, environment: [:]).database
        == "\(folder.path)/data/almanac.db")
    try folder.place("almanac.toml", "database = \"~/almanac.db\"")
    #expect(
      try Configuration.load(explicitPath: path, environment: ["HOME": "/home/a"]).database
        == "/home/a/almanac.db")
  }
}

struct ReadingSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String) throws -> ReadingSettings {
    let path = try folder.place("almanac.toml", text)
    return Configuration.forReading(explicitPath: path, environment: [:])
  }

  @Test func `Database and units are read, whatever else is wrong`() throws {
    let settings = try read("database = \"/x.db\"\nunits = \"si\"\nnonsense = 1\n[[city]]")
    #expect(settings.database == "/x.db")
    #expect(settings.units == .si)
    #expect(settings.warnings == [])
  }

  @Test(arguments: [
    "note = \"\"\"\n[[city]]\n\"\"\"\n", "list = [\n[1],\n  [2]]\n", "list = [[1,\n[2]]]\n# [x]\n",
  ])
  func `What looks like the head of a table before them hides neither`(text: String) throws {
    let settings = try read(text + "database = \"/x.db\"\nunits = \"si\"\n  [x]\nunits = \"uk\"\n")
    #expect(settings.database == "/x.db" && settings.units == .si && settings.warnings == [])
  }

  @Test func `What is wrong in the two is a warning, and the other is read`() throws {
    let settings = try read("database = 5\nunits = \"si\"")
    #expect(settings.database == nil && settings.units == .si)
    #expect(
      settings.warnings
        == ["\(folder.path)/almanac.toml:1:12: database must be a text in quotes, not 5"])
  }

  @Test func `A file that is no TOML is a warning`() throws {
    let settings = try read("units = ")
    #expect(settings.units == nil && settings.warnings.count == 1)
  }

  @Test func `No configuration is nothing to say, a named one that is not there is a warning`() {
    let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/none"]
    let path = "\(folder.path)/gone.toml"
    let none = Configuration.forReading(explicitPath: nil, environment: environment)
    #expect(none == Configuration.forReading(explicitPath: nil, environment: [:]))
    #expect(Configuration.forReading(explicitPath: path, environment: [:]).warnings.count == 1)
  }
}
