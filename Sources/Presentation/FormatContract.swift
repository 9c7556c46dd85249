/// What programs may rely on: `docs/formats.md`.
public enum FormatContract {
  /// The version of the machine formats: within one they only grow.
  public static let version = 1
}
