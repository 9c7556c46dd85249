import Weather

/// What can be told only when services, cities and contact are known.
struct ServiceChecks {
  let configuration: Configuration
  let problems: Problems

  /// Checks the services that active cities use.
  func check(_ references: [ProviderReference]) {
    var seen: Set<String> = []
    for reference in references where seen.insert(reference.name).inserted {
      guard let service = configuration.services[reference.name] else { continue }
      checkContact(service, reference)
      checkKey(service)
    }
  }

  private func checkContact(_ service: ServiceSettings, _ reference: ProviderReference) {
    // Both ask in their terms of use for a way to reach the operator, and block who gives none.
    guard [.metNorway, .nws].contains(service.kind), configuration.contact == nil else { return }
    problems.add(
      "the service \"\(service.name)\" wants to know whom to reach: add contact = \"you@example.org\""
        + " at the top of the file",
      key: "contact", at: reference.position)
  }

  private func checkKey(_ service: ServiceSettings) {
    let needsKey: Set<ServiceKind> = [.openWeatherMap, .darkSky, .pirateWeather]
    guard needsKey.contains(service.kind), service.key == nil, service.baseURL == nil,
      problems.found.isEmpty
    else { return }
    let variable = "ALMANAC_KEY_" + service.name.uppercased().replacing("-", with: "_")
    problems.warn(
      "the service \"\(service.name)\" has no key: set api_key_file in [providers.\(service.name)],"
        + " or \(variable)")
  }
}
