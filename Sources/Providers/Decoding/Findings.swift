import Weather

/// What one decode finds wrong on its way, and whether the record in hand holds anything at all.
struct Findings {
  /// Values that were missing or impossible; the first hundred of a reply.
  private(set) var warnings: [DecodeWarning] = []
  /// Measurements found in the present record.
  private(set) var measurements = 0
  /// Whether a missing value is worth a word: only where it was asked for by name.
  let warnsOfMissing: Bool
  /// Whether a null is worth a word: only where the service's own document has none.
  let warnsOfNull: Bool

  init(warnsOfMissing: Bool, warnsOfNull: Bool) {
    self.warnsOfMissing = warnsOfMissing
    self.warnsOfNull = warnsOfNull
  }

  /// Starts counting measurements for another record.
  mutating func beginRecord() { measurements = 0 }

  /// Counts a measurement, or a condition code, of the present record.
  mutating func found() { measurements += 1 }

  mutating func warn(_ keyPath: String, _ problem: String) {
    // A hostile reply of 8 MiB must not become as many warnings.
    guard warnings.count < 100 else { return }
    warnings.append(DecodeWarning(CleanText.line(keyPath, limit: 120), problem))
  }
}

/// A number as it stands in a message: `-999`, `3.5`.
func shown(_ number: Double) -> String {
  guard number == number.rounded(), number.magnitude < 1e15 else { return "\(number)" }
  return "\(Int64(number))"
}
