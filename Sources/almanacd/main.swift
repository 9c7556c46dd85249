import CommandLine
import Glibc

exit(await Almanacd.main(arguments: Array(Swift.CommandLine.arguments.dropFirst())).rawValue)
