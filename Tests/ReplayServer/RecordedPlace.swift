import FoundationEssentials
import Weather
import Zones

/// One file of `Fixtures/replay`: a place's 24 hours and ten days, in Open-Meteo's shape.
struct RecordedPlace: Decodable, Sendable {
  let latitude: Double
  let longitude: Double
  let elevation: Double
  let timezone: String
  let hourlyUnits: [String: String]
  let hourly: [String: [JSONValue]]
  let dailyUnits: [String: String]
  let daily: [String: [JSONValue]]

  private enum CodingKeys: String, CodingKey {
    case latitude, longitude, elevation, timezone, hourly, daily
    case hourlyUnits = "hourly_units"
    case dailyUnits = "daily_units"
  }

  /// How far a place of a request is from the recorded one: only good for choosing the nearest.
  func distance(latitude: Double, longitude: Double) -> Double {
    let north = self.latitude - latitude
    let east = self.longitude - longitude
    return north * north + east * east
  }

  /// The reply as it would be at an instant: the hour of that time of day, the days from then on.
  func reply(at instant: Date, current: [String], daily names: [String], days: Int) -> JSONValue {
    let offset = Zone(timezone)?.offset(at: instant).seconds ?? 0
    let local = LocalTime(instant, utcOffsetSeconds: offset)
    var reply: [String: JSONValue] = [
      "latitude": .number(latitude), "longitude": .number(longitude),
      "generationtime_ms": .number(0.1), "elevation": .number(elevation),
      "timezone": .string(timezone), "timezone_abbreviation": .string("GMT\(local.offsetText)"),
      "utc_offset_seconds": .number(Double(offset)),
    ]
    if !current.isEmpty {
      let units = hourlyUnits.filter { current.contains($0.key) }
      let fixed = ["time": "iso8601", "interval": "seconds"]
      reply["current_units"] = .object((units.merging(fixed) { $1 }).mapValues { .string($0) })
      reply["current"] = .object(conditions(current, at: local))
    }
    if !names.isEmpty {
      let units = dailyUnits.filter { names.contains($0.key) || $0.key == "time" }
      reply["daily_units"] = .object(units.mapValues { .string($0) })
      reply["daily"] = .object(series(names, from: local.date, days: days))
    }
    return .object(reply)
  }

  private func conditions(_ names: [String], at local: LocalTime) -> [String: JSONValue] {
    var values: [String: JSONValue] = [
      "time": .string("\(local.date)T\(local.clock)"), "interval": .number(900),
    ]
    for name in names {
      let hours = hourly[name] ?? []
      let hour = local.secondOfDay / 3600
      values[name] = hours.indices.contains(hour) ? hours[hour] : .null
    }
    return values
  }

  private func series(_ names: [String], from date: LocalDate, days: Int) -> [String: JSONValue] {
    let dates = (0..<days).map { date.adding(days: $0).description }
    var result: [String: JSONValue] = ["time": .array(dates.map { .string($0) })]
    for name in names {
      let recorded = (daily[name] ?? []).prefix(days)
      result[name] = .array(zip(recorded, dates).map { $0.moved(to: $1) })
    }
    return result
  }
}

extension JSONValue {
  /// A local time of a recorded day, such as a sunrise, on another date; anything else as it is.
  fileprivate func moved(to date: String) -> JSONValue {
    guard case .string(let text) = self, let time = text.firstIndex(of: "T") else { return self }
    return .string(date + text[time...])
  }
}
