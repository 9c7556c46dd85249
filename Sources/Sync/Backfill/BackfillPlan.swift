import FoundationEssentials
import Providers
public import Weather
import Zones

/// What of the past is wanted.
public struct BackfillWish: Sendable {
  /// The cities, by slug.
  public var slugs: [String]
  /// The first and the last day, by each city's calendar; days that are not over are left out.
  public var dates: ClosedRange<LocalDate>
  /// The service to ask; nil for each city's first that tells of the past.
  public var provider: String?
  /// What the values are to rest on; nil for the best that there is for each day.
  public var basis: Basis?
  /// Whether forecasts as they were made before are wanted rather than what the weather was.
  public var wantsForecasts = false

  /// A wish for all that is known of these days.
  public init(slugs: [String], dates: ClosedRange<LocalDate>) {
    self.slugs = slugs
    self.dates = dates
  }
}

/// Days of one product, of one city at one service, that are stored in one piece.
struct BackfillChunk: Sendable {
  let city: City
  let product: PastProduct
  let dates: ClosedRange<LocalDate>

  var dayCount: Int { dates.upperBound.daysSince1970 - dates.lowerBound.daysSince1970 + 1 }
}

/// The chunks of one city at one service, the newest first.
struct BackfillPlan: Sendable {
  let provider: any PastProvider
  let chunks: [BackfillChunk]

  /// The chunks that are not done.
  init(
    for city: City, of provider: any PastProvider, _ wish: BackfillWish,
    largestCost: Double?, now: Date, isDone: (PastProduct, LocalDate) -> Bool
  ) {
    self.provider = provider
    let today = Self.today(in: city, now: now)
    let products = provider.pastProducts(today: today).filter { product in
      (product.kind == .previousRuns) == wish.wantsForecasts
        && (wish.basis == nil || wish.basis == product.basis)
    }
    var runs: [(product: PastProduct, first: LocalDate, last: LocalDate)] = []
    var date = min(wish.dates.upperBound, today.adding(days: -1))
    while date >= wish.dates.lowerBound {
      let previous = date.adding(days: -1)
      defer { date = previous }
      guard let product = products.first(where: { $0.dates.contains(date) }),
        !isDone(product, date)
      else { continue }
      if let run = runs.last, run.product == product, run.first == date.adding(days: 1) {
        runs[runs.count - 1].first = date
      } else {
        runs.append((product, date, date))
      }
    }
    self.chunks = runs.flatMap { run in
      Self.cut(
        BackfillChunk(city: city, product: run.product, dates: run.first...run.last),
        by: Self.chunkDays(run.product, city, provider, largestCost, now: now))
    }
  }

  /// All days of its chunks.
  var dayCount: Int { chunks.reduce(0) { $0 + $1.dayCount } }

  /// What the requests of one of its chunks cost.
  func cost(of chunk: BackfillChunk, now: Date) -> Double {
    provider.pastRequests(
      for: chunk.city, chunk.product.kind, dates: chunk.dates, now: now
    ).reduce(0) { $0 + $1.cost }
  }

  /// The products that count as the same for a day that is done.
  static func kinds(like product: PastProduct, _ wish: BackfillWish) -> [String] {
    guard wish.basis == nil, product.kind != .previousRuns else { return [product.kind.rawValue] }
    return PastProduct.Kind.allCases.filter { $0 != .previousRuns }.map(\.rawValue)
  }

  static func today(in city: City, now: Date) -> LocalDate {
    let offset = city.likelyTimezone.flatMap { Zone($0) }?.offset(at: now).seconds ?? 0
    return LocalTime(now, utcOffsetSeconds: offset).date
  }

  /// As many days as a service likes at once, fewer where a request would cost more than a limit.
  private static func chunkDays(
    _ product: PastProduct, _ city: City, _ provider: any PastProvider, _ largestCost: Double?,
    now: Date
  ) -> Int {
    var days = product.chunkDays
    guard let largestCost else { return days }
    let last = product.dates.upperBound
    while days > 1 {
      let requests = provider.pastRequests(
        for: city, product.kind, dates: last.adding(days: 1 - days)...last, now: now)
      if requests.allSatisfy({ $0.cost <= largestCost }) { return days }
      days = max(1, days / 2)
    }
    return 1
  }

  private static func cut(_ chunk: BackfillChunk, by days: Int) -> [BackfillChunk] {
    var pieces: [BackfillChunk] = []
    var last = chunk.dates.upperBound
    while last >= chunk.dates.lowerBound {
      let first = max(chunk.dates.lowerBound, last.adding(days: 1 - days))
      pieces.append(BackfillChunk(city: chunk.city, product: chunk.product, dates: first...last))
      last = first.adding(days: -1)
    }
    return pieces
  }
}
