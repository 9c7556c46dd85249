import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather

@testable import Providers

/// A fixture read by a service's own types, through either decoder.
struct ReadingCase: Sendable, CustomTestStringConvertible {
  let fixture: String
  /// All that a decoder makes of a body, warnings with their key paths too; nil where it throws.
  let ours: @Sendable (Data) -> String?
  let theirs: @Sendable (Data) -> String?

  var testDescription: String { fixture }

  init<Reply: DecodableWithConfiguration & SendableMetatype>(
    _ fixture: String, _ type: Reply.Type, _ context: Reply.DecodingConfiguration
  ) where Reply.DecodingConfiguration: Sendable {
    self.fixture = fixture
    self.ours = { body in
      (try? ReplyDecoder().decode(Reply.self, from: body, configuration: context)).map { "\($0)" }
    }
    self.theirs = { body in
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .secondsSince1970
      return (try? decoder.decode(Reply.self, from: body, configuration: context)).map { "\($0)" }
    }
  }
}

struct ReplyReadingTests {
  @Test("A service's reply is read as through JSONDecoder, whatever leaf is lost", arguments: cases)
  func leaves(reading: ReadingCase) throws {
    let document = try JSONDecoder().decode(
      JSONTree.self, from: Data(Fixture.bytes(reading.fixture)))
    expectSame(reading, Data(try Fixture.bytes(reading.fixture)))
    // Every third value, each in another way, is all that there is time for.
    let changes: [JSONTree?] = [nil, .null, .bool(true), .number(1e30), .text("x"), .list([])]
    for (index, path) in document.paths.enumerated() where index.isMultiple(of: 3) {
      let change = changes[index / 3 % changes.count]
      expectSame(reading, try document.replacing(path[...], with: change).bytes())
    }
  }

  @Test("A damaged reply that JSONDecoder reads is read the same", arguments: cases)
  func flips(reading: ReadingCase) throws {
    var random = SeededRandom(state: 7)
    let original = try Fixture.bytes(reading.fixture)
    let alphabet = Array(#"{}[]",:u019.e-tn"#.utf8)
    for _ in 0..<60 {
      var bytes = original
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = alphabet.randomElement(using: &random) ?? 0
      // A name that is no text costs only its value here; JSONDecoder refuses the whole object.
      guard reading.theirs(Data(bytes)) != nil else { continue }
      expectSame(reading, Data(bytes))
    }
  }

  private func expectSame(_ reading: ReadingCase, _ body: Data) {
    let (ours, theirs) = (reading.ours(body), reading.theirs(body))
    #expect(ours == theirs, "\(String(decoding: body, as: UTF8.self))")
  }

  private static var zoned: City {
    var city = City.berlin
    city.timezone = "Europe/Berlin"
    return city
  }

  private static let nws = NWSContext(
    city: .berlin, zone: "America/New_York", newestBy: Date(unixSeconds: 1_782_918_000))

  static let cases: [ReadingCase] = [
    ReadingCase(
      "dark-sky/forecast_si.json", ClearSkyReply.self,
      ClearSkyReply.Context(city: .berlin, parts: .all, unitsAsked: .si, isPirate: false)),
    ReadingCase(
      "pirate-weather/forecast_sentinels.json", ClearSkyReply.self,
      ClearSkyReply.Context(city: .berlin, parts: .all, unitsAsked: .si, isPirate: true)),
    ReadingCase(
      "open-meteo/forecast_full.json", OpenMeteoReply.self,
      OpenMeteoReply.Context(cities: [.berlin], parts: .all)),
    ReadingCase(
      "openweathermap/weather_rain.json", TopResponse.self,
      TopResponse.Context(city: .berlin, parts: .current, call: .weather)),
    ReadingCase(
      "openweathermap/onecall_full.json", TopResponse.self,
      TopResponse.Context(city: .berlin, parts: .all, call: .onecall)),
    ReadingCase(
      "met-norway/complete_plain.json", METNorwayReply.self,
      METNorwayReply.Context(city: zoned, parts: .all)),
    ReadingCase("nws/forecast_plain.json", NWSForecastReply.self, nws),
    ReadingCase("nws/observation_latest.json", NWSObservationReply.self, nws),
  ]
}

/// Random numbers that are the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
