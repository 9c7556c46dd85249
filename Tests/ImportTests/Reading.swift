import FoundationEssentials
import Import
import Testing
import Weather
import Zones

/// A file in memory, in chunks of so many bytes.
final class Chunks: ByteSource {
  private var rest: ArraySlice<UInt8>
  private let size: Int

  init(_ bytes: some Sequence<UInt8>, size: Int = 7) {
    rest = Array(bytes)[...]
    self.size = size
  }

  func read() -> [UInt8] {
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

/// What reading a text gives.
struct Reading {
  var rows: [ImportedRow] = []
  var notes = ImportNotes()

  static let now = Date(unixSeconds: 1_800_000_000)

  init(csv text: String, map: [String] = [], chunk: Int = 7) throws {
    try self.init(csv: Array(text.utf8), map: map, chunk: chunk)
  }

  init(csv bytes: [UInt8], map: [String] = [], chunk: Int = 7) throws {
    // The header lies in the beginning, as in a file.
    let beginning = bytes.prefix(max(chunk, (bytes.firstIndex(of: 0x0A) ?? bytes.count) + 1))
    try self.init(
      CSVRows(
        Chunks(bytes.dropFirst(beginning.count), size: chunk), beginning: Array(beginning),
        mapping: ColumnMapping(map)))
  }

  init(ndjson text: String, map: [String] = [], chunk: Int = 7) throws {
    try self.init(
      NDJSONRows(Chunks(text.utf8, size: chunk), beginning: [], mapping: ColumnMapping(map)))
  }

  init(_ source: some RowSource) throws {
    while let row = try source.next() { rows.append(row) }
    notes = source.notes
  }

  /// The conditions of each row in Lisbon's zone.
  func conditions(_ name: String = "Europe/Lisbon") throws -> [WeatherData.CurrentConditions] {
    let zone = try #require(Zone(name))
    return try rows.map { try $0.placed(in: zone, now: Self.now) }
  }

  /// The first row's conditions.
  func first() throws -> WeatherData.CurrentConditions { try #require(try conditions().first) }
}

/// What an error says.
func message(_ body: () throws -> Void) -> String {
  do {
    try body()
    return "no error"
  } catch {
    return "\(error)"
  }
}
