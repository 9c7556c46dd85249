import AlmanacTestKit
import CommandLine
import Testing

@testable import Manual

/// The completions in the shells that they are for, with a real database.
struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell completes commands, options, values, cities, services and columns`(
    shell: String
  ) async throws {
    guard Shell.isThere(shell) else {
      print("skipped: \(shell) is not installed, its completions were not tried")
      return
    }
    let place = try Shell()
    let cases: [([String], Set<String>)] = [
      (["almanac", "hi"], ["history"]),
      (["almanac", "l"], ["lisbon"]),
      (["almanac", "now", ""], ["lisbon", "sao-tome"]),
      (["almanac", "now", "lisbon", "s"], ["sao-tome"]),
      (["almanac", "history", "--every", ""], ["hour", "day", "week", "month", "year"]),
      (["almanac", "history", "-e", "w"], ["week"]),
      (["almanac", "--format", "c"], ["csv"]),
      (["almanac", "now", "--format", "p"], []),
      (["almanac", "export", "--format", "p"], ["prometheus"]),
      (["almanac", "export", "o"], ["observations", "observed_days"]),
      (["almanac", "export", "s"], ["sao-tome", "sync_log"]),
      (["almanac", "now", "--provider", ""], ["all", "met-norway", "open-meteo"]),
      (["almanacd", "sync", "--city", ""], ["lisbon", "sao-tome"]),
      (["almanacd", "lookup", "--provider", "m"], ["met-norway"]),
    ]
    for (words, offered) in cases {
      #expect(Set(try await place.offers(shell, words)) == offered, "\(shell): \(words)")
    }
    let commands = try await place.offers(shell, ["almanacd", ""])
    #expect(Set(commands) == Set(Program.almanacd.commands.map(\.name)))
    let options = try await place.offers(shell, ["almanac", "history", "--"])
    let table = Program.almanac.options(of: try #require(Program.almanac.command("history")))
    #expect(Set(options).isSuperset(of: table.map { "--\($0.long)" }), "\(options)")
    #expect(!options.contains("--days"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `columns follow the equals sign of --map, and the line's own database counts`(
    shell: String
  ) async throws {
    guard Shell.isThere(shell) else { return }
    let place = try Shell()
    // To bash the equals sign is a word of its own.
    let map = shell == "bash" ? ["Out", "=", "uv"] : ["Out=uv"]
    let columns = try await place.offers(shell, ["almanacd", "import", "a.csv", "--map"] + map)
    #expect(columns.map { $0.replacing("Out=", with: "") } == ["uv_index"])
    let none = place.folder.file("none.db")
    #expect(try await place.offers(shell, ["almanac", "now", ""], database: none) == [])
    let words = ["almanac", "--db", place.database, "now", ""]
    #expect(try await place.offers(shell, words, database: none) == ["lisbon", "sao-tome"])
  }

  @Test(arguments: ["almanac", "almanacd"])
  func `each word that stands for a value is known, or nothing can be offered for it`(
    name: String
  ) {
    let program = name == "almanac" ? Program.almanac : .almanacd
    let free: Set<String> = [
      "AGE", "CODE", "DATE", "LAT,LON", "LENGTH", "MONTH", "N", "NAME", "SECONDS", "SQL",
      "TEMPLATE", "TEXT", "TIME", "YEAR",
    ]
    let options = CompletionTable(program: program).options.filter { $0.allowed.isEmpty }
    let words =
      options.compactMap(\.placeholder)
      + program.commands.compactMap {
        $0.argument?.known.isEmpty == true ? $0.argument?.placeholder : nil
      }
    #expect(Set(words).subtracting(Completion.placeholders.keys).subtracting(free).sorted() == [])
  }
}
