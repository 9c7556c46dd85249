import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// The formats of `export`.
enum ExportFormat: String, CaseIterable {
  case csv, tsv, ndjson, json, prometheus, sqlite

  /// The format of rows; nil of those that have none.
  var rows: MachineFormat? { MachineFormat(rawValue: rawValue) }

  /// The format that the end of a file's name stands for: CSV where it has none.
  init(nameOf file: String) throws(UsageError) {
    let parts = file.split(separator: "/").last?.split(separator: ".") ?? []
    switch parts.count < 2 ? "csv" : parts.last?.lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    case "prom": self = .prometheus
    case "db", "sqlite", "sqlite3": self = .sqlite
    default:
      throw UsageError(
        "the end of \(UsageError.quoted(file)) stands for no format of export",
        advice: "add --format FORMAT")
    }
  }
}

/// What `export` is asked for.
struct ExportWish {
  let format: ExportFormat
  /// The views that are named; none where no word is one.
  let views: [StoredView]
  /// The file to write; nil for standard output, also as `-`.
  let file: String?
  private let since: TimeWord?
  private let until: TimeWord?

  /// Understands the line; what contradicts itself is a wrong use.
  init(_ parsed: ParsedCommand) throws(UsageError) {
    let output = parsed.value(of: .output)
    file = output == "-" ? nil : output
    if let chosen = parsed.choice(of: .exportFormat, as: ExportFormat.self) {
      format = chosen
    } else {
      format = try file.map { file throws(UsageError) in try ExportFormat(nameOf: file) } ?? .csv
    }
    var views: [StoredView] = []
    for view in parsed.words.compactMap(StoredView.init(rawValue:)) where !views.contains(view) {
      views.append(view)
    }
    self.views = views
    since = try parsed.value(of: .since).map { text throws(UsageError) in
      try TimeWord(text, of: .since)
    }
    until = try parsed.value(of: .until).map { text throws(UsageError) in
      try TimeWord(text, of: .until)
    }
    try check(parsed)
  }

  private func check(_ parsed: ParsedCommand) throws(UsageError) {
    let name = "--format \(format.rawValue)"
    if format.rows != nil, views.count > 1 {
      throw UsageError(
        "\(name) has room for one view", advice: "export each alone, or all with --format sqlite")
    }
    if format.rows == nil, parsed.value(of: .units) != nil {
      throw UsageError("--units changes nothing of \(name), whose values are as stored")
    }
    if format == .sqlite, file == nil {
      throw UsageError("\(name) needs a file", advice: "add --output FILE")
    }
    if format == .prometheus, !views.isEmpty || since != nil || until != nil {
      throw UsageError("\(name) is of now and of all views", advice: "leave views and times out")
    }
    if views == [.cities], since != nil || until != nil {
      throw UsageError("cities are of no time", advice: "leave --since and --until out")
    }
  }

  /// The one view of formats that hold one.
  var view: StoredView { views.first ?? .observations }

  /// Whether no end of time was given.
  var isOfAllTime: Bool { since == nil && until == nil }

  /// The time that is wanted of a city.
  func range(by clock: CityClock) throws -> ViewRange {
    var range = ViewRange()
    if let since {
      let from = try since.period(by: clock).from
      range.from = from
      range.firstDate = LocalTime(from, utcOffsetSeconds: try clock.offset(from)).date
    }
    if let until {
      let to = try until.period(by: clock).to
      range.to = to
      range.lastDate = LocalTime(to - 1, utcOffsetSeconds: try clock.offset(to - 1)).date
    }
    return range
  }
}
