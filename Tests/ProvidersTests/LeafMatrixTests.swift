import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather

/// A fixture of which every value is taken out, nulled, mistyped and exaggerated in turn.
struct Matrix: Sendable, CustomTestStringConvertible {
  let fixture: String
  var ask = Ask(.openMeteo)
  /// How to ask, where the reply is about the past.
  var past: PastAsk?
  /// The columns that hang on a key of the service; a key that is not here changes nothing.
  let columns: [String: [String]]
  /// Keys whose absence means zero.
  var zeroes: Set<String> = []

  var testDescription: String { fixture }

  func result(_ body: Data) throws -> CityResult {
    try past?.result(body).asCityResult ?? ask.result(body)
  }

  /// How many answers a body is; nothing is expected of them.
  func answers(_ body: Data) throws -> Int {
    guard let past else { return try ask.replies(body).count }
    _ = try past.reply(body)
    return 1
  }
}

struct LeafMatrixTests {
  @Test("A lost leaf costs its own columns and nothing else", arguments: matrices)
  func leaves(matrix: Matrix) throws {
    let document = try JSONDecoder().decode(
      JSONTree.self, from: Data(Fixture.bytes(matrix.fixture)))
    let whole = try matrix.result(document.bytes())
    let before = whole.values.merging(whole.texts.mapValues { _ in 1 }) { $1 }
    var losses: Set<String> = []
    for path in document.paths where document[path]?.isLeaf == true {
      for change in Change.allCases {
        guard let name = Self.name(path, change) else { continue }
        let body = try document.replacing(path[...], with: change.value).bytes()
        let result = try matrix.result(body)
        let after = result.values.merging(result.texts.mapValues { _ in 1 }) { $1 }
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        let allowed = matrix.columns[name] ?? []
        for column in changed {
          let stem = column.split(separator: ".").last.map(String.init) ?? column
          #expect(allowed.contains(stem), "\(name) \(change) changed \(column)")
          let zero = matrix.zeroes.contains(name) && change != .mistyped && change != .huge
          #expect(after[column] == (zero ? 0 : nil), "\(name) \(change) gave \(column)")
        }
        if !changed.isEmpty { losses.insert("\(name) \(change)") }
      }
    }
    // Each key was lost in every way, so that none of the above was about nothing.
    for name in matrix.columns.keys {
      for change in Change.allCases where change != .removed {
        #expect(losses.contains("\(name) \(change)"), "\(name) \(change) changed nothing")
      }
    }
  }

  @Test(
    "No value, object or list can be lost or mistyped in a way that crashes",
    arguments: matrices + [
      Matrix(
        fixture: "pirate-weather/forecast_sentinels.json", ask: Ask(.pirateWeather),
        columns: [:]),
      Matrix(
        fixture: "openweathermap/forecast_steps.json",
        ask: Ask(.openWeatherMap, parts: .forecast), columns: [:]),
      Matrix(fixture: "met-norway/complete_days.json", ask: .metNorway, columns: [:]),
      Matrix(fixture: "nws/observations_list.json", ask: .nws(.current), columns: [:]),
      Matrix(fixture: "nws/forecast_days.json", ask: .nws(.forecast), columns: [:]),
      Matrix(fixture: "nws/points.json", ask: Ask(.nws), columns: [:]),
      Matrix(fixture: "nws/stations.json", ask: .nwsStations, columns: [:]),
      Matrix(
        fixture: "pirate-weather/timemachine_era5.json", past: .clockChange(.pirateWeather),
        columns: [:]),
    ])
  func structure(matrix: Matrix) throws {
    let document = try JSONDecoder().decode(
      JSONTree.self, from: Data(Fixture.bytes(matrix.fixture)))
    for path in document.paths {
      for change in Change.allCases {
        let body = try document.replacing(path[...], with: change.value).bytes()
        #expect(try matrix.answers(body) == 1)
      }
      let body = try document.replacing(path[...], with: .list([.object([:]), .null])).bytes()
      #expect(try matrix.answers(body) == 1)
    }
  }

  enum Change: CaseIterable {
    case removed, nulled, mistyped, huge

    var value: JSONTree? {
      switch self {
      case .removed: nil
      case .nulled: .null
      case .mistyped: .bool(true)
      case .huge: .number(1e30)
      }
    }
  }

  /// The key that a path ends in; nil for what decides on rows rather than on columns.
  private static func name(_ path: [JSONTree.Step], _ change: Change) -> String? {
    let keys = path.compactMap { if case .key(let key) = $0 { key } else { nil } }
    guard let last = keys.last, last != "time", last != "dt", last != "timezone",
      !["timestamp", "startTime", "endTime", "isDaytime", "date"].contains(last)
    else {
      return nil
    }
    // One element less shifts a column: the whole block is refused, which is tested by itself.
    if case .index = path.last, change == .removed { return nil }
    // A unit's name is no measurement.
    if keys.contains(where: { $0.hasSuffix("_units") || $0 == "units" }) { return "units" }
    // A value of NWS has its unit beside it.
    if ["value", "unitCode", "qualityControl"].contains(last) {
      return keys.suffix(2).joined(separator: ".")
    }
    // Rain of an hour, temperatures of a day: the object's name says what it is.
    let parents: Set = [
      "rain", "snow", "temp", "feels_like", "cloud_cover", "humidity", "pressure", "temperature",
    ]
    if let parent = keys.dropLast().last, parents.contains(parent) { return "\(parent).\(last)" }
    return last
  }

  static let matrices: [Matrix] = [
    Matrix(
      fixture: "open-meteo/forecast_full.json", ask: Ask(.openMeteo), columns: openMeteoColumns),
    Matrix(
      fixture: "openweathermap/weather_rain.json", ask: Ask(.openWeatherMap, parts: .current),
      columns: momentColumns, zeroes: ["rain.1h"]),
    Matrix(
      fixture: "openweathermap/onecall_full.json", ask: Ask(.openWeatherMap, "onecall"),
      columns: oneCallColumns, zeroes: ["rain.1h", "rain"]),
    Matrix(
      fixture: "dark-sky/forecast_si.json", ask: Ask(.darkSky), columns: clearSkyColumns),
    Matrix(
      fixture: "met-norway/complete_plain.json", ask: .metNorway, columns: metNorwayColumns),
    Matrix(
      fixture: "nws/observation_latest.json", ask: .nws(.current), columns: nwsStationColumns),
    Matrix(
      fixture: "nws/forecast_plain.json", ask: .nws(.forecast), columns: nwsForecastColumns),
    Matrix(
      fixture: "open-meteo/archive_hour.json", past: .clockChange(.openMeteo),
      columns: archiveColumns),
    Matrix(
      fixture: "openweathermap/timemachine.json",
      past: .clockChange(.openWeatherMap, endpoint: "onecall", request: 2),
      columns: oneCallColumns.filter { $0.key.hasPrefix("temp.") == false }
        .filter { !["rain", "pop", "sunrise", "sunset"].contains($0.key) }, zeroes: ["rain.1h"]),
    Matrix(
      fixture: "openweathermap/day_summary.json",
      past: .clockChange(.openWeatherMap, endpoint: "onecall", request: 25),
      columns: daySummaryColumns),
    Matrix(
      fixture: "dark-sky/timemachine_hour.json", past: .clockChange(.darkSky),
      columns: clearSkyColumns.merging([
        "precipAccumulation": ["snowfall_cm", "precipitation_period_s"]
      ]) { $1 }),
  ]
}
