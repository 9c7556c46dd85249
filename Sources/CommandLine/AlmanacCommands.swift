extension Option {
  /// The database, above every other way to name it.
  public static let database = Option("db", "FILE", "read this database")
  /// The configuration file.
  public static let configuration = Option("config", "FILE", "read this configuration")
  /// The units that values are printed in.
  public static let units = Option(
    "units", short: "u", "SYSTEM", allowed: ["metric", "imperial", "uk", "si"], "units to print in")
  /// The format of the output.
  public static let format = Option(
    "format", short: "f", "FORMAT",
    allowed: ["table", "csv", "tsv", "json", "ndjson", "markdown"], "how to print")
  /// Short for `--format json`.
  public static let json = Option(flag: "json", for: format, "json")
  /// Short for `--format csv`.
  public static let csv = Option(flag: "csv", for: format, "csv")
  /// The service whose values are wanted, or `all`.
  public static let provider = Option(
    "provider", short: "p", "NAME", "values of this service, or of all")
  /// When to colour.
  public static let color = Option(
    "color", "WHEN", allowed: ["auto", "always", "never"], "when to use colour")
  /// The age beyond which the exit status is 1.
  public static let maximumAge = Option(
    "max-age", "AGE", "exit 1 if something shown is older, for example 2h")
  /// Cities that are no longer in the list, and columns that are usually left out.
  public static let all = Option(
    flag: "all", short: "a", "also cities that are no longer in the list")
  /// More to read.
  public static let verbose = Option(flag: "verbose", short: "v", "say more")

  /// A part of what is known of a city.
  public static let search = Option(
    "search", "TEXT", "only cities with TEXT in name, slug, region or country")
  /// How many days of forecast.
  public static let days = Option("days", short: "d", "N", "days to show, from today (default 7)")
  /// The instant that answers are as of.
  public static let asOf = Option("as-of", "TIME", "what was forecast at this time")
  /// All services as one.
  public static let blend = Option(
    flag: "blend", "the services as one, each weighed by how good it was here")
  /// The beginning of a range of time.
  public static let since = Option("since", short: "s", "TIME", "from this time on")
  /// The end of a range of time.
  public static let until = Option("until", "TIME", "up to this time; a date means its end")
  /// One day.
  public static let day = Option("day", "DATE", "only this day of the place's own calendar")
  /// One month.
  public static let month = Option("month", "MONTH", "only this month, as 2026-11")
  /// One year.
  public static let year = Option("year", "YEAR", "only this year")
  /// A length of time up to now.
  public static let last = Option("last", short: "l", "LENGTH", "the time up to now, as 36h or 7d")
  /// The length of a bucket.
  public static let every = Option(
    "every", short: "e", "PERIOD", allowed: ["hour", "day", "week", "month", "year"],
    "one row a period, with least, mean and most")
}

extension Program {
  /// `almanac`, the query command.
  public static let almanac = Program(
    "almanac", "your own weather history, from the local store, network or not",
    commands: [
      overviewCommand, nowCommand, forecastCommand, historyCommand, summaryCommand, recordsCommand,
      normalsCommand, revisionsCommand, accuracyCommand, whenCommand, citiesCommand, gapsCommand,
      statusCommand, exportCommand, sqlCommand,
    ],
    sharedOptions: [
      .database, .configuration, .units, .format, .json, .csv, .provider, .maximumAge, .all,
      .color, .verbose,
    ],
    defaultCommand: "overview",
    exits: [
      .init(.done), .init(.nothing, "nothing matched; or stale (status), or older than --max-age"),
      .init(.usage), .init(.data), .init(.missing), .init(.io),
      .init(.tryLater, "try again later: the database is locked, or kept changing"),
      .init(.permission, "the database may not be read"),
    ],
    examples: [
      .init("almanac", "now and today, in all your cities"),
      .init("almanac lisbon", "in one, and the coming days"),
      .init("almanac forecast lisbon --days 3", "the coming days"),
      .init("almanac history lisbon --last 7d", "what it was"),
      .init("almanac history --every day --csv >days.csv", "a table for a spreadsheet"),
      .init("almanac status", "is everything fresh?"),
    ],
    reference: "Formats and columns: man almanac-schema")

  static let rowExits: [Command.Exit] = [
    .init(.done, "some row was printed, stale or not"),
    .init(.nothing, "there was no row; or, with --max-age, something is older"),
  ]

  static let cities = Command.Argument(
    "CITY", count: 0...10_000,
    "a city by slug, name or the beginning of either; all cities without one")

  private static let nowCommand = Command(
    "now", "the newest readings",
    discussion: """
      Prints the newest reading of each city with its age, and today's high and low if a forecast \
      is stored. A reading older than two intervals, and at least an hour old, is marked STALE and \
      printed all the same.
      """,
    argument: cities, options: [.line, .watch],
    examples: [
      .init("almanac now", "all cities"),
      .init("almanac now lisbon oslo", "two of them"),
      .init("almanac now oslo --provider all", "what each service says"),
      .init("almanac now --json", "for a program"),
      .init("almanac now lisbon --max-age 1h", "exit 1 if older than an hour"),
    ],
    exits: rowExits)

  private static let forecastCommand = Command(
    "forecast", "the coming days",
    discussion: """
      Prints the newest forecast of each day, from the city's own today on. With --as-of it \
      prints what was forecast at an earlier TIME, from its day on, with the age that it then \
      had; a date means its last second. With --blend it combines the services of each city: each \
      weighs by its errors of the last 60 days, so many days ahead, less its bias; ± is the spread. \
      A day has the first service alone where fewer than two have 10 such days, and says so (By, \
      and basis in machine formats).
      """,
    argument: cities, options: [.days, .asOf, .blend, .watch],
    examples: [
      .init("almanac forecast lisbon", "seven days"),
      .init("almanac forecast --days 1", "today, in all cities"),
      .init("almanac forecast oslo --units imperial", "in °F and inches"),
      .init("almanac forecast oslo --provider all", "what each service says"),
      .init("almanac forecast oslo --blend", "what all of them say together"),
      .init("almanac forecast oslo --as-of 2026-11-01T12:00", "what was believed then"),
    ],
    exits: rowExits)

  private static let historyCommand = Command(
    "history", "readings of the past",
    discussion: """
      Prints stored readings, those of the last 24 hours unless told otherwise. A TIME is \
      2026-11-01, 2026-11-01T06:00, 2026-11, 2026, today, yesterday, -7d or -36h, in the city's \
      own time. A date means the whole of it: --until 2026-11-01 includes that day. With --every, \
      Rain is the sum, Wind the mean and Gust the largest of a period's readings, and Cover how \
      much of the period the readings speak for: each until the next, at most for an interval or \
      an hour, whichever is longer.
      """,
    argument: cities, options: [.since, .until, .last, .day, .month, .year, .every],
    examples: [
      .init("almanac history lisbon", "the last 24 hours"),
      .init("almanac history lisbon --day yesterday", "one day"),
      .init("almanac history oslo --since -7d --every day", "a week, day by day"),
      .init("almanac history --month 2026-11 --csv", "a month, for a spreadsheet"),
      .init("almanac history oslo --year 2026 --every month", "a year, month by month"),
    ],
    exits: rowExits)

  private static let citiesCommand = Command(
    "cities", "the places that are kept",
    discussion: """
      Lists the cities of the store with what is kept of each. With --verbose it also names the \
      services and how their data is to be credited.
      """,
    argument: cities, options: [.search],
    examples: [
      .init("almanac cities", "the list"),
      .init("almanac cities --all", "with those that were taken out"),
      .init("almanac cities --verbose", "with services and credits"),
      .init("almanac cities --search sao", "São Paulo, say"),
    ])

  private static let gapsCommand = Command(
    "gaps", "times without readings, and why",
    discussion: """
      Lists the hours in which the schedule wanted a reading and none came, as far as they are not \
      filled: with an interval of an hour or less every hour, else the hours of its times. The \
      reason is offline, quota, key, service, stopped, asleep, disk or clock. almanacd run and \
      sync fill them where the service has a past. With --all also those that were filled, and \
      those of cities that are no longer in the list.
      """,
    argument: cities,
    examples: [
      .init("almanac gaps", "what is missing"),
      .init("almanac gaps lisbon --all", "and what was filled since"),
      .init("almanac gaps --csv", "for a program"),
    ],
    exits: [
      .init(.done, "there is a gap"), .init(.nothing, "there is none"),
    ])

  private static let statusCommand = Command(
    "status", "is everything fresh, and what failed",
    discussion: """
      Shows for each city and service when it last succeeded, how old its values are and what \
      failed since; then services that are paused, open gaps, who is syncing now, and databases that were \
      set aside. STALE is what is older than two intervals of its schedule, and at least an \
      hour old.
      """,
    argument: cities, options: [.watch],
    examples: [
      .init("almanac status", "all of it"),
      .init("almanac status --max-age 3h || mail -s stale me", "in a script"),
      .init("almanac status --json", "for monitoring"),
    ],
    exits: [
      .init(.done, "nothing is stale; what failed stands in the table, and in --json"),
      .init(.nothing, "something is stale, or, with --max-age, older than that"),
    ])
}
