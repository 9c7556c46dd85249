import CLinux
import FoundationEssentials
import Testing

struct MemoryTests {
  @Test func `The heap's free memory and the program's code are given back, and come back`() throws
  {
    var blocks = (0..<20_000).map { [UInt8](repeating: UInt8($0 % 256), count: 4000) }
    let kept = blocks[7]
    blocks = []
    let before = try resident()
    clinux_memory_release()
    let after = try resident()
    #expect(after < before)
    #expect(kept.allSatisfy { $0 == 7 })
  }

  /// Resident memory of this process, in KiB.
  private func resident() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}
