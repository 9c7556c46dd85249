/// Writes the month of a seed.
struct ScriptWriter {
  private var dice: Dice
  private let seed: Int
  private var spells: [Script.Spell] = []
  private var moments: [(at: Double, what: Script.Moment)] = []

  private static let hour = 3600.0

  init(seed: Int) {
    self.seed = seed
    dice = Dice(seed: seed, purpose: 1)
  }

  /// The month.
  static func script(seed: Int) -> Script {
    var writer = ScriptWriter(seed: seed)
    return writer.write()
  }

  private mutating func write() -> Script {
    let places = self.places()
    let limits = self.limits(places)
    network()
    services()
    disks()
    processes()
    sleeps()
    clocks()
    moments.sort { $0.at < $1.at }
    return Script(
      seed: seed, places: places, spreadSeconds: dice.pick([0, 60, 240]), limits: limits,
      spells: spells, moments: moments, mishaps: dice.pick([0, 0.005, 0.02]))
  }

  private mutating func places() -> [Script.Place] {
    let rhythms = [
      "2h", "3h", "6h", "06:00,18:00", "0 */4 * * *", "30 2 * * *", "15 5-20/5 * * 1-5",
    ]
    var places = [
      Script.Place(
        slug: "a", schedule: dice.pick(["1h", "2h", "@hourly", "2h", "90m"]),
        providers: [
          dice.pick([Script.meteo, Script.meteo, Script.own])
        ]),
      Script.Place(
        slug: "b", schedule: dice.pick(rhythms), providers: [Script.own, Script.meteo]),
    ]
    if dice.happens(0.3) {
      places.append(
        Script.Place(
          slug: "c", schedule: dice.pick(rhythms),
          providers: [dice.pick([Script.meteo, Script.own])]))
    }
    return places
  }

  /// Some months have limits that are just enough, some have limits that are not.
  private mutating func limits(_ places: [Script.Place]) -> [String: [String: Int]] {
    var limits: [String: [String: Int]] = [:]
    if dice.happens(0.3) {
      limits[Script.own] = dice.pick([
        ["hour": 3], ["day": 12], ["day": 40], ["hour": 4, "day": 60], ["minute": 1],
        ["month": 600],
      ])
    }
    if dice.happens(0.25) {
      limits[Script.meteo] = dice.pick([["hour": 8], ["day": 90], ["minute": 4], ["month": 2500]])
    }
    return limits
  }

  private mutating func network() {
    for _ in 0..<dice.number(2...5) {
      let from = instant()
      let to = end(from, dice.length(60, 30 * Self.hour))
      let away = dice.pick(Script.Away.allCases)
      spells.append(.init(kind: .offline(away), from: from, to: to, provider: nil))
      if dice.happens(0.5) { moments.append((to + 1, .linkUp)) }
    }
  }

  private mutating func services() {
    for _ in 0..<dice.number(3...7) {
      let from = instant()
      let provider = dice.pick([Script.own, Script.meteo])
      let kind: Script.Spell.Kind =
        switch dice.number(0...6) {
        case 0: .down(retryAfter: nil)
        case 1: .down(retryAfter: dice.number(30...7200))
        case 2: .tooMany(retryAfter: nil)
        case 3: .tooMany(retryAfter: dice.number(10...10_000))
        case 4: provider == Script.own ? .keyRefused : .slow
        case 5: .slow
        default: .garbled
        }
      spells.append(
        .init(
          kind: kind, from: from, to: end(from, dice.length(60, 12 * Self.hour)),
          provider: provider))
    }
  }

  private mutating func disks() {
    for _ in 0..<dice.number(0...2) {
      let from = instant()
      let to = end(from, dice.length(60, 12 * Self.hour))
      spells.append(.init(kind: .diskFull, from: from, to: to, provider: nil))
      moments += [(from, .disk(isFull: true)), (to, .disk(isFull: false))]
    }
  }

  private mutating func processes() {
    for _ in 0..<dice.number(1...4) {
      let down = dice.length(1, 20 * Self.hour)
      moments.append((dice.happens(0.4) ? ofTrouble() : instant(), .kill(downFor: down)))
    }
    for _ in 0..<dice.number(0...2) {
      moments.append((instant(), .terminate(downFor: dice.length(1, 5 * Self.hour))))
    }
    if dice.happens(0.4) {
      moments.append((instant(), .reboot(downFor: dice.length(20, 10 * Self.hour))))
    }
    if dice.happens(0.3) { moments.append((instant(), .syncNow)) }
    if dice.happens(0.3) { moments.append((instant(), .reload)) }
  }

  private mutating func sleeps() {
    guard dice.happens(0.5) else { return }
    for _ in 0..<dice.number(1...5) {
      moments.append((instant(), .sleep(dice.length(20, 16 * Self.hour))))
    }
  }

  private mutating func clocks() {
    guard dice.happens(0.6) else { return }
    for _ in 0..<dice.number(1...3) {
      let from = instant()
      let size = dice.length(1, 3 * 86_400)
      moments.append((from, .setClock(dice.happens(0.5) ? size : -size)))
      moments.append((end(from, dice.length(60, 24 * Self.hour)), .setClock(0)))
    }
    moments.append((Script.quiet - 1, .setClock(0)))
  }

  /// A little after some trouble began, which is when a restart hurts.
  private mutating func ofTrouble() -> Double {
    let spell = dice.pick(spells)
    return min(Script.quiet - 100, spell.from + dice.length(1, 4000))
  }

  private mutating func instant() -> Double {
    Double(dice.number(60...Int(Script.quiet - 3 * Self.hour))) + 0.25
  }

  private func end(_ from: Double, _ length: Double) -> Double {
    min(from + length, Script.quiet - Self.hour)
  }
}
