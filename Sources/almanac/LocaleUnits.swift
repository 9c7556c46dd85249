import Weather

extension UnitSystem {
  /// The units that people of the locale use: the first of `LC_ALL`, `LC_MEASUREMENT` and `LANG`
  /// that is not empty decides (locale(7)), by its country; metric where it names none.
  ///
  /// Fahrenheit, miles and inches are for the United States with their territories, and Liberia;
  /// the United Kingdom has miles besides (Unicode CLDR, `measurementSystem`).
  init(localeOf environment: [String: String]) {
    let names = ["LC_ALL", "LC_MEASUREMENT", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    // `en_US.UTF-8@euro`: a language, its country, a character set, a variant.
    let country = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first
    switch country ?? "" {
    case "US", "AS", "GU", "MP", "PR", "VI", "LR": self = .imperial
    case "GB": self = .uk
    default: self = .metric
    }
  }
}
