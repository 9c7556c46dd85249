import AlmanacTestKit
import CommandLine
import Testing

@testable import almanac

struct SQLTests {
  @Test func `rows come as they are stored, in every format`() throws {
    let store = try Sample.twoCities()
    let sql =
      "SELECT city, observed_at, temperature_c, precipitation_mm, summary, x'00FF' AS bytes"
      + " FROM observations ORDER BY city, observed_at"
    for look in Looks.all where !look.options.contains("-u") {
      let answer = store.ask(["sql", sql] + look.options)
      #expect(answer.status == .done && answer.errors == "")
      #expect(try Golden.difference(answer.text, from: "cli/sql\(look.suffix)") == nil)
    }
  }

  @Test func `columns of one name are told apart`() throws {
    let answer = try Sample.twoCities().ask("sql", "SELECT 1 AS a, 2 AS a, 3 AS a", "--csv")
    #expect(answer.text == "a,a_2,a_3\n1,2,3\n")
  }

  @Test func `no row is status 1, and nothing to complain of`() throws {
    let store = try Sample.twoCities()
    let json = store.ask("sql", "SELECT city FROM cities WHERE 0", "--json")
    #expect(json.status == .nothing && json.text == "[]\n" && json.errors == "")
    let csv = store.ask("sql", "SELECT city FROM cities WHERE 0", "--csv")
    #expect(csv.status == .nothing && csv.text == "city\n")
  }

  @Test(
    arguments: [
      (
        "SELECT tempature_c FROM observations",
        "SQL is not understood: no such column: tempature_c, at character 8; "
          + "did you mean temperature_c?"
      ),
      (
        "SELECT * FROM observation_s",
        "SQL is not understood: no such table: observation_s; did you mean observations?"
      ),
      (
        "SELECT city FORM cities",
        "SQL is not understood: near \"cities\": syntax error, at character 18."
      ),
      ("DELETE FROM city", "SQL can only read: DELETE is refused."),
      ("SELECT 1; SELECT 2", "SQL must be one statement, and there are several."),
      (" ", "SQL is empty."),
      (
        "SELECT :a",
        "SQL is not understood: it has parameters (?, :name), for which there is no value."
      ),
      ("SELECT fts3_tokenizer('simple')", "SQL can only read: fts3_tokenizer is refused."),
      ("SELECT length(zeroblob(900000000))", "SQL is not understood: string or blob too big."),
    ])
  func `what can't be run says why, and where`(sql: String, message: String) throws {
    let store = try Sample.twoCities()
    let text = store.ask("sql", sql)
    #expect(text.status == .usage && text.text == "" && text.errors == "almanac: \(message)\n")
    let csv = store.ask("sql", sql, "--csv")
    #expect(csv.status == .usage && csv.text == "")
    let json = store.ask("sql", sql, "--json")
    #expect(json.status == .usage && json.text == "[]\n")
    #expect(json.errors.hasPrefix("{\"error\":{\"code\":\"sql"))
  }

  @Test func `endless work is given up`() throws {
    let answer = try Sample.twoCities().ask(
      "sql", "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT max(x) FROM c",
      "--timeout", "1s")
    #expect(answer.status == .tryLater)
    #expect(answer.errors.contains("1 s, which is the limit"))
  }

  @Test func `a table has an end, and rows for programs have none`() throws {
    let store = try Sample.twoCities()
    let sql =
      "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300)"
      + " SELECT hex(zeroblob(200000)) AS a FROM c"
    let table = store.ask("sql", sql)
    #expect(table.status == .usage && table.text == "")
    #expect(table.errors.contains("too large for a table") && table.errors.contains("--csv"))
    #expect(store.ask("sql", sql.replacing("300", with: "30"), "--csv").status == .done)
  }

  @Test func `units are refused, and an empty database answers`() throws {
    let store = try Sample.twoCities()
    #expect(store.ask("sql", "SELECT 1", "-u", "uk").status == .usage)
    let folder = try TemporaryFolder()
    let path = try folder.write("almanac.db", "")
    let answer = store.ask("sql", "SELECT count(*) AS n FROM cities", "--csv", "--db", path)
    #expect(answer.text == "n\n0\n")
  }

  @Test func `columns that a terminal has no room for are counted`() throws {
    let store = try Sample.twoCities()
    let words = [
      "sql", "SELECT city, observed_at, fetched_at, pressure_hpa FROM observations LIMIT 1",
    ]
    let narrow = store.ask(words, width: 30).text
    #expect(
      narrow.hasSuffix(
        "\n1 of 4 columns have no room here: name fewer, or see them all with --verbose.\n"))
    #expect(!narrow.contains("pressure_hpa"))
    for answer in [
      store.ask(words, width: 80), store.ask(words), store.ask(words + ["-v"], width: 30),
      store.ask(words + ["--csv"], width: 30),
    ] {
      #expect(answer.text.contains("pressure_hpa") && !answer.text.contains("no room"))
    }
  }
}
