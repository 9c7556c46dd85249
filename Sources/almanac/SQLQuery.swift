import CommandLine
import History
import Presentation
import Weather

/// `almanac sql`: one statement of the user's own, which can only read.
enum SQLQuery {
  /// Seconds of SQLite's work without `--timeout`.
  private static let timeout = 60

  static func answer(
    _ parsed: ParsedCommand, _ settings: Settings, _ reader: HistoryReader, _ outlet: Outlet
  ) throws -> Answer {
    guard parsed.value(of: .units) == nil else {
      throw UsageError("--units changes nothing of sql, whose values are as stored")
    }
    let limit = try parsed.seconds(of: .timeout) ?? timeout
    var sheet = SQLSheet(settings.rendering, outlet)
    do {
      try reader.ask(parsed.words.first ?? "", limitMs: Int64(limit) * 1000) { names in
        sheet.begin(names)
      } each: { row in
        try sheet.take(row)
      }
    } catch var error as QuestionError {
      if let name = error.unknownName {
        error.nearest = Nearest.match(name, in: try reader.names())
      }
      throw error.code == .tooLong ? Self.tooLong(limit) : Failure(error, what: "SQL")
    }
    var answer = Answer(output: sheet.finished())
    if sheet.isEmpty { answer.status = .nothing }
    return answer
  }

  private static func tooLong(_ limit: Int) -> Failure {
    Failure(
      .tryLater, "timeout",
      "SQLite worked on it for \(Words.length(seconds: limit)), which is the limit. Ask for less,"
        + " or raise it with --timeout.")
  }
}

/// Takes rows of any columns: machine formats are written at once, tables need all of them first.
private struct SQLSheet {
  /// Bytes of values that a table may have: people read less.
  private static let mostBytes = 64 << 20

  private let rendering: Rendering
  private let outlet: Outlet
  private var names: [String] = []
  private var encoder: TableEncoder?
  private var rows: [[Value]] = []
  private var bytes = 0
  private(set) var isEmpty = true

  init(_ rendering: Rendering, _ outlet: Outlet) {
    self.rendering = rendering
    self.outlet = outlet
  }

  mutating func begin(_ names: [String]) {
    self.names = Self.distinct(names)
    encoder = rendering.format.machine.map {
      TableEncoder(self.names.map { Column($0) }, as: $0)
    }
  }

  mutating func take(_ row: [StoredValue]) throws {
    isEmpty = false
    let values = row.map(Value.init)
    guard encoder != nil else { return try keep(values) }
    encoder?.append(values)
    let size = encoder?.size ?? 0
    try outlet.take({ encoder?.drain() ?? [] }, size: size)
  }

  private mutating func keep(_ values: [Value]) throws(Failure) {
    for value in values {
      if case .text(let text) = value { bytes += text.utf8.count }
      bytes += MemoryLayout<Value>.size
    }
    guard bytes <= Self.mostBytes else {
      throw Failure(
        .usage, "sql",
        "The answer is too large for a table. Ask for less (LIMIT 100), or with --csv, which needs"
          + " no room for it.")
    }
    rows.append(values)
  }

  func finished() -> [UInt8] {
    encoder?.finished() ?? PlainSheet(names, rows).rendered(rendering)
  }

  /// Names of columns that tell them apart, as keys of an object must: the second `a` is `a_2`.
  private static func distinct(_ names: [String]) -> [String] {
    var known = Set<String>()
    return names.map { name in
      var own = name, count = 1
      while !known.insert(own).inserted {
        count += 1
        own = "\(name)_\(count)"
      }
      return own
    }
  }
}
