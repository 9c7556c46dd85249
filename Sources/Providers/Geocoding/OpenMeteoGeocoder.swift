import FoundationEssentials
import Weather

/// Open-Meteo's search by name in the data of GeoNames; no key needed.
struct OpenMeteoGeocoder: Geocoder {
  let settings: ServiceSettings
  let placement: Request.Credential.Place

  var maximumCount: Int { 100 }
  var credit: String { "GeoNames (CC BY 4.0), by way of Open-Meteo.com" }

  func request(for name: String, count: Int) -> Request {
    plan(name, count: count, language: "en")
  }

  func request(for name: String, count: Int, language: String) -> Request? {
    plan(name, count: count, language: language)
  }

  private func plan(_ name: String, count: Int, language: String) -> Request {
    let host = settings.key == nil ? "geocoding-api" : "customer-geocoding-api"
    return RequestPlan(
      settings: settings, profile: .of(settings), host: "https://\(host).open-meteo.com",
      placement: placement
    ).request(
      endpoint: "search", path: ["v1", "search"],
      query: [
        (name: "name", value: name), (name: "count", value: "\(permitted(count))"),
        (name: "language", value: language), (name: "format", value: "json"),
      ], cities: [], parts: [])
  }

  /// None: the service searches by name only.
  func request(latitude: Double, longitude: Double, count: Int) -> Request? { nil }

  func places(in response: Response) throws(FetchError) -> [Place] {
    do throws(FetchError) {
      return try response.places(OpenMeteoPlaces.self)
    } catch {
      throw error.ofSearch
    }
  }
}

extension FetchError {
  /// What a search means that answers with an empty reply where it knows no place: its 404 is not
  /// about a name.
  fileprivate var ofSearch: FetchError {
    guard code == .place, status == 404 else { return self }
    let words = message.split(separator: "(404)", maxSplits: 1).dropFirst().first ?? ""
    return FetchError(
      .service, "there is no search at this address (404); is base_url right?\(words)", status: 404,
      retryAfterSeconds: retryAfterSeconds)
  }
}

/// A reply of the search.
private struct OpenMeteoPlaces: PlaceReply {
  private enum Key: String, CodingKey {
    case id, name, latitude, longitude, elevation, timezone, population, country, admin1
    case countryCode = "country_code"
  }

  let places: Result<[Place], FetchError>

  init(from decoder: any Decoder) {
    guard let top = try? decoder.container(keyedBy: AnyKey.self) else {
      self.places = .failure(Reason.unexpectedShape(decoder))
      return
    }
    var ignored = Findings.none
    let results = AnyKey("results")
    if var list = top.list(results, &ignored) {
      self.places = list.places(Key.self, Self.place)
      return
    }
    // Left out when nothing matches, as everything is that is empty or zero.
    let others = top.allKeys.filter { $0.stringValue != "generationtime_ms" }
    let isEmpty = others.isEmpty || (others.count == 1 && top.isNull(results))
    self.places = isEmpty ? .success([]) : .failure(Reason.unexpectedShape(decoder))
  }

  private static func place(_ entry: KeyedDecodingContainer<Key>) -> Place? {
    // A place on the equator lacks its latitude, but one that lacks both is nowhere.
    guard entry.contains(.latitude) || entry.contains(.longitude) else { return nil }
    var ignored = Findings.none
    guard let name = entry.placeName(.name),
      let latitude = entry.contains(.latitude) ? entry.degrees(.latitude, to: 90) : 0,
      let longitude = entry.contains(.longitude) ? entry.degrees(.longitude, to: 180) : 0
    else { return nil }
    return Place(
      name: name, admin: entry.text(.admin1, &ignored), countryCode: entry.country(.countryCode),
      countryName: entry.text(.country, &ignored), latitude: latitude, longitude: longitude,
      elevation: entry.number(.elevation, &ignored).flatMap {
        (-500...9000).contains($0) ? $0 : nil
      },
      timezone: entry.text(.timezone, &ignored), population: entry.whole(.population),
      sourceID: entry.whole(.id).map { "\($0)" })
  }
}
