import Providers
import Weather

/// Which product of a service's past is asked for which days.
struct PastPlan: Sendable {
  /// Days to ask one product for at once.
  struct Stretch: Sendable, Equatable {
    let kind: PastProduct.Kind
    var dates: ClosedRange<LocalDate>
  }

  /// Stretches closer than so many days are one, where a product gives many days at once: a few
  /// days more cost less than a request more.
  static let nearbyDays = 7

  private let products: [PastProduct]

  /// The products by which gaps are filled: first what comes from the source of live readings,
  /// then what else has hours.
  init(_ products: [PastProduct]) {
    self.products =
      products.filter { $0.kind == .recent }
      + products.filter { ![.recent, .previousRuns].contains($0.kind) }
  }

  /// The stretches that have these days; days that no product has are left out.
  func stretches(of dates: [LocalDate]) -> [Stretch] {
    var stretches: [Stretch] = []
    for date in Set(dates).sorted() {
      guard let product = products.first(where: { $0.dates.contains(date) }) else { continue }
      if let last = stretches.last, last.kind == product.kind,
        date.daysSince1970 - last.dates.upperBound.daysSince1970
          <= (product.chunkDays > 1 ? Self.nearbyDays : 0),
        date.daysSince1970 - last.dates.lowerBound.daysSince1970 < product.chunkDays
      {
        stretches[stretches.count - 1].dates = last.dates.lowerBound...date
      } else {
        stretches.append(Stretch(kind: product.kind, dates: date...date))
      }
    }
    return stretches
  }
}
