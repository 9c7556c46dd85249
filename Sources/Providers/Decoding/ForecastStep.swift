import FoundationEssentials
import Weather

/// One step of a forecast from which a service's days are summed.
struct ForecastStep {
  /// What fell within a step.
  enum Fallen {
    /// The step says nothing about it.
    case unsaid
    /// It says something that can't be read, so that no sum with it is right.
    case unreadable
    /// mm of water.
    case amount(Double)
  }

  /// When it begins: it counts to the local date of this instant.
  let time: Date
  /// Hours that it is of.
  var hours: Double
  var high: Double?
  var low: Double?
  var feelsLike: Double?
  var humidity: Double?
  var pressure: Double?
  var windSpeed: Double?
  var windGust: Double?
  var windDirection: Double?
  var cloudCover: Double?
  var ultraviolet: Double?
  var probability: Double?
  var fallen: Fallen = .unsaid
  var condition: Condition?
  var code: Int?
  var words: String?
  var icon: String?

  /// What it counts for in a mean over time; the last instant of a forecast has no length.
  var weight: Double { max(hours, 0.01) }

  init(time: Date, hours: Double) {
    self.time = time
    self.hours = hours
  }
}
