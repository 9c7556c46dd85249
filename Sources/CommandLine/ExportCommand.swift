extension Option {
  /// The file that a result goes to.
  public static let output = Option(
    "output", short: "o", "FILE", "write FILE, whole or not at all, in place of standard output")
}

extension Program {
  static let exportCommand = Command(
    "export", "the state of the store for other programs",
    discussion: """
      Prints how fresh everything is, what failed, what is left of quotas, the size of the database \
      and the newest values, in the text format of Prometheus; for the textfile collector of \
      node_exporter. Times are Unix seconds, units end the names.
      """,
    argument: .init("CITY", count: 0...10_000, "a city; all cities without one"),
    options: [.output],
    examples: [
      .init("almanac export --format prometheus", "to look at"),
      .init(
        "almanac export -f prometheus -o /var/lib/node_exporter/almanac.prom",
        "each minute, by cron"),
    ],
    exits: [
      .init(.done, "it was printed or written"),
      .init(.io, "FILE can't be written"),
    ])
}
