import AlmanacTestKit
import Configuration
import FaultyDisk
import FoundationEssentials
import Glibc
import Sync
import Weather

/// A month of the program's life in a second: the real daemon, from its scheduling to its SQLite
/// file, on a machine and a network that a seed has made up.
public final class Month {
  /// What came of it.
  public struct Outcome: Sendable {
    /// What is wrong; empty when all is well.
    public var problems: [String]
    /// Requests that were made.
    public var requests: Int
    /// A number that is the same whenever exactly the same happened.
    public var fingerprint: UInt64
  }

  let world = World()
  let script: Script
  let plant: Plant?
  private let trace: Trace
  let network: ScriptedNetwork
  private let folder: TemporaryFolder
  private let disk: Int32
  private let configuration: Configuration
  private let chance: Chance
  private(set) var lives: [Life] = []
  private var fullSince: Double?
  private var problems: [String] = []
  private var path = ""
  private var clockWrongSince: Double?
  private(set) var incidents: [Incident] = []

  /// What befell the program rather than its requests, in seconds since the month began.
  struct Incident {
    enum Kind { case down, asleep, clock, diskFull, askedFor }

    let kind: Kind
    let from: Double
    let to: Double
  }

  /// A month of a seed.
  ///
  /// - Parameters:
  ///   - plant: a mistake to make, so that it can be seen that it would be found.
  ///   - trace: called with a line for everything that happens.
  public convenience init(
    seed: Int, plant: Plant? = nil, trace: ((String) -> Void)? = nil
  ) throws {
    try self.init(ScriptWriter.script(seed: seed), plant: plant, trace: trace)
  }

  /// A month of a script.
  init(_ script: Script, plant: Plant? = nil, trace: ((String) -> Void)? = nil) throws {
    guard faulty_disk_install() != 0 else { throw SimulationError("SQLite takes no file layer") }
    self.script = script
    self.plant = plant
    self.trace = Trace(trace)
    network = ScriptedNetwork(world, script, self.trace)
    folder = try TemporaryFolder(inMemory: true)
    disk = faulty_disk_add(folder.path)
    configuration = try Configuration.parse(
      text: script.configuration, path: "almanac.toml", environment: [:])
    chance = Chance(seed: script.seed)
  }

  deinit { faulty_disk_remove(disk) }

  /// Lives through it.
  public func run() throws -> Outcome {
    try begin()
    for (at, what) in script.moments {
      // What comes too close behind another waits until the program is at work again.
      live(until: max(at, life.beganAt + 5))
      try meet(what)
    }
    live(until: Script.length)
    try end()
    problems += try Verdict(self, path: path).problems()
    return Outcome(
      problems: problems, requests: network.exchanges.count, fingerprint: fingerprint)
  }

  private var life: Life { lives[lives.count - 1] }

  /// Lives on; a program that gave up is started again after a minute, as systemd does.
  private func live(until end: Double) {
    while world.elapsed < end {
      world.run(until: end) { life.isOver }
      guard life.isOver else { return }
      trace.note(world) { "life \(life.number) gave up: \(life.error.map { "\($0)" } ?? "-")" }
      if life.error == nil || fullSince == nil {
        problems.append("the program ended by itself: \(life.error.map { "\($0)" } ?? "-")")
      }
      close()
      world.finish { true }
      world.pass(60)
      start()
    }
  }

  private func meet(_ moment: Script.Moment) throws {
    trace.note(world) { "now: \(moment)" }
    switch moment {
    case .kill(let seconds):
      try kill()
      world.pass(seconds)
      start()
    case .reboot(let seconds):
      try kill()
      world.restartMachine(after: seconds)
      start()
    case .terminate(let seconds):
      terminate()
      world.pass(seconds)
      try plant?.spoil(path)
      start()
    case .sleep(let seconds):
      network.breakConnections()
      incidents.append(Incident(kind: .asleep, from: world.elapsed, to: world.elapsed + seconds))
      world.sleep(seconds)
    case .setClock(let seconds):
      endOfWrongClock()
      clockWrongSince = seconds == 0 ? nil : world.elapsed
      world.setClock(aheadBy: seconds)
      if plant == .runsAgainWhenTheClockIsSet { life.wakes?.post(.signal(SIGUSR1)) }
    case .linkUp: life.wakes?.post(.networkChanged)
    case .syncNow:
      incidents.append(Incident(kind: .askedFor, from: world.elapsed, to: world.elapsed))
      life.wakes?.post(.signal(SIGUSR1))
    case .reload: life.wakes?.post(.signal(SIGHUP))
    case .disk(let full):
      setDisk(isFull: full)
      if plant == .dropsTheBatch, !full {
        life.wasEndedByMistake = true
        try kill()
        start()
      }
    }
  }

  /// Makes the database, with an installation's name that does not hang on chance.
  private func begin() throws {
    path = try place()
    try Preparation.make(path)
    start()
  }

  /// A folder of its own for the files of the next life.
  private func place() throws -> String {
    let path = folder.file("\(lives.count)")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return "\(path)/almanac.db"
  }

  private func start() {
    if let ended = lives.last?.endedAt {
      incidents.append(Incident(kind: .down, from: ended, to: world.elapsed))
    }
    let life = Life(
      lives.count, path: path, beganAt: world.elapsed, store: Store(queue: StoreLane(world)))
    lives.append(life)
    network.life = life.number
    world.clockWasSet = { [weak life] in life?.wakes?.clockWasSet() }
    trace.note(world) { "life \(life.number) begins" }
    life.start(
      Life.Surroundings(
        world: world, network: network, configuration: configuration,
        chance: { [chance] in chance.share() }, trace: trace, plant: plant))
  }

  private func close() {
    life.endedAt = world.elapsed
    network.life = nil
  }

  /// What SIGKILL leaves: the files as they are.
  ///
  /// The tasks that it would have ended come to their end beside the world, on the old files.
  private func kill() throws {
    close()
    let old = path
    path = try place()
    for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: old + suffix) {
      try FileManager.default.copyItem(atPath: old + suffix, toPath: path + suffix)
    }
    life.wakes?.post(.signal(SIGTERM))
    world.finish { life.isOver }
    guard life.isOver else { throw SimulationError("a killed life does not end") }
    try plant?.spoil(path)
  }

  /// SIGTERM: the program has to be gone within two seconds.
  private func terminate() {
    life.wakes?.post(.signal(SIGTERM))
    let asked = world.elapsed
    world.run(until: asked + 2) { life.isOver }
    if !life.isOver { problems.append("still there 2 s after TERM") }
    close()
    world.finish { life.isOver }
  }

  /// Two stretches of a full disk that overlap end with the first one's end.
  private func setDisk(isFull: Bool) {
    if let since = fullSince, !isFull {
      incidents.append(Incident(kind: .diskFull, from: since, to: world.elapsed))
    }
    fullSince = isFull ? fullSince ?? world.elapsed : nil
    faulty_disk_set_full(disk, isFull ? 1 : 0)
  }

  private func endOfWrongClock() {
    guard let since = clockWrongSince else { return }
    incidents.append(Incident(kind: .clock, from: since, to: world.elapsed))
  }

  private func end() throws {
    terminate()
    guard life.error == nil else {
      problems.append("the last life ended with \(life.error.map { "\($0)" } ?? "-")")
      return
    }
  }

  private var fingerprint: UInt64 {
    network.exchanges.reduce(0xCBF2_9CE4_8422_2325) { sum, exchange in
      var sum = sum
      for number in [
        exchange.sentAt.bitPattern, (exchange.endedAt ?? -1).bitPattern,
        UInt64(exchange.slugs.count), UInt64(exchange.parts.rawValue),
        UInt64(exchange.readings.count),
      ] {
        sum = (sum ^ number) &* 0x0000_0100_0000_01B3
      }
      return sum
    }
  }
}

/// The program's own dice.
///
/// Unchecked for the same reason as `World`.
private final class Chance: @unchecked Sendable {
  private var dice: Dice
  init(seed: Int) { dice = Dice(seed: seed, purpose: 3) }
  func share() -> Double { dice.share() }
}
