import AlmanacTestKit
import FoundationEssentials
import History
import Testing
import Weather

/// A shell with the completions, `almanac` on its path and a database.
struct Shell {
  let folder: TemporaryFolder
  let database: String

  /// Whether a program is on the path.
  static func isThere(_ name: String) -> Bool {
    ["/usr/bin", "/bin", "/usr/local/bin"].contains { Fixture.exists("\($0)/\(name)") }
  }

  /// Two cities that nothing was fetched for, one of them from two services.
  init() throws {
    folder = try TemporaryFolder()
    database = folder.file("almanac.db")
    let (writer, _) = try HistoryWriter.open(path: database, now: Date())
    _ = try writer.register([
      Self.city("lisbon", "Lisbon", services: ["open-meteo"], position: 0),
      Self.city("sao-tome", "São Tomé", services: ["met-norway", "open-meteo"], position: 1),
    ])
    try writer.close()
    try FileManager.default.createDirectory(
      atPath: folder.file("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("bin/almanac"), withDestinationPath: Fixture.product("almanac"))
  }

  /// What a shell offers at the end of a line, in alphabetical order; the last word may be empty.
  func offers(_ shell: String, _ words: [String], database: String? = nil) async throws -> [String]
  {
    let program = words[0]
    let scripts = "\(Fixture.repository)/docs/completions"
    let environment = Self.environment(folder, database: database ?? self.database)
    let output: Subprocess.Output
    switch shell {
    case "bash":
      output = try await Subprocess.run(
        "bash", ["--norc", "-c", Self.bash, "bash", "\(scripts)/\(program).bash"] + words,
        environment: environment, folder: folder.path)
    case "fish":
      let line = words.map { $0.replacing(" ", with: "\\ ") }.joined(separator: " ")
      output = try await Subprocess.run(
        "fish", ["--no-config", "-c", Self.fish, "\(scripts)/\(program).fish", line],
        environment: environment, folder: folder.path)
    default:
      let line = words.map { $0.replacing(" ", with: "\\ ") }.joined(separator: " ")
      output = try await Subprocess.run(
        "zsh", ["-f", "-c", Self.zsh, "zsh", scripts, line, folder.file("hits")],
        environment: environment, folder: folder.path)
    }
    #expect(output.stderr == "")
    #expect(output.status == 0)
    let lines = output.stdout.split(separator: "\n").filter { $0 != "end" }
    return Set(lines.map { String($0.prefix { $0 != "\t" }) }).sorted()
  }

  private static func environment(
    _ folder: TemporaryFolder, database: String
  ) -> [String: String] {
    [
      "PATH": "\(folder.path)/bin:/usr/local/bin:/usr/bin:/bin", "HOME": folder.path,
      "LC_ALL": "C.UTF-8", "TERM": "xterm", "ALMANAC_DB": database,
    ]
  }

  private static func city(
    _ slug: String, _ name: String, services: [String], position: Int
  ) -> RegisteredCity {
    let freshness = Freshness(intervalSeconds: 900, spreadSeconds: 0, forecastIntervalSeconds: 3600)
    return RegisteredCity(
      city: City(slug: slug, name: name, latitude: 1, longitude: 1), position: position,
      sources: services.enumerated().map {
        RegisteredSource(provider: $1, kind: $1, rank: $0, freshness: freshness)
      })
  }

  private static let bash = """
    source "$1"; shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    "_$1" && printf '%s\\n' "${COMPREPLY[@]}"
    """

  private static let fish = "source $argv[1]; complete -C $argv[2]"

  /// zsh completes at a terminal only: a second zsh has one, and writes down what it would offer.
  private static let zsh = """
    zmodload zsh/zpty && zpty z zsh -f -i || exit
    rm -f $3
    zpty -w z "PROMPT= PROMPT2= fpath=($1 \\$fpath)
    autoload -U compinit && compinit -u -D
    compadd() {
      if (( \\${@[(I)-(O|A|D)*]} )); then builtin compadd \\"\\$@\\"; return; fi
      local -a hits; builtin compadd -A hits \\"\\$@\\"; print -rl -- \\$hits >>$3
      builtin compadd \\"\\$@\\"
    }
    finish() { print end >>$3; exit }
    comppostfuncs=(finish); bindkey '^I' complete-word"
    zpty -n -w z "$2"$'\\t'
    integer i
    for ((i = 0; i < 400; i++)); do grep -qsx end $3 && break; sleep 0.05; done
    cat $3
    """
}
