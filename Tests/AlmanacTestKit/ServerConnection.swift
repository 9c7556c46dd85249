import Glibc

/// One connection of the loopback server, on its own thread.
struct ServerConnection {
  let descriptor: Int32
  let index: Int
  let core: ServerCore

  /// How a connection ends.
  enum End {
    case orderly, reset
  }

  /// Answers requests until either side is done.
  func serve() -> End {
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    var pending: [UInt8] = []
    while let head = nextHead(&pending), let reply = core.answer(head: head, connection: index) {
      for step in reply.steps {
        if case .reset = step { return lingering() }
        guard take(step) else { return .orderly }
      }
    }
    return .orderly
  }

  /// The bytes of the next request up to its empty line; nil at the end of the connection.
  private func nextHead(_ pending: inout [UInt8]) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = Self.endOfHead(pending, from: searched) {
        defer { pending.removeFirst(end) }
        return Array(pending[..<end])
      }
      searched = max(0, pending.count - 3)
      let old = pending.count
      pending += [UInt8](repeating: 0, count: 16 << 10)
      let count = pending.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress.map { $0 + old }, 16 << 10, 0)
      }
      pending.removeLast(16 << 10 - max(0, count))
      if count <= 0 { return nil }
    }
  }

  private static func endOfHead(_ bytes: [UInt8], from start: Int) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    // Nearly always the request came whole and alone.
    if bytes.suffix(4).elementsEqual(mark), start == 0 { return bytes.count }
    guard bytes.count >= start + 4 else { return nil }
    for end in start + 4...bytes.count where bytes[end - 4..<end].elementsEqual(mark) {
      return end
    }
    return nil
  }

  /// Whether the connection goes on after this step.
  private func take(_ step: ScriptedReply.Step) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .wait(let gate): return Gate.wait(for: [gate.descriptor] + leaving, events: events) == [0]
    case .pause(let time):
      let parts = time.components
      let pause = Int32(parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)
      return Gate.wait(for: leaving, events: events, milliseconds: pause).isEmpty
    case .silence:
      _ = Gate.wait(for: leaving, events: events)
      return false
    case .close, .reset: return false
    }
  }

  /// Makes the coming close send RST.
  private func lingering() -> End {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    return .reset
  }

  /// What says that waiting is over: the server stops, or the client leaves.
  private var leaving: [Int32] { [core.stopping.descriptor, descriptor] }
  private var events: Int { Int(POLLIN) | Int(0x2000) }  // POLLRDHUP

  private func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var sent = 0
      while sent < buffer.count {
        let count = Glibc.send(
          descriptor, buffer.baseAddress.map { $0 + sent }, buffer.count - sent,
          Int32(MSG_NOSIGNAL))
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }
}
