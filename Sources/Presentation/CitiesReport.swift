public import Weather

/// The places that the store knows.
public struct CitiesReport: Report {
  /// One place.
  public struct Line: Sendable {
    /// The place and its services.
    public var record: CityRecord
    /// Its oldest reading, on the place's clock of that instant.
    public var firstAt: LocalTime?
    /// Its newest reading, on the place's clock of that instant.
    public var lastAt: LocalTime?

    /// Makes a line from its parts.
    public init(record: CityRecord, firstAt: LocalTime?, lastAt: LocalTime?) {
      self.record = record
      self.firstAt = firstAt
      self.lastAt = lastAt
    }
  }

  /// The lines in the order of the list.
  public var lines: [Line]

  /// Makes a report of lines.
  public init(_ lines: [Line]) {
    self.lines = lines
  }

  /// Those of the view `cities`, and the point that the city's first service answered for; the
  /// elevation stays in metres in every unit system.
  public static let columns: [Column] = [
    "city", "name", "country", "admin", "latitude", "longitude", "elevation_m", "timezone",
    "providers", "active", "first_at", "last_at", "observations", "grid_latitude",
    "grid_longitude", "grid_elevation_m", "grid_distance_km", "grid_height_difference_m",
  ].map { Column($0) }

  /// A row a place.
  public var rows: [[Value]] {
    lines.map { line in
      let city = line.record.city
      let first = line.record.sources.first(where: \.active)
      return [
        .text(city.slug), .text(city.name), Value(city.country), Value(city.admin),
        .number(city.latitude), .number(city.longitude), Value(city.elevation),
        Value(city.timezone), .text(providers(of: line.record)), .bool(line.record.active),
        Value(line.firstAt), Value(line.lastAt), Value(line.record.observations),
        Value(first?.gridPoint?.latitude), Value(first?.gridPoint?.longitude),
        Value(first?.gridPoint?.elevation), Value(first?.gridDistanceKm),
        Value(first?.gridHeightDifferenceM),
      ]
    }
  }

  /// The table for people; a verbose one names the points that the services answered for, and the
  /// credit that their data ask for.
  public func table(_ rendering: Rendering) -> TextTable {
    var table = TextTable(
      [
        .init("City"), .init("Name", mayBeCut: true), .init("Country", leftOut: 5),
        .init(number: "Latitude", leftOut: 3), .init(number: "Longitude", leftOut: 4),
        .init("Zone", leftOut: 6), .init("Services", mayBeCut: true),
        .init(number: "Readings", leftOut: 2), .init("Since", leftOut: 7),
        .init("Last", leftOut: 1),
      ] + (rendering.isVerbose ? [.init("Grid point"), .init("Credit")] : []))
    for line in lines {
      let city = line.record.city
      var texts = [
        city.slug, city.name, city.country ?? Words.unknown,
        Words.fixed(city.latitude, decimals: 3), Words.fixed(city.longitude, decimals: 3),
        city.timezone ?? Words.unknown, providers(of: line.record),
        line.record.observations.map { "\($0)" } ?? Words.unknown,
        line.firstAt?.date.description ?? Words.unknown,
        line.lastAt.map { "\($0.date) \($0.clock)" } ?? Words.unknown,
      ]
      if rendering.isVerbose { texts += [gridPoints(of: line.record), credits(of: line.record)] }
      table.append(texts.map { TextTable.Cell($0, line.record.active ? .plain : .dim) })
    }
    return table
  }

  private func providers(of record: CityRecord) -> String {
    record.sources.filter(\.active).map(\.provider).joined(separator: ",")
  }

  /// How far and how much higher than the city the point lies that each service answered for; its
  /// name where there are several.
  private func gridPoints(of record: CityRecord) -> String {
    let active = record.sources.filter(\.active)
    let points = active.compactMap { source -> String? in
      guard let distance = source.gridDistanceKm else { return nil }
      let height = source.gridHeightDifferenceM.map { metres in
        ", \(abs(Int(metres.rounded()))) m \(metres < 0 ? "lower" : "higher")"
      }
      let name = active.count > 1 ? "\(source.provider) " : ""
      return "\(name)\(Words.fixed(distance, decimals: 1)) km off\(height ?? "")"
    }
    return points.isEmpty ? Words.unknown : points.joined(separator: "; ")
  }

  private func credits(of record: CityRecord) -> String {
    var credits: [String] = []
    for source in record.sources where source.active {
      let credit = ServiceKind(rawValue: source.kind).flatMap(Self.credit)
      if let credit, !credits.contains(credit) { credits.append(credit) }
    }
    // A place that was looked up has a country; Open-Meteo's search has it from there too.
    if record.city.country != nil { credits.append("places by GeoNames (CC BY 4.0)") }
    return credits.isEmpty ? Words.unknown : credits.joined(separator: "; ")
  }

  /// The words that a service's licence asks for.
  private static func credit(of kind: ServiceKind) -> String? {
    switch kind {
    case .openMeteo: "Weather data by Open-Meteo.com (CC BY 4.0)"
    case .openWeatherMap: "Weather data provided by OpenWeather"
    case .metNorway: "Data from MET Norway (CC BY 4.0)"
    case .darkSky, .pirateWeather, .nws, .file: nil
    }
  }
}
