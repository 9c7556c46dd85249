/// An API key that prints as `<hidden>`: only the transport asks for the value.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let value: String
  /// Takes this key out of text; made once, as every reply is looked through.
  let redactor: Redactor

  /// Keeps the key.
  public init(_ value: String) {
    self.value = value
    self.redactor = Redactor(keys: [Array(value.utf8)])
  }

  /// Whether both are the same key.
  public static func == (first: Secret, second: Secret) -> Bool { first.value == second.value }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// Gives the key to a closure that needs it for the wire.
  public func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    try body(value)
  }

  /// Always `<hidden>`.
  public var description: String { "<hidden>" }
  /// Always `<hidden>`.
  public var debugDescription: String { "<hidden>" }
  /// Empty, so that `dump` shows nothing either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
