import FoundationEssentials

/// The shared libraries that a 64-bit little-endian ELF program names as needed.
///
/// Source: System V ABI, "Object Files" and "Dynamic Section"; elf(5).
struct ElfImage {
  enum Failure: Error {
    case notElf, noDynamicSection, outOfBounds
  }

  private static let dynamicSegment = 2
  private static let loadSegment = 1
  private static let neededTag = 1
  private static let stringTableTag = 5

  private struct Segment {
    let type: Int, offset: Int, address: Int, size: Int
  }

  /// The names in the order of the file, such as `libc.so.6`.
  let neededLibraries: [String]

  init(path: String) throws {
    let data = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    guard data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Failure.notElf }
    let segments = try Self.segments(of: data)
    guard let dynamic = segments.first(where: { $0.type == Self.dynamicSegment }) else {
      throw Failure.noDynamicSection
    }
    var names: [Int] = []
    var stringTable = 0
    for entry in stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16) {
      let value = try Self.number(in: data, at: entry + 8, bytes: 8)
      switch try Self.number(in: data, at: entry, bytes: 8) {
      case Self.neededTag: names.append(value)
      case Self.stringTableTag: stringTable = value
      default: break
      }
    }
    let start = try Self.fileOffset(of: stringTable, in: segments)
    neededLibraries = try names.map { try Self.text(in: data, at: start + $0) }
  }

  private static func segments(of data: Data) throws -> [Segment] {
    let table = try number(in: data, at: 32, bytes: 8)
    let entrySize = try number(in: data, at: 54, bytes: 2)
    return try (0..<number(in: data, at: 56, bytes: 2)).map { index in
      let entry = table + index * entrySize
      return Segment(
        type: try number(in: data, at: entry, bytes: 4),
        offset: try number(in: data, at: entry + 8, bytes: 8),
        address: try number(in: data, at: entry + 16, bytes: 8),
        size: try number(in: data, at: entry + 32, bytes: 8))
    }
  }

  private static func fileOffset(of address: Int, in segments: [Segment]) throws -> Int {
    let segment = segments.first {
      $0.type == loadSegment && $0.address <= address && address < $0.address + $0.size
    }
    guard let segment else { throw Failure.outOfBounds }
    return segment.offset + address - segment.address
  }

  private static func number(in data: Data, at offset: Int, bytes: Int) throws -> Int {
    guard offset >= 0, offset + bytes <= data.count else { throw Failure.outOfBounds }
    return (0..<bytes).reduce(0) { $0 | Int(truncatingIfNeeded: data[offset + $1]) << ($1 * 8) }
  }

  private static func text(in data: Data, at offset: Int) throws -> String {
    guard data.indices.contains(offset) else { throw Failure.outOfBounds }
    return String(decoding: data[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
