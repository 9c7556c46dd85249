/// What replies said against this machine's clock: kept over restarts, and shown by `status`.
public struct ClockTrouble: Sendable, Equatable {
  /// How many https replies in a row have contradicted it.
  public var contradictions: Int
  /// By how many seconds it is ahead of the servers, or, negative, behind.
  public var secondsAhead: Int
  /// Whether it counts as wrong: two replies say so, or it shows a time before this program.
  public var isWrong: Bool

  /// Makes it from its parts.
  public init(contradictions: Int, secondsAhead: Int, isWrong: Bool) {
    self.contradictions = contradictions
    self.secondsAhead = secondsAhead
    self.isWrong = isWrong
  }

  /// A sentence without its end, by the class's own words.
  public var text: String {
    let distance = secondsAhead.magnitude
    return FailureClass.clock.sentence(
      "this machine's clock is \(distance) s \(secondsAhead < 0 ? "behind" : "ahead of")"
        + " the servers")
  }
}
