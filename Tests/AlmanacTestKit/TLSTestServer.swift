import Glibc

/// Certificates made with the openssl command, and its test server.
public struct TLSTestServer {
  /// Which certificate the server shows.
  public enum Certificate: String, CaseIterable, Sendable {
    case good, selfSigned, expired, wrongName
  }

  /// Whether the openssl command is there; it comes with Debian's ca-certificates.
  public static let isAvailable =
    access("/usr/bin/openssl", X_OK) == 0

  /// The port that it listens on.
  public let port: Int
  /// The server itself.
  public let process: ChildProcess
  private let folder: TemporaryFolder

  /// Starts a server; `-www` in the extra arguments makes it answer every request, `-HTTP` with
  /// whole replies from files of the current folder.
  public init(
    _ certificate: Certificate, in folder: TemporaryFolder, _ extra: [String] = [],
    input: String? = nil
  ) async throws {
    self.folder = folder
    let name = certificate.rawValue
    try await Self.make(certificate, in: folder)
    // With its standard input at an end the server would drop every client: a FIFO opened for
    // both reading and writing never ends.
    let fifo = folder.file("\(name).input")
    guard mkfifo(fifo, 0o600) == 0 else { throw TLSTestError(words: "mkfifo \(fifo)") }
    let arguments = [
      "s_server", "-accept", "127.0.0.1:0", "-cert", folder.file("\(name).pem"), "-key",
      folder.file("\(name).key"),
    ]
    process = try ChildProcess(
      "sh",
      ["-c", "cd \"$1\" && shift && exec openssl \"$@\" 0<>\"$0\"", input ?? fifo, folder.path]
        + arguments + extra)
    guard await process.waitForOutput("ACCEPT 127.0.0.1:"),
      let port = process.stdout.split(separator: "ACCEPT 127.0.0.1:").last?
        .prefix(while: \.isNumber), let port = Int(port)
    else { throw TLSTestError(words: process.stderr) }
    self.port = port
  }

  /// `https://127.0.0.1:PORT`.
  public var base: String { "https://127.0.0.1:\(port)" }

  /// The test's own authority.
  public static func makeAuthority(in folder: TemporaryFolder) async throws {
    try await openssl(
      ["req", "-x509"] + key("ca", folder) + [
        "-out", folder.file("ca.pem"), "-days", "30", "-subj", "/CN=Almanac Test CA",
      ])
  }

  private static func make(_ certificate: Certificate, in folder: TemporaryFolder) async throws {
    let name = certificate.rawValue
    let address = certificate == .wrongName ? "DNS:elsewhere.test" : "IP:127.0.0.1"
    let file = folder.file("\(name).pem")
    if certificate == .selfSigned {
      return try await openssl(
        ["req", "-x509"] + key(name, folder) + [
          "-out", file, "-days", "30", "-subj", "/CN=self", "-addext", "subjectAltName=\(address)",
        ])
    }
    let asked = folder.file("\(name).csr")
    try await openssl(["req"] + key(name, folder) + ["-out", asked, "-subj", "/CN=\(name)"])
    let extensions = try folder.write("\(name).ext", "subjectAltName=\(address)\n")
    try await openssl([
      "x509", "-req", "-in", asked, "-CA", folder.file("ca.pem"), "-CAkey", folder.file("ca.key"),
      "-CAcreateserial", "-days", certificate == .expired ? "-1" : "30", "-extfile", extensions,
      "-out", file,
    ])
  }

  private static func key(_ name: String, _ folder: TemporaryFolder) -> [String] {
    [
      "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
      folder.file("\(name).key"),
    ]
  }

  private static func openssl(_ arguments: [String]) async throws {
    let output = try await Subprocess.run("openssl", arguments)
    if output.status != 0 { throw TLSTestError(words: output.stderr) }
  }
}

/// What openssl said.
struct TLSTestError: Error {
  let words: String
}
