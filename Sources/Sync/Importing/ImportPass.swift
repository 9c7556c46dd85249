import FoundationEssentials
import History
import Import
import Weather

/// The way of one file's rows into the store, batch by batch.
final class ImportPass {
  private struct Target: Hashable {
    let slug: String
    let provider: String
  }

  /// Readings of one source that wait, each instant once.
  private struct Batch {
    let place: ImportPlaces.Place
    var readings: [ImportedReading] = []
    var indices: [Date: Int] = [:]
  }

  private let importing: Importing
  private let file: ImportFile
  private let store: ImportStore
  private var report: ImportReport
  private var batches: [Target: Batch] = [:]
  private var waiting = 0
  private var sources: Set<String> = []

  init(_ importing: Importing, _ file: ImportFile, _ store: ImportStore) {
    self.importing = importing
    self.file = file
    self.store = store
    report = ImportReport(file: file.name)
  }

  func run(_ rows: any RowSource) throws {
    while let row = try rows.next() {
      try take(row, &rows.notes)
      if waiting >= Importing.batchSize { try flush(read: rows.notes.rows) }
    }
    try flush(read: rows.notes.rows)
    report.isComplete = true
  }

  /// What came of the file.
  func finished(_ rows: any RowSource) -> ImportReport {
    report.notes = rows.notes
    report.sources = sources.sorted()
    return report
  }

  private func take(_ row: ImportedRow, _ notes: inout ImportNotes) throws {
    guard let place = try place(of: row) else { return }
    report.hasKnownCity = true
    let conditions: WeatherData.CurrentConditions
    do throws(ImportedRow.TimeProblem) {
      conditions = try row.placed(in: place.zone, now: importing.now)
    } catch {
      guard case .row(let problem) = error else { throw needsZone(place, row) }
      return notes.refuse(row, problem)
    }
    let provider = importing.wish.provider ?? row.provider ?? file.defaultProvider
    let reading = ImportedReading(
      conditions: conditions, fetchedAt: min(row.fetchedAt ?? importing.now, importing.now),
      basis: row.basis)
    add(reading, to: Target(slug: place.slug, provider: provider), place, row, &notes)
  }

  private func add(
    _ reading: ImportedReading, to target: Target, _ place: ImportPlaces.Place,
    _ row: ImportedRow, _ notes: inout ImportNotes
  ) {
    let instant = reading.conditions.observedAt
    var batch = batches[target] ?? Batch(place: place)
    batches[target] = nil
    if let index = batch.indices[instant] {
      if batch.readings[index].conditions != reading.conditions {
        notes.warn("\(row.place): takes the place of another row of the same instant")
      }
      batch.readings[index] = reading
    } else {
      batch.indices[instant] = batch.readings.count
      batch.readings.append(reading)
      waiting += 1
    }
    batches[target] = batch
  }

  /// The city of a row; nil, and counted, when it is not known or not the one that was asked for.
  private func place(of row: ImportedRow) throws -> ImportPlaces.Place? {
    guard let wanted = importing.wish.city else {
      guard let word = row.city else {
        throw ImportError(
          .usage,
          "\(row.place): nothing says of which city it is: name it with --city; "
            + importing.places.list)
      }
      let place = importing.places.find(word)
      if place == nil { report.unknownCities.take(word, at: row.place) }
      return place
    }
    let place = importing.places.find(wanted)
    guard let word = row.city else { return place }
    if importing.places.find(word)?.slug == place?.slug { return place }
    report.elsewhere += 1
    return nil
  }

  private func needsZone(_ place: ImportPlaces.Place, _ row: ImportedRow) -> ImportError {
    ImportError(
      .configuration,
      "\(row.place): the time zone of \(place.slug) is not known: add timezone = \"Area/City\" to"
        + " the city in the configuration")
  }

  private func flush(read: Int) throws {
    for (target, batch) in batches {
      if importing.isInterrupted() { throw ImportError(.interrupted, "it was stopped") }
      sources.insert("\(target.slug)/\(target.provider)")
      report.counts += try store.take(
        batch.readings, batch.place, provider: target.provider)
      for instant in batch.readings.map(\.conditions.observedAt) {
        report.firstAt = min(report.firstAt ?? instant, instant)
        report.lastAt = max(report.lastAt ?? instant, instant)
      }
    }
    batches = [:]
    waiting = 0
    importing.progress(file.name, read)
  }
}
