import CLinux
import Glibc
import Testing

struct SignalsTests {
  @Test func `A signal to the thread is read once, and kills nothing`() throws {
    // The thread goes back to the pool as it came.
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    let descriptor = [SIGUSR2].withUnsafeBufferPointer {
      clinux_signals_open($0.baseAddress, Int32($0.count))
    }
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(clinux_signals_read(descriptor) == 0)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(clinux_signals_read(descriptor) == SIGUSR2)
    #expect(clinux_signals_read(descriptor) == 0)
  }
}
