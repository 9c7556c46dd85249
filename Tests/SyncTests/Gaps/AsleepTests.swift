import AlmanacTestKit
import Configuration
import FoundationEssentials
import HTTP
import History
import Synchronization
import Testing
import Weather

@testable import Sync

/// The daemon itself on a machine that sleeps: its clocks go on, and nothing else does.
@Suite struct AsleepTests {
  /// The clocks of a machine, which jump ahead when it has slept.
  private final class Machine: Transport {
    private let slept = Atomic(0)

    func sleep(seconds: Int) { slept.add(seconds, ordering: .sequentiallyConsistent) }

    private var seconds: Double { Double(slept.load(ordering: .sequentiallyConsistent)) }

    var clock: WallClock {
      var clock = WallClock { Date().addingTimeInterval(self.seconds) }
      let start = ContinuousClock.now
      clock.elapsed = { ContinuousClock.now - start + .seconds(self.seconds) }
      return clock
    }

    func send(_ request: Request) async throws(TransportError) -> Response {
      let now = clock.now()
      let body = """
        {"timezone":"UTC","offset":0,"flags":{"units":"si"},
         "currently":{"time":\(now.unixSeconds),"temperature":20}}
        """
      return Response(request: request, status: 200, body: Data(body.utf8), receivedAt: now)
    }
  }

  // In a process of its own, because a daemon takes the signals of its process.
  @Test func `hours that it slept through are a gap that says so`() async {
    await #expect(processExitsWith: .success) { try await AsleepTests.sleepThrough() }
  }

  private static func sleepThrough() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "almanac.toml",
      """
      database = "\(folder.file("a.db"))"
      schedule = "3s"
      provider = "stub"
      [providers.stub]
      kind = "dark-sky"
      base_url = "http://127.0.0.1:9"
      [[city]]
      name = "Oslo"
      latitude = 59.9
      longitude = 10.7
      timezone = "UTC"
      """)
    let configuration = try Configuration.load(explicitPath: path, environment: [:])
    let machine = Machine()
    let store = Store { _ in }
    _ = try await store.open(path: folder.file("a.db"), now: machine.clock.now())
    let daemon = Daemon(
      store: store,
      surroundings: Daemon.Surroundings(
        load: { configuration }, transport: { _ in machine },
        notifier: SystemdNotifier(environment: [:]), clock: machine.clock,
        log: { _ in Log(threshold: .error, style: .plain) }))
    let database = folder.file("a.db")
    let begun = machine.clock.now().unixSeconds
    let life = Task { try await daemon.run(configuration) }
    defer { life.cancel() }
    // Asleep between two requests, when it waits for its timer.
    try await wait { (try? rows(path: database)) ?? 0 >= 2 }
    machine.sleep(seconds: 6 * 3600)
    var gaps: [GapRecord] = []
    try await wait {
      let found = try? HistoryReader.read(path: database) { reader in
        try reader.cities(includeInactive: false).flatMap { try reader.gaps(of: $0, filled: true) }
      }
      gaps = found ?? []
      return !gaps.isEmpty
    }
    let gap = try #require(gaps.first, "no gap within 20 s")
    #expect(gaps.count == 1)
    #expect(gap.reason == "asleep")
    // The hours that were slept through wholly.
    #expect(gap.from.unixSeconds == begun / 3600 * 3600 + 3600)
    #expect((5 * 3600...6 * 3600).contains(gap.seconds))
  }

  private static func rows(path: String) throws -> Int {
    try HistoryReader.read(path: path) { reader in
      try reader.cities(includeInactive: false, readings: .count).reduce(0) {
        $0 + ($1.observations ?? 0)
      }
    }
  }

  /// Looks again and again, for twenty seconds at most.
  private static func wait(for isSo: () throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try !isSo(), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
