import AlmanacTestKit
import HTTP
import Testing
import Weather

@Suite(.timeLimit(.minutes(1))) struct LimitTests {
  let transport = CurlTransport()

  @Test func `gives up a silent server when the time is over, and not before`() async throws {
    let server = try LoopbackServer { _ in .silent }
    let taken = try await milliseconds {
      let error = try #require(
        await transport.failure(request(server.base) { $0.timeoutSeconds = 0.3 }))
      #expect(error.code == .timedOut)
      #expect(error.fetchError.code == .timeout)
    }
    #expect(taken > 290 && taken < 10_000)
  }

  @Test func `counts a body that drips against the whole time`() async throws {
    let body = [UInt8](repeating: 0x61, count: 1000)
    let server = try LoopbackServer { _ in .drip(body, every: .milliseconds(5)) }
    let asked = request(server.base) { $0.timeoutSeconds = 0.25 }
    #expect(await transport.failureCode(asked) == .timedOut)
  }

  @Test func `counts redirects against the same time`() async throws {
    let server = try LoopbackServer { request in
      .redirect(to: request.path == "/data" ? "/b" : "/data").after(.milliseconds(150))
    }
    let asked = request(server.base) { $0.timeoutSeconds = 0.4 }
    #expect(await transport.failureCode(asked) == .timedOut)
  }

  @Test func `does not count the wait for a turn`() async throws {
    let server = try LoopbackServer { _ in ScriptedReply.text("ok").after(.milliseconds(120)) }
    let asked = request(server.base) {
      $0.timeoutSeconds = 0.3
      $0.connections = 1
    }
    let transport = transport
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { _ = try await transport.send(asked) } }
      try await group.waitForAll()
    }
    #expect(server.peakConnections == 1)
  }

  @Test(arguments: [1, 2, 5])
  func `opens no more connections to a server than allowed`(limit: Int) async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in ScriptedReply.text("ok").after(gate) }
    let transport = transport
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<12 {
        group.addTask {
          _ = try await transport.send(request(server.base) { $0.connections = limit })
        }
      }
      await server.waitForRequests(limit)
      #expect(server.openConnections == limit)
      gate.open()
      try await group.waitForAll()
    }
    #expect(server.peakConnections == limit)
    #expect(server.received.count == 12)
  }

  @Test func `lets a slow server hold up no other`() async throws {
    let slow = try LoopbackServer { _ in .silent }
    let quick = try LoopbackServer { _ in .text("ok") }
    let transport = transport
    let stuck = (0..<3).map { _ in
      Task { await transport.failureCode(request(slow.base) { $0.timeoutSeconds = 60 }) }
    }
    await slow.waitForRequests(2)
    let taken = try await milliseconds { _ = try await transport.send(request(quick.base)) }
    #expect(taken < 20_000)
    for task in stuck { task.cancel() }
    for task in stuck { #expect(await task.value == .cancelled) }
  }

  @Test(arguments: [(1000, true), (1001, false)])
  func `takes a body up to the limit and none beyond`(count: Int, fits: Bool) async throws {
    let body = [UInt8](repeating: 0x61, count: count)
    let server = try LoopbackServer { request in
      request.path == "/data" ? .reply(body: body) : .chunked([body])
    }
    for path in ["data", "chunked"] {
      let asked = request(server.base, path: [path]) { $0.maximumBytes = 1000 }
      #expect(await transport.failureCode(asked) == (fits ? nil : .tooLarge))
    }
  }

  @Test func `counts a body after it is unpacked`() async throws {
    let folder = try TemporaryFolder()
    let command = "head -c 40000000 /dev/zero | gzip -1 > bomb"
    _ = try await Subprocess.run("sh", ["-c", command], folder: folder.path)
    let bomb = try Fixture.read(folder.file("bomb"))
    #expect(bomb.count < 1 << 20)
    let server = try LoopbackServer { _ in
      .reply(headers: [("Content-Encoding", "gzip")], body: bomb)
    }
    let error = try #require(await transport.failure(request(server.base)))
    #expect(error.code == .tooLarge)
    #expect(error.message == "127.0.0.1:\(server.port): the reply is larger than 8388608 bytes")
    #expect(!error.fetchError.isTransient)
  }

  @Test func `ends a transfer when its task is cancelled`() async throws {
    let server = try LoopbackServer { _ in .silent }
    let transport = transport
    let task = Task { await transport.failureCode(request(server.base)) }
    await server.waitForRequests(1)
    let taken = await milliseconds {
      task.cancel()
      #expect(await task.value == .cancelled)
    }
    #expect(taken < 10_000)
  }

  @Test func `ends waiting, running and coming requests at shutdown`() async throws {
    let server = try LoopbackServer { _ in .silent }
    let transport = transport
    let tasks = (0..<5).map { _ in Task { await transport.failureCode(request(server.base)) } }
    await server.waitForRequests(2)
    transport.shutdown()
    for task in tasks { #expect(await task.value == .cancelled) }
    #expect(await transport.failureCode(request(server.base)) == .cancelled)
    transport.shutdown()
  }

  @Test func `answers once when cancelling races with the reply`() async throws {
    let server = try LoopbackServer { _ in .text("ok") }
    let transport = transport
    for round in 0..<200 {
      let task = Task { await transport.failureCode(request(server.base)) }
      if round % 3 == 0 { await Task.yield() }
      task.cancel()
      let code = await task.value
      #expect(code == nil || code == .cancelled)
    }
  }
}
