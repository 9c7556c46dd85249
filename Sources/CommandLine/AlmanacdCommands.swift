extension Option {
  /// Only what is due.
  public static let due = Option(flag: "due", "only cities that are due; for cron and timers")
  /// Cities to work on, by slug.
  public static let city = Option(
    "city", short: "c", "SLUG", repeats: true, "only this city; may be given again")
  /// Where replies are kept.
  public static let record = Option("record", "DIR", "keep every reply in DIR, keys removed")
  /// The form of log lines.
  public static let logFormat = Option(
    "log-format", "FORMAT", allowed: ["text", "json"],
    "how log lines are written, in place of log_format")
  /// Services are asked.
  public static let online = Option(
    flag: "online", "also ask each service once, about one of its cities")
  /// Nothing is written.
  public static let dryRun = Option(flag: "dry-run", "show what would be done, change nothing")
  /// What is there may be replaced.
  public static let force = Option(flag: "force", "replace FILE if it is there")
  /// What a column means.
  public static let map = Option(
    "map", "COLUMN=FIELD", repeats: true, "what a column means; may be given again")
  /// Coordinates to look up.
  public static let near = Option(
    "near", "LAT,LON", "what is at these coordinates, by OpenWeatherMap")
  /// The service that is asked.
  public static let asked = Option("provider", short: "p", "NAME", "the service that is asked")
  /// How many places are wanted.
  public static let count = Option("count", short: "n", "N", "at most so many places, 1 to 100")
  /// The country that is meant.
  public static let country = Option("country", "CODE", "in this country, as FR")
  /// No network.
  public static let offline = Option(flag: "offline", "ask the gazetteer, not the network")
  /// Less to read.
  public static let quiet = Option(flag: "quiet", short: "q", "print problems only")
  /// The database that the daemon writes.
  public static let store = Option("db", "FILE", "write this database")
}

extension Option {
  /// The first day of the past that is wanted.
  public static let from = Option("from", "DATE", "the first day: 2016-01-01, 2016-01 or 2016")
  /// The last day of the past that is wanted.
  public static let to = Option("to", "DATE", "the last day; yesterday if not given")
  /// What values of the past are to rest on.
  public static let basis = Option(
    "basis", "WORD", allowed: ["reanalysis", "model"],
    "values of an archive, or of forecast models only")
  /// Forecasts rather than weather.
  public static let pastForecasts = Option(
    flag: "forecasts", "what was forecast 1 to 7 days before each day, for accuracy")
}

extension Program {
  /// `almanacd`, the daemon.
  public static let almanacd = Program(
    "almanacd", "keeps the weather history of your cities",
    commands: [
      runCommand, syncCommand, checkCommand, lookupCommand, backfillCommand, importCommand,
      backupCommand, pruneCommand, rebuildCommand, migrateCommand, reprocessCommand,
    ],
    sharedOptions: [.configuration, .store, .quiet, .verbose, .logFormat],
    exits: [
      .init(.done),
      .init(.nothing, "some city failed (sync), or nothing matched or could be decoded"),
      .init(.usage),
      .init(.data), .init(.missing), .init(.unavailable), .init(.cannotCreate), .init(.io),
      .init(.tryLater, "try again later: no network, over a quota, or another run at work"),
      .init(.permission), .init(.configuration),
    ],
    examples: [
      .init("almanacd check", "what would be done, and is it allowed?"),
      .init("almanacd sync", "fetch all cities once"),
      .init("almanacd sync --due --quiet", "fetch what is due; for cron"),
      .init("almanacd run", "go on for ever; for systemd"),
      .init("almanacd lookup kathmandu", "find a city's coordinates"),
      .init("almanacd backfill lisbon --from 2016-01-01", "fetch its past"),
    ],
    reference: "The configuration: man almanac.toml")

  private static let runCommand = Command(
    "run", "fetch on schedule until told to stop",
    discussion: """
      Runs until TERM or INT. HUP reads the configuration again, USR1 fetches all cities now. \
      Without a network it waits for one and then closes the gap.
      """,
    examples: [
      .init("almanacd run", "with the usual configuration"),
      .init("almanacd run --config ./almanac.toml --verbose", "to try one out"),
    ],
    exits: [
      .init(.done, "told to stop, by TERM or INT"),
      .init(.tryLater, "another run or sync is at work on the database"),
    ])

  private static let syncCommand = Command(
    "sync", "fetch once",
    discussion: """
      Fetches all cities once, whatever their schedule, and stores what came. What --record keeps \
      is read again by a service of kind "file".
      """,
    options: [.due, .city, .record],
    examples: [
      .init("almanacd sync", "all cities"),
      .init("almanacd sync --city lisbon --city oslo", "two of them"),
      .init("almanacd sync --due --quiet", "what is due; for cron"),
      .init("almanacd sync --record replies", "keep what the services say"),
    ],
    exits: [
      .init(.done, "every city succeeded, or none was due or configured"),
      .init(.nothing, "some city failed, wholly or in part"),
      .init(.unavailable, "all failed, and not for want of a network"),
      .init(
        .tryLater,
        "all failed for want of a network or are held back by a quota; or another run or sync is"
          + " at work on the database"),
      .init(.permission, "every key was refused; or the files may not be used"),
    ])

  private static let checkCommand = Command(
    "check", "show the settings and what they would do",
    discussion: """
      Reads the configuration and prints the cities, services, next times and requests a day \
      against each quota. Nothing is fetched or written, unless --online asks each service once; \
      what that costs is booked where there is a database, and nothing else is written.
      """,
    options: [.online],
    examples: [
      .init("almanacd check", "the usual configuration"),
      .init("almanacd check --online", "does each service answer?"),
      .init("almanacd check --config ./almanac.toml", "another one"),
    ],
    exits: [
      .init(.done, "all is well"),
      .init(.configuration, "something is wrong, missing, or over a quota"),
      .init(.nothing, "some service did not answer (--online)"),
      .init(.unavailable, "none did, and not for want of a network (--online)"),
      .init(.tryLater, "there is no network, or all want to be asked later (--online)"),
      .init(.permission, "every key was refused (--online)"),
    ])

  private static let lookupCommand = Command(
    "lookup", "find the coordinates of a place",
    discussion: """
      Prints the places of a name, and below them the first one as a city for the \
      configuration. Open-Meteo is asked, unless --provider names another service; it needs no \
      key. Only OpenWeatherMap can tell what is at coordinates (--near); it needs a key, as \
      api_key_file of [providers.openweathermap] or ALMANAC_KEY_OPENWEATHERMAP, and gives at most 5 \
      places. Without a network, the gazetteer is asked, where there is one: in it, the \
      beginning of a name is enough. An area or country may follow the name after a comma.
      """,
    argument: .init("NAME", count: 0...32, "the place; words make one name"),
    options: [.near, .country, .asked, .offline, .count],
    examples: [
      .init("almanacd lookup kathmandu", "where is it?"),
      .init("almanacd lookup Hollywood, Florida", "one of many"),
      .init("almanacd lookup 東京 --offline", "in any script, without a network"),
      .init("almanacd lookup --near -33.87,151.21", "what is there?"),
      .init("almanacd lookup lisbon -p openweathermap", "ask another service"),
    ],
    exits: [
      .init(.done, "a place was printed"),
      .init(.nothing, "nothing matches"),
      .init(.missing, "there is no gazetteer (--offline)"),
      .init(.unavailable, "the service failed"),
      .init(.tryLater, "there is no network, or the service wants to be asked later"),
      .init(.permission, "the key was refused"),
      .init(.configuration, "the service needs a key that is not there"),
    ])

  private static let reprocessCommand = Command(
    "reprocess", "decode kept replies again",
    discussion: """
      A reply that can't be decoded is kept as it came. This decodes the kept ones with the present \
      version, for example after an upgrade, and stores what they say with the time at which they \
      came; what still can't be decoded stays. Works beside a running daemon.
      """,
    options: [.dryRun],
    examples: [
      .init("almanacd reprocess", "after an upgrade"),
      .init("almanacd reprocess --dry-run --verbose", "what would be done, and why the rest stays"),
    ],
    exits: [
      .init(.done, "something was decoded, or nothing is kept"),
      .init(.nothing, "nothing of what is kept could be decoded"),
    ])

  private static let importCommand = Command(
    "import", "add readings of files to the history",
    discussion: """
      Reads CSV (with commas, semicolons or tabs, and a header), NDJSON as almanac history \
      prints it, and the archive of WeeWX; FILE - is standard input. A column is named after a \
      measurement and the unit of its numbers, such as temperature_f; --map names others, and - \
      leaves one out. The city is the column city, or --city; with both, only its rows are taken. \
      Local times are those of the city. What a service said stays, and the same file again adds \
      nothing. Works beside a running daemon.
      """,
    argument: .init("FILE", count: 1...1000, "a file to read"),
    options: [
      .city.saying("the city of the rows; where the file names cities, only its own"),
      .asked.saying("whose readings they are; else the file says, or it is weewx or import"),
      .map, .dryRun,
    ],
    examples: [
      .init("almanacd import /var/lib/weewx/weewx.sdb --city lisbon", "a station's archive"),
      .init("almanacd import old.csv --city lisbon --dry-run", "what would it add?"),
      .init("almanacd import log.csv -c lisbon --map Outside=temperature_f", "name a column"),
      .init("almanacd import history.ndjson --db other.db", "what almanac history printed"),
    ],
    exits: [
      .init(.done, "the readings are in the history"),
      .init(.nothing, "there was no reading"),
      .init(.usage, "wrong use, also an unknown field or no row of a known city"),
      .init(.data, "a file is of no kind that is read, or nothing in it could be"),
      .init(.missing, "no such file"),
      .init(.tryLater, "the database is being repaired, or a file changed while it was read"),
      .init(.configuration, "the configuration is invalid, or lacks the zone of a city"),
    ])

  private static let backupCommand = Command(
    "backup", "copy the database into one file",
    discussion: """
      Copies one state of the database, also while the daemon writes, into FILE, which then needs \
      no other file. FILE is complete and on the disk, or not there; only its owner may read it.
      """,
    argument: .init("FILE", count: 1...1, "the file to make"),
    options: [.force],
    examples: [
      .init("almanacd backup /mnt/usb/almanac.db", "a copy"),
      .init("almanacd backup --force /mnt/usb/almanac.db", "in place of the last one"),
    ],
    exits: [
      .init(.done, "FILE is a copy"),
      .init(.data, "the database is damaged, newer than this program, or not Almanac's"),
      .init(.missing, "there is no database yet"),
      .init(.cannotCreate, "FILE is there already, or its folder is not"),
      .init(.io, "a read or write failed, or the disk is full"),
    ])
}
