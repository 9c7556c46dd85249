import Glibc

/// Tells systemd how the service is, by the protocol of sd_notify(3); silent without `NOTIFY_SOCKET`.
public struct SystemdNotifier: Sendable {
  /// Seconds between two signs of life, half of `WATCHDOG_USEC`; nil when none are wanted.
  public let watchdogSeconds: Double?
  private let address: String?

  /// Reads `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
  ///
  /// The watchdog is for us only if `WATCHDOG_PID` is unset or our own (sd_watchdog_enabled(3)).
  public init(environment: [String: String]) {
    let isForUs = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap(Double.init) ?? 0
    self.address = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    self.watchdogSeconds = isForUs && microseconds > 0 ? microseconds / 2_000_000 : nil
  }

  /// The database is open and scheduling begins.
  public func ready(status: String) { send("READY=1\nSTATUS=\(oneLine(status))") }

  /// A reload begins; `ready` ends it.
  ///
  /// The time lets systemd order the two.
  public func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }

  /// The service is about to end.
  public func stopping() { send("STOPPING=1") }

  /// The line that `systemctl status` shows.
  public func status(_ text: String) { send("STATUS=\(oneLine(text))") }

  /// A sign of life from the scheduling loop.
  public func watchdog() { send("WATCHDOG=1") }

  private func oneLine(_ text: String) -> String {
    text.replacing("\n", with: " ")
  }

  /// Sends one datagram; a lost one changes nothing, so nothing is reported.
  private func send(_ message: String) {
    guard let address, var target = SocketAddress(unixPath: address) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(message.utf8)
    withUnsafePointer(to: &target.storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = sendto(
          descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), generic, target.length)
      }
    }
  }
}

/// An address of the local domain: a path, or a name in the abstract space after `@` (unix(7)).
private struct SocketAddress {
  var storage = sockaddr_un()
  let length: socklen_t

  init?(unixPath path: String) {
    var bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: storage.sun_path)
    guard bytes.count < room, let first = bytes.first, [0x2F, 0x40].contains(first) else {
      return nil
    }
    if first == 0x40 { bytes[0] = 0 }
    storage.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }
}
