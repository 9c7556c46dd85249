import Glibc

/// What was installed beside a program.
public enum Installed {
  /// The folder of the documents, whatever prefix they were installed below; nil where there is none.
  public static var documents: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return documents(of: program)
  }

  /// The folder of the documents of a program at a path: `/usr/share/doc/almanac` of
  /// `/usr/bin/almanac`.
  static func documents(of program: String) -> String? {
    let prefix = program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
    let folder = "\(prefix)/share/doc/almanac"
    return access(folder, R_OK | X_OK) == 0 ? folder : nil
  }
}
