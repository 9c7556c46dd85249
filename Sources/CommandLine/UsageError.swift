/// A command line that can't be obeyed, in words for the person who typed it.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One sentence without a full stop: what is wrong with which word.
  public let message: String
  /// What to do instead, where that is known.
  public let advice: String?

  /// Makes an error from its parts.
  public init(_ message: String, advice: String? = nil) {
    self.message = message
    self.advice = advice
  }

  /// The sentence and the advice on one line.
  public var description: String {
    advice.map { "\(message); \($0)" } ?? message
  }

  /// A word of the user's, quoted, without control characters and cut to 60 characters.
  public static func quoted(_ word: String) -> String {
    var shown = ""
    for scalar in word.unicodeScalars.prefix(60) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: shown += "?"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return "‘\(shown)\(word.unicodeScalars.count > 60 ? "…" : "")’"
  }
}
