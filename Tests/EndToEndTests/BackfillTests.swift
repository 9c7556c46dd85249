import AlmanacTestKit
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@Suite(.throttled) struct BackfillTests {
  @Test("A year is fetched whole, and asked for once")
  func whole() async throws {
    let requests = Counter()
    let server = try LoopbackServer { request in
      _ = requests.next()
      return PastReply.answer(request)
    }
    let installed = try Installation(PastReply.configuration(server))
    let first = try await installed.almanacd("backfill", "City 1", "--from", "2023", "--to", "2023")
    #expect(first.status == 0, "\(first.stderr)")
    #expect(
      first.stdout == "city-1: 365 of 365 days from stub: 8760 new readings, 365 observed days\n")
    #expect(try installed.count("SELECT count(*) FROM observation") == 8760)
    #expect(try installed.count("SELECT count(*) FROM observed_day") == 365)
    #expect(
      try installed.count(
        "SELECT count(*) FROM observations WHERE origin = 'backfill' AND basis = 'reanalysis'")
        == 8760)
    #expect(requests.value == 2)
    let again = try await installed.almanacd("backfill", "city-1", "--from", "2023", "--to", "2023")
    #expect(again.status == 0 && again.stdout == "city-1: nothing to fetch, all is there\n")
    #expect(requests.value == 2)
    try installed.expectSound()
    let history = try await installed.almanac("history", "city-1", "--since", "2023-03-01", "--csv")
    #expect(history.status == 0 && history.stdout.contains(",backfill,reanalysis,"))
  }

  @Test(
    "Stopped in the middle it keeps what was stored, and the rest is fetched later",
    arguments: [
      SIGKILL, SIGINT, SIGTERM,
    ])
  func stopped(signal number: Int32) async throws {
    let requests = Counter(), started = Gate(), child = Mutex<Int32>(0)
    let server = try LoopbackServer { request in
      let place = requests.next()
      if place == 3 {
        kill(child.withLock { $0 }, number)
        return ScriptedReply([.silence])
      }
      let reply = PastReply.answer(request)
      return place == 1 ? ScriptedReply([.wait(started)] + reply.steps) : reply
    }
    defer { server.stop() }
    let installed = try Installation(PastReply.configuration(server))
    let words = ["backfill", "city-1", "--from", "2021", "--to", "2022"]
    let process = try ChildProcess(
      Fixture.product("almanacd"), words + ["--config", installed.configuration],
      environment: installed.environment)
    child.withLock { $0 = process.pid }
    started.open()
    let output = await process.wait(timeout: .seconds(20))
    if number != SIGKILL {
      #expect(output.status == 75 && output.stderr.contains("run the same again to go on"))
    }
    #expect(try installed.count("SELECT count(*) FROM observation") == 2 * 184 * 24)
    let rest = try await installed.almanacd("backfill", "city-1", "--from", "2021", "--to", "2022")
    #expect(rest.status == 0, "\(rest.stderr)")
    #expect(try installed.count("SELECT count(*) FROM observation") == 730 * 24)
    #expect(requests.value == 5)
    try installed.expectSound()
  }

  @Test("A limit that is used up ends it with the time to go on, and what came stays")
  func quota() async throws {
    let requests = Counter()
    let server = try LoopbackServer { request in
      if requests.next() == 1 { return PastReply.answer(request) }
      return .json(
        #"{"error":true,"reason":"Hourly API request limit exceeded. Please try again in the next hour."}"#,
        status: 429)
    }
    defer { server.stop() }
    let installed = try Installation(PastReply.configuration(server))
    let output = try await installed.almanacd(
      "backfill", "city-1", "--from", "2023", "--to", "2023")
    #expect(output.status == 75)
    #expect(output.stderr.contains("has room again at 20"))
    #expect(output.stdout.hasPrefix("city-1: 184 of 365 days from stub: "))
    #expect(requests.value == 2)
    #expect(try installed.count("SELECT failures FROM city_provider") == 0)
  }

  @Test("A limit of our own cuts the chunks smaller and ends it before the request")
  func ownLimit() async throws {
    let requests = Counter()
    let server = try LoopbackServer { request in
      _ = requests.next()
      return PastReply.answer(request)
    }
    defer { server.stop() }
    let installed = try Installation(
      PastReply.configuration(server, extra: "max_requests_per_day = 120"))
    let output = try await installed.almanacd(
      "backfill", "city-1", "--from", "2023", "--to", "2023")
    #expect(output.status == 75, "\(output.stderr)")
    #expect(requests.value >= 1)
    let days = try installed.count("SELECT count(*) FROM observed_day")
    #expect(days > 0 && days < 365)
    #expect(try installed.count("SELECT total(cost) <= 60 FROM fetch") == 1)
  }

  @Test("Beside a running daemon both store what they get")
  func besideDaemon() async throws {
    let server = try LoopbackServer { request in
      request.query("start_date") == nil
        ? .json(
          #"{"utc_offset_seconds":0,"timezone":"UTC","current":{"time":"2023-06-01T12:00","interval":900,"temperature_2m":-7.5},"daily":{"time":["2023-06-01"],"temperature_2m_max":[20]}}"#
        )
        : PastReply.answer(request)
    }
    defer { server.stop() }
    let installed = try Installation(PastReply.configuration(server))
    let daemon = try installed.daemon()
    #expect(await daemon.waitForOutput("1 of 1 city"))
    let output = try await installed.almanacd(
      "backfill", "city-1", "--from", "2023", "--to", "2023")
    #expect(output.status == 0, "\(output.stderr)")
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(try installed.count("SELECT count(*) FROM observation") == 8760)
    let live = "SELECT count(*) FROM observation WHERE origin = 'live' AND temperature_c = -7.5"
    #expect(try installed.count(live) == 1)
  }

  @Test("What a service asks of a daemon holds for a backfill beside it, and the other way round")
  func sharedPlea() async throws {
    let server = try LoopbackServer { _ in
      .json("{}", status: 503, headers: [("Retry-After", "3600")])
    }
    defer { server.stop() }
    let words = ["backfill", "city-1", "--from", "2023", "--to", "2023"]
    let installed = try Installation(PastReply.configuration(server))
    let daemon = try installed.daemon()
    #expect(await daemon.waitForOutput("next try in"))
    let asked = server.received.count
    let output = try await installed.almanacd(
      words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(output.status != 0, "\(output.stderr)")
    daemon.signal(SIGTERM)
    #expect(await daemon.wait().status == 0)
    #expect(server.received.count == asked)
    let other = try Installation(PastReply.configuration(server))
    _ = try await other.almanacd(words[0], words[1], words[2], words[3], words[4], words[5])
    #expect(server.received.count == asked + 1)
    let sync = try await other.almanacd("sync")
    #expect(sync.status == 75, "\(sync.stderr)")
    #expect(server.received.count == asked + 1)
  }

  @Test("Earlier forecasts become revisions of the time at which they were known")
  func forecasts() async throws {
    let server = try LoopbackServer { PastReply.answer($0) }
    defer { server.stop() }
    let installed = try Installation(PastReply.configuration(server))
    let words = ["backfill", "city-1", "--from", "2025-03-01", "--to", "2025-03-10", "--forecasts"]
    let output = try await installed.almanacd(
      words[0], words[1], words[2], words[3], words[4], words[5], words[6])
    #expect(output.status == 0, "\(output.stderr)")
    // The replies say the same for all days ahead: that is one revision, a week before.
    #expect(try installed.count("SELECT count(*) FROM forecast_day") == 10)
    let known =
      "SELECT min(unixepoch(date) - fetched_at) FROM forecasts WHERE issued_at = fetched_at"
    #expect(try installed.count(known) == 6 * 86_400)
    #expect(try installed.count("SELECT count(*) FROM observation") == 0)
  }

  @Test(
    "What can't be asked is refused with words",
    arguments: [
      (["city-1"], "needs --from"), (["city-1", "--from", "yesterday"], "is no date"),
      (["city-9", "--from", "2023"], "no active city"), (["--from", "2023"], "CITY"),
      (["city-1", "--from", "2024", "--to", "2023"], "lies after"),
      (["city-1", "--from", "2023", "--provider", "other"], "is no service of city-1"),
    ])
  func refused(words: [String], text: String) async throws {
    let server = try LoopbackServer { PastReply.answer($0) }
    defer { server.stop() }
    let installed = try Installation(PastReply.configuration(server))
    let output = try await Subprocess.run(
      Fixture.product("almanacd"), ["backfill"] + words + ["--config", installed.configuration],
      environment: installed.environment)
    #expect(output.status == 64 && output.stderr.contains(text), "\(output.stderr)")
  }
}
