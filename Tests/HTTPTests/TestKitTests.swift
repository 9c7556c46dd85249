import AlmanacTestKit
import Glibc
import Testing

@Suite(.timeLimit(.minutes(1))) struct TestKitTests {
  @Test func `runs a program and reads both of its streams`() async throws {
    let output = try await Subprocess.run(
      "sh", ["-c", "cat; echo \"$WORD\" >&2; pwd; exit 3"], environment: ["WORD": "héllo"],
      folder: "/usr", input: "from the input\n")
    #expect(output.status == 3)
    #expect(output.stdout == "from the input\n/usr\n")
    #expect(output.stderr == "héllo\n")
    #expect(!output.timedOut)
  }

  @Test func `drains more than a pipe holds`() async throws {
    let output = try await Subprocess.run("sh", ["-c", "head -c 300000 /dev/zero | tr '\\0' x"])
    #expect(output.stdout.utf8.count == 300_000)
  }

  @Test func `kills a program when its time is over`() async throws {
    let output = try await Subprocess.run("sleep", ["30"], timeout: .milliseconds(50))
    #expect(output.timedOut)
    #expect(output.status == 128 + SIGKILL)
  }

  @Test func `says which program is missing`() async {
    await #expect(throws: KitError.self) { try await Subprocess.run("/no/such/program") }
  }

  @Test func `sends signals to a running program and sees its words`() async throws {
    let child = try ChildProcess(
      "sh", ["-c", "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"])
    #expect(await child.waitForOutput("ready"))
    child.signal(SIGTERM)
    let output = await child.wait()
    #expect(output.status == 7)
    #expect(output.stdout == "ready\nbye\n")
  }

  @Test func `wakes sleepers when the clock is moved past them`() async throws {
    let clock = ManualClock()
    async let sleeper: Void = clock.sleep(for: .seconds(60))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(59))
    #expect(clock.deadlines.count == 1)
    clock.advance(by: .seconds(1))
    try await sleeper
    #expect(clock.now.offset == .seconds(60))
  }

  @Test func `ends a sleep when its task is cancelled`() async throws {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(60)) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `removes a temporary folder with all it holds`() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let written = try folder?.write("a", "text")
    let path = try #require(written)
    #expect(try Fixture.read(path) == Array("text".utf8))
    folder = nil
    #expect(access(path, F_OK) != 0)
  }

  @Test func `finds the repository`() throws {
    #expect(access("\(Fixture.repository)/Package.swift", F_OK) == 0)
    #expect(Fixture.product("almanac").hasSuffix("/almanac"))
  }
}
