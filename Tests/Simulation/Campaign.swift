import Dispatch
import Glibc
import Synchronization

/// Months of many seeds, on all processors.
public enum Campaign {
  /// Lives through them and returns how many were wrong; says which, and how to see one again.
  public static func run(
    _ seeds: ClosedRange<Int>, plant: Plant? = nil, say: @escaping @Sendable (String) -> Void
  ) -> Int {
    let state = Mutex((next: seeds.lowerBound, wrong: 0, requests: 0))
    let threads = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      while true {
        let seed = state.withLock { state in
          defer { state.next += 1 }
          return state.next
        }
        guard seed <= seeds.upperBound else { return }
        let (problems, requests) = problems(seed, plant)
        state.withLock { state in
          state.requests += requests
          guard !problems.isEmpty else { return }
          state.wrong += 1
          say(report(seed, problems))
        }
      }
    }
    let (_, wrong, requests) = state.withLock { $0 }
    say("\(seeds.count) months, \(requests) requests, \(wrong) months wrong")
    return wrong
  }

  /// What is wrong in a month, and the command that shows it again.
  public static func report(_ seed: Int, _ problems: [String]) -> String {
    let rest = problems.count > 8 ? ["and \(problems.count - 8) more"] : []
    return
      (["seed \(seed):"] + (problems.prefix(8) + rest).map { "  \($0)" }
      + ["  to see it again: make months SIMULATION_SEED=\(seed)"]).joined(separator: "\n")
  }

  private static func problems(_ seed: Int, _ plant: Plant?) -> ([String], Int) {
    do {
      let outcome = try Month(seed: seed, plant: plant).run()
      return (outcome.problems, outcome.requests)
    } catch {
      return (["it could not be lived through: \(error)"], 0)
    }
  }
}
