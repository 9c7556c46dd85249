import AlmanacTestKit
import FoundationEssentials
import Glibc
import Testing

/// Many cities in one request of an Open-Meteo-shaped service.
@Suite(.throttled) struct BatchTests {
  /// A place as the service gives it.
  static func place(_ number: Int) -> String {
    """
    {"latitude":\(number),"longitude":\(number),"utc_offset_seconds":0,"timezone":"UTC",
     "current_units":{"temperature_2m":"°C"},
     "current":{"time":"2026-06-04T10:00","interval":900,"temperature_2m":\(number).5},
     "daily_units":{"temperature_2m_max":"°C"},
     "daily":{"time":["2026-06-04"],"temperature_2m_max":[21.4]}}
    """
  }

  static let bad = #"{"latitude":-nan,"longitude":-nan,"current":{"time":"2026-06-04T10:00"}}"#

  static func numbers(_ request: ReceivedRequest) -> [Int] {
    let list = request.rawQuery.split(separator: "&").first { $0.hasPrefix("latitude=") }
    let numbers = list?.dropFirst(9).replacing("%2C", with: ",") ?? ""
    return numbers.split(separator: ",").compactMap { Int($0) }
  }

  static func installation(_ server: LoopbackServer) throws -> Installation {
    try Installation(
      """
      provider = "stub"
      [providers.stub]
      kind = "open-meteo"
      base_url = "\(server.base)"

      """ + Installation.list(1..<4))
  }

  // B09.
  @Test func `one place that is no JSON costs the others nothing`() async throws {
    let server = try LoopbackServer { request in
      let numbers = Self.numbers(request)
      let places = numbers.map { $0 == 2 ? Self.bad : Self.place($0) }
      return .json(numbers.count == 1 ? places[0] : "[\(places.joined(separator: ","))]")
    }
    defer { server.stop() }
    let installation = try Self.installation(server)
    let daemon = try installation.daemon()
    #expect(await daemon.waitForOutput("2 of 3 cities"))
    daemon.signal(SIGTERM)
    let output = await daemon.wait()
    #expect(output.stderr.contains("stub city-2: reply not understood: reply is invalid JSON"))
    #expect(Self.numbers(try #require(server.received.first)) == [1, 2, 3])
    // The batch, then each place alone, and perhaps the bad one again already.
    #expect(server.received.prefix(4).map { Self.numbers($0).count } == [3, 1, 1, 1])
    #expect(
      try installation.integers("SELECT temperature_c * 10 FROM observations ORDER BY city")
        == [15, 35])
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("City 2, stub: reply not understood: reply is invalid JSON"))
  }

  // B10.
  @Test func `prose behind a 200 is shown by status, at most 80 characters of it`() async throws {
    let prose = "Sorry, this place is unknown, use ~1,2" + String(repeating: " and so on", count: 9)
    let server = try LoopbackServer { _ in .json(prose) }
    defer { server.stop() }
    let installation = try Self.installation(server)
    let daemon = try installation.daemon("--verbose")
    #expect(await daemon.waitForOutput("0 of 3 cities"))
    daemon.signal(SIGTERM)
    _ = await daemon.wait()
    let status = try await installation.almanac("status")
    #expect(status.stdout.contains("reply is not JSON: Sorry, this place is unknown, use ~1,2"))
    #expect(!status.stdout.contains(prose.prefix(82)))
    #expect(status.stdout.contains("next try with the next sync"))
    #expect(try installation.count("SELECT count(*) FROM observations") == 0)
  }
}
