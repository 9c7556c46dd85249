/// How warm and how cold a day is forecast to be: all that `now` tells of it.
public struct DayExtremes: Sendable, Equatable {
  /// In degrees Celsius; nil where the service did not say.
  public var highC: Double?
  /// In degrees Celsius; nil where the service did not say.
  public var lowC: Double?

  /// Makes a pair of them.
  public init(highC: Double?, lowC: Double?) {
    self.highC = highC
    self.lowC = lowC
  }
}
