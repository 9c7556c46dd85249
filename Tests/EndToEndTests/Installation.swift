import AlmanacTestKit
import FoundationEssentials
import Glibc
import SQLite
import Testing

/// The two built programs, a configuration and a database in a folder of their own.
struct Installation {
  let folder: TemporaryFolder
  var database: String { folder.file("almanac.db") }
  var configuration: String { folder.file("almanac.toml") }
  /// Nothing of the caller's environment gets in.
  var environment: [String: String] = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8"]

  /// A folder with this configuration; the database is put into it.
  init(_ configuration: String) throws {
    folder = try TemporaryFolder()
    try write(configuration)
  }

  /// A Dark Sky-shaped service at a server, asked about cities at 1,1 and 2,2 and so on.
  init(server: LoopbackServer, cities: Int = 1, extra: String = "", key: String = "K1") throws {
    try self.init(Self.text(server: server, cities: cities, extra: extra, key: key))
  }

  static func text(
    server: LoopbackServer, cities: Int, extra: String = "", key: String = "K1"
  ) -> String {
    let list = (1...max(1, cities)).map {
      "[[city]]\nname = \"City \($0)\"\nlatitude = \($0)\nlongitude = \($0)\n"
    }
    return """
      provider = "stub"
      schedule = "15m"
      [providers.stub]
      kind = "dark-sky"
      base_url = "\(server.base)"
      api_key = "\(key)"
      \(extra)

      """ + (cities == 0 ? "" : list.joined())
  }

  func write(_ configuration: String) throws {
    let path = try folder.write(
      "almanac.toml", "database = \"\(database)\"\n" + configuration)
    // It holds a key.
    chmod(path, 0o600)
  }

  func almanacd(
    _ words: String..., timeout: Duration = .seconds(60)
  ) async throws -> Subprocess.Output {
    try await Subprocess.run(
      Fixture.product("almanacd"), words + ["--config", configuration], environment: environment,
      timeout: timeout)
  }

  func almanac(_ words: String...) async throws -> Subprocess.Output {
    try await Subprocess.run(
      Fixture.product("almanac"), words + ["--config", configuration], environment: environment)
  }

  /// Starts `almanacd run`; killed when the value goes.
  func daemon(
    _ words: String..., variables: [String: String] = [:]
  ) throws -> ChildProcess {
    try ChildProcess(
      Fixture.product("almanacd"), ["run", "--config", configuration] + words,
      environment: environment.merging(variables) { $1 })
  }

  /// The integers of the first column of a query on the database, opened for reading.
  func integers(_ sql: String) throws -> [Int] {
    try Database.integers(sql, in: database)
  }

  /// The only integer of a query.
  func count(_ sql: String) throws -> Int {
    try #require(try integers(sql).first)
  }

  /// The files of the folder, by name, as bytes.
  func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.read(folder.file(name))
  }
}

/// Replies of a Dark Sky-shaped service, made for an instant.
enum Reply {
  /// Current conditions at an instant and two days, in SI units.
  static func body(at time: Int = 1_780_567_200, temperature: Double = 20.5) -> String {
    let midnight = time / 86_400 * 86_400
    return """
      {"latitude":1,"longitude":1,"timezone":"UTC","offset":0,
       "currently":{"time":\(time),"summary":"Clear","icon":"clear-day",
        "temperature":\(temperature),"humidity":0.5,"pressure":1015.2,"windSpeed":3.5,
        "precipIntensity":0,"cloudCover":0.1},
       "daily":{"data":[
        {"time":\(midnight),"icon":"rain","temperatureHigh":25,"temperatureLow":15},
        {"time":\(midnight + 86_400),"icon":"fog","temperatureHigh":24,"temperatureLow":14}]},
       "flags":{"units":"si"}}
      """
  }

  static func good(at time: Int = 1_780_567_200, temperature: Double = 20.5) -> ScriptedReply {
    .json(body(at: time, temperature: temperature))
  }

  /// The number of the city that a request asks about: its latitude.
  static func city(_ request: ReceivedRequest) -> Int {
    let place = request.path.split(separator: "/").last ?? ""
    return place.split(separator: ",").first.flatMap { Int($0) } ?? 0
  }
}
