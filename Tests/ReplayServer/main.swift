import AlmanacTestKit
import Glibc

/// Prints its address on a line of standard output and runs until a signal ends it.
let usage = """
  usage: almanac-replay FOLDER [STEPS]

  Plays Open-Meteo on a loopback socket from the files of a folder; prints its address.

  FOLDER  recorded places, such as Fixtures/replay
  STEPS   how many hours old the first answer for a place is, and one; 1 where it is left out

  Exit status: 64 wrong use, 66 no such folder or nothing in it that can be played, 74 no socket

  """

func complain(_ message: String, _ status: Int32) -> Never {
  let line = "almanac-replay: \(message)\n"
  write(STDERR_FILENO, line, line.utf8.count)
  exit(status)
}

let words = Array(CommandLine.arguments.dropFirst())
if words.contains(where: { ["--help", "-h"].contains($0) }) {
  print(usage, terminator: "")
  exit(0)
}
guard let folder = words.first, words.count <= 2, !folder.hasPrefix("-"),
  let steps = words.count > 1 ? Int(words[1]) : 1, (1...100_000).contains(steps)
else { complain("wrong use\n\n\(usage)", 64) }

let replay: Replay
do { replay = try Replay(folder: folder, steps: steps) } catch { complain("\(error)", 66) }
let server: LoopbackServer
do {
  server = try LoopbackServer { replay.answer($0) }
} catch {
  complain("no socket: \(error)", 74)
}
print(server.base)
fflush(nil)
while true { pause() }
