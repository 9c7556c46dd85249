import CLinux
import Glibc
import Testing

@Suite struct SignalTests {
  @Test func `signals wait in order until they are taken`() {
    let pipe = clinux_signals_open()
    #expect(pipe >= 0)
    #expect(clinux_signals_open() == pipe)
    for number in [SIGHUP, SIGUSR1, SIGTERM] {
      kill(getpid(), number)
      var ready = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      #expect(poll(&ready, 1, 10_000) == 1)
      #expect(clinux_signal_take(pipe) == number)
    }
    #expect(clinux_signal_take(pipe) == 0)
    for number in [SIGHUP, SIGUSR1, SIGTERM, SIGINT] { signal(number, SIG_DFL) }
  }
}
