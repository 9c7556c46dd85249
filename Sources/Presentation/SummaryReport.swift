public import Weather

/// What months or years amount to, each against the same period of other years.
public struct SummaryReport: Report {
  /// One period of one city.
  public struct Line: Sendable {
    /// The slug of the city.
    public var city: String
    /// What people call it.
    public var name: String
    /// The period as typed: `2026-10` or `2026`.
    public var period: String
    /// What it amounts to.
    public var summary: PeriodSummary
    /// The extremes that are beyond those of all earlier years; nil where there are too few years.
    public var recordsBroken: [String]?
    /// The same period of other years; nil where there is none.
    public var others: OtherYears?

    /// Makes a line from its parts.
    public init(
      city: String, name: String, period: String, summary: PeriodSummary,
      recordsBroken: [String]?, others: OtherYears?
    ) {
      self.city = city
      self.name = name
      self.period = period
      self.summary = summary
      self.recordsBroken = recordsBroken
      self.others = others
    }
  }

  /// The lines, city by city.
  public var lines: [Line]

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// A period's figures, each with the number of days behind it.
  public static let columns: [Column] =
    ["city", "name", "period", "kind", "years", "length_days", "days", "providers"]
    .map { Column($0) } + figures.flatMap(\.columns) + [Column("records_broken")]

  /// A row for the period, then one for the same period of other years.
  public var rows: [[Value]] {
    lines.flatMap { line in
      [row(line, "period", years: 1, line.summary, broken: line.recordsBroken)]
        + (line.others.map {
          [row(line, "other_years", years: $0.years, $0.summary, broken: nil)]
        } ?? [])
    }
  }

  private func row(
    _ line: Line, _ kind: String, years: Int, _ summary: PeriodSummary, broken: [String]?
  ) -> [Value] {
    let names = broken.map { $0.isEmpty ? "none" : $0.joined(separator: " ") }
    return [
      .text(line.city), .text(line.name), .text(line.period), .text(kind), .integer(years),
      .integer(summary.length), .integer(summary.days),
      .text(summary.providers.joined(separator: ",")),
    ] + Self.figures.flatMap { $0.values(summary) } + [Value(names)]
  }

  private static let figures = SummaryFigure.all

  /// The table for people: a figure a line.
  public func table(_ rendering: Rendering) -> TextTable {
    let showsCity = lines.count > 1
    var table = TextTable(
      (showsCity ? [.init("City", mayBeCut: true)] : [])
        + [
          .init("Figure"), .init(number: lines.first?.period ?? "Period"), .init("On", leftOut: 2),
          .init(number: "Days", leftOut: 3), .init(number: "Other years"),
          .init("On", leftOut: 1), .init(number: "Days", leftOut: 4),
        ])
    for line in lines {
      for figure in Self.figures {
        let own = figure.texts(line.summary, rendering.units, ofYears: false)
        let others =
          line.others.map { figure.texts($0.summary, rendering.units, ofYears: true) }
          ?? [Words.unknown, "", ""]
        let texts = (showsCity ? [line.name] : []) + [figure.title] + own + others
        table.append(texts.map { TextTable.Cell($0) })
      }
    }
    return table
  }

  /// What the figures are of.
  public func notes(in units: UnitSystem) -> String {
    lines.map { line in
      let place = lines.count > 1 ? "\(line.name): " : ""
      let years = (line.others?.years ?? 0).counted("other year", "other years")
      let broken = line.recordsBroken.map {
        $0.isEmpty
          ? "no record was broken"
          : "records: " + $0.map { $0.replacing("_", with: " ") }.joined(separator: ", ")
      }
      let few = "too few earlier years for records"
      return "\(place)\(line.summary.days) of \(line.summary.length) days by "
        + "\(line.summary.providers.joined(separator: ", ")); \(years); \(broken ?? few).\n"
    }.joined()
      + "A rain day has \(Words.threshold(PeriodSummary.rainDayMm, .millimetre, in: units)), degree days count from "
      + Words.threshold(PeriodSummary.degreeDayBaseC, .celsius, in: units)
      + ", and a mean, a sum or a count "
      + "needs 80 % of the days.\n"
  }
}
