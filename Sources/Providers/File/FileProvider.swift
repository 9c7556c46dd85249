import Weather

/// How the replies of a service of kind `file` lie on the disk.
public enum FileReplies: Sendable, Equatable {
  /// One file, the reply for every city.
  case oneFile
  /// A folder with `SLUG-ENDPOINT.json` or `SLUG.json` for each city.
  case folder
  /// A folder that `almanacd sync --record` wrote.
  case recording
}

/// A service whose replies others fetched: it asks as the service of that shape would, and the
/// engine's files answer in the network's place.
struct FileProvider: Provider {
  let settings: ServiceSettings
  let profile: ServiceProfile
  let inner: any Provider
  let replies: FileReplies

  /// The address under which the engine finds the files.
  private var base: String {
    let path = settings.filePath ?? ""
    return replies == .recording ? FileAddress.recording(path) : FileAddress.files(path)
  }

  func requests(for cities: [City], state: ProviderState) -> [Request] {
    // What was remembered of an answer would leave requests out that were recorded.
    let state = ProviderState(parts: state.parts, now: state.now)
    guard replies != .oneFile else {
      return inner.requests(for: cities, state: state).map(onDisk)
    }
    return cities.flatMap { inner.requests(for: [$0], state: state) }.map(onDisk)
  }

  func next(after response: Response) -> [Request] {
    inner.next(after: response).map(onDisk)
  }

  func split(_ request: Request) -> [Request] { inner.split(request).map(onDisk) }

  func decode(_ response: Response) -> [CityReply] {
    inner.decode(response).map { reply in
      guard case .success(var result) = reply.result else { return reply }
      result.memory = nil
      return CityReply(city: reply.city, result: .success(result))
    }
  }

  private func onDisk(_ request: Request) -> Request {
    var request = request
    request.base = base
    request.cost = 0
    return request
  }
}

/// Addresses of replies on the disk: what stands in a request's `base` in place of a host.
public enum FileAddress {
  private static let filesScheme = "file:"
  private static let recordingScheme = "recording:"

  static func files(_ path: String) -> String { filesScheme + path }
  static func recording(_ path: String) -> String { recordingScheme + path }

  /// The path of a file or a folder of plain replies; nil for any other address.
  public static func filesPath(_ base: String) -> String? { path(base, filesScheme) }

  /// The path of a recorded folder; nil for any other address.
  public static func recordingPath(_ base: String) -> String? { path(base, recordingScheme) }

  private static func path(_ base: String, _ scheme: String) -> String? {
    base.hasPrefix(scheme) ? String(base.dropFirst(scheme.count)) : nil
  }
}
