import Configuration
import FoundationEssentials
import Sync
import Weather

/// The text of `almanacd check`.
struct CheckText {
  private let plan: SyncPlan
  private let configuration: Configuration
  private let places: NamedPlaces
  private let database: String

  init(
    _ plan: SyncPlan, _ configuration: Configuration, _ places: NamedPlaces, database: String
  ) {
    self.plan = plan
    self.configuration = configuration
    self.places = places
    self.database = database
  }

  /// All of it, one setting, service or city a line.
  var text: String {
    let blocks = [settings, services, cities].filter { !$0.isEmpty }
    return blocks.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var settings: [String] {
    var rows = [
      ("configuration", configuration.path), ("database", database),
      ("schedules in", configuration.timezone ?? "the system's zone"),
      ("units", configuration.units?.rawValue ?? "of the locale"),
      ("log format", configuration.logFormat.rawValue),
    ]
    if let contact = configuration.contact { rows.append(("contact", contact)) }
    return rows.map { Self.padded($0.0, 16) + CleanText.line($0.1) }
  }

  private var services: [String] {
    plan.services.flatMap { service -> [String] in
      let place = service.baseURL.map { " at \(CleanText.line($0))" } ?? ""
      let head =
        "service \(service.name) (\(service.kind.rawValue)\(place)): "
        + "\(service.cities.counted("city", "cities")), "
        + "\(Self.number(service.requestsPerDay)) requests a day"
      return [head]
        + service.uses.map { use in
          "  \(Self.number(use.used)) of \(use.limit) \(use.window.each), as it counts"
            + (use.isFitting ? "" : ": too many")
        }
    }
  }

  private var cities: [String] {
    guard !plan.cities.isEmpty || !configuration.named.isEmpty else {
      return ["no cities: add a [[city]] table with a name"]
    }
    return plan.cities.flatMap { plan -> [String] in
      let city = plan.city
      let guess = city.guessedTimezone.map { "\($0) by the gazetteer" }
      let zone = city.timezone ?? guess ?? "zone from the service"
      let place =
        "\(URLText.coordinate(city.latitude)),\(URLText.coordinate(city.longitude)), \(zone)"
      return [
        places.heads[city.slug] ?? "city \(city.slug): \(CleanText.line(city.name)) (\(place))",
        "  \(plan.schedule) from \(plan.providers.joined(separator: ", "))"
          + (plan.spreadSeconds > 0 ? ", up to \(plan.spreadSeconds) s later" : ""),
        "  next " + plan.next.map(Self.time).joined(separator: ", "),
      ]
    }
  }

  private static func time(_ instant: Date) -> String {
    let local = LocalTime(instant, utcOffsetSeconds: 0)
    return "\(local.date) \(local.clock)Z"
  }

  private static func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
