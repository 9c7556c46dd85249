import Glibc

/// A small HTTP/1.1 server on 127.0.0.1, on a port of its own, that answers as scripted.
///
/// Each connection has a thread; the handler runs on it, so several at once. Stops when the last
/// reference goes.
public final class LoopbackServer: Sendable {
  /// The port that it listens on.
  public let port: Int
  private let core: ServerCore

  /// Listens, and answers every request with what the handler returns for it.
  ///
  /// Port 0 is any free one; another is for a server that comes back where it was.
  public init(
    port: Int = 0, _ handler: @escaping @Sendable (ReceivedRequest) -> ScriptedReply
  ) throws {
    let (listener, port) = try Self.listen(port)
    self.port = port
    self.core = ServerCore(listener: listener, handler: handler)
    core.start()
  }

  deinit {
    stop()
  }

  /// `http://127.0.0.1:PORT`, for a request's base.
  public var base: String { "http://127.0.0.1:\(port)" }

  /// Every request so far, in order of arrival.
  public var received: [ReceivedRequest] { core.record { $0.received } }

  /// Connections accepted so far.
  public var acceptedConnections: Int { core.record { $0.accepted } }

  /// Connections open now.
  public var openConnections: Int { core.record { $0.open.count } }

  /// The most connections that were ever open at once.
  public var peakConnections: Int { core.record { $0.peak } }

  /// Returns once so many requests have come since the start.
  public func waitForRequests(_ count: Int) async {
    await withCheckedContinuation { core.notify(at: count, $0) }
  }

  /// Ends every connection and waits for its threads; harmless when repeated.
  public func stop() {
    core.stop()
  }

  private static func listen(_ port: Int) throws -> (descriptor: Int32, port: Int) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let listener = socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw KitError("socket") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(listener, name, length) == 0 && Glibc.listen(listener, 512) == 0
          && getsockname(listener, name, &length) == 0
      }
    }
    guard result else {
      let error = KitError("listen", "127.0.0.1")
      close(listener)
      throw error
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }
}
