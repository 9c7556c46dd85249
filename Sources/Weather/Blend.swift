/// The figures of several services as one, of a day's forecast.
public struct BlendSum: Sendable {
  private var weights = DayLanes.zero
  private var weighted = DayLanes.zero
  private var services = DayLanes.zero

  /// A sum of no service.
  public init() {}

  /// Adds a service.
  public mutating func add(_ voice: BlendVoice) {
    weights += voice.weights
    weighted += voice.weights * voice.values
    services.replace(with: services + 1, where: voice.weights .> 0)
  }

  /// The weighted means; NaN where fewer than two services have a weight.
  var means: DayLanes { (weighted / weights).replacing(with: .nan, where: services .< 2) }

  /// How much of each figure's weight is a service's.
  func shares(of voice: BlendVoice) -> DayLanes {
    (voice.weights / weights).replacing(with: 0, where: services .< 2)
  }

  /// How many services each figure is of.
  func services(_ place: DayLanes.Place) -> Int { Int(services[place.rawValue]) }

  /// What the blend forecasts, of the figures that it has; nil without one.
  var claim: ForecastClaim? {
    let means = means.canonical
    return any(means.isKnown) ? ForecastClaim(means) : nil
  }
}

extension ForecastClaim {
  /// A claim of figures, at no time.
  init(_ figures: DayLanes) {
    self.init(issuedAt: 0, fetchedAt: 0, confirmedAt: 0, hours: 24)
    highC = figures[.high]
    lowC = figures[.low]
    windMaxMs = figures[.windMax]
    windMeanMs = figures[.windMean]
    rainMm = figures[.rain]
    probabilityPct = figures[.rainChance]
  }
}

/// One day's forecast by several services, or by the first alone where their records are too short.
public struct Blend: Sendable, Equatable {
  /// What stands for a service in its place.
  public static let name = "blend"

  /// One of its figures.
  public struct Figure: Sendable, Equatable {
    /// In the canonical unit: the weighted mean, or as the first service has it that has one.
    public var value: Double?
    /// The weighted standard deviation of the services about the mean; nil of fewer than two.
    public var spread: Double?
    /// How many services it is of.
    public var services: Int
    /// The fewest days that the weight of one of them is by; 0 where nothing was weighed.
    public var days: Int
  }

  /// The calendar day's high, °C.
  public var high: Figure
  /// The calendar day's low, °C.
  public var low: Figure
  /// The strongest wind, m/s.
  public var windMax: Figure
  /// The mean wind, m/s.
  public var windMean: Figure
  /// Liquid precipitation, mm.
  public var rain: Figure
  /// Its probability, 0...100 %.
  public var rainChance: Figure
  /// The services that some figure was weighed of, as places among those given; the first alone
  /// where nothing was.
  public var members: [Int]
  /// The places of all, those that weigh most on average first; of equals the first.
  public var ranked: [Int]

  /// Whether any figure is of several services.
  public var isBlended: Bool {
    [high, low, windMax, windMean, rain, rainChance].contains { $0.services > 1 }
  }

  /// Blends what services say, the first of them first; nil without any.
  public init?(_ opinions: [(claim: ForecastClaim, voice: BlendVoice?)]) {
    guard !opinions.isEmpty else { return nil }
    var sum = BlendSum()
    for opinion in opinions { if let voice = opinion.voice { sum.add(voice) } }
    let figures = BlendFigures(opinions, sum)
    high = figures[.high]
    low = figures[.low]
    windMax = figures[.windMax]
    windMean = figures[.windMean]
    rain = figures[.rain]
    rainChance = figures[.rainChance]
    let shares = opinions.map { $0.voice.map { sum.shares(of: $0).sum() } ?? 0 }
    let weighed = opinions.indices.filter { shares[$0] > 0 }
    members = weighed.isEmpty ? [0] : weighed
    ranked = opinions.indices.sorted { (-shares[$0], $0) < (-shares[$1], $1) }
  }
}

/// The figures of a blend, one after the other.
private struct BlendFigures {
  private let claims: [DayLanes]
  private let voices: [BlendVoice]
  private let sum: BlendSum
  private let means: DayLanes
  private let spreads: DayLanes

  init(_ opinions: [(claim: ForecastClaim, voice: BlendVoice?)], _ sum: BlendSum) {
    claims = opinions.map { DayLanes($0.claim) }
    voices = opinions.compactMap(\.voice)
    self.sum = sum
    let means = sum.means
    let variance = voices.reduce(DayLanes.zero) {
      $0 + sum.shares(of: $1) * ($1.values - means) * ($1.values - means)
    }
    self.means = means.canonical
    spreads = variance.squareRoot().canonical
  }

  subscript(_ place: DayLanes.Place) -> Blend.Figure {
    guard let mean = means[place] else {
      let own = claims.compactMap { $0[place] }.first
      return Blend.Figure(value: own, spread: nil, services: own == nil ? 0 : 1, days: 0)
    }
    let days = voices.filter { $0.weights[place.rawValue] > 0 }.map { $0.days[place.rawValue] }
    return Blend.Figure(
      value: mean, spread: spreads[place], services: sum.services(place),
      days: Int(days.min() ?? 0))
  }
}
