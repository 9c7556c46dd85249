public import FoundationEssentials
import SQLite
public import Weather

/// The time that rows of views are wanted of: instants, and the same as dates of the place.
public struct ViewRange: Sendable {
  /// The first instant; nil without a beginning.
  public var from: Date?
  /// The instant up to which, not among them; nil without an end.
  public var to: Date?
  /// The first date; nil without a beginning.
  public var firstDate: LocalDate?
  /// The last date, among them; nil without an end.
  public var lastDate: LocalDate?

  /// All of time.
  public init() {}

  /// Binds the ends as the columns of a time have them.
  func bind(_ time: StoredView.Time, to statement: borrowing Statement, from index: Int32) {
    switch time {
    case .instant, .span:
      statement.bind(index, from?.unixSeconds ?? Int64.min)
      statement.bind(index + 1, to?.unixSeconds ?? Int64.max)
    case .date:
      // Dates are texts: nothing is before the empty one, no digit is after a tilde.
      statement.bind(index, firstDate?.description ?? "")
      statement.bind(index + 1, lastDate?.description ?? "~")
    case .none: break
    }
  }
}

extension HistoryReader {
  /// The columns of a view in this database; none where it is of a version without the view.
  public func columns(of view: StoredView) throws -> [String] {
    try connection.columns(of: view)
  }

  /// The columns of a view in a database of this version.
  public static func columns(of view: StoredView) throws -> [String] {
    let memory = try Connection(path: "", mode: .memory)
    _ = try memory.migrate(now: 0)
    return try memory.columns(of: view)
  }

  /// Hands over the rows of a view, one by one in the order of time, as they are stored.
  ///
  /// Of one city (all without, and what is of none), of one service (all where nil). `goesOn` is
  /// asked now and then, also while nothing comes yet; after a no it throws.
  public func rows(
    of view: StoredView, slug: String?, provider: String?, in range: ViewRange,
    goesOn: @escaping () -> Bool = { true }, _ each: ([StoredValue]) throws -> Void
  ) throws {
    try useMemoryForSorting()
    let statement = try connection.prepare(
      view.query(ofOneCity: slug != nil, ofOneService: provider != nil))
    if slug != nil { statement.bind(1, slug) }
    if provider != nil, view.hasProvider { statement.bind(2, provider) }
    range.bind(view.time, to: statement, from: 3)
    var values: [StoredValue] = []
    try connection.asking(goesOn) {
      while try statement.step() {
        let row = statement.row
        if values.isEmpty { values = Array(repeating: .null, count: Int(row.count)) }
        StoredValue.read(row, into: &values)
        try each(values)
      }
    }
    statement.reset()
  }

  /// When a city's clocks changed, and the UTC offset in force from then on, in the order of time;
  /// none where the daemon wrote none.
  public func offsetChanges(of slug: String) throws -> [OffsetChange] {
    let statement = try connection.prepare(
      """
      SELECT from_at, utc_offset_s FROM city_offset
      WHERE city = (SELECT id FROM city WHERE slug = ?1) ORDER BY from_at
      """)
    statement.bind(1, slug)
    return try statement.all {
      OffsetChange(from: $0.date(0) ?? .distantPast, utcOffsetSeconds: $0.integer(1))
    }
  }
}

extension Connection {
  fileprivate func columns(of view: StoredView) throws -> [String] {
    let statement = try prepare("SELECT name FROM pragma_table_info(?1) ORDER BY cid")
    statement.bind(1, view.rawValue)
    return try statement.all { $0.text(0) ?? "" }
  }
}
