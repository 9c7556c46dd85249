// almanac-replay FOLDER [STEPS]: plays Open-Meteo on a loopback socket from the files of a folder.
//
// Prints its address on a line of standard output and runs until a signal ends it.

import AlmanacTestKit
import Glibc

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first, let steps = Int(arguments.dropFirst().first ?? "1") else {
  let usage = "usage: almanac-replay FOLDER [STEPS]\n"
  write(STDERR_FILENO, usage, usage.utf8.count)
  exit(64)
}
let replay = try Replay(folder: folder, steps: steps)
let server = try LoopbackServer { replay.answer($0) }
print(server.base)
fflush(nil)
while true { pause() }
