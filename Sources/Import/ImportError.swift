/// Why a file can't be imported, in words for its owner.
public struct ImportError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; each exit status follows from it.
  public enum Code: Sendable, Equatable {
    /// The file is not of a kind that is read, or its columns say too little.
    case wrongKind
    /// The caller's words don't fit: a city, a column or a field that is none.
    case usage
    /// There is no such file.
    case notFound
    /// The file may not be read.
    case permission
    /// The file can't be read to its end.
    case io
    /// It changed while it was read.
    case changed
    /// The settings lack something that the rows need.
    case configuration
    /// The reader was told to stop.
    case interrupted
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, to what, and what to do, without a full stop at the end.
  public let message: String

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
