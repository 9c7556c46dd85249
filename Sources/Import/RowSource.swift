/// Where the bytes of a file come from.
public protocol ByteSource {
  /// The next bytes, as many as are convenient; none at the end.
  func read() throws -> [UInt8]
}

/// Reads a file row by row, in bounded memory.
public protocol RowSource: AnyObject {
  /// The next row that has a value; nil at the end.
  func next() throws -> ImportedRow?
  /// What was left out so far.
  var notes: ImportNotes { get set }
}

/// The rows of separated values, with a header.
public final class CSVRows: RowSource {
  /// What was left out so far.
  public var notes = ImportNotes()
  private let source: any ByteSource
  private let header: Header
  private var reader: CSVReader
  private var isAtEnd = false

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - beginning: the first bytes of the file, which `source` does not give again.
  ///   - mapping: the meaning of columns whose names don't say it.
  public init(
    _ source: some ByteSource, beginning: [UInt8], mapping: ColumnMapping
  ) throws {
    self.source = source
    let text = Array(FileKind.withoutMark(beginning))
    let separator = try Separator.find(in: text, mapping)
    var reader = CSVReader(separator: separator)
    reader.feed(text)
    var titles: [String] = []
    if try Self.advance(&reader, source, &isAtEnd) {
      for index in 0..<reader.count {
        titles.append(String(decoding: reader.field(index), as: UTF8.self))
      }
    }
    self.reader = reader
    header = try Header(titles, mapping)
    if !header.unknown.isEmpty {
      notes.warn(
        "line 1: columns that mean nothing here: "
          + header.unknown.map { RowBuilder.quoted($0.utf8) }.joined(separator: ", "))
    }
  }

  /// The next row that has a value; nil at the end.
  public func next() throws -> ImportedRow? {
    while try Self.advance(&reader, source, &isAtEnd) {
      if let row = row() { return row }
    }
    return nil
  }

  private static func advance(
    _ reader: inout CSVReader, _ source: any ByteSource, _ isAtEnd: inout Bool
  ) throws -> Bool {
    while try !reader.next() {
      if isAtEnd { return false }
      let bytes = try source.read()
      if bytes.isEmpty {
        isAtEnd = true
        return try reader.finish()
      }
      reader.feed(bytes)
    }
    return true
  }

  private func row() -> ImportedRow? {
    notes.rows += 1
    let place = ImportPlace.line(reader.line)
    if reader.isBad {
      notes.refuse(place, "text after a closing quotation mark")
      return nil
    }
    let columns = header.columns
    guard isWhole else {
      notes.refuse(place, "\(reader.count) fields, where the header has \(columns.count)")
      return nil
    }
    var builder = RowBuilder(place: place)
    for index in columns.indices {
      if case .ignored = columns[index].target { continue }
      builder.set(columns[index], .text(reader.field(index)), &notes)
    }
    return notes.checked(builder.row)
  }

  /// Whether the row has the header's fields; spreadsheets add empty ones.
  private var isWhole: Bool {
    let count = header.columns.count
    guard reader.count >= count else { return false }
    return (count..<reader.count).allSatisfy { reader.field($0).isEmpty }
  }
}

/// The rows of NDJSON: an object a line.
public final class NDJSONRows: RowSource {
  /// What was left out so far.
  public var notes = ImportNotes()
  private let mapping: ColumnMapping
  private var lines: LineReader
  private var columns: [String: Column] = [:]

  /// Reads on after the first bytes of the file.
  public init(
    _ source: some ByteSource, beginning: [UInt8], mapping: ColumnMapping
  ) {
    self.mapping = mapping
    lines = LineReader(source, beginning: Array(FileKind.withoutMark(beginning)))
  }

  /// The next row that has a value; nil at the end.
  public func next() throws -> ImportedRow? {
    while let line = try lines.next() {
      if line.isEmpty { continue }
      notes.rows += 1
      let place = ImportPlace.line(lines.number)
      guard let members = JSONLine.members(of: line) else {
        notes.refuse(place, "not a JSON object (\(RowBuilder.quoted(line)))")
        continue
      }
      if let row = row(of: members, place) { return row }
    }
    return nil
  }

  private func row(
    of members: [(key: String, value: CellValue)], _ place: ImportPlace
  ) -> ImportedRow? {
    var builder = RowBuilder(place: place)
    var bestTime = Int.max
    for (key, value) in members {
      let column = column(key, place)
      if case .time(let rank) = column.target {
        if rank >= bestTime { continue }
        bestTime = rank
      }
      builder.set(column, value, &notes)
    }
    return notes.checked(builder.row)
  }

  /// What a key means; one that means nothing is warned of once.
  private func column(_ key: String, _ place: ImportPlace) -> Column {
    if let known = columns[key] { return known }
    let target = mapping.target(of: key)
    if target == nil {
      notes.warn("\(place): the key \(RowBuilder.quoted(key.utf8)) means nothing here")
    }
    let column = Column(title: key, target: target ?? .ignored)
    if columns.count < 1000 { columns[key] = column }
    return column
  }
}

extension ImportNotes {
  /// The row, if it has a time and a value.
  mutating func checked(_ row: ImportedRow) -> ImportedRow? {
    guard row.time != nil else {
      refuseTime(row)
      return nil
    }
    guard row.hasValue else {
      emptyRows += 1
      return nil
    }
    return row
  }

  /// Takes note of a time that can't be read; the first time with what can.
  private mutating func refuseTime(_ row: ImportedRow) {
    guard let text = row.unreadTime else { return refuse(row.place, "no time") }
    let forms = hasNamedTimeForms ? "" : "; write 2026-11-20T06:00 or Unix seconds"
    hasNamedTimeForms = true
    refuse(row.place, "no time that can be read: \(text)\(forms)")
  }

  /// Takes note that a row has no place in time at its city.
  public mutating func refuse(_ row: ImportedRow, _ problem: String) {
    refuse(row.place, problem)
  }
}
