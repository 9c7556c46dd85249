import Glibc
import SQLite
public import Weather

/// The places of the world in a file, by which names are found without a network.
///
/// `make gazetteer` builds it; everything works without it.
public struct Gazetteer: Sendable {
  /// How much of a name has to be given.
  public enum Match: Sendable {
    /// All of one of its names.
    case whole
    /// The beginning of one of its names.
    case beginning
  }

  /// The words that the licence of the data wants beside them.
  public static let credit = "GeoNames (geonames.org), CC BY 4.0"
  /// What to do where there is none.
  public static let advice = "make gazetteer builds one, make install installs it"

  /// The file.
  public let path: String

  /// A gazetteer in a file, which is looked into at the first question.
  public init(path: String) {
    self.path = path
  }

  /// The gazetteer of this machine: `ALMANAC_GAZETTEER`, else the one installed with the program,
  /// else those of the usual places; nil where there is none.
  public static func find(environment: [String: String]) -> Gazetteer? {
    let file = "share/almanac/gazetteer.db"
    let usual = [programFolder.map { "\($0)/../\(file)" }, "/usr/local/\(file)", "/usr/\(file)"]
    let paths = environment["ALMANAC_GAZETTEER"].map { [$0] } ?? usual.compactMap(\.self)
    return paths.first { access($0, R_OK) == 0 }.map { Gazetteer(path: $0) }
  }

  /// The places of a name in any script, the largest first; case and accents don't matter.
  ///
  /// - Parameters:
  ///   - country: ISO 3166 alpha-2 code in upper case; nil for all countries.
  ///   - limit: the most places that are wanted.
  public func places(
    named name: String, _ match: Match, country: String? = nil, limit: Int
  ) throws(GazetteerError) -> [Place] {
    guard let pattern = Self.pattern(name, match) else { return [] }
    return try reading { connection in
      let statement = try connection.prepare(
        """
        SELECT p.name, p.admin, p.country, c.name, p.latitude_e5, p.longitude_e5, z.name,
          p.population
        FROM name n JOIN place p ON p.id = n.rowid JOIN zone z ON z.id = p.zone
          LEFT JOIN country c ON c.code = p.country
        WHERE n.names MATCH ?1 AND (?2 IS NULL OR p.country = ?2) ORDER BY n.rowid LIMIT ?3
        """)
      statement.bind(1, pattern)
      statement.bind(2, country)
      statement.bind(3, Int64(limit))
      return try statement.all(Self.place)
    }
  }

  /// The zones of the nearest places within 50 km of points in degrees; nil where there is none.
  public func zones(
    near points: [(latitude: Double, longitude: Double)]
  ) throws(GazetteerError) -> [String?] {
    guard !points.isEmpty else { return [] }
    return try reading { connection in
      var search = NearestZones(points)
      let south = search.latitudes.lowerBound, north = search.latitudes.upperBound
      let statement = try connection.prepare(
        """
        SELECT p.latitude_e5, p.longitude_e5, z.name FROM place p JOIN zone z ON z.id = p.zone
        WHERE p.latitude_e5 BETWEEN ?1 AND ?2
        """)
      statement.bind(1, south * 1e5)
      statement.bind(2, north * 1e5)
      try statement.each { row in
        search.consider(
          latitude: Double(row.integer(0)) / 1e5, longitude: Double(row.integer(1)) / 1e5,
          zone: row.text(2))
      }
      return search.zones
    }
  }

  private func reading<Result>(
    _ body: (Connection) throws -> Result
  ) throws(GazetteerError) -> Result {
    do {
      return try body(Connection(path: path, mode: .readOnly(parameters: ["immutable=1"])))
    } catch {
      throw GazetteerError(path: path, reason: "\(error)")
    }
  }

  /// In the index each name is followed by the word 0, and the next one begins after that.
  private static func pattern(_ name: String, _ match: Match) -> String? {
    let clean = CleanText.line(name)
    let hasWord = clean.unicodeScalars.contains {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard hasWord else { return nil }
    let text = clean.replacing("\"", with: " ")
    switch match {
    case .whole: return "^ \"\(text) 0\" OR \"0 \(text) 0\""
    case .beginning: return "^ \"\(text)\" * OR \"0 \(text)\" *"
    }
  }

  private static func place(_ row: borrowing Row) -> Place {
    Place(
      name: row.text(0) ?? "", admin: row.text(1), countryCode: row.text(2),
      countryName: row.text(3), latitude: Double(row.integer(4)) / 1e5,
      longitude: Double(row.integer(5)) / 1e5, timezone: row.text(6),
      population: row.int64(7).map { Int($0) })
  }

  /// The folder that this program runs from (proc(5)).
  private static var programFolder: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}

/// Why a gazetteer can't be asked.
public struct GazetteerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What SQLite says.
  public let reason: String

  /// What happened, and what to do.
  public var description: String {
    "the gazetteer \(CleanText.line(path, limit: 1024)) can't be read (\(reason)): build it again "
      + "with make gazetteer"
  }
}
