extension Program {
  static let oneCity = Command.Argument(
    "CITY", count: 1...1, "a city by slug, name or the beginning of either")

  static let summaryCommand = Command(
    "summary", "what a month or a year amounts to",
    discussion: """
      Prints highs, lows and means, frost days with the first and the last of them, degree days, \
      rain and rain days, and wind of a month or a year up to yesterday (the month of yesterday \
      without an option), with the number of days behind each figure, against the same days of \
      other years. \
      Of these, extremes are those of all years, all else is the mean of the years. Records are \
      extremes beyond those of the same days of all earlier years, three at least. A rain day has \
      1.0 mm or more; heating and cooling degree days count from 18 °C by a day's mean; a \
      mean, a sum or a count needs 80 % of the days. A day is what readings say that cover 80 % \
      of it, else what a service gives afterwards.
      """,
    argument: cities, options: [.month, .year],
    examples: [
      .init("almanac summary lisbon", "this month so far, and other years' same days"),
      .init("almanac summary lisbon --month 2026-10", "a month"),
      .init("almanac summary lisbon --year 2026 -u imperial", "a year, in °F and inches"),
      .init("almanac summary lisbon -p open-meteo", "by the days of one service"),
      .init("almanac summary --year 2026 --csv", "all cities, for a spreadsheet"),
    ],
    exits: [
      .init(.done, "a city has a day of the period"), .init(.nothing, "there is none"),
    ])

  static let recordsCommand = Command(
    "records", "the extremes of all days that are known",
    discussion: """
      Prints the highest and the lowest temperature, the day with the lowest high, the night with \
      the highest low, the wettest day, the strongest wind and gust, and the longest spells \
      without and with rain days (1.0 mm or more), each with its date and the number of days that \
      it is of. A day is what readings say that cover 80 % of it, else what a service gives \
      afterwards.
      """,
    argument: cities,
    examples: [
      .init("almanac records", "of all cities"),
      .init("almanac records lisbon", "of one"),
      .init("almanac records lisbon -p open-meteo", "by the days of one service"),
      .init("almanac records --json", "for a program"),
    ],
    exits: [
      .init(.done, "a city has a whole day"), .init(.nothing, "there is none"),
    ])

  static let normalsCommand = Command(
    "normals", "what is usual on a day of the year",
    discussion: """
      Prints the usual high, low and rain chance of a DATE, today without one: means of the 15 \
      days about it in every stored year that has at least 12 of them, three years at least. A \
      rain day has 1.0 mm or more. almanac forecast offers the same where the forecast is stale.
      """,
    argument: oneCity,
    last: .init("DATE", count: 0...1, "2026-12-24, today, tomorrow; today without one"),
    examples: [
      .init("almanac normals lisbon", "what is usual today"),
      .init("almanac normals lisbon 2026-12-24", "and on another day"),
      .init("almanac normals lisbon tomorrow --json", "for a program"),
    ],
    exits: [
      .init(.done, "a year has enough days about the date"), .init(.nothing, "none has"),
    ])

  static let accuracyCommand = Command(
    "accuracy", "how good each service's forecasts were",
    discussion: """
      Prints by service and days ahead, up to 14, how far forecasts of high, low and wind were \
      off, and in which direction (bias, forecast less observed); how many rain days (1.0 mm or \
      more) were forecast, how many of those that were forecast were none, and the Brier score of \
      the probability. The line blend is of all services as one, as forecast --blend would have \
      said it before. A skill compares the error with that of a plain guess: as on the last day \
      that was over, or as is usual (normals, without the year itself). Each figure has the number \
      of days behind it, and needs ten. Days are what readings that cover 80 % of them, or \
      services, say they were, but never what the models of the judged service say: almanacd \
      backfill fetches others. The last line tells how well they are known.
      """,
    argument: cities, options: [.since],
    examples: [
      .init("almanac accuracy lisbon", "of all services, and all as one"),
      .init("almanac accuracy lisbon --since -90d", "lately"),
      .init("almanac accuracy --since 2026 -p met-norway", "one, in all cities"),
      .init("almanac accuracy -p blend", "all services as one"),
      .init("almanac accuracy lisbon --csv", "for a spreadsheet"),
    ],
    exits: [
      .init(.done, "a day that is known was forecast"), .init(.nothing, "there is none"),
    ])

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
