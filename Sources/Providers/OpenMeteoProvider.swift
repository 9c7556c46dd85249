internal import FoundationEssentials
internal import Weather

struct OpenMeteoProvider: Provider {
  static let batchSize = 100
  let settings: ServiceSettings
  let profile: ServiceProfile
  let placement: Request.Credential.Place
  func requests(for cities: [City], state: ProviderState) -> [Request] { [] }
  func decode(_ response: Response) -> [CityReply] { [] }
}
struct OpenWeatherMapProvider: Provider {
  enum Endpoint: String { case free, daily, onecall }
  let settings: ServiceSettings
  let profile: ServiceProfile
  let endpoint: Endpoint
  let placement: Request.Credential.Place
  func requests(for cities: [City], state: ProviderState) -> [Request] { [] }
  func decode(_ response: Response) -> [CityReply] { [] }
}
struct ClearSkyProvider: Provider {
  static let keyIndex = 1
  let settings: ServiceSettings
  let profile: ServiceProfile
  let placement: Request.Credential.Place
  func requests(for cities: [City], state: ProviderState) -> [Request] { [] }
  func decode(_ response: Response) -> [CityReply] { [] }
}
