import Configuration
import FoundationEssentials
public import HTTP
import Providers
import Synchronization
public import Weather

/// Keeps every reply with its request in a folder, keys removed, on its way through.
///
/// Each service has a folder of its own in it, which a service of kind `file` reads.
public final class ReplyRecorder: Transport {
  private struct Notes {
    /// The path that each name stands for, so that two requests never share a file.
    var paths: [String: [String]] = [:]
    var failure: SyncError?
    var count = 0
  }

  private let network: any Transport
  private let folder: String
  private let settings: [String: ServiceSettings]
  private let redactor: Redactor
  private let notes = Mutex(Notes())

  /// A recorder into a folder, which is made.
  public init(
    _ network: any Transport, folder: String, assembly: Assembly
  ) throws(SyncError) {
    self.network = network
    self.folder = folder
    self.settings = assembly.providers.mapValues(\.settings)
    self.redactor = Redactor(assembly.configuration.secrets)
    try DiskFile(folder).makeFolder()
  }

  /// Why a reply could not be kept; nil while all could.
  public var failure: SyncError? { notes.withLock { $0.failure } }

  /// How many replies were kept.
  public var count: Int { notes.withLock { $0.count } }

  /// Sends it on; what comes back is kept first.
  public func send(_ request: Request) async throws(TransportError) -> Response {
    let response = try await network.send(request)
    do throws(SyncError) {
      try keep(response)
      notes.withLock { $0.count += 1 }
    } catch {
      notes.withLock { $0.failure = $0.failure ?? error }
    }
    return response
  }

  private func keep(_ response: Response) throws(SyncError) {
    let request = response.request
    let service = DiskFile("\(folder)/\(request.provider)")
    try service.makeFolder()
    let name = name(for: request)
    try service.put("\(name).json", redacted(response.body))
    let entry = entry(for: response, body: "\(name).json")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let meta = try? encoder.encode(entry) else {
      throw SyncError(.system, "the request for \(name) can't be written as JSON")
    }
    try service.put("\(name)\(RecordedReply.suffix)", meta)
  }

  private func entry(for response: Response, body: String) -> RecordedReply {
    let request = response.request
    let settings = settings[request.provider]
    return RecordedReply(
      provider: request.provider, kind: settings?.kind.rawValue ?? request.provider,
      plan: settings?.endpoint, endpoint: request.endpoint,
      url: redactor.redacted(request.shownURL), path: request.path.map(redactor.redacted),
      cities: request.cities.map {
        .init(slug: $0.slug, latitude: $0.latitude, longitude: $0.longitude)
      },
      status: response.status,
      headers: response.headers.map {
        .init(name: $0.name, value: redactor.redacted($0.value))
      },
      receivedAt: response.receivedAt.unixSeconds, body: body)
  }

  /// `lisbon-forecast`, or `lisbon-latest-2` where the same endpoint has another path.
  private func name(for request: Request) -> String {
    let stem = "\(request.cities.first?.slug ?? "all")-\(request.endpoint)"
    return notes.withLock { notes in
      var name = stem
      var number = 1
      while let path = notes.paths["\(request.provider)/\(name)"], path != request.path {
        number += 1
        name = "\(stem)-\(number)"
      }
      notes.paths["\(request.provider)/\(name)"] = request.path
      return name
    }
  }

  /// The body as it came; without keys, should a service have repeated one.
  private func redacted(_ body: Data) -> Data {
    let text = String(decoding: body, as: UTF8.self)
    let clean = redactor.redacted(text)
    return clean == text ? body : Data(clean.utf8)
  }
}
