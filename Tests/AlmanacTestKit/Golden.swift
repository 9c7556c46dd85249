import FoundationEssentials

/// Texts that are kept byte for byte under `Fixtures/golden`.
public enum Golden {
  /// What differs between a text and the kept one, or nil where nothing does.
  ///
  /// With `ALMANAC_UPDATE_GOLDEN=1` in the environment the kept text is rewritten instead; the
  /// difference is then reviewed as part of the change.
  public static func difference(_ text: String, from name: String) throws -> String? {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["ALMANAC_UPDATE_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return nil
    }
    guard let data = try? Data(contentsOf: file) else {
      return "no golden file \(name); make it with ALMANAC_UPDATE_GOLDEN=1"
    }
    let kept = String(decoding: data, as: UTF8.self)
    guard kept != text else { return nil }
    let old = kept.split(separator: "\n", omittingEmptySubsequences: false)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line =
      zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(old.count, new.count)
    return """
      \(name), line \(line + 1):
      kept: \(line < old.count ? String(old[line]) : "(end)")
      now:  \(line < new.count ? String(new[line]) : "(end)")
      """
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/golden")
}
