/// How a cell looks on a terminal with colour; everywhere else it means nothing.
public enum Style: Sendable, Hashable {
  case plain
  /// Headings.
  case bold
  /// What matters less, such as a stale row.
  case dim
  /// What wants attention, such as the word STALE.
  case warning
  /// What failed.
  case failure

  /// The text in this style (ECMA-48 SGR sequences: the eight basic colours only).
  func applied(to text: String) -> String {
    if text.isEmpty { return text }
    return switch self {
    case .plain: text
    case .bold: "\u{1B}[1m\(text)\u{1B}[0m"
    case .dim: "\u{1B}[2m\(text)\u{1B}[0m"
    case .warning: "\u{1B}[33m\(text)\u{1B}[0m"
    case .failure: "\u{1B}[31m\(text)\u{1B}[0m"
    }
  }
}
