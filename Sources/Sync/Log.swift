public import FoundationEssentials
import Glibc
public import Weather

/// Writes the log, one record a line, on standard error.
///
/// Under systemd each line begins with its priority, `<4>` (sd-daemon(3)), and journald adds the
/// time; elsewhere with time and level. Keys and control characters are taken out here, at the one
/// place where text leaves the process.
public struct Log: Sendable {
  /// How bad it is, with syslog's numbers (RFC 5424, section 6.2.1).
  public enum Level: Int, Sendable, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7

    /// Whether one level is more serious than another.
    public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

    var name: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      case .info: "info"
      case .debug: "debug"
      }
    }
  }

  /// The form of a line.
  public enum Style: Sendable {
    case journal, plain, json
  }

  /// What a record is about, beside its words.
  public struct Subject: Sendable {
    /// The configured name of the service.
    public var service: String?
    /// The city's slug.
    public var city: String?
    /// How long it took.
    public var duration: Duration?

    /// A subject from what is known of it.
    public init(service: String? = nil, city: String? = nil, duration: Duration? = nil) {
      self.service = service
      self.city = city
      self.duration = duration
    }
  }

  /// The least serious level that is written.
  public var threshold: Level
  /// The form of a line.
  public var style: Style
  /// What takes the keys out.
  public var redactor: Redactor
  private let write: @Sendable (String) -> Void
  private let now: @Sendable () -> Date

  /// A log that hands each finished line to a closure.
  public init(
    threshold: Level = .info, style: Style, redactor: Redactor = Redactor([]),
    now: @escaping @Sendable () -> Date = { Date() },
    write: @escaping @Sendable (String) -> Void = Log.standardError
  ) {
    self.threshold = threshold
    self.style = style
    self.redactor = redactor
    self.now = now
    self.write = write
  }

  /// Writes a record, unless its level is beyond the threshold.
  public func callAsFunction(
    _ level: Level, _ message: @autoclosure () -> String, _ subject: Subject = Subject()
  ) {
    guard level <= threshold else { return }
    let words = CleanText.line(redactor.redacted(message()), limit: 500)
    write(line(level, words, subject) + "\n")
  }

  /// The style that fits standard error: the journal's when `JOURNAL_STREAM` names that very file.
  public static func style(for environment: [String: String]) -> Style {
    var status = stat()
    guard let stream = environment["JOURNAL_STREAM"], fstat(2, &status) == 0,
      stream == "\(status.st_dev):\(status.st_ino)"
    else { return .plain }
    return .journal
  }

  /// Writes a line to standard error at once, unbuffered; nothing can be done when that fails.
  @Sendable public static func standardError(_ line: String) {
    var text = line
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(2, start, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  private func line(_ level: Level, _ words: String, _ subject: Subject) -> String {
    let about = [subject.service, subject.city].compactMap { $0 }.joined(separator: " ")
    let took = subject.duration.map { " (\(Self.milliseconds($0)) ms)" } ?? ""
    let text = about.isEmpty ? words + took : "\(about): \(words)\(took)"
    return switch style {
    case .journal: "<\(level.rawValue)>\(text)"
    case .plain: "\(stamp) \(level.name) \(text)"
    case .json: json(level, words, subject)
    }
  }

  private var stamp: String {
    let text = LocalTime(now(), utcOffsetSeconds: 0).rfc3339
    return text.replacing("+00:00", with: "Z")
  }

  private func json(_ level: Level, _ words: String, _ subject: Subject) -> String {
    let record = JSONRecord(
      time: stamp, level: level.name, service: subject.service, city: subject.city,
      durationMs: subject.duration.map(Self.milliseconds), message: words)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return words }
    return String(decoding: data, as: UTF8.self)
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    Int(duration / .milliseconds(1))
  }

  /// The keys of a line in the `json` style.
  private struct JSONRecord: Encodable {
    let time: String
    let level: String
    let service: String?
    let city: String?
    let durationMs: Int?
    let message: String

    enum CodingKeys: String, CodingKey {
      case time, level, service, city, message
      case durationMs = "duration_ms"
    }
  }
}
