public import Weather

/// Why the store can't do what was asked, in words for its owner.
public struct HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; each exit status of the programs follows from it.
  public enum Code: String, Sendable, CaseIterable {
    /// There is no such file.
    case notFound = "not_found"
    /// Its folder is not there and can't be made.
    case cannotCreate = "cannot_create"
    /// The file or its folder may not be read or written.
    case permission
    /// A file of something else: it is left as it is.
    case foreign
    /// Written by a newer version of the program: it is left as it is.
    case newerSchema = "newer_schema"
    /// Not readable as the database that it was.
    case damaged
    /// Another process has the lock.
    case locked
    /// Another process wrote for longer than the wait.
    case busy
    /// No room is left on the disk.
    case full
    /// The disk or the operating system failed.
    case io
    /// It changed again and again while it was read.
    case changedWhileReading = "changed_while_reading"
    /// A city moved further than a correction would move it.
    case moved
  }

  /// The kind of failure.
  public let code: Code
  /// The file or folder that it is about.
  public let path: String
  /// What happened and what to do next, in one or two sentences that name the file.
  public let message: String
  /// Who holds the lock, where the code is `locked` and it is known.
  public let holder: LockHolder?
  /// What is wrong in a few words, without the file's name; nil where only the message says it.
  public let reason: String?

  /// Makes an error from its parts.
  public init(
    _ code: Code, path: String, message: String, holder: LockHolder? = nil, reason: String? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.holder = holder
    self.reason = reason
  }

  /// The message.
  public var description: String { message }
}

/// Why words name no single city of the store.
public struct CityLookupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The two ways to miss.
  public enum Code: Sendable, Equatable {
    /// No city has such a slug, name or prefix.
    case unknown
    /// More than one city has it.
    case ambiguous
  }

  /// The way.
  public let code: Code
  /// What was asked for.
  public let word: String
  /// Slugs: of an ambiguous word all that it may mean, of an unknown one the nearest, nearest first.
  public let candidates: [String]

  /// Makes an error from its parts.
  public init(_ code: Code, word: String, candidates: [String]) {
    self.code = code
    self.word = word
    self.candidates = candidates
  }

  /// What happened, and the slugs to choose from.
  public var description: String {
    let shown = CleanText.line(word, limit: 80)
    let list = candidates.joined(separator: ", ")
    switch code {
    case .ambiguous: return "‘\(shown)’ is ambiguous: \(list)."
    case .unknown where candidates.isEmpty: return "No city ‘\(shown)’. See: almanac cities --all"
    case .unknown: return "No city ‘\(shown)’. Nearest: \(list)."
    }
  }
}
