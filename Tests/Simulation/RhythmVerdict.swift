import FoundationEssentials
import Schedule
import Weather

/// Holds the requests to the schedules: none missed while nothing stood in the way, none twice.
struct RhythmVerdict {
  let facts: Facts

  func problems() -> [String] {
    facts.sources.flatMap { source in
      let answers = facts.answers(source)
      return missed(source, answers) + twice(source, answers)
    }
  }

  /// Each time that is due is served as soon as nothing stands in the way, if the next is not due
  /// by then.
  private func missed(_ source: Facts.Source, _ answers: [Exchange]) -> [String] {
    guard facts.script.limits[source.provider] == nil else { return [] }
    var problems: [String] = []
    var due = facts.due(source, after: 0)
    while due < Script.length - 3600 {
      let next = facts.due(source, after: due)
      if let deadline = deadline(source, due, next) {
        // Around a clock that was wrong, times that are close to an answer are not made up for.
        let first = facts.clockWasSet(due - (next - due), deadline) ? due - (next - due) : due - 1
        if !answers.contains(where: { first <= $0.sentAt && $0.sentAt <= deadline }) {
          problems.append(
            "\(source.slug) of \(source.provider), due \(Facts.text(due)), was not asked for by "
              + Facts.text(deadline))
        }
      }
      due = next
    }
    return problems
  }

  /// By when a due time must have been served; nil where that can't be said.
  private func deadline(_ source: Facts.Source, _ due: Double, _ next: Double) -> Double? {
    let starts =
      [due]
      + facts.troubles.filter { $0.provider ?? source.provider == source.provider }
      .map { $0.to + Facts.aftermath + 1 }.filter { due < $0 && $0 < next }.sorted()
    for start in starts {
      let failed = facts.exchanges.contains {
        $0.provider == source.provider && !$0.isAnswered
          && (start - 1800...start + 60).contains($0.sentAt)
      }
      let deadline = start + (failed ? Facts.aftermath : 60)
      guard deadline < next - 1 else { return nil }
      if facts.isCalm(source.provider, start, deadline) { return deadline }
    }
    return nil
  }

  /// Between two answers a time was due.
  private func twice(_ source: Facts.Source, _ answers: [Exchange]) -> [String] {
    zip(answers, answers.dropFirst()).compactMap { first, second in
      guard !isAllowed(source, first, second) else { return nil }
      return
        "\(source.slug) of \(source.provider) was asked for twice: \(Facts.text(first.sentAt)) "
        + "and \(Facts.text(second.sentAt))"
    }
  }

  private func isAllowed(
    _ source: Facts.Source, _ first: Exchange, _ second: Exchange
  ) -> Bool {
    let asked = facts.incidents.contains {
      $0.kind == .askedFor && $0.from >= first.sentAt && $0.from <= second.sentAt
    }
    if asked || first.life != second.life && !facts.mustBeKept(first) { return true }
    let ended = first.endedAt ?? first.sentAt
    if facts.due(source, after: ended) <= second.sentAt + 1 { return true }
    guard facts.clockWasSet(first.sentAt, second.sentAt) else { return false }
    // By the clock as it was, the next time had come.
    if let wall = first.endedWall, facts.due(source, after: wall) <= second.sentWall + 1 {
      return true
    }
    // A time is another one by another clock; but never was it so soon.
    return second.sentAt - first.sentAt >= 900
  }
}
