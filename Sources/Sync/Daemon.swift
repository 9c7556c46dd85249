import CLinux
public import Configuration
import FoundationEssentials
import Glibc

/// `almanacd run`: waits for what is due, fetches it, and goes on for ever.
///
/// One loop takes every event in turn and never blocks on a network or a disk; jobs run beside it.
/// The watchdog is served from the loop itself, so that a stuck loop is noticed (sd_notify(3)).
public struct Daemon: Sendable {
  private let surroundings: Surroundings
  private let store: Store

  /// A daemon over an open store.
  public init(store: Store, surroundings: Surroundings) {
    self.store = store
    self.surroundings = surroundings
  }

  /// Lets signals that come while the program starts wait for `run`, instead of ending it.
  ///
  /// To be called first of all. From a TERM or INT on, nothing keeps the program longer than two
  /// seconds: no disk that hangs, and no opening of a large database.
  public static func holdSignals(_ style: Log.Style) {
    clinux_end_after(1800, (style == .journal ? "<4>" : "almanacd: ") + lastWords + "\n")
    _ = KernelWakes.holdSignals()
  }

  private static let lastWords =
    "what was under way could not be ended within two seconds of the signal; stopped all the same"
  /// Of these two seconds, what may pass in waiting for other programs that write.
  static let stoppingPatience = 0.8

  /// Runs until TERM or INT; the store is closed when it returns.
  public func run(_ configuration: Configuration) async throws {
    try await withTaskExecutorPreference(surroundings.machine.executor()) {
      try await loop(configuration)
    }
  }

  private func loop(_ configuration: Configuration) async throws {
    let store = store
    let events = try EventSource(
      surroundings.machine, tickSeconds: surroundings.notifier.watchdogSeconds
    ) {
      store.hurry(seconds: Self.stoppingPatience)
    }
    var loop = try await DaemonLoop(
      surroundings: surroundings, store: store, events: events, configuration: configuration)
    loop.announce()
    await withDiscardingTaskGroup { group in
      loop.launch(in: &group)
      for await event in events.events {
        guard await loop.handle(event) else { break }
        loop.launch(in: &group)
      }
      surroundings.notifier.stopping()
      group.cancelAll()
    }
    do {
      try await store.close()
    } catch {
      surroundings.log(configuration)(
        .error, "\(error) What waited to be written is asked for again after the next start.")
    }
  }
}
