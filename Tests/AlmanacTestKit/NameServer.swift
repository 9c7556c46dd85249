import Glibc
import Synchronization

/// A name server on 127.0.0.1, port 53, for which every name is 127.0.0.1 (RFC 1035, section 4.1).
///
/// For a network of the test's own: the port is privileged, and taken on many machines.
public final class NameServer: Sendable {
  private let descriptor: Int32
  private let count = Mutex(0)

  /// Listens and answers on a thread of its own, until it is stopped.
  public init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw KitError("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(53).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw KitError("bind", "127.0.0.1:53") }
    BackgroundThread.start { [self] in serve() }
  }

  /// How many questions came.
  public var asked: Int { count.withLock { $0 } }

  /// Ends it.
  public func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  deinit { close(descriptor) }

  private func serve() {
    var block = [UInt8](repeating: 0, count: 512)
    while true {
      var client = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let size = withUnsafeMutablePointer(to: &client) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          recvfrom(descriptor, &block, block.count, 0, $0, &length)
        }
      }
      guard size > 12 else { return }
      count.withLock { $0 += 1 }
      let reply = Self.reply(to: Array(block[..<size]))
      _ = withUnsafePointer(to: &client) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(descriptor, reply, reply.count, 0, $0, length)
        }
      }
    }
  }

  /// The question with its answer: an address for A, none for any other type.
  private static func reply(to query: [UInt8]) -> [UInt8] {
    var end = 12
    while end < query.count, query[end] != 0 { end += Int(query[end]) + 1 }
    let question = Array(query[12..<min(query.count, end + 5)])
    let isA = question.count >= 4 && question[question.count - 3] == 1
    let header: [UInt8] = Array(query[..<2]) + [0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0]
    let answer: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]
    return header + question + (isA ? answer : [])
  }
}
