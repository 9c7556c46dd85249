import FoundationEssentials
import SQLite
import Testing
import Weather

@testable import History

/// Details go, and what was observed by hour and day stays as it was.
struct PruningTests {
  let fixture: StoreFixture
  /// Sunday 2026-10-25 00:00 in Berlin, the day of 25 hours.
  private static let clockChange: Int64 = 1_792_879_200

  init() throws {
    fixture = try StoreFixture()
  }

  /// Some weeks around the clock change, a reading each quarter of an hour with holes, some rain.
  private func fill(days: Int64 = 30) throws {
    try fill(from: -10, to: days - 10, every: 900)
  }

  /// Readings from one day after the clock change to another.
  private func fill(from first: Int64, to last: Int64, every step: Int) throws {
    try fixture.filled { writer in
      var outcomes: [FetchOutcome] = []
      for (place, at) in stride(
        from: Self.clockChange + first * 86_400, to: Self.clockChange + last * 86_400,
        by: step
      ).enumerated() where place % 7 != 3 && place % 100 > 12 {
        let offset = at < Self.clockChange + 3 * 3600 ? 7200 : 3600
        outcomes.append(
          StoreFixture.reading(Double(place % 37) / 3, at: at, offset: offset) {
            $0.windDirectionDeg = Double(place * 13 % 360)
            $0.precipitationMm = place % 5 == 0 ? nil : Double(place % 11) / 10
            $0.precipitationPeriodS = place % 2 == 0 ? 3600 : 7200
            $0.condition = [.rain, .clear, .cloudy][place % 3]
          })
      }
      _ = try writer.store(outcomes, run: nil)
    }
  }

  private func views() throws -> [[String]] {
    let connection = try Connection(
      path: fixture.path, mode: .readOnly(parameters: ["immutable=1"]))
    return try ["hourly_observed ORDER BY hour", "daily_observed ORDER BY date"].flatMap {
      try connection.prepare("SELECT * FROM \($0)").all { row in
        (0..<row.count).map { row.text($0) ?? "null" }
      }
    }
  }

  private func buckets(_ span: BucketSpan) throws -> [BucketRecord] {
    try HistoryReader.read(path: fixture.path) { reader in
      let city = try reader.resolve(["lisbon"], includeInactive: false)[0]
      return try reader.buckets(of: city, provider: "open-meteo", every: span, from: nil, to: nil)
    }
  }

  private func prune(_ rule: RetentionRule, isThorough: Bool = true) throws -> PruneReport {
    let writer = try fixture.open()
    var pruning = Pruning(rule, isThorough: isThorough)
    while try pruning.step(writer) {}
    try writer.close()
    return pruning.report
  }

  private static func readings(before day: Int64) -> RetentionRule {
    RetentionRule(
      readingsBefore: Date(unixSeconds: clockChange + day * 86_400), forecastsBefore: nil,
      runsBefore: nil)
  }

  @Test("Views and history --every answer as before, however often it is pruned")
  func exact() throws {
    try fill()
    let views = try views()
    let before = try BucketSpan.allCases.map(buckets)
    let count = try fixture.readings().count
    for day: Int64 in [-3, -3, 1, 2, 12] {
      _ = try prune(Self.readings(before: day))
      #expect(try self.views() == views)
      for (span, expected) in zip(BucketSpan.allCases, before) {
        let found = try buckets(span)
        #expect(found == expected, "\(span) after pruning to day \(day)")
      }
    }
    #expect(try fixture.readings().count < count / 2)
    let writer = try fixture.open()
    _ = try writer.rebuildRollUps()
    try writer.close()
    #expect(try self.views() == views)
  }

  @Test("Readings as few as their hours stay, and so does what their days rest on")
  func few() throws {
    // Hours, quarters of hours, halves, and quarters again.
    try fill(from: -50, to: -30, every: 3600)
    try fill(from: -30, to: -18, every: 900)
    try fill(from: -18, to: -12, every: 1800)
    try fill(from: -12, to: 8, every: 900)
    let views = try views()
    let before = try BucketSpan.allCases.map(buckets)
    let preview = try HistoryReader.read(path: fixture.path) {
      try $0.pruningPreview(Self.readings(before: 5))
    }
    var pruned = 0
    for isThorough in [true, false, true] {
      pruned += try prune(Self.readings(before: 5), isThorough: isThorough).readings
      #expect(try self.views() == views)
      for (span, expected) in zip(BucketSpan.allCases, before) {
        let found = try buckets(span)
        #expect(found == expected, "\(span)")
      }
    }
    let left = try fixture.readings().map {
      ($0.conditions.observedAt.unixSeconds - Self.clockChange) / 86_400
    }
    #expect(Set(left).isSuperset(of: -49...(-31)))
    #expect(Set(left).isSuperset(of: -17...(-13)))
    #expect(!left.contains { -29 <= $0 && $0 < -20 || -11 <= $0 && $0 < 0 })
    #expect(preview.readings >= pruned)
  }

  @Test("What has become old of late goes without a look at all that stays")
  func lately() throws {
    try fill(from: -120, to: -30, every: 3600)
    try fill(from: -30, to: 8, every: 900)
    for day: Int64 in [-20, -19, -18] {
      #expect(try prune(Self.readings(before: day), isThorough: false).readings > 0)
    }
    let count = try fixture.readings().count
    #expect(try prune(Self.readings(before: -18)).readings == 0)
    #expect(try fixture.readings().count == count)
  }

  @Test("Days whose readings went rest on what these did")
  func basis() throws {
    try fill()
    func days() throws -> [ObservedDay] {
      try HistoryReader.read(path: fixture.path) { reader in
        let city = try reader.resolve(["lisbon"], includeInactive: false)[0]
        return try reader.daysOfReadings(
          of: city, provider: "open-meteo",
          from: Date(unixSeconds: Self.clockChange - 10 * 86_400),
          to: Date(unixSeconds: Self.clockChange + 20 * 86_400))
      }
    }
    let connection = try Connection(path: fixture.path, mode: .readWrite)
    try connection.execute("UPDATE observation SET basis = 'reanalysis'")
    let bases = try days().map(\.basis)
    #expect(bases.count > 20 && bases.allSatisfy { $0 == .reanalysis })
    _ = try prune(Self.readings(before: 5))
    #expect(try days().map(\.basis) == bases)
  }

  @Test("A range that begins in days whose readings went has their hours and days")
  func range() throws {
    try fill()
    _ = try prune(Self.readings(before: 5))
    let from = Date(unixSeconds: Self.clockChange - 2 * 86_400)
    let to = Date(unixSeconds: Self.clockChange)
    try HistoryReader.read(path: fixture.path) { reader in
      let city = try reader.resolve(["lisbon"], includeInactive: false)[0]
      let days = try reader.buckets(
        of: city, provider: "open-meteo", every: .day, from: from, to: to)
      #expect(days.map(\.date.description) == ["2026-10-23", "2026-10-24"])
      let hours = try reader.buckets(
        of: city, provider: "open-meteo", every: .hour, from: from, to: to)
      #expect(hours.first?.startsAt == from)
      #expect(hours.count > 40 && hours.count <= 48)
    }
  }

  @Test("Readings that come late for a day that was rolled up do not spoil it")
  func late() throws {
    try fill()
    _ = try prune(Self.readings(before: 5))
    let views = try views()
    let writer = try fixture.open()
    let late = StoreFixture.reading(
      99, at: Self.clockChange - 8 * 86_400 + 777, offset: 7200, origin: .backfill)
    _ = try writer.store([late], run: nil)
    _ = try writer.rebuildRollUps()
    try writer.close()
    #expect(try self.views() == views)
    _ = try prune(Self.readings(before: 5))
    #expect(try self.views() == views)
    #expect(try !fixture.readings().contains { $0.conditions.temperatureC == 99 })
  }

  @Test("Of old forecasts the current revision stays, of new ones all")
  func forecasts() throws {
    try fixture.filled { writer in
      for round in 0..<5 {
        _ = try writer.store(
          [
            StoreFixture.forecast(
              [Double(round), 10 + Double(round)], from: "2026-06-01",
              fetchedAt: 1_780_000_000 + Int64(round) * 3600, hours: round == 4 ? 3 : 24)
          ], run: nil)
      }
    }
    let before = try fixture.forecast(from: "2026-06-01", days: 2)
    let rule = RetentionRule(
      readingsBefore: nil,
      forecastsBefore: LocalDate(iso: "2026-06-02").map {
        Date(unixSeconds: Int64($0.daysSince1970) * 86_400)
      }, runsBefore: nil)
    #expect(try prune(rule).forecasts == 4)
    #expect(try fixture.forecast(from: "2026-06-01", days: 2) == before)
    let left = try HistoryReader.read(path: fixture.path) { reader in
      try reader.connection.prepare("SELECT count(*) FROM forecasts").first { $0.integer(0) }
    }
    #expect(left == 1 + 5)
  }

  @Test("Old requests become daily totals, and passes go after them")
  func requests() throws {
    try fixture.filled { writer in
      let run = try writer.beginRun(trigger: "manual", at: Date(unixSeconds: 100))
      let outcomes = (0..<1200).map { StoreFixture.reading(1, at: Int64(1000 + 100 * $0)) }
      _ = try writer.store(outcomes, run: run)
      _ = try writer.beginRun(trigger: "manual", at: Date(unixSeconds: 500_000))
    }
    let rule = RetentionRule(
      readingsBefore: nil, forecastsBefore: nil, runsBefore: Date(unixSeconds: 100_000))
    let preview = try HistoryReader.read(path: fixture.path) { try $0.pruningPreview(rule) }
    let report = try prune(rule)
    #expect(report.requests == 990)
    #expect(preview.requests == 990)
    #expect(report.runs == 1)
    try HistoryReader.read(path: fixture.path) { reader in
      let totals = try reader.connection.prepare(
        "SELECT date, requests, failed, cost, rows_added FROM fetch_day ORDER BY date"
      ).all { row in (0..<row.count).map { row.text($0) ?? "null" } }
      #expect(
        totals == [
          ["1970-01-01", "854", "0", "854.0", "854"], ["1970-01-02", "136", "0", "136.0", "136"],
        ])
    }
    #expect(try prune(rule).isEmpty)
  }

  @Test("Nothing goes without a rule, and the file gets smaller where much went")
  func size() throws {
    try fill(days: 300)
    let size = try #require(Files.size(fixture.path))
    let none = RetentionRule(readingsBefore: nil, forecastsBefore: nil, runsBefore: nil)
    #expect(try prune(none).readings == 0)
    let report = try prune(Self.readings(before: 280))
    #expect(report.pages > 0)
    #expect(try #require(Files.size(fixture.path)) < size)
  }
}
