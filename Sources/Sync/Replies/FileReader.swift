import FoundationEssentials
import HTTP
import Providers
import Synchronization
import Weather

/// Answers requests from files: what is not there is a 404, as a service would say it.
final class FileReader: Sendable {
  private let recordings = Mutex<[String: Recording]>([:])

  init() {}

  func reply(to request: Request) throws(TransportError) -> Response {
    if let folder = FileAddress.recordingPath(request.base) {
      return try recorded(request, in: folder)
    }
    let path = FileAddress.filesPath(request.base) ?? ""
    let candidates = Self.candidates(request, path)
    for candidate in candidates where DiskFile(candidate).isThere {
      let file = DiskFile(candidate)
      let body = try Self.body(of: file, for: request)
      // The reply is as old as the file: somebody fetched it then.
      return Response(
        request: request, status: 200, body: body, receivedAt: min(file.modifiedAt, Date()))
    }
    let names = candidates.map { CleanText.line($0) }.joined(separator: " or ")
    return Self.missing(request, "there is no file \(names)")
  }

  /// The file itself, or in a folder the city's file for the endpoint, else the city's only one.
  private static func candidates(_ request: Request, _ path: String) -> [String] {
    guard DiskFile(path).isFolder, let slug = request.cities.first?.slug else { return [path] }
    return ["\(path)/\(slug)-\(request.endpoint).json", "\(path)/\(slug).json"]
  }

  private func recorded(
    _ request: Request, in folder: String
  ) throws(TransportError) -> Response {
    let recording = recordings.withLock { recordings in
      let known = recordings[folder] ?? Recording(folder)
      recordings[folder] = known
      return known
    }
    guard let entry = recording.entry(for: request) else {
      let city = request.cities.first?.slug ?? ""
      return Self.missing(
        request, "\(request.endpoint) of \(city) is not recorded in \(CleanText.line(folder))")
    }
    let body = try Self.body(of: DiskFile("\(folder)/\(entry.body)"), for: request)
    return Response(
      request: request, status: entry.status,
      headers: entry.headers.map { (name: $0.name, value: $0.value) }, body: body,
      receivedAt: Date(unixSeconds: entry.receivedAt))
  }

  private static func body(
    of file: DiskFile, for request: Request
  ) throws(TransportError) -> Data {
    guard file.size <= request.limits.maximumBytes else {
      throw TransportError(
        .tooLarge, "\(file.path) is larger than \(request.limits.maximumBytes) bytes")
    }
    do {
      return try file.read()
    } catch {
      throw TransportError(.other, "\(CleanText.line(file.path)) can't be read: \(error.message)")
    }
  }

  private static func missing(_ request: Request, _ what: String) -> Response {
    Response(
      request: request, status: 404, body: Data(JSONLine.object(["message": what]).utf8),
      receivedAt: Date())
  }
}

/// JSON of a few texts.
private enum JSONLine {
  static func object(_ texts: [String: String]) -> String {
    (try? JSONEncoder().encode(texts)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
