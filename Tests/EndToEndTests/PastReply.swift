import AlmanacTestKit
import FoundationEssentials
import Weather

/// Replies of Open-Meteo about the past, for the days that a request names, in UTC.
enum PastReply {
  private static let hourly = [
    "temperature_2m", "relative_humidity_2m", "dew_point_2m", "apparent_temperature",
    "precipitation", "snowfall", "weather_code", "cloud_cover", "pressure_msl", "visibility",
    "wind_speed_10m", "wind_direction_10m", "wind_gusts_10m", "uv_index",
  ]

  /// The reply; hours from `nullsFrom` on are null, as at the end of the archive.
  static func answer(
    _ request: ReceivedRequest, nullsFrom: Int64 = .max
  ) -> ScriptedReply {
    guard let first = request.query("start_date").flatMap({ LocalDate(iso: $0) }),
      let last = request.query("end_date").flatMap({ LocalDate(iso: $0) })
    else { return .json(#"{"error":true,"reason":"no dates"}"#, status: 400) }
    let start = Int64(first.daysSince1970) * 86_400
    let times = (0..<((last.daysSince1970 - first.daysSince1970 + 1) * 24)).map {
      start + Int64($0) * 3600
    }
    let names = (request.query("hourly") ?? "").split(separator: ",").map(String.init)
    let columns = names.map { name in
      let values = times.map { time in
        time >= nullsFrom ? "null" : name.hasPrefix("pressure") ? "1013.2" : "\(time / 3600 % 20)"
      }
      return "\"\(name)\":[\(values.joined(separator: ","))]"
    }
    let days = stride(from: 0, to: times.count, by: 24).map { times[$0] }
    let daily = (request.query("daily") ?? "").split(separator: ",").map { name in
      let values = days.map { day in
        day + 86_400 > nullsFrom ? "null" : name.hasPrefix("pressure") ? "1013.2" : "12"
      }
      return "\"\(name)\":[\(values.joined(separator: ","))]"
    }
    func list(_ times: [Int64]) -> String { times.map { "\($0)" }.joined(separator: ",") }
    let more =
      daily.isEmpty ? "" : #", "daily":{"time":[\#(list(days))],\#(daily.joined(separator: ","))}"#
    return .json(
      """
      {"latitude":1,"longitude":1,"utc_offset_seconds":0,"timezone":"UTC","elevation":5,
       "hourly":{"time":[\(list(times))],\(columns.joined(separator: ","))}\(more)}
      """)
  }

  /// A configuration of cities at a server of Open-Meteo's shape.
  static func configuration(_ server: LoopbackServer, cities: Int = 1, extra: String = "") -> String
  {
    """
    provider = "stub"
    schedule = "1h"
    [providers.stub]
    kind = "open-meteo"
    base_url = "\(server.base)"
    \(extra)

    """ + Installation.list(1..<(cities + 1))
  }
}
