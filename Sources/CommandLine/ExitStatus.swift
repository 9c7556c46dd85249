/// What both programs tell their caller: the numbers of BSD's sysexits(3) and two of our own.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  /// Done; any row printed, or nothing was due.
  case done = 0
  /// Nothing matched, something is stale, or a sync failed for some city.
  case nothing = 1
  /// Wrong use: an unknown option, command or city (EX_USAGE).
  case usage = 64
  /// A damaged, foreign or newer database, or undecodable data (EX_DATAERR).
  case data = 65
  /// No such database or file (EX_NOINPUT).
  case missing = 66
  /// Everything failed while the network was there, or of mixed causes (EX_UNAVAILABLE).
  case unavailable = 69
  /// The folder of the state can't be made (EX_CANTCREAT).
  case cannotCreate = 73
  /// A read or write failed, or the disk is full (EX_IOERR).
  case io = 74
  /// Try again later: locked, no network, or held back by a quota (EX_TEMPFAIL).
  case tryLater = 75
  /// Permission, also a key that is refused everywhere (EX_NOPERM).
  case permission = 77
  /// The configuration is missing, invalid or over quota (EX_CONFIG).
  case configuration = 78

  /// A few words for help and man pages, where a program or command has none of its own.
  public var meaning: String {
    switch self {
    case .done: "done"
    case .nothing: "nothing matched, or some city failed"
    case .usage: "wrong use, also an unknown or ambiguous city"
    case .data: "the database is damaged, newer than this program, or not Almanac's"
    case .missing: "no such database or file, or a directory in its place"
    case .unavailable: "every city failed, and not for want of a network"
    case .cannotCreate: "the state folder can't be made"
    case .io: "a read or write failed, or the disk is full"
    case .tryLater: "try again later: locked, no network, or over a quota"
    case .permission: "permission refused, also a key refused everywhere"
    case .configuration: "the configuration is missing, invalid or over quota"
    }
  }

  /// The name of the case in machine-readable errors: `usage`, `try_later`.
  public var code: String {
    switch self {
    case .cannotCreate: "cannot_create"
    case .tryLater: "try_later"
    default: "\(self)"
    }
  }
}
