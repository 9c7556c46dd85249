extension Option {
  /// The template of a line a city.
  public static let line = Option(
    "line", "TEMPLATE", "print a line a city, as '%l %c %t', and nothing else")
  /// The wish to see changes.
  public static let watch = Option(
    flag: "watch", optional: "SECONDS",
    "stay, and redraw when something changed; looks every 2 s or SECONDS")
}

extension Program {
  static let overviewCommand = Command(
    "overview", "the weather at a glance; what almanac does without a command",
    discussion: """
      Prints a line a city: the sign of the weather, the temperature and its change in three \
      hours, today's high and low, wind, rain, and the age of all that. High and low are the \
      extremes of today's readings and of the newest forecast of the city's today. Of a single \
      CITY the coming days stand below. A narrow terminal gets fewer columns. What is stale is \
      dim and says so.
      """,
    argument: cities, options: [.line, .watch],
    examples: [
      .init("almanac", "all cities"),
      .init("almanac lisbon", "one, and its coming days"),
      .init("almanac lisbon oslo", "two of them"),
      .init("almanac --watch", "until Ctrl-C"),
      .init("almanac lisbon --line '%c %t'", "for a status bar"),
      .init("almanac --json", "for a program"),
    ],
    exits: rowExits)
}
