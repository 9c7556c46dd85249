import AlmanacTestKit
import FoundationEssentials
import Weather

/// A service of another shape than Open-Meteo's that tells of the past, in UTC.
enum PastService: String, CaseIterable, Sendable {
  case oneCall = "openweathermap"
  case darkSky = "dark-sky"
  case pirate = "pirate-weather"

  /// Requests that a day takes.
  var requestsPerDay: Int { self == .oneCall ? 25 : 1 }

  func configuration(_ server: LoopbackServer, extra: String = "") -> String {
    """
    provider = "stub"
    schedule = "1h"
    spread = 0

    """ + table("stub", server.base, extra: extra) + Installation.list(1..<2)
  }

  /// A table of the service under a name.
  func table(_ name: String, _ base: String, key: String = "K1", extra: String = "") -> String {
    """
    [providers.\(name)]
    kind = "\(rawValue)"
    base_url = "\(base)"
    api_key = '\(key)'
    \(self == .oneCall ? "endpoint = \"onecall\"" : "")
    \(extra)

    """
  }

  /// Whether a request is about the past.
  func isPast(_ request: ReceivedRequest) -> Bool {
    self == .oneCall
      ? !request.path.hasSuffix("/onecall") : place(request).split(separator: ",").count == 3
  }

  /// The reply to a request about the past, or about the present at an instant.
  func reply(_ request: ReceivedRequest, presentAt now: Int64) -> ScriptedReply {
    guard isPast(request) else { return .json(present(now)) }
    guard self == .oneCall else {
      let time = place(request).split(separator: ",").last.flatMap { Int64($0) } ?? 0
      return .json(Self.day(of: time - time % 86_400))
    }
    if let date = request.query("date") { return .json(Self.summary(date)) }
    let time = request.query("dt").flatMap { Int64($0) } ?? 0
    return .json(Self.head + #""data":[{"dt":\#(time),"temp":\#(time / 3600 % 20)}]}"#)
  }

  private static let head = #"{"lat":1,"lon":1,"timezone":"UTC","timezone_offset":0,"#
  private static let skyHead = #"{"latitude":1,"longitude":1,"timezone":"UTC","offset":0,"#

  private func place(_ request: ReceivedRequest) -> Substring {
    request.path.split(separator: "/").last ?? ""
  }

  private func present(_ now: Int64) -> String {
    self == .oneCall
      ? Self.head + #""current":{"dt":\#(now),"temp":-7.5},"daily":[]}"#
      : Self.skyHead + #""currently":{"time":\#(now),"temperature":-7.5},"daily":{"data":[]}}"#
  }

  private static func summary(_ date: String) -> String {
    """
    {"lat":1,"lon":1,"tz":"+00:00","date":"\(date)","units":"metric",
     "temperature":{"min":3,"max":12},"precipitation":{"total":1.5}}
    """
  }

  private static func day(of midnight: Int64) -> String {
    let hours = (0..<Int64(24)).map { hour in
      #"{"time":\#(midnight + hour * 3600),"temperature":\#(hour % 20),"precipIntensity":0}"#
    }
    return skyHead
      + """
      "hourly":{"data":[\(hours.joined(separator: ","))]},
      "daily":{"data":[{"time":\(midnight),"temperatureMax":12,"temperatureMin":3}]}}
      """
  }
}
