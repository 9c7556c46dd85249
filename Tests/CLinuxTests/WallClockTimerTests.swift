import CLinux
import Glibc
import Testing

struct WallClockTimerTests {
  private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  private func withTimer(_ body: (Int32) throws -> Void) throws {
    let timer = clinux_timer_create()
    try #require(timer >= 0)
    defer { close(timer) }
    try body(timer)
  }

  @Test func `A timer that was never set says nothing`() throws {
    try withTimer { timer in
      #expect(clinux_timer_read(timer) == CLINUX_TIMER_NOTHING)
    }
  }

  @Test(arguments: [(0, 0), (0, 1), (1_000_000_000, 999_999_999)] as [(Int64, Int32)])
  func `A time in the past expires at once, and once`(seconds: Int64, nanoseconds: Int32) throws {
    try withTimer { timer in
      #expect(clinux_timer_set(timer, seconds, nanoseconds) == 0)
      #expect(isReadable(timer, within: 2000))
      #expect(clinux_timer_read(timer) == CLINUX_TIMER_EXPIRED)
      #expect(clinux_timer_read(timer) == CLINUX_TIMER_NOTHING)
    }
  }

  @Test func `A time to come is waited for, and a stopped timer does not expire`() throws {
    try withTimer { timer in
      #expect(clinux_timer_set(timer, Int64(time(nil)) + 3600, 0) == 0)
      #expect(!isReadable(timer, within: 0))
      #expect(clinux_timer_set(timer, 0, 0) == 0)
      #expect(clinux_timer_set(timer, -1, 0) == 0)
      #expect(!isReadable(timer, within: 0))
    }
  }

  @Test func `A time that is none is refused`() throws {
    try withTimer { timer in
      #expect(clinux_timer_set(timer, 5, -1) == -1)
      #expect(errno == EINVAL)
    }
  }

  @Test func `A descriptor that is no timer fails`() {
    #expect(clinux_timer_read(-1) == CLINUX_TIMER_FAILED)
  }
}
