public import FoundationEssentials
import Glibc
import Weather

/// Where times of receipt and the hour of the day come from.
public struct WallClock: Sendable {
  /// The present instant.
  public var now: @Sendable () -> Date
  /// Time that goes on while the machine sleeps, and that nobody sets.
  var elapsed: @Sendable () -> Duration
  /// How long the machine has been up at an instant that was just read.
  var reader: @Sendable (Date) -> ClockReading
  /// Returns after so many seconds, or throws at once when the task is cancelled.
  var sleep: @Sendable (Double) async throws(CancellationError) -> Void = {
    (seconds) async throws(CancellationError) in try await Pause.sleep(seconds: seconds)
  }

  /// A clock that reads from a closure; one that is set can't be told from time that passes.
  public init(now: @escaping @Sendable () -> Date) {
    self.now = now
    self.elapsed = { ContinuousClock.now - Self.start }
    self.reader = { ClockReading(at: $0) }
  }

  /// A clock of a machine whose time is made: its wall clock, the seconds since its start, and how
  /// one waits on it.
  package init(
    now: @escaping @Sendable () -> Date, uptimeSeconds: @escaping @Sendable () -> Double,
    boot: String, sleep: @escaping @Sendable (Double) async throws(CancellationError) -> Void
  ) {
    self.now = now
    self.reader = { ClockReading(at: $0, uptimeSeconds: uptimeSeconds(), boot: boot) }
    self.elapsed = { .seconds(uptimeSeconds()) }
    self.sleep = sleep
  }

  /// An instant with all that tells a clock that is set later.
  func reading(at now: Date) -> ClockReading { reader(now) }

  private static let start = ContinuousClock.now

  /// The machine's clock.
  public static let system: WallClock = {
    var clock = WallClock { Date() }
    clock.reader = { ClockReading(at: $0, uptimeSeconds: uptime, boot: boot) }
    return clock
  }()

  /// Seconds since the start of the machine, asleep or awake (clock_gettime(2)).
  private static var uptime: Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The kernel's name for this start of the machine (random(4)); empty where it can't be read.
  private static let boot: String = {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    return CleanText.line(String(decoding: bytes.prefix(count), as: UTF8.self))
  }()
}
