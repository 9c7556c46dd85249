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
        City  Service     Last good  Age        Forecast  Failed
        Oslo  open-meteo  never      STALE 9 h  –         key

        Oslo, open-meteo: The service refused the key. (3 times; next try in 40 min)

        open-meteo is paused for 50 min (key).

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
}
