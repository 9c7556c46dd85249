public import FoundationEssentials
public import History
public import Import

/// What came of one file, or would.
public struct ImportReport: Sendable {
  /// The file's name as it was given.
  public let file: String
  /// What became of its readings.
  public var counts = ImportCounts()
  /// What was left out, and why.
  public var notes = ImportNotes()
  /// Rows of other cities than the one that was asked for.
  public var elsewhere = 0
  /// The rows of cities that are neither configured nor stored.
  public var unknownCities = UnknownCities()
  /// Whether some row was of a known city, whatever came of it.
  public var hasKnownCity = false
  /// Whether the file was read to its end.
  public var isComplete = false
  /// The instant of the oldest reading; nil without one.
  public var firstAt: Date?
  /// The instant of the newest.
  public var lastAt: Date?
  /// The cities and services that readings went to, as `city/provider`, sorted.
  public var sources: [String] = []

  /// Readings that could be used.
  public var readings: Int { counts.added + counts.same + counts.changed + counts.kept }
}
