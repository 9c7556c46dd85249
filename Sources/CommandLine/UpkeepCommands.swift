extension Program {
  static let pruneCommand = Command(
    "prune", "let old details go",
    discussion: """
      Does what the table [retention] of the configuration says: readings that are older than \
      observations become hours and days, which stay for ever and answer as before; of forecasts \
      older than forecasts the one that was current last stays; requests older than runs (90 days) \
      become daily totals. Works in small steps beside a running daemon, which does the same once a \
      day by itself, and gives the room back to the disk. May be stopped at any time.
      """,
    options: [.dryRun],
    examples: [
      .init("almanacd prune --dry-run", "what would go?"),
      .init("almanacd prune", "now, rather than by and by"),
    ],
    exits: [
      .init(.done, "what is old is gone, or nothing was"),
      .init(.missing, "there is no database yet"),
    ])

  static let rebuildCommand = Command(
    "rebuild", "make hours and days again of readings that are left",
    discussion: """
      Makes the hours and days that prune kept again of their readings, where these are all there. \
      What it could only make worse stays as it is. All other hours and days are summed when they \
      are asked for, and need no rebuilding.
      """,
    examples: [.init("almanacd rebuild", "after an upgrade that sums otherwise")],
    exits: [
      .init(.done, "all that could be made again is made"),
      .init(.missing, "there is no database yet"),
    ])

  static let migrateCommand = Command(
    "migrate", "bring the database to this version",
    discussion: """
      Brings the tables of an older version up to this one, each step whole or not at all. run and \
      sync do so by themselves; this is for doing it at a time of your own. No other almanacd may \
      work on the database meanwhile.
      """,
    options: [.dryRun],
    examples: [
      .init("almanacd migrate --dry-run", "what would be done?"),
      .init("almanacd migrate", "do it"),
    ],
    exits: [
      .init(.done, "the database is of this version, or would be"),
      .init(.data, "the database is damaged, newer than this program, or not Almanac's"),
      .init(.missing, "there is no database yet"),
    ])
}
