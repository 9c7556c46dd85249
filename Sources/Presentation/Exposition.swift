import FoundationEssentials
public import Weather

/// The state of the store in Prometheus' text format, for node_exporter's textfile collector
/// (https://prometheus.io/docs/instrumenting/exposition_formats/, version 0.0.4).
public struct Exposition {
  private var text = ""

  /// Makes it from what `status` knows and the newest readings, and the program's version.
  public init(_ report: FetchingReport, newest: [ObservationRecord], version: String) {
    add(
      "build_info", "The program, and the contract of its formats.",
      [([("version", version), ("formats", "\(FormatContract.version)")], 1)])
    addDaemon(report)
    addSources(report)
    addServices(report)
    addFiles(report)
    addValues(newest)
  }

  /// The document.
  public var bytes: [UInt8] { Array(text.utf8) }

  private typealias Sample = (labels: [(String, String)], value: Double?)

  /// A metric with its samples; one without any is left out.
  private mutating func add(_ name: String, _ help: String, _ samples: [Sample]) {
    let known = samples.filter { $0.value?.isFinite == true }
    guard !known.isEmpty else { return }
    text += "# HELP almanac_\(name) \(help)\n# TYPE almanac_\(name) gauge\n"
    for sample in known {
      let labels = sample.labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
      text += "almanac_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(Self.number(sample.value))\n"
    }
  }

  private mutating func addDaemon(_ report: FetchingReport) {
    let status = report.status
    add(
      "daemon_running", "Whether almanacd works on the database.",
      [
        ([], status.writer == nil ? 0 : 1)
      ])
    add(
      "last_pass_timestamp_seconds", "When the last pass began.",
      [
        ([], status.runs.first.map { Double($0.startedAt.unixSeconds) })
      ])
    add(
      "network_up", "Whether the daemon found a network when it last looked.",
      [
        ([], status.network == nil ? 1 : 0)
      ])
  }

  private mutating func addSources(_ report: FetchingReport) {
    func each(_ value: (SourceStatus) -> Double?) -> [Sample] {
      report.lines.map { line in
        (
          [("city", line.source.state.slug), ("provider", line.source.state.provider)],
          value(line.source)
        )
      }
    }
    func time(_ instant: Date?) -> Double? { instant.map { Double($0.unixSeconds) } }
    add(
      "current_received_timestamp_seconds", "When current conditions came last.",
      each { time($0.state.currentAt) })
    add(
      "forecast_received_timestamp_seconds", "When a forecast came last.",
      each { time($0.state.forecastAt) })
    add(
      "observed_timestamp_seconds", "The instant of the newest reading.",
      each { time($0.observedAt) })
    add(
      "stale", "Whether the newest reading is too old.",
      each { $0.isStale(at: report.now).map { $0 ? 1 : 0 } })
    add(
      "failures", "Attempts that failed since the last that did not.",
      each { Double($0.state.failures) })
  }

  private mutating func addServices(_ report: FetchingReport) {
    let quotas = report.status.quotas.sorted { $0.key < $1.key }
    func each(_ value: (QuotaStanding) -> Double?) -> [Sample] {
      quotas.map { provider, quota in
        ([("provider", provider), ("window", quota.window?.rawValue ?? "service")], value(quota))
      }
    }
    add("quota_limit", "What may be spent in the window that is used up first.", each(\.limit))
    add("quota_used", "What is spent of it.", each(\.used))
    add("quota_left", "What is left of it.", each(\.left))
    add(
      "failed_requests_last_day", "Requests of the last 24 hours that failed, by reason.",
      report.status.recentFailures.map {
        ([("provider", $0.provider), ("class", $0.errorCode)], Double($0.count))
      })
  }

  private mutating func addFiles(_ report: FetchingReport) {
    let status = report.status
    add(
      "database_bytes", "Size of the database with its side files.",
      [
        ([], Double(status.databaseBytes))
      ])
    add(
      "set_aside_files", "Damaged files that lie beside the database.",
      [
        ([], Double(status.setAside.count))
      ])
    add(
      "quarantined_replies", "Replies that could not be decoded and are kept.",
      [
        ([], Double(status.quarantined))
      ])
    add(
      "gap_seconds", "Length of the open gaps, by reason.",
      status.gaps.map { ([("reason", "\($0.reason)")], Double($0.seconds)) })
  }

  /// The newest reading of each city and service, stale or not: its instant stands beside it.
  private mutating func addValues(_ newest: [ObservationRecord]) {
    for field in WeatherData.CurrentConditions.fields {
      add(
        field.column, "The newest reading, in the unit that ends the name.",
        newest.map { record in
          (
            [("city", record.city), ("provider", record.provider)],
            record.conditions[keyPath: field.path]
          )
        })
    }
  }

  private static func escaped(_ label: String) -> String {
    label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  /// Whole numbers without a point, which Prometheus reads either way.
  private static func number(_ value: Double?) -> String {
    guard let value else { return "NaN" }
    return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
  }
}
