import Configuration
public import History
public import Weather

/// What came of asking a service once.
public struct ServiceTrial: Sendable {
  /// The configured name of the service.
  public let provider: String
  /// The city that it was asked about.
  public let city: City
  /// Why it did not answer, or not wholly; nil when it did.
  public let error: FetchError?
}

extension Session {
  /// Asks each service once about the first active city that uses it; all at once, without a second
  /// try.
  ///
  /// What comes goes into this session's store, which is to be one that is thrown away.
  ///
  /// - Parameters:
  ///   - ledger: the store in which the requests are booked, and nothing else is written; nil books
  ///     them nowhere.
  ///   - zones: the zones that are remembered, by slug.
  public func tryServices(
    ledger: Store?, zones: [String: String]
  ) async throws(HistoryError) -> [ServiceTrial] {
    _ = try await start()
    if let ledger { try await budgets.load(assembly, store: ledger, clock: clock, isTold: false) }
    let wanted = assembly.providers.keys.compactMap { name in
      assembly.configuration.cities.first { $0.active && $0.providers.contains(name) }.map {
        var city = $0.city
        city.timezone = city.timezone ?? zones[city.slug]
        return (name, city)
      }
    }
    let trials = await withTaskGroup { group in
      for (name, city) in wanted {
        group.addTask {
          let job = Job(provider: name, wants: [Job.Want(parts: .all, cities: [city])])
          let result = await self.perform(job)
          return ServiceTrial(
            provider: name, city: city,
            error: result.stopped ?? result.cities[city.slug]?.failures.first?.error)
        }
      }
      return await group.reduce(into: [ServiceTrial]()) { $0.append($1) }
    }
    try await store.flush()
    return trials.sorted { $0.provider < $1.provider }
  }
}
