public import Weather

/// The formats of the query command.
public enum OutputFormat: String, Sendable, CaseIterable {
  case table, csv, tsv, json, ndjson, markdown

  /// The format for programs, or nil for the two that people read.
  public var machine: MachineFormat? { MachineFormat(rawValue: rawValue) }
}

/// How a report is to look.
public struct Rendering: Sendable {
  /// The format.
  public var format: OutputFormat
  /// The units of all values; `si` is the canonical set.
  public var units: UnitSystem
  /// The columns of the terminal; nil without a limit.
  public var width: Int?
  /// Whether the text may have colour.
  public var isColored: Bool
  /// Whether tables have every column that they know.
  public var isVerbose: Bool

  /// Makes a rendering from its parts.
  public init(
    format: OutputFormat = .table, units: UnitSystem = .metric, width: Int? = nil,
    isColored: Bool = false, isVerbose: Bool = false
  ) {
    self.format = format
    self.units = units
    self.width = width
    self.isColored = isColored
    self.isVerbose = isVerbose
  }
}

/// A result that can be shown in every format.
public protocol Report: Sendable {
  /// The columns of the machine formats: a contract, to which later versions only add.
  static var columns: [Column] { get }
  /// A row a result, with a value for every column.
  var rows: [[Value]] { get }
  /// The table for people.
  func table(_ rendering: Rendering) -> TextTable
  /// What people read below the table; each line ends in a line feed.
  func notes(in units: UnitSystem) -> String
}

extension Report {
  /// Nothing below the table.
  public func notes(in units: UnitSystem) -> String { "" }

  /// The whole document in the format that is asked for.
  public func rendered(_ rendering: Rendering) -> [UInt8] {
    if let machine = rendering.format.machine {
      var encoder = TableEncoder(Self.columns, as: machine, in: rendering.units)
      for row in rows { encoder.append(row) }
      return encoder.finished()
    }
    let table = table(rendering)
    if rendering.format == .markdown { return Array(table.markdown.utf8) }
    let width = rendering.isVerbose ? nil : rendering.width
    return table.text(width: width, isColored: rendering.isColored)
      + Array(notes(in: rendering.units).utf8)
  }
}
