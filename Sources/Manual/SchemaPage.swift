import Presentation
import Weather

extension Page {
  /// The machine formats: what a command's rows are called here, and their columns.
  static let reports: [(name: String, columns: [Column])] = [
    ("now", NowReport.columns), ("overview", OverviewReport.columns),
    ("history", HistoryReport.columns),
    ("history --every", BucketReport.columns), ("forecast", ForecastReport.columns),
    ("forecast --blend", BlendReport.columns),
    ("summary", SummaryReport.columns), ("records", RecordsReport.columns),
    ("normals", NormalsReport.columns), ("accuracy", AccuracyReport.columns),
    ("revisions", RevisionsReport.columns), ("cities", CitiesReport.columns),
    ("gaps", GapsReport.columns),
    ("status", FetchingReport.columns),
  ]

  /// almanac-schema(5).
  static func schema(_ views: [SchemaView]) -> Page {
    Page(
      "almanac-schema", section: 5, "the views of Almanac's database, and the columns of almanac",
      synopsis: ".Pa /var/lib/almanac/almanac.db\n",
      schemaDescription + ".Sh VIEWS OF THE DATABASE\n" + sections(of: views)
        + ".Sh COLUMNS OF ALMANAC\n"
        + Mdoc.text(
          """
          With --format csv, tsv, json or ndjson the commands print these. Instants are RFC 3339 \
          texts with the city's offset there, and --units changes names and values together. What \
          a column of a view means it means here too.
          """)
        + reportItems(besides: Set(views.flatMap(\.columns))) + schemaEnd)
  }

  private static func sections(of views: [SchemaView]) -> String {
    var told: [[String]: String] = [:]
    return views.map { view in
      let head = ".Ss \(view.name)\n" + Mdoc.text(about[view.name] ?? "")
      if let other = told[view.columns] {
        return head + "Its columns are those of\n.Sy \(other) .\n"
      }
      told[view.columns] = view.name
      return head + items(view.columns, in: view.name)
    }.joined()
  }

  /// An item for columns that stand together and mean the same.
  private static func items(_ columns: [String], in place: String) -> String {
    var items: [(names: [String], text: String)] = []
    for column in columns {
      let text = ColumnMeaning.of(column, in: place) ?? ""
      if items.last?.text == text {
        items[items.count - 1].names.append(column)
      } else {
        items.append(([column], text))
      }
    }
    return Mdoc.list(items.map { ("Va \($0.names.joined(separator: " , "))", $0.text) })
  }

  private static func reportItems(besides known: Set<String>) -> String {
    reports.map { report in
      let names = report.columns.map { $0.name(in: .si) }
      let new = names.filter {
        (!known.contains($0) && $0 != "name") || ColumnMeaning.isSpecial($0, in: report.name)
      }
      let head = report.name.replacing(" --", with: " Fl \\-")
      return ".Ss almanac \(head)\n" + Mdoc.text(names.joined(separator: ", ") + ".")
        + items(new, in: report.name)
    }.joined()
  }

  /// What a row of each view is.
  static let about = [
    "observations": "Every reading: the current conditions at an instant, from a service.",
    "current_conditions":
      "The newest reading of each city and service that is not of the future.",
    "forecasts":
      """
    Every revision of every day that was forecast. A new one is kept only when a value changed; \
    an identical answer moves confirmed_at.
    """,
    "daily_forecast": """
    The current revision of each day: the most hours of the date, then the newest issued_at, then \
    the newest fetched_at.
    """,
    "hourly_observed": "What was observed in each local hour.",
    "daily_observed": "What was observed on each local day.",
    "observed_days": "What days were by the services themselves, from those that tell of the past.",
    "gaps": "Times in which the schedule wanted readings and none came.",
    "cities": "The places that are kept, in no order.",
    "sync_log":
      "The requests of the last 90 days, and the cities that failed alone in a request for several.",
  ]

  private static let schemaDescription = #"""
    .Sh DESCRIPTION
    Everything that
    .Xr almanacd 8
    keeps is in one SQLite file.
    Its views are for everybody, and only ever grow; its tables may change with any
    version.
    .Pp
    Times are seconds since 1970 in UTC, unless said otherwise.
    Values are in the unit that is the last part of the column's name.
    A value that is not known is null, never 0.
    .Pp
    The file is in WAL mode, and the files
    .Pa \-wal
    and
    .Pa \-shm
    belong to it:
    .Dq almanacd backup
    copies all of it while it is written.

    """#

  private static let schemaEnd = #"""
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa /var/lib/almanac/almanac.db
    the database of the machine's daemon
    .El
    .Sh EXAMPLES
    The coldest days of each city:
    .Bd -literal -offset indent
    SELECT city, date, temperature_min_c FROM daily_observed
    ORDER BY temperature_min_c LIMIT 10;
    .Ed
    .Pp
    How a day's forecast changed:
    .Bd -literal -offset indent
    SELECT datetime(fetched_at, 'unixepoch'), temperature_high_c
    FROM forecasts WHERE city = 'lisbon' AND date = '2026\-12\-01';
    .Ed
    .Sh SEE ALSO
    .Xr almanac 1 ,
    .Xr sqlite3 1 ,
    .Xr almanac.toml 5 ,
    .Xr almanacd 8
    .Sh CAVEATS
    The data belong to the services.
    .Dq almanac cities \-\-verbose
    names whom to credit.

    """#
}
