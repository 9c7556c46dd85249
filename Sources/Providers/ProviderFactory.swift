public import Weather

/// Makes the provider of a configured service.
public enum ProviderFactory {
  /// The provider, or what the configuration of the service lacks.
  ///
  /// `contact` is what the User-Agent names; services that insist on one are refused without it.
  /// `files` says how the replies of a service of kind `file` lie on the disk, whose
  /// `fileFormat` must be known by then.
  public static func make(
    settings: ServiceSettings, contact: String?, files: FileReplies = .folder
  ) throws(ProviderError) -> any Provider {
    let profile = ServiceProfile.of(settings)
    if settings.kind == .file { return try fileProvider(settings, files) }
    if profile.needsKey { try checkKey(of: settings) }
    if [.metNorway, .nws].contains(settings.kind) { try checkContact(contact, for: settings) }
    return try provider(settings, profile)
  }

  /// Refuses a service whose key is not configured.
  static func checkKey(of settings: ServiceSettings) throws(ProviderError) {
    guard settings.key == nil else { return }
    throw ProviderError(
      code: .missingKey, service: settings.name, setting: "api_key",
      message: "\(settings.kind.rawValue) needs a key: set `api_key_file` or `api_key`, or the "
        + "variable \(variable(of: settings.name))")
  }

  private static func fileProvider(
    _ settings: ServiceSettings, _ files: FileReplies
  ) throws(ProviderError) -> any Provider {
    guard let format = settings.fileFormat, format != .file else {
      throw ProviderError(
        code: .unsupportedKind, service: settings.name, setting: "format",
        message: "no recorded replies are there: set `format` to the kind of the files, or record "
          + "some with almanacd sync --record")
    }
    var shape = settings
    shape.kind = format
    shape.key = nil
    shape.keyPlacement = nil
    let inner = try provider(shape, ServiceProfile.of(shape))
    return FileProvider(
      settings: settings, profile: inner.profile.onDisk(inBatches: files == .oneFile),
      inner: inner, replies: files)
  }

  private static func provider(
    _ settings: ServiceSettings, _ profile: ServiceProfile
  ) throws(ProviderError) -> any Provider {
    switch settings.kind {
    case .openMeteo:
      try refuseEndpoint(of: settings)
      return OpenMeteoProvider(
        settings: settings, profile: profile,
        placement: try placement(settings, query: "apikey", header: "X-Api-Key"))
    case .openWeatherMap:
      return OpenWeatherMapProvider(
        settings: settings, profile: profile, endpoint: try endpoint(of: settings),
        placement: try placement(settings, query: "appid", header: "X-Api-Key"))
    case .darkSky, .pirateWeather:
      try refuseEndpoint(of: settings)
      return ClearSkyProvider(
        settings: settings, profile: profile,
        placement: try placement(settings, query: "apikey", header: "apikey"))
    case .metNorway:
      try refuseEndpoint(of: settings)
      return METNorwayProvider(settings: settings, profile: profile)
    case .nws:
      try refuseEndpoint(of: settings)
      return NWSProvider(settings: settings, profile: profile)
    case .file:
      // Files hold replies of another kind, which is told before.
      throw ProviderError(
        code: .unsupportedKind, service: settings.name, setting: "format",
        message: "`format` must be the kind of the replies in the files")
    }
  }

  /// The environment variable that may hold the key of a service.
  private static func variable(of name: String) -> String {
    "ALMANAC_KEY_" + name.uppercased().map { $0.isASCII && $0.isLetter || $0.isNumber ? $0 : "_" }
  }

  private static func endpoint(
    of settings: ServiceSettings
  ) throws(ProviderError) -> OpenWeatherMapProvider.Endpoint {
    guard let text = settings.endpoint else { return .free }
    guard let endpoint = OpenWeatherMapProvider.Endpoint(rawValue: text) else {
      throw ProviderError(
        code: .unknownEndpoint, service: settings.name, setting: "endpoint",
        message: "unknown endpoint \"\(CleanText.line(text, limit: 80))\": "
          + "use free, daily or onecall")
    }
    return endpoint
  }

  private static func checkContact(
    _ contact: String?, for settings: ServiceSettings
  ) throws(ProviderError) {
    guard contact == nil else { return }
    throw ProviderError(
      code: .missingContact, service: settings.name, setting: "contact",
      message: "\(settings.kind.rawValue) wants to know whom to reach: set `contact`")
  }

  private static func refuseEndpoint(of settings: ServiceSettings) throws(ProviderError) {
    guard let text = settings.endpoint else { return }
    throw ProviderError(
      code: .unknownEndpoint, service: settings.name, setting: "endpoint",
      message: "unknown endpoint \"\(CleanText.line(text, limit: 80))\": "
        + "\(settings.kind.rawValue) has only one, take the line out")
  }

  /// Where the key goes: as configured, else as the service likes it best.
  static func placement(
    _ settings: ServiceSettings, query: String, header: String
  ) throws(ProviderError) -> Request.Credential.Place {
    switch settings.keyPlacement {
    case .query(let name): return .query(name ?? query)
    case .header(let name): return .header(name ?? header)
    case .path:
      guard settings.kind == .darkSky || settings.kind == .pirateWeather else {
        throw ProviderError(
          code: .keyPlacement, service: settings.name, setting: "key_in",
          message: "\(settings.kind.rawValue) has no place for a key in the path: "
            + "use query or header")
      }
      return .path(index: ClearSkyProvider.keyIndex)
    case nil:
      switch settings.kind {
      case .darkSky: return .path(index: ClearSkyProvider.keyIndex)
      case .openWeatherMap: return .query(query)
      default: return .header(header)
      }
    }
  }
}
