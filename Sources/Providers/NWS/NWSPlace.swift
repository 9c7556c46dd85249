import FoundationEssentials
import Weather

/// What the service calls a place: grid cell, zone, and the nearest stations.
///
/// It travels in a request's note from one step of the chain to the next, and is remembered for
/// weeks, because `points` and `stations` rarely change.
struct NWSPlace: Equatable {
  /// Forecast office and cell: `TAE`, `58,65`.
  let grid: String
  let cell: String
  /// The IANA zone that `points` names.
  let zone: String?
  /// The nearest first; empty when they were not asked for yet.
  var stations: [String] = []
  /// Whether it comes from an earlier pass, so that a 404 may mean that grids were renumbered.
  var isRemembered = false

  /// Stations that are tried before the place counts as having none.
  static let stationLimit = 3
  /// Weeks after which `points` is asked again.
  static let lifetimeSeconds = 3.0 * 7 * 86_400

  init?(grid: String, x: Int, y: Int, zone: String?) {
    guard Self.isName(grid), (0...9999).contains(x), (0...9999).contains(y) else { return nil }
    self.grid = grid
    self.cell = "\(x),\(y)"
    self.zone = zone.flatMap { Self.isZone($0) ? $0 : nil }
  }

  /// Reads what `text` wrote.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 5, Self.isName(words[0]) else { return nil }
    self.grid = words[0]
    self.cell = words[1]
    self.zone = words[2].isEmpty ? nil : words[2]
    self.stations = words[3].split(separator: ",").map(String.init).filter(Self.isName)
    self.isRemembered = words[4] == "remembered"
  }

  /// One line for a note or the store.
  var text: String {
    [grid, cell, zone ?? "", stations.joined(separator: ","), isRemembered ? "remembered" : "new"]
      .joined(separator: " ")
  }

  /// Whether it can stand in a path: offices and stations are upper-case letters and digits.
  static func isName(_ text: String) -> Bool {
    (1...12).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  private static func isZone(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
  }
}

/// The two replies that lead to a place: `points`, and the list of stations of its cell.
enum NWSPlaceDecoder {
  private enum Keys: String, CodingKey {
    case properties, gridId, gridX, gridY, timeZone, features, stationIdentifier
  }

  private struct Point: Decodable {
    let place: NWSPlace?

    init(from decoder: any Decoder) throws {
      var ignored = Findings(warnsOfMissing: false, warnsOfNull: false)
      let top = try decoder.container(keyedBy: Keys.self)
      guard let properties = top.object(.properties, Keys.self, &ignored),
        let grid = properties.text(.gridId, &ignored),
        let x = properties.code(.gridX, &ignored), let y = properties.code(.gridY, &ignored)
      else {
        self.place = nil
        return
      }
      self.place = NWSPlace(
        grid: grid, x: x, y: y, zone: properties.text(.timeZone, &ignored))
    }
  }

  private struct Stations: Decodable {
    let names: [String]

    init(from decoder: any Decoder) throws {
      var ignored = Findings(warnsOfMissing: false, warnsOfNull: false)
      let top = try decoder.container(keyedBy: Keys.self)
      var names: [String] = []
      if var list = top.list(.features, &ignored) {
        while !list.isAtEnd, names.count < NWSPlace.stationLimit {
          let before = list.currentIndex
          let feature = list.nextObject(Keys.self)
          let name = feature?.object(.properties, Keys.self, &ignored)?
            .text(.stationIdentifier, &ignored)
          if let name, NWSPlace.isName(name), !names.contains(name) { names.append(name) }
          if list.currentIndex == before { break }
        }
      }
      self.names = names
    }
  }

  /// The place of a `points` reply; nil when it names no grid cell.
  static func place(_ body: Data) -> NWSPlace? {
    (try? ReplyDecoder().decode(Point.self, from: body))?.place
  }

  /// The nearest stations of a reply, at most three.
  static func stations(_ body: Data) -> [String] {
    (try? ReplyDecoder().decode(Stations.self, from: body))?.names ?? []
  }
}
