import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Glibc
import History
import Testing
import Weather

@testable import almanac

struct WatchTests {
  private static let enter = "\u{1B}[?1049h", leave = "\u{1B}[?25h\u{1B}[?1049l"

  /// `almanac --watch` in a terminal of its own, with what its process number is.
  private func watch(
    _ store: SampleStore, _ words: String = "--watch=1"
  ) async throws -> (terminal: ChildProcess, pid: Int32) {
    let number = store.folder.file("pid")
    let line =
      "echo $$ >\(number); exec env -u NO_COLOR TERM=xterm \(Fixture.product("almanac"))"
      + " --db \(store.path) -u metric \(words)"
    let terminal = try ChildProcess("/usr/bin/script", ["-qefc", line, "/dev/null"])
    #expect(await terminal.waitForOutput(Self.enter))
    let pid = try #require(
      Int32(String(decoding: Fixture.read(number), as: UTF8.self).filter(\.isNumber)))
    return (terminal, pid)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `it shows what is stored meanwhile, and gives the terminal back`(
    signal: Int32
  ) async throws {
    let now = Date()
    let city = Sample.lisbon
    let store = try SampleStore(
      [city], [Sample.outcome(city, at: now - 600) { $0.temperatureC = 11 }])
    let (terminal, pid) = try await watch(store)
    #expect(await terminal.waitForOutput("11.0 °C"))
    #expect(!terminal.stdout.contains("12.5 °C"))
    let (writer, _) = try HistoryWriter.open(path: store.path, now: now)
    let run = try writer.beginRun(trigger: "manual", at: now)
    _ = try writer.store([Sample.outcome(city, at: now - 60) { $0.temperatureC = 12.5 }], run: run)
    try writer.close()
    #expect(await terminal.waitForOutput("12.5 °C"))
    kill(pid, signal)
    let output = await terminal.wait()
    #expect(output.status == 0)
    #expect(output.stdout.contains(Self.leave))
  }

  @Test func `a database that is not there yet is waited for`() async throws {
    let store = try SampleStore([])
    let path = store.folder.file("later.db")
    let (terminal, pid) = try await watch(store, "--watch=1 --db \(path)")
    #expect(await terminal.waitForOutput("There is no database"))
    let full = try SampleStore(
      [Sample.lisbon], [Sample.outcome(Sample.lisbon, at: Date() - 60) { $0.temperatureC = 11 }])
    try FileManager.default.copyItem(atPath: full.path, toPath: path)
    #expect(await terminal.waitForOutput("11.0 °C"))
    kill(pid, SIGINT)
    #expect(await terminal.wait().status == 0)
  }

  @Test func `a wrong line is said on the plain terminal`() async throws {
    let store = try Sample.twoCities()
    let line = "TERM=xterm \(Fixture.product("almanac")) nosuchcity --watch --db \(store.path)"
    let output = try await Subprocess.run("/usr/bin/script", ["-qefc", line, "/dev/null"])
    #expect(output.status == 64)
    #expect(!output.stdout.contains("\u{1B}"))
  }

  @Test(
    arguments: [
      (nil, [:], ["--watch"], "redraws a terminal"),
      (80, ["TERM": "dumb"], ["now", "--watch=5"], "redraws a terminal"),
      (80, [:], ["--watch", "--json"], "can't be used with a format"),
      (80, [:], ["--watch=soon"], "--watch takes a length of time"),
      (80, [:], ["history", "--watch"], "not an option of almanac history"),
    ] as [(Int?, [String: String], [String], String)])
  func `it is refused where it can't be`(
    width: Int?, environment: [String: String], words: [String], message: String
  ) throws {
    let answer = try Sample.twoCities().ask(words, environment: environment, width: width)
    #expect(answer.status == .usage)
    #expect(answer.errors.contains(message), "\(answer.errors)")
  }

  @Test func `a frame begins at the top, and counts the lines that do not fit`() {
    func frame(_ text: String, _ height: Int) -> String {
      String(decoding: Screen.frame(Array(text.utf8), height: height), as: UTF8.self)
    }
    let clear = "\u{1B}[H\u{1B}[J"
    #expect(frame("a\nb\nc\n", 3) == "\(clear)a\r\nb\r\nc")
    #expect(frame("a\n\nb\n", 4) == "\(clear)a\r\n\r\nb")
    #expect(frame("a\nb\nc\nd\n", 3) == "\(clear)a\r\nb\r\n… 2 more lines")
    #expect(frame("", 3) == clear)
  }
}
