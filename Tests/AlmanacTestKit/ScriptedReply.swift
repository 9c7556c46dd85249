/// What the loopback server does with one request, step by step.
///
/// After the last step the connection stays open for the next request.
public struct ScriptedReply: Sendable {
  /// One thing that the server does.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Waits until the gate opens; gives up when the client leaves or the server stops.
    case wait(Gate)
    /// Waits for a time; gives up likewise.
    case pause(Duration)
    /// Says nothing more until the client leaves or the server stops.
    case silence
    /// Closes the connection in order.
    case close
    /// Breaks the connection off (RST).
    case reset
  }

  /// The steps in order.
  public var steps: [Step]

  /// A reply of any steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// A whole reply with its length announced.
  public static func reply(
    status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []
  ) -> ScriptedReply {
    let length = ("Content-Length", "\(body.count)")
    return ScriptedReply([.send(head(status, headers + [length]) + body)])
  }

  /// A whole reply of text with its length announced.
  public static func text(
    _ body: String, status: Int = 200, type: String = "text/plain",
    headers: [(String, String)] = []
  ) -> ScriptedReply {
    reply(status: status, headers: [("Content-Type", type)] + headers, body: Array(body.utf8))
  }

  /// A whole JSON reply.
  public static func json(
    _ body: String, status: Int = 200, headers: [(String, String)] = []
  ) -> ScriptedReply {
    text(body, status: status, type: "application/json", headers: headers)
  }

  /// A chunked reply; without its end the connection closes after the last chunk.
  public static func chunked(
    _ chunks: [[UInt8]], status: Int = 200, headers: [(String, String)] = [],
    complete: Bool = true
  ) -> ScriptedReply {
    var bytes = head(status, headers + [("Transfer-Encoding", "chunked")])
    for chunk in chunks {
      bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
    }
    if complete { return ScriptedReply([.send(bytes + Array("0\r\n\r\n".utf8))]) }
    return ScriptedReply([.send(bytes), .close])
  }

  /// A body that comes one byte at a time.
  public static func drip(_ body: [UInt8], every pause: Duration) -> ScriptedReply {
    let start = head(200, [("Content-Length", "\(body.count)")])
    return ScriptedReply([.send(start)] + body.flatMap { [.pause(pause), .send([$0])] })
  }

  /// A redirect with an empty body.
  public static func redirect(to address: String, status: Int = 302) -> ScriptedReply {
    reply(status: status, headers: [("Location", address)])
  }

  /// These bytes and the end of the connection: half a header, a short body, no HTTP at all.
  public static func raw(_ bytes: [UInt8]) -> ScriptedReply {
    ScriptedReply([.send(bytes), .close])
  }

  /// These characters and the end of the connection.
  public static func raw(_ text: String) -> ScriptedReply {
    raw(Array(text.utf8))
  }

  /// Nothing at all, on an open connection.
  public static let silent = ScriptedReply([.silence])

  /// The same reply, held back until the gate opens.
  public func after(_ gate: Gate) -> ScriptedReply {
    ScriptedReply([.wait(gate)] + steps)
  }

  /// The same reply, held back for a time.
  public func after(_ pause: Duration) -> ScriptedReply {
    ScriptedReply([.pause(pause)] + steps)
  }

  /// The same reply, and then the end of the connection.
  public func closing() -> ScriptedReply {
    ScriptedReply(steps + [.close])
  }

  private static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    var text = "HTTP/1.1 \(status) Scripted\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    return Array("\(text)\r\n".utf8)
  }
}
