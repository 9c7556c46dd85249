public import Configuration
public import Gazetteer
public import HTTP

extension Daemon {
  /// What the loop needs from its surroundings.
  public struct Surroundings: Sendable {
    /// Reads the configuration on HUP, with the cities where they were found before.
    public var load: @Sendable () throws -> Configuration
    /// Makes a transport that calls itself by the contact of a configuration.
    public var transport: @Sendable (Configuration) -> any Transport
    /// Tells systemd.
    public var notifier: SystemdNotifier
    /// The clock.
    public var clock: WallClock
    /// Makes the log that suits a configuration.
    public var log: @Sendable (Configuration) -> Log
    /// Reads the zones that the store remembers, by slug.
    public var rememberedZones: @Sendable () -> [String: String]
    /// The database that a configuration means; nil where it can't mean another.
    public var database: @Sendable (Configuration) -> String?
    /// Finds cities by name where no service can.
    public var gazetteer: Gazetteer?
    /// What it runs on.
    package var machine = Machine.system

    /// Surroundings from their parts.
    public init(
      load: @escaping @Sendable () throws -> Configuration,
      transport: @escaping @Sendable (Configuration) -> any Transport,
      notifier: SystemdNotifier, clock: WallClock = .system,
      log: @escaping @Sendable (Configuration) -> Log,
      rememberedZones: @escaping @Sendable () -> [String: String] = { [:] },
      database: @escaping @Sendable (Configuration) -> String? = { _ in nil },
      gazetteer: Gazetteer? = nil
    ) {
      self.load = load
      self.transport = transport
      self.notifier = notifier
      self.clock = clock
      self.log = log
      self.rememberedZones = rememberedZones
      self.database = database
      self.gazetteer = gazetteer
    }
  }
}
