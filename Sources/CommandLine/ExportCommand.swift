extension Option {
  /// The file that a result goes to.
  public static let output = Option(
    "output", short: "o", "FILE", "write FILE, whole or not at all, in place of standard output")
  /// The formats of `export`, which prints no tables.
  public static let exportFormat = Option(
    "format", short: "f", "FORMAT",
    allowed: ["csv", "tsv", "ndjson", "json", "prometheus", "sqlite"],
    "how to write; without it as the end of FILE's name says, else csv")
}

extension Program {
  /// The views of the database that `export` knows.
  public static let views = [
    "observations", "current_conditions", "forecasts", "daily_forecast", "hourly_observed",
    "daily_observed", "observed_days", "sync_log", "gaps", "cities",
  ]

  static let exportCommand = Command(
    "export", "what is kept, for other programs",
    discussion: """
      Writes a view of the database (man almanac-schema), observations without a word, of all \
      services unless --provider names one, and of all time unless --since or --until is given. \
      Words that are no VIEW are cities. Rows are written while they are read, however many there \
      are. With --format sqlite it writes a smaller database, for almanac --db FILE: all views, or \
      those that are named. With --format prometheus it writes how fresh everything is, what \
      failed, what is left of quotas, and the newest values, for the textfile collector of \
      node_exporter. FILE is replaced only where an earlier export wrote it.
      """,
    argument: .init(
      "VIEW|CITY", count: 0...10_000, among: views,
      "a view of the database, or a city; all cities without one"),
    options: [.exportFormat, .output, .since, .until],
    examples: [
      .init("almanac export lisbon >lisbon.csv", "all readings of a city"),
      .init("almanac export forecasts --since 2026 -f ndjson", "what was forecast, line by line"),
      .init("almanac export daily_observed -o days.csv", "a file, whole or not at all"),
      .init("almanac export oslo --since 2026 -o oslo.db", "a database of one city and year"),
      .init(
        "almanac export -f prometheus -o /var/lib/node_exporter/almanac.prom",
        "each minute, by cron"),
    ],
    exits: [
      .init(.done, "it was printed or written"),
      .init(.nothing, "there was no row, and no FILE was written"),
      .init(.cannotCreate, "FILE is something that export did not write"),
      .init(.io, "FILE or standard output can't be written"),
      .init(.tryLater, "the database changed in a way that reading could not be protected from"),
    ])
}
