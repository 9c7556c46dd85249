/// A zone file as RFC 8536 has it, read for comparison: nothing of the program's own way to zones.
///
/// Only the second block is read, whose times have 64 bits, and of it only what clocks show.
public struct ZoneFile: Sendable {
  /// An instant from which another offset holds.
  public struct Change: Sendable, Hashable {
    /// Unix seconds.
    public let at: Int
    /// Seconds east of UTC until then.
    public let before: Int
    /// Seconds east of UTC from then on.
    public let after: Int
  }

  /// Every listed change, oldest first, those too where the offset stays the same.
  public let changes: [Change]
  /// The offset before the first change.
  private let first: Int

  /// Reads `/usr/share/zoneinfo/NAME`.
  public init(name: String) throws {
    let path = "/usr/share/zoneinfo/\(name)"
    var reader = BigEndian(bytes: try Fixture.read(path))
    let old = try reader.header(of: path)
    // The first block repeats what 32 bits can say.
    reader.place += old.times * 5 + old.types * 6 + old.characters + old.leaps * 8 + old.flags
    let head = try reader.header(of: path)
    let times = (0..<head.times).map { _ in reader.integer(8) }
    let kinds = (0..<head.times).map { _ in reader.integer(1) & 0xFF }
    let offsets = (0..<head.types).map { _ in
      defer { reader.place += 2 }
      return reader.integer(4)
    }
    // Section 3.2: before the first change the first type holds.
    first = offsets.first ?? 0
    let after = kinds.map { offsets[$0] }
    changes = zip(zip(times, [first] + after), after).map { pair, after in
      Change(at: pair.0, before: pair.1, after: after)
    }
  }

  /// Seconds east of UTC at an instant, by the list alone.
  public func offset(at instant: Int) -> Int {
    let next = indexOfChange(after: instant)
    return next > 0 ? changes[next - 1].after : first
  }

  /// The first instant at which clocks show midnight of a day (since 1970-01-01), or later.
  public func start(ofDay day: Int) -> Int {
    let midnight = day * 86_400
    // No offset is as large as the days that are stepped back here.
    var next = indexOfChange(after: midnight - 3 * 86_400)
    var begin = Int.min
    var offset = next > 0 ? changes[next - 1].after : first
    while next < changes.count {
      let reached = max(begin, midnight - offset)
      if reached < changes[next].at { return reached }
      (begin, offset) = (changes[next].at, changes[next].after)
      next += 1
    }
    return max(begin, midnight - offset)
  }

  private func indexOfChange(after instant: Int) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= instant { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Whole numbers from bytes, the largest byte first.
private struct BigEndian {
  struct Head {
    let flags: Int, leaps: Int, times: Int, types: Int, characters: Int
  }

  let bytes: [UInt8]
  var place = 0

  mutating func integer(_ width: Int) -> Int {
    let start = place
    place += width
    guard place <= bytes.count else { return 0 }
    let value = bytes[start..<place].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let shift = 64 - 8 * width
    return Int(Int64(bitPattern: value << shift) >> shift)
  }

  /// Section 3.1: the magic word, a version, 15 bytes for later, six counts.
  mutating func header(of path: String) throws -> Head {
    guard bytes.dropFirst(place).starts(with: Array("TZif".utf8)),
      bytes.count > place + 44, bytes[place + 4] >= UInt8(ascii: "2")
    else {
      throw KitError(words: "\(path) is no zone file of version 2 or 3")
    }
    place += 20
    let counts = (0..<6).map { _ in integer(4) }
    return Head(
      flags: counts[0] + counts[1], leaps: counts[2], times: counts[3], types: counts[4],
      characters: counts[5])
  }
}
