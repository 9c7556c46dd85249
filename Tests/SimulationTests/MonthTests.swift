import Glibc
import Simulation
import Synchronization
import Testing

/// A few of the months of `make months`, and what makes them worth living through.
@Suite struct MonthTests {
  @Test(arguments: 1...3)
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

  @Test func `what is wrong is said with the command that shows it again`() {
    #expect(Campaign.report(17, ["it was lost"]).hasSuffix("make months SIMULATION_SEED=17"))
  }
}
