import CommandLine
import Glibc

// Only root may raise the priority of threads; libdispatch tells the system log so each time.
setenv("LIBDISPATCH_LOG", "NO", 0)

// A limit on the size of files (ulimit -f) is an error like a full disk.
signal(SIGXFSZ, SIG_IGN)

exit(await Almanacd.main(arguments: Array(Swift.CommandLine.arguments.dropFirst())).rawValue)
