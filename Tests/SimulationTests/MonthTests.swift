import Glibc
import Synchronization
import Testing

@testable import Simulation

/// A few of the months of `make months`, and what makes them worth living through.
@Suite struct MonthTests {
  // The last two once went wrong: what filled the disk waited for a program that was killed, and a
  // clock that was set back took the requests of a day into the day before.
  @Test(arguments: [1, 2, 3, 1086, 1573])
  func `all that must hold holds`(seed: Int) throws {
    let problems = try Month(seed: seed).run().problems
    #expect(problems.isEmpty, "\(Campaign.report(seed, problems))")
  }

  @Test func `a seed always takes the same way`() throws {
    func lines() throws -> [String] {
      let lines = Mutex<[String]>([])
      _ = try Month(seed: 4) { line in lines.withLock { $0.append(line) } }.run()
      return lines.withLock { $0 }
    }
    let (first, second) = (try lines(), try lines())
    #expect(first.count > 1000)
    #expect(first == second)
  }

  // Some hundred months in a build that is not optimized take minutes: `make soak` has them.
  @Test(.enabled(if: getenv("ALMANAC_SOAK") != nil), arguments: Plant.allCases)
  func `a mistake is found within twenty months`(plant: Plant) throws {
    let found = try (1...20).contains { seed in
      try !Month(seed: seed, plant: plant).run().problems.isEmpty
    }
    #expect(found)
  }

  @Test func `the disk is full when it is, not when the script would have it`() throws {
    let script = Script(
      seed: 1, places: [.init(slug: "a", schedule: "6h", providers: [Script.own])],
      spreadSeconds: 0, limits: [:],
      spells: [.init(kind: .diskFull, from: 7200, to: 9000, provider: nil)],
      moments: [
        (3600, .kill(downFor: 36_000)), (7200, .disk(isFull: true)), (9000, .disk(isFull: false)),
        (86_400, .disk(isFull: true)), (90_000, .disk(isFull: true)),
        (93_600, .disk(isFull: false)), (97_200, .disk(isFull: false)),
      ], mishaps: 0)
    let month = try Month(script)
    #expect(try month.run().problems.isEmpty)
    let full = month.incidents.filter { $0.kind == .diskFull }.map { [$0.from, $0.to] }
    #expect(full == [[39_605, 39_605], [86_400, 93_600]])
  }

  @Test func `what is wrong is said with the command that shows it again`() {
    #expect(Campaign.report(17, ["it was lost"]).hasSuffix("make months SIMULATION_SEED=17"))
  }
}
