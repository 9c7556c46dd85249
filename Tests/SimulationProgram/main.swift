import FoundationEssentials
import Glibc
import Simulation
import Synchronization

// Lives through seeded months of trouble and says what was wrong in them.
//
//   almanac-simulation FIRST LAST [MISTAKE]   months of these seeds, on all processors
//   almanac-simulation SEED [MISTAKE]         one month, with all that happens in it
//
// Exit status: 0 all is well, 1 something is wrong, 64 it can't be understood what is wanted.

/// Writes a line at once, so that nothing is missing where a month ends too early.
@Sendable func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(1, bytes, bytes.count)
}

let words = CommandLine.arguments.dropFirst()
let seeds = words.compactMap { Int($0) }
let names = words.filter { Int($0) == nil }
let plant = names.first.flatMap { Plant(rawValue: $0) }
guard let first = seeds.first, names.count <= 1, (plant != nil) == !names.isEmpty else {
  say(
    "almanac-simulation FIRST [LAST] [MISTAKE]; mistakes: "
      + Plant.allCases.map(\.rawValue).joined(separator: ", "))
  exit(64)
}

if seeds.count == 1 {
  let outcome = try Month(seed: first, plant: plant, trace: say).run()
  for problem in outcome.problems { say("WRONG: \(problem)") }
  say("\(outcome.requests) requests, fingerprint \(String(outcome.fingerprint, radix: 16))")
  exit(outcome.problems.isEmpty ? 0 : 1)
}
let wrong = Campaign.run(first...max(first, seeds[1]), plant: plant) { say($0) }
exit(wrong == 0 ? 0 : 1)
