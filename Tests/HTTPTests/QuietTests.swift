import AlmanacTestKit
import Glibc
import Testing
import Weather

@testable import HTTP

/// What a transport costs while it does nothing, and over many requests.
///
/// Each in a process of its own, because other suites have threads and descriptors too.
@Suite(.serialized, .timeLimit(.minutes(1))) struct QuietTests {
  /// The transfer threads of this process, with how often each has given up the processor.
  static func transferThreads() throws -> [Int] {
    var switches: [Int] = []
    for task in try Fixture.names(in: "/proc/self/task") {
      // A thread may end between the two reads.
      guard let status = try? Fixture.read("/proc/self/task/\(task)/status") else { continue }
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      guard lines.contains("Name:\t\(TransferThread.name)") else { continue }
      let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
      switches.append(line?.split(separator: "\t").last.flatMap { Int($0) } ?? -1)
    }
    return switches
  }

  static func count(_ folder: String) throws -> Int {
    try Fixture.names(in: "/proc/self/\(folder)").count
  }

  @Test func `sleeps without a wake-up while nothing is in flight`() async {
    await #expect(processExitsWith: .success) {
      let transport = CurlTransport()
      #expect(try Self.transferThreads().isEmpty)
      let server = try LoopbackServer { _ in .text("ok") }
      for _ in 0..<3 { _ = try await transport.send(request(server.base)) }
      usleep(20_000)
      let before = try Self.transferThreads()
      usleep(300_000)
      #expect(before.count == 1)
      #expect(try Self.transferThreads() == before)
      _ = try await transport.send(request(server.base))
      // A thread's giving up of the processor counts once it has done so.
      usleep(20_000)
      #expect(try Self.transferThreads() != before)
      transport.shutdown()
      #expect(try Self.transferThreads().isEmpty)
    }
  }

  @Test func `ends its thread when the last reference goes`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { _ in .text("ok") }
      for _ in 0..<50 {
        let transport = CurlTransport()
        _ = try await transport.send(request(server.base))
      }
      #expect(try Self.transferThreads().count <= 1)
    }
  }

  @Test func `keeps descriptors and threads over many cycles`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { request in
        let reply = ScriptedReply.json("{}")
        return request.query("n").flatMap { Int($0) }.map { $0 % 2 == 0 } == true
          ? reply.closing() : reply
      }
      let transport = CurlTransport()
      func cycle() async {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<10 {
            let asked = request(server.base, query: [("n", "\(number)")])
            group.addTask {
              // The failure stands in the comment: an exit test hands over no expression.
              let failure = await transport.failure(asked)
              #expect(failure == nil, "\(failure?.message ?? "")")
            }
          }
        }
      }
      for _ in 0..<10 { await cycle() }
      let (descriptors, threads) = (try Self.count("fd"), try Self.count("task"))
      for _ in 0..<150 { await cycle() }
      let now = (try Self.count("fd"), try Self.count("task"))
      #expect(now.0 <= descriptors + 8, "\(descriptors) descriptors became \(now.0)")
      #expect(now.1 <= threads + 8, "\(threads) threads became \(now.1)")
      #expect(server.received.count == 1600)
    }
  }
}
