import CommandLine
import Configuration
import FoundationEssentials
import Sync
import Weather

/// What `almanacd backfill` is asked for.
struct BackfillQuestion {
  private let unnamed: BackfillWish

  init(_ parsed: ParsedCommand) throws(UsageError) {
    guard let from = parsed.value(of: .from) else {
      throw UsageError(
        "almanacd backfill needs --from DATE", advice: "for example --from 2016-01-01")
    }
    let first = try Self.period(from).lowerBound
    let yesterday = LocalDate(daysSince1970: Int(Date().unixSeconds / 86_400))
    let last = try parsed.value(of: .to).map { text throws(UsageError) in
      try Self.period(text).upperBound
    }
    guard first <= last ?? yesterday else {
      throw UsageError(
        "--from \(first) lies after \(last.map { "--to \($0)" } ?? "today")",
        advice: "nothing of the future can be fetched")
    }
    var wish = BackfillWish(slugs: parsed.arguments, dates: first...(last ?? yesterday))
    wish.provider = parsed.value(of: .asked)
    wish.basis = parsed.value(of: .basis).flatMap { Basis(rawValue: $0) }
    wish.wantsForecasts = parsed.has(.pastForecasts)
    self.unnamed = wish
  }

  /// The wish, its cities by slug.
  func wish(_ configuration: Configuration) throws(UsageError) -> BackfillWish {
    var wish = unnamed
    wish.slugs = []
    for word in unnamed.slugs {
      let slug = try slug(of: word, configuration)
      if !wish.slugs.contains(slug) { wish.slugs.append(slug) }
    }
    return wish
  }

  /// The slug of a city that was named by slug or by name.
  private func slug(of word: String, _ configuration: Configuration) throws(UsageError) -> String {
    let cities = configuration.cities.filter(\.active).map(\.city)
    let wanted = word.lowercased()
    if let city = cities.first(where: { $0.slug == wanted || $0.name.lowercased() == wanted }) {
      return city.slug
    }
    throw UsageError(
      "no active city \(UsageError.quoted(word)) in \(configuration.path)",
      advice: Nearest.match(wanted, in: cities.map(\.slug)).map { "did you mean \($0)?" }
        ?? "almanacd check lists them")
  }

  /// The days of `2026-11-01`, `2026-11` or `2026`.
  private static func period(_ text: String) throws(UsageError) -> ClosedRange<LocalDate> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    if let day = LocalDate(iso: text), (1900...2200).contains(day.components.year) {
      return day...day
    }
    if parts.first?.utf8.count == 4, (1...2).contains(parts.count),
      let first = LocalDate(
        iso: ([parts[0]] + (parts.count == 2 ? [parts[1]] : ["01"]) + ["01"])
          .joined(separator: "-")),
      (1900...2200).contains(first.components.year)
    {
      let (year, month, _) = first.components
      let last = parts.count == 2 ? month : 12
      let length = LocalDate.daysIn(month: last, year: year)
      return first...(LocalDate(year: year, month: last, day: length) ?? first)
    }
    throw UsageError(
      "\(UsageError.quoted(text)) is no date", advice: "use 2016-01-01, 2016-01 or 2016")
  }
}
