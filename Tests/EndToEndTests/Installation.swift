import AlmanacTestKit
import FoundationEssentials
import Glibc
import SQLite
import Synchronization
import Testing

/// The two built programs, a configuration and a database in a folder of their own.
struct Installation {
  let folder: TemporaryFolder
  /// The folder of the database, where it is not the configuration's.
  var state: String?
  var database: String { "\(state ?? folder.path)/almanac.db" }
  var configuration: String { folder.file("almanac.toml") }
  /// Nothing of the caller's environment gets in.
  var environment: [String: String] = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8"]

  /// A folder with this configuration; the database is put into it.
  init(_ configuration: String, state: String? = nil) throws {
    folder = try TemporaryFolder()
    self.state = state
    try write(configuration)
  }

  /// A Dark Sky-shaped service at a server, asked about cities at 1,1 and 2,2 and so on: at once, as
  /// nothing is stored yet, and by the schedule so late that no test sees it.
  init(
    server: LoopbackServer, cities: Int = 1, extra: String = "", key: String = "K1",
    state: String? = nil
  ) throws {
    try self.init(
      Self.text(server: server, cities: cities, extra: extra, key: key), state: state)
  }

  static func text(
    server: LoopbackServer, cities: Int, extra: String = "", key: String = "K1",
    schedule: String = "365d"
  ) -> String {
    return """
      provider = "stub"
      schedule = "\(schedule)"
      [providers.stub]
      kind = "dark-sky"
      base_url = "\(server.base)"
      api_key = "\(key)"
      \(extra)

      """ + list(1..<(cities + 1))
  }

  /// Tables of cities: City 1 at 1,1 and so on, with more lines each.
  static func list(_ numbers: Range<Int>, extra: String = "") -> String {
    numbers.map {
      "[[city]]\nname = \"City \($0)\"\nlatitude = \($0)\nlongitude = \($0)\n\(extra)\n"
    }.joined()
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

  /// The files of the database's folder, by name, as bytes.
  func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.read("\(state ?? folder.path)/\(name)")
  }

  /// The damaged databases that lie beside the database.
  func setAside() throws -> [String] {
    try Fixture.names(in: state ?? folder.path).filter {
      $0.contains(".corrupt-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
    }
  }

  /// Sees to it that the whole database is sound.
  func expectSound() throws {
    #expect(try Database.text("PRAGMA integrity_check", in: database) == ["ok"])
  }

  /// Fixtures made bigger than life: for when there is time.
  static let isSoaking = getenv("ALMANAC_SOAK") != nil
  static let isRoot = geteuid() == 0
}

/// Counts up, on any thread: so that each reply can be a new reading.
final class Counter: Sendable {
  private let count = Atomic(0)

  /// How often it was counted up.
  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// The next number, from 1.
  func next() -> Int {
    count.add(1, ordering: .sequentiallyConsistent).newValue
  }
}

/// Replies of a Dark Sky-shaped service, made for an instant.
enum Reply {
  /// An instant of yesterday, from which tests count minutes.
  static let recent = Int(Date().timeIntervalSince1970) / 3600 * 3600 - 86_400

  /// Current conditions at an instant and two days, in SI units.
  static func body(
    at time: Int = 1_780_567_200, temperature: Double = 20.5, high: Double = 25
  ) -> String {
    let midnight = time / 86_400 * 86_400
    return """
      {"latitude":1,"longitude":1,"timezone":"UTC","offset":0,
       "currently":{"time":\(time),"summary":"Clear","icon":"clear-day",
        "temperature":\(temperature),"humidity":0.5,"pressure":1015.2,"windSpeed":3.5,
        "precipIntensity":0,"cloudCover":0.1},
       "daily":{"data":[
        {"time":\(midnight),"icon":"rain","temperatureHigh":\(high),"temperatureLow":15},
        {"time":\(midnight + 86_400),"icon":"fog","temperatureHigh":24,"temperatureLow":14}]},
       "flags":{"units":"si"}}
      """
  }

  static func good(
    at time: Int = 1_780_567_200, temperature: Double = 20.5, high: Double = 25
  ) -> ScriptedReply {
    .json(body(at: time, temperature: temperature, high: high))
  }

  /// A reading of its own for each number: a minute later each.
  static func numbered(_ number: Int) -> ScriptedReply {
    good(at: recent + 60 * number, temperature: Double(number) / 100, high: Double(number) / 100)
  }

  /// The number of the city that a request asks about: its latitude.
  static func city(_ request: ReceivedRequest) -> Int {
    let place = request.path.split(separator: "/").last ?? ""
    return place.split(separator: ",").first.flatMap { Int($0) } ?? 0
  }
}
