import CommandLine
import FoundationEssentials
import History
import Presentation
import Weather

/// `almanac export`: what is kept, for other programs.
enum ExportQuery: Query {
  /// Those of an answer without rows, also where there is no database to ask.
  static func columns(for parsed: ParsedCommand) -> [Column] {
    guard let wish = try? ExportWish(parsed), wish.format.rows != nil,
      let names = try? HistoryReader.columns(of: wish.view)
    else { return [] }
    return ViewRows(names).columns
  }

  static func answer(_ inquiry: Inquiry) throws -> Answer {
    let wish = try ExportWish(inquiry.parsed)
    if let file = wish.file {
      try OutputCheck.check(file, for: wish.format, of: inquiry.settings.database)
      try inquiry.outlet.begin(file)
    }
    switch wish.format {
    case .prometheus: return try exposition(inquiry)
    case .sqlite: return try extract(wish, inquiry)
    case .csv, .tsv, .ndjson, .json: return try rows(wish, inquiry)
    }
  }

  private static func exposition(_ inquiry: Inquiry) throws -> Answer {
    var status = try inquiry.reader.status(now: inquiry.now)
    status.unplaced = []
    let slugs = Set(inquiry.cities.map(\.city.slug))
    let lines = status.sources.filter { slugs.contains($0.state.slug) }.map {
      FetchingReport.Line(name: $0.state.slug, source: $0, utcOffsetSeconds: 0)
    }
    let report = FetchingReport(
      lines, status: status, database: inquiry.settings.database, now: inquiry.now)
    let newest = try inquiry.reader.current(of: inquiry.cities, now: inquiry.now).records
    return Answer(
      output: Exposition(report, newest: newest, version: Version.current).bytes)
  }

  private static func rows(_ wish: ExportWish, _ inquiry: Inquiry) throws -> Answer {
    let names = try inquiry.reader.columns(of: wish.view)
    guard !names.isEmpty, let format = wish.format.rows else {
      throw Failure(
        .nothing, "no_rows",
        "The database is of a version without \(wish.view.rawValue): almanacd migrate adds it.")
    }
    let view = ViewRows(names)
    let offsets = OffsetBook(inquiry.reader)
    var encoder = TableEncoder(view.columns, as: format, in: inquiry.rendering.units)
    var count = 0
    let file = inquiry.outlet.file
    do {
      for part in try wish.parts(inquiry) {
        try inquiry.reader.rows(
          of: wish.view, slug: part.slug, provider: part.provider, in: part.range,
          goesOn: { file?.isUnwanted != true }
        ) { row in
          count += 1
          encoder.append(try view.values(of: row, offsets))
          try inquiry.outlet.take({ encoder.drain() }, size: encoder.size)
        }
      }
    } catch {
      try file?.goOn()
      throw error
    }
    var answer = Answer(output: encoder.finished())
    if count == 0 {
      let failure = Failure(
        .nothing, "no_rows",
        "There are no rows of \(wish.view.rawValue)\(wish.isOfAllTime ? "" : " in that time").")
      answer.notices = [failure.notice]
      answer.status = failure.status
    }
    return answer
  }

  private static func extract(_ wish: ExportWish, _ inquiry: Inquiry) throws -> Answer {
    guard let file = inquiry.outlet.file else { return Answer() }
    var provider: String?
    if case .named(let name) = inquiry.provider { provider = name }
    let parts = try inquiry.cities.map { city in
      HistoryExtract.Part(
        slug: city.city.slug, range: try wish.range(by: inquiry.clock(of: city)))
    }
    let extract = HistoryExtract(
      views: wish.views.isEmpty ? StoredView.allCases : wish.views, parts: parts,
      provider: provider, isOfAllCities: inquiry.isOfAllCities)
    let count: Int
    do {
      count = try extract.write(from: inquiry.reader, to: file.partial, now: inquiry.now) {
        try file.goOn()
      }
    } catch let error as HistoryError where error.code == .full && error.path == file.partial {
      throw Failure(
        .io, "io",
        "Disk full: there is no room for \(CleanText.line(wish.file ?? "")) on it. Make some, or"
          + " give the name of a file on another disk.")
    }
    guard count == 0 else { return Answer() }
    throw Failure(.nothing, "no_rows", "There are no rows of what was asked for.")
  }
}

extension ExportWish {
  /// One reading of the view after the other, in the order of the cities and their services.
  fileprivate func parts(
    _ inquiry: Inquiry
  ) throws -> [(slug: String?, provider: String?, range: ViewRange)] {
    var provider: String?
    if case .named(let name) = inquiry.provider { provider = name }
    if view.hasRowsOfNoCity, inquiry.isOfAllCities {
      let clock = CityClock(now: inquiry.now) { _ in 0 }
      return [(nil, provider, try range(by: clock))]
    }
    return try inquiry.cities.flatMap { city -> [(String?, String?, ViewRange)] in
      let range = try range(by: inquiry.clock(of: city))
      let slug = city.city.slug
      guard view.hasProvider else { return [(slug, nil, range)] }
      if view.hasRowsOfNoCity { return [(slug, provider, range)] }
      return city.sources.map(\.provider).filter { provider == nil || $0 == provider }
        .map { (slug, $0, range) }
    }
  }
}
