import Glibc

/// Whether this machine has a way to the internet at all.
enum NetworkRoute {
  /// Asks the kernel's routing table by connecting a UDP socket, which sends nothing.
  ///
  /// The addresses are those of a root name server.
  static func exists() -> Bool {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_port = in_port_t(53).bigEndian
    inet_pton(AF_INET, "198.41.0.4", &four.sin_addr)
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    six.sin6_port = in_port_t(53).bigEndian
    inet_pton(AF_INET6, "2001:503:ba3e::2:30", &six.sin6_addr)
    return reaches(&four, family: AF_INET) || reaches(&six, family: AF_INET6)
  }

  private static func reaches<Address>(_ address: inout Address, family: Int32) -> Bool {
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, kind, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }
}
