import CommandLine
import History
import Weather

/// Why a question has no answer: the exit status, a word for programs and a sentence for people.
struct Failure: Error, Sendable, Equatable {
  let status: ExitStatus
  let code: String
  let message: String

  init(_ status: ExitStatus, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// The failure that an error of the modules below amounts to.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self.init(.usage, "usage", error.description)
    case let error as CityLookupError: self.init(error)
    case let error as HistoryError: self.init(error)
    case let error as QuestionError: self.init(error, what: "SQL")
    default: self.init(.io, "io", "\(error)")
    }
  }

  private init(_ error: CityLookupError) {
    guard error.code == .ambiguous else {
      self.init(.usage, "unknown_city", error.description)
      return
    }
    let shown = error.candidates.prefix(8).joined(separator: ", ")
    let more = error.candidates.count > 8 ? " and \(error.candidates.count - 8) more" : ""
    self.init(
      .usage, "ambiguous_city", "\(UsageError.quoted(error.word)) is ambiguous: \(shown)\(more).")
  }

  /// The failure of something in SQLite's language: where SQLite stumbled, and over what.
  ///
  /// `bounds` says what it may do at most.
  init(
    _ error: QuestionError, what: String, bounds: String = "can only read", advice: String? = nil
  ) {
    let place = error.place.map { ", at character \($0 + 1)" } ?? ""
    let hint = (advice ?? error.nearest.map { "did you mean \($0)?" }).map { "; \($0)" } ?? ""
    switch error.code {
    case .empty: self.init(.usage, "sql", "\(what) is empty.")
    case .several: self.init(.usage, "sql", "\(what) must be one statement, and there are several.")
    case .forbidden:
      self.init(.usage, "sql_forbidden", "\(what) \(bounds): \(error.message) is refused.")
    case .endless:
      self.init(
        .usage, "sql_forbidden", "\(what) can't use \(error.message), which no limit could end.")
    case .tooLong: self.init(.usage, "timeout", "\(what) takes too many steps for one row.")
    case .wrong:
      let words = CleanText.line(error.message, limit: 300)
      self.init(
        .usage, "sql", "\(what) is not understood: \(words)\(place)\(hint.isEmpty ? "." : hint)")
    }
  }

  private init(_ error: HistoryError) {
    let isAbsent = error.code == .notFound && error.reason == nil
    let message =
      isAbsent
      ? "There is no database \(CleanText.line(error.path)) yet: almanacd sync makes one."
      : error.message
    self.init(Self.status(of: error.code), error.code.rawValue, message)
  }

  private static func status(of code: HistoryError.Code) -> ExitStatus {
    switch code {
    case .notFound: .missing
    case .cannotCreate: .cannotCreate
    case .permission: .permission
    case .foreign, .newerSchema, .damaged: .data
    case .locked, .busy, .changedWhileReading: .tryLater
    case .full, .io: .io
    case .moved: .configuration
    }
  }

  /// As a line for standard error.
  var notice: Notice { Notice(status: status, code: code, message: message) }
}
