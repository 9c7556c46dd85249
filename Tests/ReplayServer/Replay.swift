import AlmanacTestKit
import FoundationEssentials
import Glibc
import Synchronization
import Weather

/// Answers like Open-Meteo's forecast service, from recorded places, as if it were now.
///
/// With more than one step, the first answer for a place is hours old and each further one an hour
/// younger, so that repeated requests leave a history.
///
/// Its time is that of its start and goes on from there, whatever this machine's clock is set to: a
/// service is elsewhere.
final class Replay: Sendable {
  private let places: [RecordedPlace]
  private let steps: Int
  private let startedAt = Date()
  private let start = ContinuousClock.now
  private let answered = Mutex<[String: Int]>([:])

  /// Reads all files of a folder.
  init(folder: String, steps: Int) throws {
    self.steps = steps
    var isFolder = stat()
    guard stat(folder, &isFolder) == 0, isFolder.st_mode & S_IFMT == S_IFDIR else {
      throw ReplayError("there is no folder \(folder)")
    }
    self.places = try Fixture.names(in: folder).filter { $0.hasSuffix(".json") }.map { name in
      do {
        let bytes = try Fixture.read("\(folder)/\(name)")
        return try JSONDecoder().decode(RecordedPlace.self, from: Data(bytes))
      } catch {
        throw ReplayError("\(folder)/\(name) is no recorded place")
      }
    }
    if places.isEmpty { throw ReplayError("there is no recorded place in \(folder)") }
  }

  /// One request's answer: an object for one place, an array for several, as the service does.
  func answer(_ request: ReceivedRequest) -> ScriptedReply {
    guard request.path.hasSuffix("/v1/forecast") else {
      return .json(#"{"error":true,"reason":"Not Found"}"#, status: 404)
    }
    let latitudes = numbers(request, "latitude")
    let longitudes = numbers(request, "longitude")
    guard !latitudes.isEmpty, latitudes.count == longitudes.count else {
      return refusal("Parameter 'latitude' and 'longitude' must have the same number of elements")
    }
    let replies = zip(latitudes, longitudes).compactMap { reply(to: request, $0, $1) }
    guard replies.count == latitudes.count,
      let body = try? JSONEncoder().encode(replies.count == 1 ? replies[0] : .array(replies))
    else { return refusal("No data is available for this location") }
    let headers = [("Content-Type", "application/json"), ("Date", httpDate(now))]
    return .reply(headers: headers, body: Array(body))
  }

  private var now: Date { startedAt + (ContinuousClock.now - start) / .seconds(1) }

  /// As in RFC 9110, section 5.6.7.
  private func httpDate(_ instant: Date) -> String {
    var seconds = time_t(instant.unixSeconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func reply(
    to request: ReceivedRequest, _ latitude: Double, _ longitude: Double
  ) -> JSONValue? {
    let nearest = places.min {
      $0.distance(latitude: latitude, longitude: longitude)
        < $1.distance(latitude: latitude, longitude: longitude)
    }
    let instant = nextInstant(for: "\(latitude),\(longitude)")
    let days = request.query("forecast_days").flatMap(Int.init) ?? 7
    return nearest?.reply(
      at: instant, current: words(request, "current"), daily: words(request, "daily"),
      days: max(0, min(days, 10)))
  }

  /// The quarter of an hour that the next answer for a place is of.
  private func nextInstant(for place: String) -> Date {
    let step = answered.withLock { answered in
      answered[place, default: 0] += 1
      return answered[place, default: 1]
    }
    let hoursAgo = Int64(max(0, steps - step))
    let now = now.unixSeconds
    return Date(unixSeconds: now - now % 900 - hoursAgo * 3600)
  }

  private func words(_ request: ReceivedRequest, _ name: String) -> [String] {
    (request.query(name) ?? "").split(separator: ",").map(String.init)
  }

  private func numbers(_ request: ReceivedRequest, _ name: String) -> [Double] {
    words(request, name).compactMap(Double.init)
  }

  private func refusal(_ reason: String) -> ScriptedReply {
    .json(#"{"error":true,"reason":"\#(reason)"}"#, status: 400)
  }
}

/// Why nothing can be played.
struct ReplayError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
