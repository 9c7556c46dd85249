import CommandLine
import Glibc
import History

/// `--watch`: the answer on the terminal, drawn again when it changes, until a signal ends it.
struct Watch {
  /// Seconds after which the answer is made again although the database did not change: ages grow.
  private static let patience = 10

  private let words: [String]
  private let seconds: Int
  private let database: String

  /// nil where a line does not ask for it, or can't.
  init?(_ words: [String]) {
    guard words.contains(where: { $0.hasPrefix("--watch") }),
      let parsed = try? Program.almanac.parse(words), parsed.wish == .run,
      let settings = try? Settings(parsed, in: .current), let seconds = settings.watchSeconds
    else { return nil }
    self.words = words
    self.seconds = seconds
    database = settings.database
  }

  /// Watches; returns the exit status of the process.
  func run() -> Int32 {
    let signals = WaitedSignals()
    var text = answer()
    // What is wrong with the line does not change.
    if text.status == .usage { return Streams.write(text) }
    var screen = Screen()
    screen.enter()
    defer { screen.leave() }
    var stamp = StoreStamp(of: database)
    var waited = 0
    var drawn: [UInt8] = []
    while true {
      let bytes = text.output + text.notices.flatMap { $0.line(isJSON: false) }
      if bytes != drawn, screen.draw(bytes, height: Screen.height) != 0 {
        return ExitStatus.io.rawValue
      }
      drawn = bytes
      repeat {
        switch signals.wait(seconds: seconds) {
        case nil: waited += seconds
        case SIGTSTP:
          screen.leave()
          kill(getpid(), SIGSTOP)
          screen.enter()
          (drawn, waited) = ([], Self.patience)
        case SIGWINCH, SIGCONT: (drawn, waited) = ([], Self.patience)
        default: return ExitStatus.done.rawValue
        }
      } while waited < Self.patience && StoreStamp(of: database) == stamp
      stamp = StoreStamp(of: database)
      waited = 0
      text = answer()
    }
  }

  private func answer() -> Answer {
    var surroundings = Surroundings.current
    surroundings.endsWithAnswer = false
    surroundings.rowDescriptor = nil
    return almanac.answer(to: words, in: surroundings)
  }
}

/// Signals that are waited for, in the place of interrupting.
private struct WaitedSignals {
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH] {
      sigaddset(&set, number)
    }
    sigprocmask(SIG_BLOCK, &set, nil)
  }

  /// The signal that came within the time; nil when none did.
  func wait(seconds: Int) -> Int32? {
    var set = set
    var time = timespec(tv_sec: seconds, tv_nsec: 0)
    let number = sigtimedwait(&set, nil, &time)
    return number > 0 ? number : nil
  }
}
