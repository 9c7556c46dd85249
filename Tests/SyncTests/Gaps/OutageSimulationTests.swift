import FoundationEssentials
import Glibc
import Testing

@testable import Sync

/// Seeded months of trouble: `ALMANAC_SEEDS` months, or the month of `ALMANAC_SEED` alone.
@Suite struct OutageSimulationTests {
  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  private static let seeds: [Int] =
    number("ALMANAC_SEED").map { [$0] } ?? Array(1...max(1, number("ALMANAC_SEEDS") ?? 30))

  @Test(arguments: seeds)
  func `every hour that can be filled is filled once`(seed: Int) throws {
    let problems = try OutageSimulation(seed: seed).run()
    #expect(
      problems.isEmpty,
      """
      \(problems.prefix(10).joined(separator: "\n"))
      To see it again: ALMANAC_SEED=\(seed) swift test --disable-xctest --filter OutageSimulation
      """)
  }

  @Test(arguments: [
    OutageSimulation.Fault.keepsAllOfThePast, .neverFills, .forgetsOverRestarts,
  ])
  func `a mistake would be found`(fault: OutageSimulation.Fault) throws {
    let found = try (1...5).contains { seed in
      try !OutageSimulation(seed: seed, fault: fault).run().isEmpty
    }
    #expect(found)
  }
}
