import CommandLine
import Glibc

/// What the system must grant so that nothing ends half done: without a file descriptor or memory
/// the libraries below can't report a failure, they end the process.
enum ProcessLimits {
  /// Descriptors that a pass over many cities takes at most, and some more.
  private static let files: rlim_t = 64
  /// Bytes of address space: libraries, stacks of threads and the allocator's reserves.
  private static let memory: rlim_t = 512 << 20

  /// What is too little; nil when all is enough.
  ///
  /// A soft limit of files is raised where it may be.
  static func problem() -> String? {
    var limit = rlimit()
    if getrlimit(Self.kind(RLIMIT_NOFILE), &limit) == 0, limit.rlim_cur < files {
      limit.rlim_cur = min(limit.rlim_max, files)
      if limit.rlim_cur < files || setrlimit(Self.kind(RLIMIT_NOFILE), &limit) != 0 {
        return "may open only \(limit.rlim_cur) files at once and needs \(files):"
          + " raise the limit (ulimit -n, or LimitNOFILE= of the unit)"
      }
    }
    if getrlimit(Self.kind(RLIMIT_AS), &limit) == 0, limit.rlim_cur < memory {
      return "may use only \(limit.rlim_cur >> 20) MB of address space and needs"
        + " \(memory >> 20) MB: raise the limit (ulimit -v, or LimitAS= of the unit)"
    }
    return nil
  }

  private static func kind(_ resource: __rlimit_resource) -> __rlimit_resource_t {
    __rlimit_resource_t(resource.rawValue)
  }
}
