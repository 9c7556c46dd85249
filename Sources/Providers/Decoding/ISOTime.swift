import FoundationEssentials
import Weather

/// An instant as services write it, with the date and offset that stand in the text (RFC 3339).
struct ISOTime {
  let instant: Date
  /// The date in the text.
  let date: LocalDate
  /// The hour in the text, 0...23.
  let hour: Int
  /// Seconds east of UTC, as the text says.
  let utcOffsetSeconds: Int

  /// Reads `2026-07-01T12:00:00Z` or `2026-07-01T08:00:00-04:00`; a fraction of a second is dropped.
  ///
  /// nil without an offset, because the instant is not known then.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 17, bytes.count < 40, bytes[10] == UInt8(ascii: "T"),
      let date = LocalDate(iso: text.prefix(10)), bytes[13] == UInt8(ascii: ":"),
      let hour = Self.pair(bytes, 11, below: 24), let minute = Self.pair(bytes, 14, below: 60)
    else { return nil }
    var place = 16
    var second = 0
    if bytes[place] == UInt8(ascii: ":") {
      guard let sent = Self.pair(bytes, 17, below: 61) else { return nil }
      second = min(sent, 59)
      place = 19
    }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      place = bytes[(place + 1)...].firstIndex { !(0x30...0x39).contains($0) } ?? bytes.count
    }
    guard let offset = Self.offset(Array(bytes[place...])) else { return nil }
    self.date = date
    self.hour = hour
    self.utcOffsetSeconds = offset
    let local = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    self.instant = Date(unixSeconds: Int64(local - offset))
  }

  private static func offset(_ bytes: [UInt8]) -> Int? {
    if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      let hours = pair(bytes, 1, below: 19), let minutes = pair(bytes, 4, below: 60)
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static func pair(_ bytes: [UInt8], _ place: Int, below limit: Int) -> Int? {
    guard place + 1 < bytes.count else { return nil }
    let digits = bytes[place...(place + 1)]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return value < limit ? value : nil
  }
}

extension KeyedDecodingContainer {
  /// An instant in RFC 3339; nil, with a warning, for anything else.
  func isoTime(_ key: Key, _ findings: inout Findings) -> ISOTime? {
    guard let text = text(key, &findings) else { return nil }
    guard let time = ISOTime(text), PlausibleTime.holds(time.instant) else {
      findings.warn(path(to: key), "not a time")
      return nil
    }
    return time
  }
}
