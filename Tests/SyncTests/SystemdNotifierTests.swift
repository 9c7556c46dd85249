import AlmanacTestKit
import Glibc
import Testing

@testable import Sync

@Suite struct SystemdNotifierTests {
  /// A datagram socket in a folder of its own, as systemd holds one.
  final class Listener {
    let folder: TemporaryFolder
    let descriptor: Int32
    var path: String { "\(folder.path)/notify" }

    init() throws {
      folder = try TemporaryFolder()
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = Array("\(folder.path)/notify".utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      #expect(bound == 0)
    }

    deinit { close(descriptor) }

    func next() -> String {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : ""
    }
  }

  @Test func `each state is one datagram, and a status is one line`() throws {
    let listener = try Listener()
    let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": listener.path])
    notifier.ready(status: "5 cities\nnext")
    #expect(listener.next() == "READY=1\nSTATUS=5 cities next")
    notifier.watchdog()
    #expect(listener.next() == "WATCHDOG=1")
    notifier.reloading()
    #expect(listener.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    notifier.stopping()
    #expect(listener.next() == "STOPPING=1")
  }

  @Test func `without a socket, or with one that is gone, nothing happens`() {
    SystemdNotifier(environment: [:]).ready(status: "x")
    SystemdNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/at/all"]).ready(status: "x")
  }

  @Test(arguments: [
    (["WATCHDOG_USEC": "4000000"], 2.0 as Double?),
    (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "\(getpid())"], 2),
    (["WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "1"], nil),
    (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": "0"], nil), ([:], nil),
  ])
  func `the watchdog is served at half its period, if it is ours`(
    environment: [String: String], seconds: Double?
  ) {
    #expect(SystemdNotifier(environment: environment).watchdogSeconds == seconds)
  }
}
