import FoundationEssentials
import Weather
import Zones

/// Services that are asked for one day of the past, or one instant of it, at a time.
enum TimeMachine {
  /// What such a service has: an archive, and for the days that no archive of the world's weather
  /// has yet what its models said.
  ///
  /// The day of each request stands for itself: it is stored as soon as it has come.
  static func products(
    from first: LocalDate, today: LocalDate, modelDays: Int
  ) -> [PastProduct] {
    let newest = today.adding(days: -modelDays)
    guard first < newest else { return [] }
    func product(_ kind: PastProduct.Kind, _ dates: ClosedRange<LocalDate>) -> PastProduct {
      PastProduct(kind: kind, dates: dates, chunkDays: 1, settledAfterDays: 2)
    }
    return [
      product(.archive, first...newest.adding(days: -1)), product(.recent, newest...today),
    ]
  }

  /// The days of a range that have begun, and whether each is over.
  static func days(
    _ dates: ClosedRange<LocalDate>, _ clock: CityClock, now: Date
  ) -> [(date: LocalDate, isOver: Bool)] {
    let today = clock.date(at: now)
    let last = min(dates.upperBound, today)
    guard dates.lowerBound <= last else { return [] }
    return (dates.lowerBound.daysSince1970...last.daysSince1970).map {
      let date = LocalDate(daysSince1970: $0)
      return (date, date < today)
    }
  }
}

/// The clocks of a city, of which the zone may not be known: then they go by the sun.
struct CityClock {
  private let zone: Zone?
  private let sunOffset: Int

  init(_ city: City) {
    zone = city.likelyTimezone.flatMap { Zone($0) }
    // 15 degrees an hour: off by an hour or two nearly everywhere.
    sunOffset = Int((city.longitude * 240).rounded())
  }

  func date(at instant: Date) -> LocalDate {
    LocalTime(
      instant, utcOffsetSeconds: zone?.offset(at: instant).seconds ?? sunOffset
    ).date
  }

  func noon(of date: LocalDate) -> Date { instant(of: date, secondOfDay: 43_200) }

  /// The full hours of UTC within a date.
  func hours(of date: LocalDate) -> [Date] {
    let hour: Int64 = 3600
    let begin = instant(of: date, secondOfDay: 0).unixSeconds
    let end = instant(of: date.adding(days: 1), secondOfDay: 0).unixSeconds
    let late = begin % hour
    let first = late == 0 ? begin : begin - late + (late > 0 ? hour : 0)
    return stride(from: first, to: end, by: Int(hour)).map { Date(unixSeconds: $0) }
  }

  private func instant(of date: LocalDate, secondOfDay: Int) -> Date {
    guard let zone else {
      return Date(unixSeconds: Int64(date.daysSince1970 * 86_400 + secondOfDay - sunOffset))
    }
    return zone.instant(ofLocalDay: date.daysSince1970, secondOfDay: secondOfDay).instant
  }
}
