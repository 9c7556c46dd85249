public import Configuration
public import FoundationEssentials
public import History
import Providers
import Weather
import Zones

/// Decodes kept replies again, with the decoders of this version.
public struct Reprocessing: Sendable {
  /// What came of it.
  public struct Report: Sendable, Equatable {
    /// Replies that were kept.
    public var kept = 0
    /// Replies of which at least one city could be decoded.
    public var decoded = 0
    /// Replies of which something stays in quarantine.
    public var remaining = 0
    /// What was stored; nothing in a dry run.
    public var stored = StoredCounts()
  }

  private let configuration: Configuration
  private let log: Log

  /// Work with the services of a configuration; what it no longer has is decoded by its kind.
  public init(_ configuration: Configuration, log: Log) {
    self.configuration = configuration
    self.log = log
  }

  /// Decodes all kept replies of a database and, unless it is a dry run, stores what they say.
  ///
  /// Each reply is a transaction of its own, so that a daemon beside it never waits long.
  public func run(
    database: String, now: Date, isDry: Bool
  ) throws -> Report {
    let replies = try HistoryReader.read(path: database) { try $0.keptReplies() }
    var report = Report()
    report.kept = replies.count
    guard !replies.isEmpty else { return report }
    let writer = isDry ? nil : try HistoryWriter.open(path: database, now: now).writer
    for reply in replies {
      let found = findings(in: reply)
      let isWhole = found.slugs.isSuperset(of: reply.request.failed)
      report.decoded += found.slugs.isEmpty ? 0 : 1
      report.remaining += isWhole ? 0 : 1
      guard let writer, !found.slugs.isEmpty else { continue }
      let counts = try writer.settle(reply, with: found.results, past: found.past)
      report.stored.added += counts.added
      report.stored.confirmed += counts.confirmed
      try keepZones(of: found, writer, now: now)
    }
    try writer?.close()
    return report
  }

  /// What could be read in a reply: the present, or the past.
  private struct Findings {
    var results: [CityResult] = []
    var past: [PastResult] = []

    var slugs: Set<String> { Set(results.map(\.city.slug) + past.map(\.city.slug)) }
    var zones: [(city: City, named: String?)] {
      results.map { ($0.city, $0.zone) } + past.map { ($0.city, $0.zone) }
    }
  }

  /// What a reply says of the cities that it brought nothing for: of the present once for each
  /// receipt, of the past once.
  private func findings(in reply: KeptReply) -> Findings {
    var found = Findings()
    guard let provider = provider(of: reply.request) else {
      note("its service can't be asked by this version", reply)
      return found
    }
    let responses = reply.receipts.map {
      reply.request.response(body: reply.body, receivedAt: $0)
    }
    guard let last = responses.last, last.request.pastSubject != nil else {
      found.results = responses.flatMap { response in
        provider.decode(response).compactMap { result(of: $0, reply) }
      }
      return found
    }
    if let result = past(in: last, provider, reply) { found.past = [result] }
    return found
  }

  private func past(
    in response: Response, _ provider: any Provider, _ reply: KeptReply
  ) -> PastResult? {
    guard let provider = provider as? any PastProvider, let city = response.request.cities.first
    else { return nil }
    switch provider.decodePast(response) {
    case .failure(let error):
      note(error.message, reply, city: city.slug)
      return nil
    case .success(let result):
      if reply.storable.contains(city.slug) { return result }
      note("the city is no longer known with this service", reply, city: city.slug)
      return nil
    }
  }

  private func result(of answer: CityReply, _ reply: KeptReply) -> CityResult? {
    let slug = answer.city.slug
    guard reply.request.failed.contains(slug) else { return nil }
    switch answer.result {
    case .failure(let error):
      note(error.message, reply, city: slug)
      return nil
    case .success(let result) where result.parts.isEmpty:
      note("it only leads to other requests", reply, city: slug)
      return nil
    case .success(let result):
      if reply.storable.contains(slug) { return result }
      note("the city is no longer known with this service", reply, city: slug)
      return nil
    }
  }

  private func note(_ reason: String, _ reply: KeptReply, city: String? = nil) {
    let received = reply.receipts.first.map { LocalTime($0, utcOffsetSeconds: 0).rfc3339 } ?? ""
    log(
      .debug, "the reply of \(received) stays: \(reason)",
      .init(service: reply.request.provider, city: city))
  }

  /// The decoder of a service: as configured, else as its kind alone says.
  ///
  /// Decoding needs no key, but no provider of such a service is made without one.
  private func provider(of request: KeptRequest) -> (any Provider)? {
    guard let kind = ServiceKind(rawValue: request.kind) else { return nil }
    var settings = ServiceSettings(name: request.provider, kind: kind)
    if let configured = configuration.services[request.provider], configured.kind == kind {
      settings = configured
    }
    settings.key = settings.key ?? Secret("none")
    return try? ProviderFactory.make(
      settings: settings, contact: configuration.contact ?? "none")
  }

  /// Remembers zones as a live reply would, and the clocks' changes since what is now the oldest row.
  private func keepZones(
    of found: Findings, _ writer: HistoryWriter, now: Date
  ) throws(HistoryError) {
    try writer.together { () throws(HistoryError) in
      for (city, named) in found.zones {
        let slug = city.slug
        if let zone = city.timezone {
          try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
        } else if let zone = named, Zone(zone) != nil {
          try writer.rememberZone(slug: slug, zone: zone)
          try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
        } else if let zone = city.guessedTimezone {
          try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
        }
      }
    }
  }
}
