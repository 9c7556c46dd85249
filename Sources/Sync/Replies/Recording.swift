import FoundationEssentials
import Providers
import Weather

/// One reply on the disk with the request that it answered: `NAME.request.json` beside the body.
struct RecordedReply: Codable, Equatable {
  struct Header: Codable, Equatable {
    let name: String
    let value: String
  }

  struct Place: Codable, Equatable {
    let slug: String
    let latitude: Double
    let longitude: Double
  }

  /// The version of this form.
  var version = 1
  /// The configured name and the kind of the service, and the product where it has several.
  let provider: String
  let kind: String
  let plan: String?
  let endpoint: String
  /// The address, with `<key>` where a key went.
  let url: String
  let path: [String]
  let cities: [Place]
  let status: Int
  let headers: [Header]
  /// Unix seconds.
  let receivedAt: Int64
  /// The name of the file with the body.
  let body: String

  static let suffix = ".request.json"

  private enum CodingKeys: String, CodingKey {
    case version, provider, kind, plan, endpoint, url, path, cities, status, headers, body
    case receivedAt = "received_at"
  }
}

/// A folder of replies that `almanacd sync --record` wrote for one service.
struct Recording: Sendable {
  private let entries: [RecordedReply]

  /// Reads the requests of a folder; what is no record is passed over.
  init(_ folder: String) {
    self.entries = DiskFile(folder).names.filter { $0.hasSuffix(RecordedReply.suffix) }
      .compactMap { Self.entry("\(folder)/\($0)") }
  }

  /// The first record of a folder; nil where there is none.
  static func first(in folder: String) -> RecordedReply? {
    for name in DiskFile(folder).names where name.hasSuffix(RecordedReply.suffix) {
      if let entry = entry("\(folder)/\(name)") { return entry }
    }
    return nil
  }

  /// The reply to the same question about the same place; of several the one for the same path.
  func entry(for request: Request) -> RecordedReply? {
    let places = request.cities.map(Self.place)
    let same = entries.filter { entry in
      entry.endpoint == request.endpoint
        && entry.cities.map { Self.place($0.latitude, $0.longitude) } == places
    }
    return same.first { $0.path == request.path } ?? (same.count == 1 ? same[0] : nil)
  }

  private static func place(_ city: City) -> String { place(city.latitude, city.longitude) }

  private static func place(_ latitude: Double, _ longitude: Double) -> String {
    "\(URLText.coordinate(latitude)),\(URLText.coordinate(longitude))"
  }

  private static func entry(_ path: String) -> RecordedReply? {
    guard let bytes = try? DiskFile(path).read(),
      let entry = try? JSONDecoder().decode(RecordedReply.self, from: bytes),
      !entry.body.contains("/"), entry.version == 1
    else { return nil }
    return entry
  }
}

/// What the path of a service of kind `file` leads to.
struct FileSource {
  /// The settings, with the format and folder that a recording says itself.
  private(set) var settings: ServiceSettings
  private(set) var replies = FileReplies.folder

  init(_ settings: ServiceSettings) {
    self.settings = settings
    guard settings.kind == .file, let path = settings.filePath else { return }
    guard settings.fileFormat == nil else {
      replies = DiskFile(path).isThere && !DiskFile(path).isFolder ? .oneFile : .folder
      return
    }
    // The folder of a whole pass has one for each service.
    let below = DiskFile(path).names.map { "\(path)/\($0)" }.filter { DiskFile($0).isFolder }
    let folders = [path, "\(path)/\(settings.name)"] + (below.count == 1 ? below : [])
    for folder in folders {
      guard let first = Recording.first(in: folder), let kind = ServiceKind(rawValue: first.kind)
      else { continue }
      self.settings.filePath = folder
      self.settings.fileFormat = kind
      self.settings.endpoint = first.plan
      replies = .recording
      return
    }
  }
}
