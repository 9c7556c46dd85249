import FoundationEssentials
import Synchronization
import Testing
import Weather

@testable import Sync

@Suite struct LogTests {
  final class Lines: Sendable {
    let all = Mutex<[String]>([])
    func add(_ line: String) { all.withLock { $0.append(line) } }
    var text: String { all.withLock { $0.joined() } }
  }

  func log(_ style: Log.Style, _ lines: Lines, threshold: Log.Level = .info) -> Log {
    Log(
      threshold: threshold, style: style, redactor: Redactor([Secret("SECRET123")]),
      now: { Date(unixSeconds: 1_780_567_200) }, write: lines.add)
  }

  @Test(arguments: [
    (Log.Style.journal, "<4>om oslo: no answer (12 ms)\n"),
    (.plain, "2026-06-04T10:00:00Z warning om oslo: no answer (12 ms)\n"),
    (
      .json,
      #"{"city":"oslo","duration_ms":12,"level":"warning","message":"no answer","#
        + #""service":"om","time":"2026-06-04T10:00:00Z"}"# + "\n"
    ),
  ])
  func `a record is one line in each style`(style: Log.Style, expected: String) {
    let lines = Lines()
    log(style, lines)(
      .warning, "no answer", .init(service: "om", city: "oslo", duration: .milliseconds(12)))
    #expect(lines.text == expected)
  }

  @Test func `keys and control characters never get out`() {
    let lines = Lines()
    log(.plain, lines)(.error, "GET /forecast/SECRET123/1,2\n\u{1B}[31mred")
    #expect(lines.text.contains("GET /forecast/<hidden>/1,2 [31mred"))
    #expect(!lines.text.contains("SECRET123"))
    #expect(lines.text.filter { $0 == "\n" }.count == 1)
  }

  @Test func `what is below the threshold is not even put into words`() {
    let lines = Lines()
    var asked = false
    func words() -> String {
      asked = true
      return "x"
    }
    log(.plain, lines, threshold: .warning)(.info, words())
    #expect(lines.text.isEmpty)
    #expect(!asked)
  }
}
