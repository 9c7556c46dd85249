/// What tells one state of a database's files from another, without opening them.
///
/// `PRAGMA data_version` tells it of an open connection only, and never of one that reads without
/// locks or of a file that was replaced; each commit writes to the log or the file.
public struct StoreStamp: Sendable, Equatable {
  private let file: Files.Stamp?
  private let log: Files.Stamp?

  /// The present state of a database, be it there or not.
  public init(of path: String) {
    file = Files.stamp(path)
    log = Files.stamp(path + "-wal")
  }
}
