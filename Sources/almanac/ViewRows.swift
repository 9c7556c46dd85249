import FoundationEssentials
import History
import Presentation
import Weather

/// The columns of a view in machine formats, and its rows with the places' own times.
struct ViewRows {
  private enum Kind: Equatable {
    case plain, instant, ownInstant, flag
  }

  let columns: [Column]
  private let kinds: [Kind]
  private let city: Int?
  private let offset: Int?

  /// Columns by the names that the database has for them.
  init(_ names: [String]) {
    let measured = Self.measured
    columns = names.map { measured[$0] ?? Column($0) }
    city = names.firstIndex(of: "city")
    offset = names.firstIndex(of: "utc_offset_s")
    let hasOffset = offset != nil
    kinds = names.map { name in
      switch name {
      case "sunrise", "sunset", "hour": .ownInstant
      case "active": .flag
      case _ where name.hasSuffix("_at"): hasOffset ? .instant : .ownInstant
      default: .plain
      }
    }
  }

  /// Measurements by their names: they alone have a unit that may change.
  private static var measured: [String: Column] {
    let known = ObservationColumns.columns + ForecastReport.columns + BucketReport.columns
    return Dictionary(
      known.filter { $0.unit != nil }.map { ($0.name(in: .si), $0) }, uniquingKeysWith: { $1 })
  }

  /// The values of a row: instants with an offset, yes and no as such.
  func values(of row: [StoredValue], _ offsets: OffsetBook) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(row.count)
    var slug = ""
    if let city, case .text(let text) = row[city] { slug = text }
    var rowOffset = 0
    if let offset, case .integer(let seconds) = row[offset] { rowOffset = Int(seconds) }
    for (index, stored) in row.enumerated() {
      switch (kinds[index], stored) {
      case (.flag, .integer(let number)): values.append(.bool(number != 0))
      case (.instant, .integer(let seconds)):
        values.append(
          .instant(LocalTime(Date(unixSeconds: seconds), utcOffsetSeconds: rowOffset)))
      case (.ownInstant, .integer(let seconds)):
        let instant = Date(unixSeconds: seconds)
        values.append(
          .instant(
            LocalTime(instant, utcOffsetSeconds: try offsets.offset(of: slug, at: instant))))
      default: values.append(Value(stored))
      }
    }
    return values
  }
}

extension Value {
  /// A value as it is stored; bytes as the hexadecimal digits that SQLite writes.
  init(_ stored: StoredValue) {
    switch stored {
    case .null: self = .null
    case .integer(let number): self = .integer(Int(number))
    case .real(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes):
      let digits = Array("0123456789ABCDEF")
      self = .text(String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }
  }
}

/// The UTC offsets of cities, each list read once.
final class OffsetBook {
  private let reader: HistoryReader
  private var slug = ""
  private var changes: [OffsetChange] = []

  init(_ reader: HistoryReader) {
    self.reader = reader
  }

  /// Seconds east of UTC of a city's clocks at an instant; 0 where nothing tells it.
  func offset(of slug: String, at instant: Date) throws -> Int {
    if slug.isEmpty { return 0 }
    if slug != self.slug {
      changes = try reader.offsetChanges(of: slug)
      self.slug = slug
    }
    var low = 0, high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].from <= instant { low = middle + 1 } else { high = middle }
    }
    return low > 0
      ? changes[low - 1].utcOffsetSeconds : try reader.offset(of: slug, at: instant) ?? 0
  }
}
