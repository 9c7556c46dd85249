import CommandLine
import FoundationEssentials
import Weather

/// The instant of `--as-of`: answers are as they would have been then.
struct AsOf {
  private let word: TimeWord

  /// Understands the option; nil where it was not given.
  init?(_ parsed: ParsedCommand) throws(UsageError) {
    guard let text = parsed.value(of: .asOf) else { return nil }
    word = try TimeWord(text, of: .asOf)
  }

  /// The instant in a city: of a day, month or year its last second, or now before that.
  func instant(by clock: CityClock) throws -> Date {
    let (from, to) = try word.period(by: clock)
    guard from <= clock.now else { throw UsageError("--as-of can't be of the future") }
    return from == to ? from : min(to - 1, clock.now)
  }
}

extension Inquiry {
  /// The same question about a city, asked at an earlier instant.
  func asked(about city: CityRecord, at instant: Date) -> (Inquiry, CityRecord) {
    var inquiry = self
    inquiry.move(to: instant)
    var city = city
    city.utcOffsetSeconds = nil
    return (inquiry, city)
  }
}
