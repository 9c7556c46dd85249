extension Int {
  /// The number with its noun: "1 city", "2 cities".
  public func counted(_ one: String, _ many: String) -> String {
    "\(self) \(self == 1 ? one : many)"
  }
}
