import Glibc

/// A system call of the kit that failed, with the system's own words.
public struct KitError: Error, Sendable, CustomStringConvertible {
  /// The call, the reason and what it concerned.
  public let description: String

  /// Makes an error from the current `errno`.
  init(_ call: String, _ subject: String = "", number: Int32 = errno) {
    description = "\(call) \(subject): \(String(cString: strerror(number)))"
  }

  /// Makes an error in words.
  init(words: String) {
    description = words
  }
}
