/// The version of both programs.
public enum Version {
  /// As `--version` prints it after the program's name (Semantic Versioning 2.0.0).
  public static let current = "0.1.0"
}
