/// Where a configuration comes from, and what it may refer to.
struct Source {
  /// The file's path, as messages name it.
  let path: String
  let environment: [String: String]
  /// The file's permission bits when others may read it; nil when it is private or not a file.
  var sharedMode: String?
  /// Whether this machine knows a time zone; who has no zones believes all.
  var knowsZone: (String) -> Bool = { _ in true }

  /// A path of the file made independent of the working folder.
  ///
  /// Relative paths begin at the file's own folder, `~/` at `HOME`.
  func resolved(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home = environment["HOME"], home.hasPrefix("/") {
      return home + path.dropFirst()
    }
    guard let slash = self.path.lastIndex(of: "/") else { return path }
    return self.path[...slash] + path
  }
}
