import FoundationEssentials
import Glibc
import Synchronization

/// The descriptors of a program about to start: input from a file, two pipes out.
struct Spawn: ~Copyable {
  private let input: Int32
  private let writers: [Int32]
  private var readers: [Int32]

  init(input text: String) throws {
    self.input = try Self.file(holding: text)
    let pipes = [Pipe.open(), Pipe.open()]
    self.readers = pipes.map(\.reader)
    self.writers = pipes.map(\.writer)
    // The child gets blocking ends, as from a shell.
    for writer in writers { _ = fcntl(writer, F_SETFL, 0) }
  }

  deinit {
    for descriptor in readers + writers + [input] where descriptor >= 0 { close(descriptor) }
  }

  /// Hands over the reading end of standard output (0) or standard error (1).
  mutating func takeOutput(_ stream: Int) -> Int32 {
    defer { readers[stream] = -1 }
    return readers[stream]
  }

  func start(
    _ path: String, _ arguments: [String], environment: [String: String]?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in [input, writers[0], writers[1]].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.resetSignals(&attributes)
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    let pairs = environment ?? ProcessInfo.processInfo.environment
    var variables = pairs.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + variables { free(text) } }
    var pid: pid_t = 0
    let result = Pipe.spawning.withLock { _ in
      posix_spawnp(&pid, path, &actions, &attributes, &argv, &variables)
    }
    guard result == 0 else { throw KitError("posix_spawn", path, number: result) }
    return pid
  }

  /// The child starts with no signal blocked or ignored, whatever the test runner does.
  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  /// An unnamed file at its beginning.
  private static func file(holding text: String) throws -> Int32 {
    var template = Array("/tmp/almanac-input-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw KitError("mkstemp") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    var text = text
    let written = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
    guard written == text.utf8.count, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw KitError("write", "standard input")
    }
    return descriptor
  }
}
