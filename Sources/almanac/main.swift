import CLinux
import FoundationEssentials
import Glibc

// What an answer takes; a fault for each page of it took a 25th of the time.
clinux_heap_prepare(512 * 1024)
// A reader that has seen enough (`| head -1`) ends a write with EPIPE, never the process by a signal.
signal(SIGPIPE, SIG_IGN)
// A limit on the size of files (ulimit -f) is an error like a full disk.
signal(SIGXFSZ, SIG_IGN)
// Not `CommandLine.arguments`, which reads them from /proc.
let words = (1..<max(1, Int(Swift.CommandLine.argc))).compactMap { index in
  Swift.CommandLine.unsafeArgv[index].map { String(cString: $0) }
}
if let watch = Watch(words) { exit(watch.run()) }
exit(Streams.write(answer(to: words, in: .current)))
