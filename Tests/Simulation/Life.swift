import Configuration
import FoundationEssentials
import HTTP
import Sync
import Weather

/// One life of the program, from its start to its end: the real daemon on the world's machine.
///
/// Unchecked for the same reason as `World`.
final class Life: @unchecked Sendable {
  let number: Int
  let path: String
  private(set) var wakes: ScriptedWakes?
  private(set) var isOver = false
  /// Why it ended, if not because it was told to.
  private(set) var error: (any Error)?
  /// When it began, and when it ended for the world, in seconds since the month began.
  let beganAt: Double
  var endedAt: Double?
  /// Whether it was ended by a mistake, which is no excuse for losing anything.
  var wasEndedByMistake = false
  private let store: Store

  init(_ number: Int, path: String, beganAt: Double, store: Store) {
    (self.number, self.path, self.beganAt, self.store) = (number, path, beganAt, store)
  }

  /// What a life needs.
  struct Surroundings {
    let world: World
    let network: ScriptedNetwork
    let configuration: Configuration
    let chance: @Sendable () -> Double
    let trace: Trace
    let plant: Plant?
  }

  /// Starts the program; it runs when the world does.
  func start(_ surroundings: Surroundings) {
    let world = surroundings.world, configuration = surroundings.configuration
    let trace = surroundings.trace
    let clock = WallClock(
      now: { world.wallTime }, uptimeSeconds: { world.uptime }, boot: "boot \(world.boot)"
    ) { (seconds) async throws(CancellationError) in
      await VirtualSleep(world).wait(seconds, pausesInSleep: true)
      if Task.isCancelled { throw CancellationError() }
    }
    let transport = ScriptedTransport(
      network: surroundings.network, life: number,
      asksAgain: surroundings.plant == .asksAgainAtOnce)
    let lane = TaskLane(world)
    var log = Log(
      threshold: .error, style: .plain, now: { world.wallTime },
      write: { line in
        // That a scripted reply is short is no news.
        guard !line.hasSuffix(": missing\n") else { return }
        // How long a job really took is the one thing that no seed decides.
        let said = line.split(separator: "\n").joined(separator: " ")
          .replacing(/\ \(\d+ ms\)/, with: "")
        trace.note(world) { "  says: \(said)" }
      })
    if trace.isWanted { log.threshold = .debug }
    let daemonLog = log
    var parts = Daemon.Surroundings(
      load: { configuration }, transport: { _ in transport },
      notifier: SystemdNotifier(environment: [:]), clock: clock, log: { _ in daemonLog })
    parts.machine = Machine(
      executor: { lane },
      wakes: { (_, wake) throws(SyncError) in
        let wakes = ScriptedWakes(world, wake)
        self.wakes = wakes
        return wakes
      }, random: surroundings.chance, rest: {})
    let store = store, path = path, daemon = Daemon(store: store, surroundings: parts)
    Task(executorPreference: lane) {
      do {
        _ = try await store.open(path: path, now: world.wallTime)
        try await daemon.run(configuration)
      } catch {
        self.error = error
      }
      self.isOver = true
    }
  }
}
