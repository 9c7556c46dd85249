/// The columns that stand beside a figure, by the end of their name.
extension ColumnMeaning {
  /// Where columns stand beside a figure.
  static let figured: Set<String> = [
    "summary", "normals", "accuracy", blend,
  ]
  private static let blend = "forecast --blend"

  /// What stands beside a figure.
  static func figure(_ column: String, in place: String) -> String? {
    if column.hasSuffix("_skill_persistence") {
      return "1 − that error / that of the last day that was over; negative where it is worse."
    }
    if column.hasSuffix("_skill_normals") {
      return "1 − that error / that of what is usual; negative where it is worse."
    }
    if column.hasSuffix("_skill_primary") {
      return "Of a blend, 1 − that error / that of the first service on the same days."
    }
    if column.contains("_spread_") {
      return "The weighted standard deviation of the services; null where none are combined."
    }
    if column.hasSuffix("_services") {
      return "How many services that is of; 1 where it is of the first that has it."
    }
    if column.contains("_error_") { return "The mean absolute error." }
    if column.contains("_bias_") { return "The mean of forecast − observed." }
    if column.hasSuffix("_of_days") {
      return place == blend
        ? "The fewest days that a service is weighed by; 0 where none are combined."
        : "How many days that is of."
    }
    return column.hasSuffix("_date") ? "The first day that had it." : nil
  }
}
