/// Random numbers that a seed decides: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice: Sendable {
  private var state: UInt64

  /// The dice of a seed; each purpose has dice of its own, so that a throw more for one changes
  /// nothing for the others.
  init(seed: Int, purpose: UInt64) {
    // Mixed, since the streams of neighbouring states are the same but for one number.
    state = Self.mixed(UInt64(truncatingIfNeeded: seed) &+ purpose &* 0x9E37_79B9, "seed")
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1.
  mutating func share() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// Whether something of this probability happens.
  mutating func happens(_ probability: Double) -> Bool { share() < probability }

  /// A whole number of a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A number of a range, small ones as likely as large ones by their order of magnitude.
  mutating func length(_ least: Double, _ most: Double) -> Double {
    var length = least
    let octaves = share()
    var factor = most / least
    // least × (most / least)^octaves by halving, without a library of functions.
    var bit = 0.5
    var rest = octaves
    for _ in 0..<12 {
      factor = factor.squareRoot()
      if rest >= bit {
        length *= factor
        rest -= bit
      }
      bit /= 2
    }
    return length.rounded()
  }

  /// One of several.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }
}

extension Dice {
  /// A number that hangs on another and a word alone.
  static func mixed(_ number: UInt64, _ word: String) -> UInt64 {
    var z = word.utf8.reduce(number &* 0x9E37_79B9_7F4A_7C15) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return z ^ (z >> 31)
  }
}
