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
      let results = results(of: reply)
      let isWhole = Set(results.map(\.city.slug)).isSuperset(of: reply.request.failed)
      report.decoded += results.isEmpty ? 0 : 1
      report.remaining += isWhole ? 0 : 1
      guard let writer, !results.isEmpty else { continue }
      let counts = try writer.settle(reply, with: results)
      report.stored.added += counts.added
      report.stored.confirmed += counts.confirmed
      try keepZones(of: results, writer, now: now)
    }
    try writer?.close()
    return report
  }

  /// What a reply says of the cities that it brought nothing for, once for each receipt.
  private func results(of reply: KeptReply) -> [CityResult] {
    guard let provider = provider(of: reply.request) else {
      note("its service can't be asked by this version", reply)
      return []
    }
    return reply.receipts.flatMap { receivedAt -> [CityResult] in
      let response = reply.request.response(body: reply.body, receivedAt: receivedAt)
      return provider.decode(response).compactMap { result(of: $0, reply) }
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
    of results: [CityResult], _ writer: HistoryWriter, now: Date
  ) throws(HistoryError) {
    try writer.together { () throws(HistoryError) in
      for result in results {
        let slug = result.city.slug
        if let zone = result.city.timezone {
          try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
        } else if let zone = result.zone, Zone(zone) != nil {
          try writer.rememberZone(slug: slug, zone: zone)
          try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
        } else if let zone = result.city.guessedTimezone {
          try OffsetTable.keep(zone, ofSlug: slug, writer, now: now)
        }
      }
    }
  }
}
