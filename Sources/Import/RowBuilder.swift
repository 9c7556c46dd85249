import FoundationEssentials
import Weather

/// Puts the values of a row into it, each checked; a bad one costs itself and a warning.
struct RowBuilder {
  private(set) var row: ImportedRow

  init(place: ImportPlace) {
    row = ImportedRow(place: place)
  }

  /// Takes the value of a column.
  mutating func set(_ column: Column, _ value: CellValue, _ notes: inout ImportNotes) {
    switch column.target {
    case .ignored: break
    case .number(let field, let canonical): setNumber(field, canonical, column, value, &notes)
    case .time:
      row.time = time(value)
      row.unreadTime = row.time == nil ? Self.shown(value) : nil
    case .fetchedAt: row.fetchedAt = instant(column, value, &notes)
    case .offset:
      row.offset = number(column, value, &notes).flatMap { Int(exactly: $0) }.flatMap {
        abs($0) <= 86_400 ? $0 : nil
      }
    case .city: row.city = text(column, value, &notes)
    case .provider: row.provider = text(column, value, &notes)
    case .basis: row.basis = word(column, value, &notes)
    case .condition: set(\.condition, word(column, value, &notes))
    case .conditionCode: setCode(column, value, &notes)
    case .summary: set(\.summary, text(column, value, &notes))
    case .icon: set(\.icon, text(column, value, &notes))
    }
  }

  private mutating func set<Value>(
    _ path: WritableKeyPath<WeatherData.CurrentConditions, Value?>, _ value: Value?
  ) {
    row.conditions[keyPath: path] = value
  }

  private mutating func setNumber(
    _ index: Int, _ canonical: @Sendable (Double) -> Double, _ column: Column,
    _ value: CellValue, _ notes: inout ImportNotes
  ) {
    guard let sent = number(column, value, &notes) else { return }
    let field = ColumnTarget.fields[index]
    guard let checked = field.checked(canonical(sent)) else {
      notes.warn(row.place, column.title, "out of range (\(sent))")
      return
    }
    row.conditions.set(field, checked)
    row.hasValue = true
  }

  private mutating func setCode(
    _ column: Column, _ value: CellValue, _ notes: inout ImportNotes
  ) {
    guard let sent = number(column, value, &notes) else { return }
    guard let code = Int(exactly: sent), abs(code) < 1_000_000 else {
      notes.warn(row.place, column.title, "not a code (\(sent))")
      return
    }
    row.conditions.conditionCode = code
    row.hasValue = true
  }

  private func number(
    _ column: Column, _ value: CellValue, _ notes: inout ImportNotes
  ) -> Double? {
    switch value {
    case .missing: return nil
    case .number(let number): return number
    case .text(let bytes):
      if bytes.isEmpty { return nil }
      if let number = NumberText.value(bytes) { return number }
      if NumberText.isMissing(bytes) { return nil }
      notes.warn(row.place, column.title, "not a number (\(Self.quoted(bytes)))")
    case .other: notes.warn(row.place, column.title, "not a number")
    }
    return nil
  }

  private func time(_ value: CellValue) -> StatedTime? {
    switch value {
    case .text(let bytes): StatedTime(bytes)
    case .number(let number): StatedTime(number: number)
    case .missing, .other: nil
    }
  }

  private func instant(
    _ column: Column, _ value: CellValue, _ notes: inout ImportNotes
  ) -> Date? {
    if isMissing(value) { return nil }
    if case .instant(let seconds, _)? = time(value), seconds >= ImportedRow.earliest {
      return Date(unixSeconds: seconds)
    }
    notes.warn(row.place, column.title, "not an instant")
    return nil
  }

  private func isMissing(_ value: CellValue) -> Bool {
    switch value {
    case .missing: true
    case .text(let bytes): NumberText.isMissing(bytes)
    case .number, .other: false
    }
  }

  /// A text of at most 2000 bytes; longer ones are cut.
  private func text(
    _ column: Column, _ value: CellValue, _ notes: inout ImportNotes
  ) -> String? {
    guard case .text(let bytes) = value else {
      if !isMissing(value) { notes.warn(row.place, column.title, "not a text") }
      return nil
    }
    if bytes.isEmpty { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      notes.warn(row.place, column.title, "not UTF-8")
      return nil
    }
    guard bytes.count > 2000 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(500)))
  }

  /// One of a list of words.
  private func word<Word: RawRepresentable<String>>(
    _ column: Column, _ value: CellValue, _ notes: inout ImportNotes
  ) -> Word? {
    guard let text = text(column, value, &notes) else { return nil }
    if let word = Word(rawValue: text) { return word }
    notes.warn(row.place, column.title, "not one of its words (\(Self.quoted(text.utf8)))")
    return nil
  }

  private static func shown(_ value: CellValue) -> String? {
    switch value {
    case .text(let bytes) where !bytes.isEmpty: quoted(bytes)
    case .number(let number): quoted("\(number)".utf8)
    case .text, .missing, .other: nil
    }
  }

  static func quoted(_ bytes: some Sequence<UInt8>) -> String { "‘\(CleanText.quote(bytes))’" }
}

extension WeatherData.CurrentConditions {
  /// Sets a field by where it lies in memory: a key path would cost more than reading the number.
  mutating func set(_ field: Field<Self>, _ value: Double) {
    guard let offset = field.offset else {
      self[keyPath: field.path] = value
      return
    }
    withUnsafeMutableBytes(of: &self) {
      $0.storeBytes(of: value, toByteOffset: offset, as: Double?.self)
    }
  }
}
