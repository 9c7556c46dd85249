import FoundationEssentials
import Presentation
import Testing
import Weather

struct FetchingReportTests {
  private let now = ReportTests.now

  private func source(_ slug: String, observed: Int?, confirmed: Int?) -> SourceStatus {
    var source = SourceStatus(
      state: SourceState(slug: slug, provider: "open-meteo"),
      freshness: Freshness(
        intervalSeconds: 900, spreadSeconds: 90, forecastIntervalSeconds: 3600))
    source.observedAt = observed.map { now - Double($0) }
    source.confirmedAt = confirmed.map { now - Double($0) }
    return source
  }

  @Test(
    arguments: [
      (60, 60, false, false), (3601, 60, true, false), (60, 7291, false, true),
      (nil, nil, true, nil), (nil, 60, nil, false), (60, nil, false, nil),
    ] as [(Int?, Int?, Bool?, Bool?)])
  func `each part is stale by its own interval, and a source without any is stale`(
    observed: Int?, confirmed: Int?, isStale: Bool?, isForecastStale: Bool?
  ) {
    let source = source("a", observed: observed, confirmed: confirmed)
    #expect(source.isStale(at: now) == isStale)
    #expect(source.isForecastStale(at: now) == isForecastStale)
  }

  @Test func `the text says what failed, why, until when, and who is at work`() {
    var failing = source("oslo", observed: 32_400, confirmed: nil)
    failing.state.errorCode = .key
    failing.state.errorText = "The service refused the key."
    failing.state.failures = 3
    failing.state.retryAt = now + 2400
    var status = StatusReport()
    var service = ServiceState(provider: "open-meteo")
    service.pausedUntil = now + 3000
    service.reason = .key
    status.services = [service]
    status.quotas = [
      "open-meteo": QuotaStanding(
        window: .day, limit: 10_000, used: 9800.4, left: 199.6, resetsAt: now + 18_000,
        lastsUntil: now + 7200),
      "pirate": QuotaStanding(
        window: nil, limit: 10_000, used: 10_000, left: 0, resetsAt: now + 864_000,
        lastsUntil: now),
      "sky": QuotaStanding(
        window: .minute, limit: 30, used: 3, left: 27, resetsAt: nil, lastsUntil: nil),
    ]
    status.writer = LockHolder(pid: 42, command: "run")
    status.databaseBytes = 4_200_000
    status.setAside = ["/tmp/almanac.db.corrupt-20261130T000000Z"]
    (status.quarantined, status.futureRows) = (1, 2)
    let report = FetchingReport(
      [.init(name: "Oslo", source: failing, utcOffsetSeconds: 3600)], status: status,
      database: "/tmp/almanac.db", now: now)
    let text = String(decoding: report.rendered(Rendering()), as: UTF8.self)
    #expect(
      text == """
        City  Service     Last good  Age        Forecast  Reach  Next  Failed
        Oslo  open-meteo  never      STALE 9 h  –         –      –     key refused

        Oslo, open-meteo: key refused: The service refused the key. (3 times; next try in 40 min)

        open-meteo is paused for 50 min (key refused).

        open-meteo used 9800.4 of 10000 requests a day: 199.6 left, for 2 h at this pace; resets in 5 h.
        pirate used 10000 of 10000 requests, by its own count: used up; resets in 10 d.
        sky used 3 of 30 requests a minute: 27 left, enough at this pace.

        almanacd run (pid 42) is running.

        Nothing was synced yet.

        Database: /tmp/almanac.db, 4.2 MB.
        A damaged database was set aside: /tmp/almanac.db.corrupt-20261130T000000Z
        1 reply that could not be decoded is kept.
        2 readings are of the future and passed over.

        """)
    #expect(report.rows.allSatisfy { $0.count == FetchingReport.columns.count })
  }

  @Test(arguments: FailureClass.allCases)
  func `status says each class in the words of the log`(failure: FailureClass) {
    var source = source("oslo", observed: 60, confirmed: 60)
    var status = StatusReport()
    if let code = FetchError.Code(rawValue: failure.rawValue) {
      source.state.errorCode = code
      source.state.errorText = "what happened"
    }
    status.isDiskFull = failure == .disk
    if failure == .clock {
      status.clock = ClockTrouble(contradictions: 2, secondsAhead: -3600, isWrong: true)
    }
    let report = FetchingReport(
      [.init(name: "Oslo", source: source, utcOffsetSeconds: 0)], status: status,
      database: "/tmp/almanac.db", now: now)
    let text = String(decoding: report.rendered(Rendering()), as: UTF8.self)
    switch failure {
    case .disk: #expect(text.contains("\ndisk: no room is left for /tmp/almanac.db.\n"))
    case .clock:
      #expect(text.contains("\nwrong clock: this machine's clock is 3600 s behind the servers.\n"))
    default:
      #expect(text.contains("Oslo, open-meteo: \(failure.words): what happened\n"))
      #expect(text.ranges(of: failure.words).count == 2, "also in the table")
    }
  }

  @Test func `status says since when there is no network, and when it is looked for`() {
    var status = StatusReport()
    status.network = NetworkAbsence(
      since: now - 7300, reason: .dns, message: "a.test: none", rounds: 5, attempts: 9,
      probeAt: now + 130)
    let report = FetchingReport([], status: status, database: "/tmp/almanac.db", now: now)
    #expect(
      report.notes(in: .metric).hasPrefix(
        "\nNo network for 2 h: name not resolved: a.test: none (next try with the next sync, with"
          + " --due not within 2 min).\n"))
    status.writer = LockHolder(pid: 42, command: "run")
    let alive = FetchingReport([], status: status, database: "/tmp/almanac.db", now: now)
    #expect(alive.notes(in: .metric).contains(": a.test: none (next try in 2 min).\n"))
  }

  @Test func `without a daemon no time of a next try is promised`() {
    var failing = source("oslo", observed: 60, confirmed: nil)
    failing.state.errorCode = .timeout
    failing.state.errorText = "no answer"
    failing.state.retryAt = now - 5
    for (writer, words) in [
      (nil, "next try with the next sync)"),
      (LockHolder(pid: 42, command: "sync"), "next try with the next sync)"),
      (LockHolder(pid: 42, command: "run"), "next try now)"),
    ] {
      var status = StatusReport()
      status.writer = writer
      let report = FetchingReport(
        [.init(name: "Oslo", source: failing, utcOffsetSeconds: 0)], status: status,
        database: "/tmp/almanac.db", now: now)
      #expect(report.notes(in: .metric).contains(words), "\(report.notes(in: .metric))")
    }
  }
}
