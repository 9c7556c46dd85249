import Glibc

/// The terminal as a screen that is drawn again and again, and as it was once it is left.
struct Screen {
  /// How keys were taken before; nil where standard input is no terminal.
  private var settings: termios?

  /// The lines of the terminal.
  static var height: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }

  /// Goes to the alternate screen, without a cursor and without echoing keys.
  ///
  /// Sequences of xterm's ctlseqs: 1049 alternate screen, 25 cursor, 7 breaking of lines.
  mutating func enter() {
    var now = termios()
    if tcgetattr(STDIN_FILENO, &now) == 0 {
      settings = now
      now.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSANOW, &now)
    }
    _ = Streams.write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8), to: STDOUT_FILENO)
  }

  /// Gives the terminal back; keys that were typed meanwhile are not for the shell.
  mutating func leave() {
    _ = Streams.write(Array("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l".utf8), to: STDOUT_FILENO)
    if var settings { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
    settings = nil
  }

  /// Draws text in the place of what is there; returns 0 or the `errno` that ended it.
  func draw(_ text: [UInt8], height: Int) -> Int32 {
    Streams.write(Self.frame(text, height: height), to: STDOUT_FILENO)
  }

  /// The bytes that draw a text: in one piece, so that nobody sees an empty screen in between.
  static func frame(_ text: [UInt8], height: Int) -> [UInt8] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    if lines.count > height, height > 1 {
      let rest = lines.count - height + 1
      lines = lines.prefix(height - 1) + [Array("… \(rest) more lines".utf8)[...]]
    }
    return Array("\u{1B}[H\u{1B}[J".utf8) + lines.joined(separator: "\r\n".utf8)
  }
}
