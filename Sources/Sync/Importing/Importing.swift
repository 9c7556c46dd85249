public import FoundationEssentials
import History
public import Import
import Weather
import Zones

/// Stores the readings of files beside whatever the database has.
public struct Importing: Sendable {
  /// What the caller wants of all files.
  public struct Wish: Sendable {
    /// The city of all rows, by its slug; nil leaves it to the file.
    public var city: String?
    /// The service of all rows; nil leaves it to the file.
    public var provider: String?
    /// What columns mean.
    public var mapping: ColumnMapping
    /// Whether nothing is to be written.
    public var isDry: Bool

    /// Makes a wish from its parts.
    public init(city: String?, provider: String?, mapping: ColumnMapping, isDry: Bool) {
      self.city = city
      self.provider = provider
      self.mapping = mapping
      self.isDry = isDry
    }
  }

  /// Readings of a transaction: some 20 ms of writing, for which a daemon beside it waits.
  static let batchSize = 2000

  let wish: Wish
  let places: ImportPlaces
  let database: String
  let now: Date
  let isInterrupted: @Sendable () -> Bool
  let progress: @Sendable (String, Int) -> Void

  /// Ready to import into a database.
  ///
  /// - Parameters:
  ///   - isInterrupted: asked between two reads and two batches.
  ///   - progress: called after each batch with the file's name and how many rows were read.
  public init(
    _ wish: Wish, places: ImportPlaces, database: String, now: Date,
    isInterrupted: @escaping @Sendable () -> Bool,
    progress: @escaping @Sendable (String, Int) -> Void
  ) {
    self.wish = wish
    self.places = places
    self.database = database
    self.now = now
    self.isInterrupted = isInterrupted
    self.progress = progress
  }

  /// Imports files in their order; all are opened first, so that a wrong one stops nothing halfway.
  ///
  /// `each` is called with what came of a file, also of one that an error ends. What was stored by
  /// then stays: the same again adds nothing.
  public func run(_ names: [String], each: (ImportReport) -> Void) throws {
    if let city = wish.city, places.find(city) == nil { throw places.unknown(city) }
    let files = try names.map { name in
      try Self.named(name) { try ImportFile(name, isInterrupted: isInterrupted) }
    }
    let store = try ImportStore(self)
    defer { store.close() }
    for file in files {
      try Self.named(file.name) {
        guard let rows = try file.rows(wish.mapping) else {
          var report = ImportReport(file: file.name)
          report.isComplete = true
          return each(report)
        }
        let pass = ImportPass(self, file, store)
        defer { each(pass.finished(rows)) }
        try pass.run(rows)
      }
    }
    try store.finish()
  }

  /// Puts the file's name before what is wrong with it.
  private static func named<T>(_ name: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ImportError {
      let shown = name == "-" ? "standard input" : name
      throw ImportError(error.code, "\(CleanText.line(shown)): \(error.message)")
    }
  }
}

/// The database that readings go to, or are compared with.
final class ImportStore {
  private let importing: Importing
  private var writer: HistoryWriter?
  private var registered: Set<String> = []
  private var zones: [String: String] = [:]

  init(_ importing: Importing) throws(HistoryError) {
    self.importing = importing
    guard !importing.wish.isDry else { return }
    writer = try HistoryWriter.open(path: importing.database, now: importing.now).writer
  }

  /// Stores readings of a source, or says what storing them would do.
  func take(
    _ readings: [ImportedReading], _ place: ImportPlaces.Place, provider: String
  ) throws -> ImportCounts {
    guard let writer else { return try compare(readings, place, provider) }
    if registered.insert("\(place.slug)\n\(provider)").inserted {
      try writer.addImportSource(provider, of: place.registered)
      if let zone = place.zone { zones[place.slug] = zone.name }
    }
    return try writer.storeImport(readings, slug: place.slug, provider: provider)
  }

  private func compare(
    _ readings: [ImportedReading], _ place: ImportPlaces.Place, _ provider: String
  ) throws -> ImportCounts {
    do {
      return try HistoryReader.read(path: importing.database) {
        try $0.compareImport(readings, slug: place.slug, provider: provider)
      }
    } catch let error as HistoryError where error.code == .notFound {
      var counts = ImportCounts()
      counts.added = readings.count
      return counts
    }
  }

  /// Keeps the clocks' changes from what is now the oldest row on, and ends the writing.
  func finish() throws(HistoryError) {
    guard let writer else { return }
    for (slug, zone) in zones {
      try OffsetTable.keep(zone, ofSlug: slug, writer, now: importing.now)
    }
    self.writer = nil
    try writer.close()
  }

  /// Ends the writing after an error; what was stored stays.
  func close() {
    try? finish()
  }
}
