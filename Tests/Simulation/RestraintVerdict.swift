import FoundationEssentials
import Schedule
import Weather

/// Holds the requests to what services allow: quotas, pauses that they asked for, and few requests
/// while nothing answers.
struct RestraintVerdict {
  let facts: Facts

  func problems() -> [String] {
    [Script.meteo, Script.own].flatMap { provider in
      let exchanges = facts.exchanges.filter { $0.provider == provider }
      return quotas(provider, exchanges) + pauses(exchanges)
    } + outages()
  }

  private static let windows: [String: Double] = [
    "minute": 60, "hour": 3600, "day": 86_400, "month": 31 * 86_400,
  ]

  /// The limits that hold: the free plan's, and the configured ones in their place.
  private func limits(_ provider: String) -> [String: Int] {
    let free = ["minute": 600, "hour": 5000, "day": 10_000, "month": 300_000]
    return (provider == Script.meteo ? free : [:])
      .merging(facts.script.limits[provider] ?? [:]) { $1 }
  }

  private func quotas(_ provider: String, _ exchanges: [Exchange]) -> [String] {
    limits(provider).sorted { $0.key < $1.key }.compactMap { name, limit in
      let isCalendar = provider == Script.meteo && (name == "day" || name == "month")
      var sum = 0.0
      var first = 0
      var day = -1.0
      for exchange in exchanges {
        if isCalendar {
          let today =
            name == "month" ? month(exchange.sentAt) : (exchange.sentAt / 86_400).rounded(.down)
          if today != day { (day, sum) = (today, 0) }
        } else {
          while exchanges[first].sentAt <= exchange.sentAt - (Self.windows[name] ?? 0) {
            sum -= exchanges[first].cost
            first += 1
          }
        }
        sum += exchange.cost
        // One request that alone is more than the limit goes when the window is empty.
        if sum > Double(limit) + 0.001, sum > exchange.cost + 0.001, !isForgiven(exchange) {
          return "\(provider): \(sum) of \(limit) a \(name) at \(Facts.text(exchange.sentAt))"
        }
      }
      return nil
    }
  }

  private func month(_ instant: Double) -> Double { instant < 27 * 86_400 ? 10 : 11 }

  /// What a full disk kept from being booked is gone with the process.
  private func isForgiven(_ exchange: Exchange) -> Bool {
    facts.lives.prefix(exchange.life).contains { $0.wasFull(from: $0.beganAt, facts.incidents) }
  }

  /// No request inside a pause that the service asked for.
  private func pauses(_ exchanges: [Exchange]) -> [String] {
    var problems: [String] = []
    for (index, exchange) in exchanges.enumerated() {
      guard let pause = exchange.wantedPause, let ended = exchange.endedAt else { continue }
      let isOneCity = exchange.outcome == .status(500, retryAfter: nil)
      let tooEarly = exchanges[(index + 1)...].first {
        ended < $0.sentAt && $0.sentAt < ended + pause - 1
      }
      guard let tooEarly, !isOneCity, !isExcused(exchange, tooEarly) else { continue }
      problems.append(
        "\(exchange.provider): asked at \(Facts.text(ended)) to be left alone for \(Int(pause)) s, "
          + "and was asked at \(Facts.text(tooEarly.sentAt))")
    }
    return problems
  }

  private func isExcused(_ asked: Exchange, _ tooEarly: Exchange) -> Bool {
    // Somebody who wants to know may try a refused key again, and after a restart also what failed:
    // of a pause that is remembered only a quota's is known to be the service's own wish.
    let isLiftable =
      switch asked.outcome {
      case .status(401, _): true
      case .status(429, _): false
      default: asked.life != tooEarly.life
      }
    let isWanted = facts.incidents.contains {
      $0.kind == .askedFor && asked.sentAt <= $0.from && $0.from <= tooEarly.sentAt
    }
    if isWanted, isLiftable { return true }
    return asked.life != tooEarly.life && !facts.mustBeKept(asked)
  }

  /// An outage costs a few requests, however long it is.
  private func outages() -> [String] {
    facts.script.spells.compactMap { spell in
      guard case .offline = spell.kind else { return nil }
      let asked = facts.exchanges.filter { $0.sentAt >= spell.from && $0.sentAt < spell.to }
      let limit = 60 + (spell.to - spell.from) / 60
      guard Double(asked.count) > limit else { return nil }
      return "\(asked.count) requests while offline from \(Facts.text(spell.from)) to "
        + Facts.text(spell.to)
    }
  }
}
