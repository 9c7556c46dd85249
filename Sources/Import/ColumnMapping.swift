import Weather

/// What columns mean where their names don't say it: `--map Outside=temperature_f`.
public struct ColumnMapping: Sendable {
  private var targets: [String: ColumnTarget] = [:]

  /// Reads `COLUMN=field` for each; the field `-` leaves a column out, and `time` is its time.
  ///
  /// Throws `usage` for a field that is none.
  public init(_ words: [String] = []) throws(ImportError) {
    for word in words {
      guard let sign = word.lastIndex(of: "="), sign != word.startIndex else {
        throw ImportError(.usage, "--map takes COLUMN=field, not ‘\(CleanText.line(word))’")
      }
      let field = String(word[word.index(after: sign)...])
      guard let target = field == "-" ? .ignored : ColumnTarget(name: field) else {
        throw ImportError(
          .usage,
          "--map: ‘\(CleanText.line(field))’ is no field; it is a name such as temperature_c or"
            + " wind_speed_kmh with the unit of the numbers, time, city, or - to leave it out")
      }
      targets[String(word[..<sign])] = target
    }
  }

  /// The columns that are named.
  public var columns: [String] { targets.keys.sorted() }

  /// The meaning of a title: as mapped, else by the rule of names; nil where it has none.
  func target(of title: String) -> ColumnTarget? {
    targets[title] ?? ColumnTarget(name: ColumnTarget.normalized(title))
  }
}

/// A column of a file: its title and what it means.
struct Column {
  let title: String
  let target: ColumnTarget
}

/// The columns of a header.
struct Header {
  let columns: [Column]
  /// Titles that mean nothing here.
  let unknown: [String]

  /// Understands a header; throws `wrongKind` where it has no time or nothing measured.
  init(_ titles: [String], _ mapping: ColumnMapping) throws(ImportError) {
    var unknown: [String] = []
    let columns = titles.map { title in
      let target = mapping.target(of: title)
      if target == nil, !title.isEmpty { unknown.append(title) }
      return Column(title: title, target: target ?? .ignored)
    }
    self.unknown = unknown
    for name in mapping.columns where !titles.contains(name) {
      throw ImportError(
        .usage,
        "--map: there is no column ‘\(CleanText.line(name))’; there are "
          + Self.list(titles))
    }
    self.columns = try Self.oneTime(columns)
    try Self.check(self.columns, titles)
  }

  /// Whether some columns can be understood.
  static func fits(_ titles: [String], _ mapping: ColumnMapping) -> Bool {
    titles.count > 1
      && titles.contains { if case .time? = mapping.target(of: $0) { true } else { false } }
  }

  /// Keeps the best column of the time, and leaves out the others.
  private static func oneTime(_ columns: [Column]) throws(ImportError) -> [Column] {
    let ranks = columns.compactMap { column -> Int? in
      if case .time(let rank) = column.target { rank } else { nil }
    }
    guard let best = ranks.min() else {
      throw ImportError(
        .wrongKind,
        "no column says when: one must be named observed_at, time or timestamp, or be named with"
          + " --map COLUMN=time; there are \(list(columns.map(\.title)))")
    }
    return columns.map { column in
      guard case .time(let rank) = column.target, rank != best else { return column }
      return Column(title: column.title, target: .ignored)
    }
  }

  private static func check(_ columns: [Column], _ titles: [String]) throws(ImportError) {
    var seen: [String: String] = [:]
    var hasValues = false
    for column in columns {
      switch column.target {
      case .ignored: continue
      case .number, .conditionCode, .condition: hasValues = true
      default: break
      }
      if let other = seen.updateValue(column.title, forKey: column.target.key) {
        throw ImportError(
          .wrongKind,
          "the columns ‘\(CleanText.line(other))’ and ‘\(CleanText.line(column.title))’ say the"
            + " same; leave one out with --map COLUMN=-")
      }
    }
    guard hasValues else {
      throw ImportError(
        .wrongKind,
        "no column is a measurement: its name must end in its unit, as in temperature_c or"
          + " wind_speed_kmh, or be named with --map COLUMN=temperature_c; there are "
          + list(titles))
    }
  }

  private static func list(_ titles: [String]) -> String {
    let shown = titles.prefix(20).map { "‘\(CleanText.line($0, limit: 40))’" }
    return shown.joined(separator: ", ") + (titles.count > 20 ? ", …" : "")
  }
}
