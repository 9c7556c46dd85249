/// Why a text is no schedule or no duration, with the place in it.
public struct ScheduleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text as given.
  public let text: String
  /// The character at which it goes wrong, counted from 1; one more than the length at the end.
  public let position: Int
  /// What is wrong and what would be right, without the text and the position.
  public let message: String

  init(_ message: String, in text: String, at position: Int) {
    self.text = text
    self.position = position
    self.message = message
  }

  /// `minute 60 is not in 0...59 (character 1 of "60 * * * *")`.
  public var description: String { "\(message) (character \(position) of \"\(text)\")" }
}
