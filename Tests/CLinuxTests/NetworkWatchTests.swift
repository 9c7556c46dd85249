import CLinux
import Glibc
import Testing

struct NetworkWatchTests {
  @Test func `A quiet socket has nothing to say and does not block`() throws {
    let watch = clinux_network_open()
    try #require(watch >= 0)
    defer { close(watch) }
    // Another process may change the network meanwhile, so either answer is right.
    #expect((0...1).contains(clinux_network_drain(watch)))
    #expect(fcntl(watch, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(watch, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `A descriptor that is no socket fails`() {
    #expect(clinux_network_drain(-1) == -1)
  }

  @Test(
    .enabled("a network namespace of its own needs privilege") { inOwnNetwork { true } == true })
  func `A link that comes up is noticed, once`() {
    let answers = inOwnNetwork { () -> [Int32] in
      let watch = clinux_network_open()
      defer { close(watch) }
      guard clinux_network_drain(watch) == 0, bringLoopbackUp() else { return [] }
      var entry = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      return [poll(&entry, 1, 5000), clinux_network_drain(watch), clinux_network_drain(watch)]
    }
    #expect(answers == [1, 1, 0])
  }
}

/// Runs the closure where this thread alone has a new network, so that the machine's stays as it
/// is; nil where that is not allowed.
private func inOwnNetwork<Result>(_ body: () -> Result) -> Result? {
  typealias Unshare = @convention(c) (Int32) -> Int32
  typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
  // Swift's Glibc does not show the two functions.
  guard let first = dlsym(nil, "unshare"), let second = dlsym(nil, "setns") else { return nil }
  let unshare = unsafeBitCast(first, to: Unshare.self)
  let setNamespace = unsafeBitCast(second, to: SetNamespace.self)
  let newNetwork: Int32 = 0x4000_0000
  let home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
  guard home >= 0 else { return nil }
  defer { close(home) }
  guard unshare(newNetwork) == 0 else { return nil }
  defer { _ = setNamespace(home, newNetwork) }
  return body()
}

/// Sets IFF_UP on `lo` (netdevice(7)).
private func bringLoopbackUp() -> Bool {
  let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
  defer { close(socket) }
  var request = [UInt8](repeating: 0, count: 40)
  request.replaceSubrange(0..<2, with: Array("lo".utf8))
  request[16] = 1
  return ioctl(socket, 0x8914, &request) == 0
}
