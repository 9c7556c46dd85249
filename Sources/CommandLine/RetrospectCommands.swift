extension Program {
  static let oneCity = Command.Argument(
    "CITY", count: 1...1, "a city by slug, name or the beginning of either")

  static let revisionsCommand = Command(
    "revisions", "how a day's forecast changed, and what the day was",
    discussion: """
      Prints every revision of the forecast of a DATE in the order in which they came, how long the \
      service still said the same, and how many days ahead it was. The last line is what the day \
      was: by readings that cover at least 80 % of it (stations before reanalyses before models), \
      else as a service gives it afterwards (almanacd backfill). A date is 2026-11-30, today, \
      yesterday or tomorrow, in the city's own calendar.
      """,
    argument: oneCity, last: .init("DATE", count: 1...1, "the day that was forecast"),
    examples: [
      .init("almanac revisions lisbon yesterday", "what was forecast, and what came"),
      .init("almanac revisions lisbon 2026-11-30 -p all", "by every service"),
      .init("almanac revisions lisbon tomorrow --csv", "for a spreadsheet"),
    ],
    exits: [
      .init(.done, "some row was printed"),
      .init(.nothing, "the day was never forecast, and what it was is not known"),
    ])
}
