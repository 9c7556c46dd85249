import AlmanacTestKit
import Glibc
import Testing

/// A datagram socket in a folder of its own, as systemd holds one.
final class NotifySocket {
  private let folder: TemporaryFolder
  private let descriptor: Int32
  private(set) var messages: [String] = []
  var path: String { folder.file("notify") }

  init() throws {
    folder = try TemporaryFolder()
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(folder.file("notify").utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
  }

  deinit { close(descriptor) }

  /// How many messages have come that begin so.
  func count(_ beginning: String) -> Int {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
      messages.append(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
    return messages.count { $0.hasPrefix(beginning) }
  }
}
