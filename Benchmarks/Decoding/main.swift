import FoundationEssentials
import Glibc
import History
import Providers
import Weather

// Measures decoding, and decoding with storing, without a socket between.
//
//   almanac-bench decode FILE            a Dark Sky-shaped reply; prints seconds for each
//   almanac-bench batch FILE DATABASE    Open-Meteo's reply for many places; prints seconds for all
//   almanac-bench decide CITIES          a step of the scheduling loop; prints seconds for one
//
// All work as the engine does, on one thread. Benchmarks/run makes the files and has the limits.

/// What a benchmark can't go on without.
struct BenchmarkError: Error {
  let message: String
}

func body(of path: String) throws -> Data {
  guard let file = fopen(path, "r") else { throw BenchmarkError(message: "no file \(path)") }
  defer { fclose(file) }
  var bytes = Data()
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    bytes.append(contentsOf: block[..<count])
  }
  return bytes
}

func response(_ kind: ServiceKind, _ body: Data, cities: Int) -> Response {
  let places = (0..<cities).map { index in
    City(
      slug: "place-\(index)", name: "Place \(index)", latitude: Double(index % 60),
      longitude: 8.5, timezone: "Europe/Zurich")
  }
  let request = Request(
    provider: kind.rawValue, endpoint: "forecast", base: "http://127.0.0.1", path: [],
    cities: places, parts: .all)
  return Response(request: request, status: 200, body: body, receivedAt: Date())
}

func provider(_ kind: ServiceKind) throws -> any Provider {
  var settings = ServiceSettings(name: kind.rawValue, kind: kind)
  settings.key = Secret("benchmark")
  return try ProviderFactory.make(settings: settings, contact: nil)
}

func results(_ replies: [CityReply]) throws -> [CityResult] {
  try replies.map { try $0.result.get() }
}

func secondsToDecode(_ path: String) throws -> Double {
  let provider = try provider(.darkSky)
  let response = response(.darkSky, try body(of: path), cities: 1)
  let rounds = 5000
  let begun = ContinuousClock.now
  for _ in 0..<rounds {
    guard try results(provider.decode(response)).first?.weather.forecast.count == 8 else {
      throw BenchmarkError(message: "\(path) is not the reply that is measured")
    }
  }
  return (ContinuousClock.now - begun) / .seconds(1) / Double(rounds)
}

func secondsToStore(_ path: String, database: String) throws -> Double {
  let cities = 1000
  let provider = try provider(.openMeteo)
  let response = response(.openMeteo, try body(of: path), cities: cities)
  let writer = try HistoryWriter.open(path: database, now: Date()).writer
  let freshness = Freshness(intervalSeconds: 900, spreadSeconds: 0, forecastIntervalSeconds: 3600)
  _ = try writer.register(
    response.request.cities.enumerated().map { place, city in
      RegisteredCity(
        city: city, position: place,
        sources: [
          RegisteredSource(
            provider: "open-meteo", kind: "open-meteo", rank: 0, freshness: freshness)
        ])
    })
  let begun = ContinuousClock.now
  var outcome = FetchOutcome(
    provider: "open-meteo", slugs: response.request.cities.map(\.slug), parts: .all,
    startedAt: response.receivedAt, finishedAt: response.receivedAt, durationMs: 0)
  outcome.results = try results(provider.decode(response))
  let counts = try writer.store([outcome], run: nil)
  let seconds = (ContinuousClock.now - begun) / .seconds(1)
  guard counts.first?.added == cities * 9 else {
    throw BenchmarkError(message: "\(path): \(counts.first?.added ?? 0) rows")
  }
  try writer.close()
  return seconds
}

let words = CommandLine.arguments.dropFirst()
switch (words.first, words.count) {
case ("decode", 2): print(try secondsToDecode(CommandLine.arguments[2]))
case ("batch", 3):
  print(
    try secondsToStore(CommandLine.arguments[2], database: CommandLine.arguments[3]))
case ("decide", 2):
  var deciding = try Deciding(cities: Int(CommandLine.arguments[2]) ?? 0)
  print(deciding.secondsEach())
default:
  print("usage: almanac-bench decode FILE | batch FILE DATABASE | decide CITIES")
  exit(64)
}
