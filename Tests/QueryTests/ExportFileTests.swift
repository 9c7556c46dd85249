import AlmanacTestKit
import CommandLine
import FoundationEssentials
import Glibc
import Testing

@testable import almanac

/// `almanac export --output`.
struct ExportFileTests {
  @Test(arguments: ["a.csv", "a.tsv", "a.ndjson", "a.json", "a.prom", "a.db"])
  func `a file is there whole, readable for all, with nothing beside it, and can be made again`(
    name: String
  ) throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    for _ in 0..<2 {
      let answer = store.ask("export", "-o", folder.file(name))
      #expect(answer.status == .done && answer.output.isEmpty && answer.errors == "")
    }
    #expect(try Fixture.names(in: folder.path) == [name])
    var info = stat()
    #expect(stat(folder.file(name), &info) == 0 && info.st_mode & 0o777 == 0o644)
    let format = name == "a.prom" ? "prometheus" : String(name.dropFirst(2))
    if format != "db" {
      #expect(try Fixture.read(folder.file(name)) == store.ask("export", "-f", format).output)
    }
  }

  @Test func `a dash is the standard output, and an end of a name must stand for a format`() throws
  {
    let store = try Sample.twoCities()
    #expect(store.ask("export", "-o", "-").output == store.ask("export").output)
    #expect(store.ask("export", "-o", "-", "-f", "sqlite").status == .usage)
    let folder = try TemporaryFolder()
    let answer = store.ask("export", "-o", folder.file("a.xlsx"))
    #expect(answer.status == .usage && answer.errors.contains("a.xlsx"))
    #expect(try Fixture.names(in: folder.path) == [])
    #expect(store.ask("export", "-o", folder.file("a.xlsx"), "-f", "tsv").status == .done)
    #expect(store.ask("export", "-o", folder.file("plain")).status == .done)
    #expect(try Fixture.read(folder.file("plain")) == store.ask("export").output)
  }

  @Test(arguments: ["-wal", "-shm", "-journal", ".lock", ".run.lock"])
  func `no side file of a database is written, whether it is there or not`(suffix: String) throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let database = try folder.write("other.db", "")
    for isThere in [false, true] {
      if isThere { try folder.write("other.db" + suffix, "") }
      let answer = store.ask("export", "-f", "csv", "-o", database + suffix)
      #expect(answer.status == .cannotCreate && answer.errors.contains("other.db. Give another"))
      #expect(Fixture.exists(database + suffix) == isThere)
    }
  }

  @Test func `an extract that almanacd goes on with is no extract any more`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let file = folder.file("a.db")
    #expect(store.ask("export", "-o", file).status == .done)
    try folder.write("a.db.lock", "")
    #expect(store.ask("export", "-o", file).status == .cannotCreate)
  }

  @Test func `what only begins like an export is not one`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let mine = try folder.write("mine.csv", "city,provider,my own precious data\n")
    let rows = try folder.write(
      "rows.ndjson", store.ask("history", "--year", "2026", "-f", "ndjson").text)
    for file in [mine, rows] {
      let before = try Fixture.read(file)
      #expect(store.ask("export", "-o", file).status == .cannotCreate)
      #expect(try Fixture.read(file) == before)
    }
    for words in [["-u", "imperial"], ["daily_forecast"], ["sync_log"], ["-f", "json"]] {
      let file = folder.file("again")
      unlink(file)
      for _ in 0..<2 {
        #expect(store.ask(["export", "-o", file] + words).status == .done, "\(words)")
      }
    }
  }

  @Test func `nothing but an earlier export is replaced`() throws {
    let store = try Sample.twoCities()
    let other = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let notes = try folder.write("notes.txt", "# mine\n")
    let link = folder.file("link"), pipe = folder.file("pipe")
    #expect(symlink(notes, link) == 0 && mkfifo(pipe, 0o600) == 0)
    let before = try Fixture.read(other.path)
    for target in [
      store.path, store.path + ".lock", notes, link, pipe, folder.path, other.path,
    ] {
      for format in ["prometheus", "csv", "sqlite"] {
        let answer = store.ask("export", "--format", format, "--output", target)
        #expect(answer.status == .cannotCreate && answer.output.isEmpty, "\(target)")
      }
    }
    #expect(try Fixture.read(other.path) == before)
    #expect(try Fixture.names(in: folder.path) == ["link", "notes.txt", "pipe"])
  }

  @Test func `a file that can't be made is an error, and one without rows is not made`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let missing = store.ask("export", "-o", folder.file("none/a.csv"))
    #expect(missing.status == .io && missing.output.isEmpty)
    for name in ["a.csv", "a.db"] {
      let answer = store.ask("export", "observations", "--until", "2000", "-o", folder.file(name))
      #expect(answer.status == .nothing && answer.output.isEmpty)
      #expect(answer.errors.contains("There are no rows"))
    }
    #expect(try Fixture.names(in: folder.path) == [])
  }

  @Test func `a smaller database answers as the whole one does about what is in it`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let path = folder.file("small.db")
    #expect(store.ask("export", "lisbon", "-o", path).status == .done)
    let questions = [
      ["now", "lisbon", "--json"], ["forecast", "lisbon", "--csv"],
      ["history", "lisbon", "--json"], ["status", "lisbon", "--csv", "-p", "open-meteo"],
      ["history", "lisbon", "--every", "day", "--csv"],
      ["sql", "SELECT * FROM observations WHERE city = 'lisbon'", "--csv"],
      ["sql", "SELECT * FROM sync_log WHERE city = 'lisbon'", "--csv"],
    ]
    for words in questions where words[0] != "status" {
      let whole = store.ask(words), small = store.ask(words + ["--db", path])
      #expect(small.text == whole.text, "\(words)")
      #expect(small.status == .done)
    }
    #expect(store.ask("now", "oslo", "--db", path).status == .usage)
    #expect(store.ask("sql", "PRAGMA integrity_check", "--db", path).status == .usage)
    let names = try Fixture.names(in: folder.path)
    #expect(names == ["small.db"])
  }

  @Test func `views and times that are not asked for are not in it`() throws {
    let store = try Sample.twoCities()
    let folder = try TemporaryFolder()
    let path = folder.file("small.db")
    let answer = store.ask("export", "observations", "--since", "-20m", "-o", path)
    #expect(answer.status == .done)
    let sql =
      "SELECT (SELECT count(*) FROM observations) AS o, (SELECT count(*) FROM forecasts) AS f,"
      + " (SELECT count(*) FROM sync_log) AS s, (SELECT count(*) FROM cities) AS c"
    #expect(store.ask("sql", sql, "--csv", "--db", path).text == "o,f,s,c\n2,0,0,2\n")
  }
}
