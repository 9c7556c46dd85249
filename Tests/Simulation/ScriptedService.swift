import FoundationEssentials
import Weather

/// What the services of a month say: values that can be told from all others, in their own shapes.
struct ScriptedService: Sendable {
  let seed: Int

  /// The temperature of a place at an instant, in tenths of a degree.
  func tenths(_ slug: String, at second: Int64) -> Int {
    let letters = slug.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }
    let mixed = (UInt64(bitPattern: second) &+ letters &* 0x9E37_79B9) &* 0xD1B5_4A32_D192_ED03
    return Int((mixed >> 40) % 400) - 100
  }

  /// Whether the service never had a value of an hour.
  func isUnknown(_ hour: Int64, _ slug: String) -> Bool {
    Dice.mixed(UInt64(bitPattern: hour / 3600) ^ UInt64(seed) << 32, slug) % 120 == 0
  }

  /// The body that answers a request for the present at an instant, and what is in it.
  func present(
    _ request: Request, at now: Date
  ) -> (body: String, readings: [Exchange.Reading], days: [Exchange.Day]) {
    var readings: [Exchange.Reading] = []
    var days: [Exchange.Day] = []
    let isMeteo = request.provider == Script.meteo
    let bodies = request.cities.map { city in
      let second = isMeteo ? now.unixSeconds / 900 * 900 : now.unixSeconds
      let reading = Exchange.Reading(
        slug: city.slug, observedAt: second, tenths: tenths(city.slug, at: second))
      if request.parts.contains(.current) { readings.append(reading) }
      let own = request.parts.contains(.forecast) ? self.days(city.slug, at: now) : []
      days += own
      return isMeteo
        ? meteo(reading, own, request.parts) : darkSky(reading, own, request.parts)
    }
    let body = bodies.count == 1 ? bodies[0] : "[" + bodies.joined(separator: ",") + "]"
    return (body, readings, days)
  }

  /// The body with the hours of some days, and what is in it.
  func past(
    _ request: Request, dates: ClosedRange<LocalDate>
  ) -> (body: String, readings: [Exchange.Reading]) {
    let slug = request.cities.first?.slug ?? ""
    let first = Int64(dates.lowerBound.daysSince1970) * 86_400
    let count = Int64(dates.upperBound.daysSince1970 - dates.lowerBound.daysSince1970 + 1) * 24
    let hours = (0..<count).map { first + $0 * 3600 }
    let readings = hours.map {
      Exchange.Reading(slug: slug, observedAt: $0, tenths: tenths(slug, at: $0))
    }
    let values = readings.map {
      isUnknown($0.observedAt, slug) ? "null" : Self.text($0.tenths)
    }
    let body = """
      {"latitude":10,"longitude":20,"utc_offset_seconds":0,"timezone":"UTC","hourly":{"time":[\
      \(hours.map(String.init).joined(separator: ","))],"temperature_2m":[\
      \(values.joined(separator: ","))]},"daily":{"time":[]}}
      """
    return (body, readings.filter { !isUnknown($0.observedAt, slug) })
  }

  /// Today and tomorrow, with values that change every six hours.
  private func days(_ slug: String, at now: Date) -> [Exchange.Day] {
    let quarter = now.unixSeconds / 21_600
    return (0..<2).map { ahead in
      let date = LocalTime(now, utcOffsetSeconds: 0).date.adding(days: ahead)
      return Exchange.Day(
        slug: slug, date: date.description,
        tenths: tenths(slug, at: quarter * 7919 + Int64(date.daysSince1970)))
    }
  }

  private func meteo(
    _ reading: Exchange.Reading, _ days: [Exchange.Day], _ parts: Parts
  ) -> String {
    var body = "{\"latitude\":10,\"longitude\":20,\"utc_offset_seconds\":0,\"timezone\":\"UTC\""
    if parts.contains(.current) {
      let time = LocalTime(Date(unixSeconds: reading.observedAt), utcOffsetSeconds: 0)
      body += ",\"current\":{\"time\":\"\(time.date)T\(time.clock.prefix(5))\",\"interval\":900,"
      body += "\"temperature_2m\":\(Self.text(reading.tenths))}"
    }
    if !days.isEmpty {
      let dates = days.map { "\"\($0.date)\"" }.joined(separator: ",")
      let values = days.map { Self.text($0.tenths) }.joined(separator: ",")
      body += ",\"daily\":{\"time\":[\(dates)],\"temperature_2m_max\":[\(values)]}"
    }
    return body + "}"
  }

  private func darkSky(
    _ reading: Exchange.Reading, _ days: [Exchange.Day], _ parts: Parts
  ) -> String {
    var body = "{\"latitude\":10,\"longitude\":20,\"offset\":0,\"timezone\":\"UTC\""
    if parts.contains(.current) {
      body += ",\"currently\":{\"time\":\(reading.observedAt),"
      body += "\"temperature\":\(Self.text(reading.tenths))}"
    }
    if !days.isEmpty {
      let points = days.map { day in
        let start = LocalDate(iso: day.date).map { $0.daysSince1970 * 86_400 } ?? 0
        return "{\"time\":\(start),\"temperatureHigh\":\(Self.text(day.tenths)),"
          + "\"temperatureMax\":\(Self.text(day.tenths))}"
      }
      body += ",\"daily\":{\"data\":[\(points.joined(separator: ","))]}"
    }
    return body + ",\"flags\":{\"units\":\"si\"}}"
  }

  static func text(_ tenths: Int) -> String {
    "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
