extension Option {
  /// How long a query of the user's own may work.
  public static let timeout = Option(
    "timeout", "LENGTH", "give up after so much work (default 60s)")
  /// How far a condition looks ahead.
  public static let within = Option(
    "within", "LENGTH", "only forecast days that begin within this time, as 36h or 3d")
}

extension Program {
  static let whenCommand = Command(
    "when", "forecast days or readings that meet a condition",
    discussion: """
      Prints the days of the forecast, from the city's own today on, for which a condition holds, \
      and exits 1 where there is none. The condition is an expression of SQLite on the columns of \
      almanac forecast, or, where an option names a time of the past, on those of almanac \
      history; the unit is the last part of a column's name, and any unit will do \
      (temperature_low_c, temperature_low_f). A value that is not known meets no comparison. \
      Instants are Unix seconds, dates texts as '2026-12-24'. The table also has the columns that \
      the condition looks at.
      """,
    argument: oneCity, last: .init("CONDITION", count: 1...1, "what must hold, quoted"),
    options: [.within, .since, .until, .last, .day, .month, .year],
    examples: [
      .init("almanac when lisbon 'precipitation_mm >= 10'", "on which days will it pour?"),
      .init("almanac when oslo 'temperature_low_c < 0' --within 3d", "is there frost to come?"),
      .init("almanac when oslo 'wind_gust_kmh > 60' --last 30d", "when were there storms?"),
      .init("almanac when oslo \"condition = 'snow'\" --json", "for a program"),
    ],
    exits: [
      .init(.done, "a row meets the condition"),
      .init(.nothing, "none does, which is not said; or there are no rows, which is"),
      .init(.usage, "the condition is not understood, or would do more than compare"),
    ])

  static let sqlCommand = Command(
    "sql", "ask the database in SQL",
    discussion: """
      Runs one statement that only reads, and prints its rows as they are stored: times as Unix \
      seconds, values in the unit that ends the column's name. The views are for everybody, and \
      only ever grow (man almanac-schema); tables may change with any version. Nothing can be \
      written, attached or set.
      """,
    argument: .init("SQL", count: 1...1, "one statement, quoted"),
    options: [.timeout],
    examples: [
      .init("almanac sql 'SELECT * FROM current_conditions'", "the newest readings"),
      .init(
        "almanac sql 'SELECT city, max(temperature_c) FROM observations GROUP BY city'",
        "the highest of each city"),
      .init(
        "almanac sql 'SELECT * FROM sync_log' --csv --timeout 5m", "rows for a spreadsheet"),
      .init("almanac sql 'PRAGMA table_info(forecasts)'", "which columns are there?"),
    ],
    exits: [
      .init(.done, "a row was printed"), .init(.nothing, "there was none, which is not said"),
      .init(.usage, "SQLite does not understand it, or it would do more than read"),
      .init(.tryLater, "it took longer than --timeout"),
    ])
}
