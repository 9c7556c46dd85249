public import Weather

/// The formats that programs read.
public enum MachineFormat: String, Sendable, CaseIterable {
  /// Comma-separated values: RFC 4180 with LF, header always, null empty.
  case csv
  /// The same with tabs.
  case tsv
  /// One array of flat objects, an object a line; `[]` when there is nothing.
  case json
  /// An object a line.
  case ndjson
}

/// Turns rows into one of the machine formats, the contract of `docs/formats.md`.
///
/// Name and value of a column come from the same unit, so a label can never part from its number.
public struct TableEncoder: Sendable {
  private let format: MachineFormat
  private let units: [DisplayUnit?]
  /// What stands before each value: a separator, and in JSON the key.
  private let leads: [[UInt8]]
  private var bytes: [UInt8] = []
  private var count = 0

  /// Starts a document with these columns, in a unit system (`si` is the canonical one).
  public init(_ columns: [Column], as format: MachineFormat, in system: UnitSystem = .si) {
    self.format = format
    self.units = columns.map { $0.shown(in: system) }
    let names = columns.map { $0.name(in: system) }
    switch format {
    case .csv, .tsv:
      let separator = UInt8(ascii: format == .csv ? "," : "\t")
      self.leads = names.indices.map { $0 == 0 ? [] : [separator] }
      append(names.map(Value.text))
      count = 0
    case .json, .ndjson:
      self.leads = names.enumerated().map { index, name in
        Array((index == 0 ? "{" : ",").utf8) + JSONText.quoted(name) + [UInt8(ascii: ":")]
      }
    }
  }

  /// Adds a row; it has a value for every column, in their order.
  public mutating func append(_ row: [Value]) {
    if format == .json { bytes += (count == 0 ? "[\n" : ",\n").utf8 }
    for (index, value) in row.enumerated() where index < leads.count {
      bytes += leads[index]
      append(value, unit: units[index])
    }
    switch format {
    case .json: bytes.append(UInt8(ascii: "}"))
    case .ndjson: bytes += "}\n".utf8
    case .csv, .tsv: bytes.append(UInt8(ascii: "\n"))
    }
    count += 1
  }

  /// Bytes that wait to be taken.
  public var size: Int { bytes.count }

  /// Gives the bytes so far away: `finished` then has the rest of the document only.
  public mutating func drain() -> [UInt8] {
    let taken = bytes
    bytes = []
    bytes.reserveCapacity(taken.count)
    return taken
  }

  /// The whole document, ending in a line feed unless it is empty.
  public consuming func finished() -> [UInt8] {
    if format == .json { bytes += (count == 0 ? "[]\n" : "\n]\n").utf8 }
    return bytes
  }

  private mutating func append(_ value: Value, unit: DisplayUnit?) {
    switch value {
    case .null: appendNull()
    case .text(let text): appendText(text)
    // JSON has no NaN or infinity, and neither is a measurement.
    case .number(let number) where !number.isFinite: appendNull()
    case .number(let number): bytes += "\(unit?.value(of: number) ?? number)".utf8
    case .integer(let integer): bytes += "\(integer)".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .instant(let time): appendTime(time.rfc3339)
    case .date(let date): appendTime(date.description)
    }
  }

  private mutating func appendNull() {
    if isJSON { bytes += "null".utf8 }
  }

  /// A time or date: nothing in it is ever escaped.
  private mutating func appendTime(_ text: String) {
    if isJSON { bytes.append(UInt8(ascii: "\"")) }
    bytes += text.utf8
    if isJSON { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func appendText(_ text: String) {
    if isJSON {
      JSONText.append(text, to: &bytes)
    } else {
      appendField(CleanText.line(text, limit: .max), separator: format == .csv ? "," : "\t")
    }
  }

  private var isJSON: Bool { format == .json || format == .ndjson }

  /// A field, quoted where RFC 4180 (section 2, rules 5 to 7) wants it.
  private mutating func appendField(_ text: String, separator: Unicode.Scalar) {
    let quote = UInt8(ascii: "\""), mark = UInt8(ascii: separator)
    guard text.utf8.contains(where: { $0 == quote || $0 == mark }) else {
      bytes += text.utf8
      return
    }
    bytes.append(quote)
    for byte in text.utf8 {
      bytes.append(byte)
      if byte == quote { bytes.append(quote) }
    }
    bytes.append(quote)
  }
}
