import CommandLine
import Presentation
import Weather

/// All that a call gives back: the result, what is to be said beside it, and the exit status.
struct Answer: Sendable {
  /// For standard output.
  var output: [UInt8] = []
  /// For standard error.
  var notices: [Notice] = []
  /// The exit status.
  var status = ExitStatus.done
  /// Whether notices are JSON objects.
  var isJSON = false
}

/// One line for standard error.
struct Notice: Sendable, Equatable {
  /// The exit status that it is the reason for; nil for a warning.
  let status: ExitStatus?
  /// The kind, for programs: `no_rows`.
  let code: String
  /// The sentence.
  let message: String

  /// Says something that changes nothing.
  static func warning(_ code: String, _ message: String) -> Notice {
    Notice(status: nil, code: code, message: message)
  }

  /// `almanac: …`, or one JSON object.
  func line(isJSON: Bool) -> [UInt8] {
    guard isJSON else { return Array("almanac: \(CleanText.line(message, limit: 2000))\n".utf8) }
    let kind = status == nil ? "warning" : "error"
    var line = Array("{\"\(kind)\":{\"code\":".utf8) + JSONText.quoted(code)
    line += Array(",\"message\":".utf8) + JSONText.quoted(message)
    if let status { line += Array(",\"exit\":\(status.rawValue)".utf8) }
    return line + Array("}}\n".utf8)
  }
}
