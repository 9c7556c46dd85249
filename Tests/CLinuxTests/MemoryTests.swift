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

  // In a process of its own: it sets how the heap of all others grows. On its first thread: others
  // have heaps of their own.
  @Test func `The heap is given its memory at once, and keeps it`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run { try MemoryTests().prepareHeap() }
    }
  }

  private func prepareHeap() throws {
    let before = try resident()
    clinux_heap_prepare(8 << 20)
    let prepared = try resident()
    #expect(prepared - before >= 8000, "\(before) KiB, then \(prepared)")
    // What fits into it takes no more.
    var blocks = (0..<1500).map { [UInt8](repeating: UInt8($0 % 256), count: 4000) }
    #expect(try resident() - prepared < 4000)
    blocks.removeAll()
    #expect(try resident() > before + 8000)
  }

  /// Resident memory of this process, in KiB.
  private func resident() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
  }
}
