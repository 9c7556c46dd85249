import Glibc

/// Why the engine can't start or go on, in words for the operator.
public struct SyncError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; each exit status follows from it.
  public enum Code: Sendable, Equatable {
    /// The configuration can't be carried out.
    case configuration
    /// The operating system refused something.
    case system
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, to what, and what to do.
  public let message: String

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }

  static func system(_ call: String, _ number: Int32) -> SyncError {
    SyncError(.system, "\(call) failed: \(String(cString: strerror(number)))")
  }
}
