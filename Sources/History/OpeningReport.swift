/// What opening the database for writing brought about.
public struct OpeningReport: Sendable, Equatable {
  /// Whether the file is new.
  public var created = false
  /// The names of the migrations that were applied now, in order; all of them for a new file.
  public var migrated: [String] = []
  /// Where a damaged file was set aside; nil when none was.
  public var setAside: String?
  /// What was wrong with the file that was set aside, in a few words that don't name it.
  public var damage: String?
  /// Where a damaged write-ahead log was set aside, while the file is sound; nil when none was.
  public var logSetAside: String?
  /// How many rows of the damaged file could be brought over.
  public var rowsRecovered = 0

  /// What had become of the file that was open before; nil at the first opening.
  public var displacement: Displacement?

  /// A report of nothing done.
  public init() {}
}
