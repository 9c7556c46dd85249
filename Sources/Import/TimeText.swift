import Weather

/// The time of a row as the file states it.
enum StatedTime: Equatable {
  /// An instant in Unix seconds, with the offset where the text has one in figures.
  case instant(Int64, utcOffsetSeconds: Int?)
  /// What the clocks of the place show.
  case local(LocalDate, secondOfDay: Int)

  /// Reads RFC 3339, Unix seconds, or `YYYY-MM-DD HH:MM[:SS]` with a blank or a `T`.
  ///
  /// nil for anything else. A fraction of a second is dropped. 0 is no time: it is what lacking clocks and empty fields turn into.
  init?(_ text: ArraySlice<UInt8>) {
    let bytes = Array(text)
    if let seconds = Self.unixSeconds(bytes) {
      self = .instant(seconds, utcOffsetSeconds: nil)
      return
    }
    guard bytes.count >= 16, bytes.count < 40, [0x54, 0x74, 0x20].contains(bytes[10]),
      let date = LocalDate(iso: String(decoding: bytes[..<10], as: UTF8.self)),
      bytes[13] == 0x3A, let hour = Self.pair(bytes, 11, below: 24),
      let minute = Self.pair(bytes, 14, below: 60)
    else { return nil }
    var place = 16
    var second = 0
    if place < bytes.count, bytes[place] == 0x3A {
      guard let stated = Self.pair(bytes, 17, below: 61) else { return nil }
      second = min(stated, 59)
      place = 19
      if place < bytes.count, bytes[place] == 0x2E {
        let end = bytes[(place + 1)...].firstIndex { !(0x30...0x39).contains($0) }
        guard (end ?? bytes.count) > place + 1 else { return nil }
        place = end ?? bytes.count
      }
    }
    let secondOfDay = hour * 3600 + minute * 60 + second
    if place == bytes.count {
      self = .local(date, secondOfDay: secondOfDay)
      return
    }
    let local = Int64(date.daysSince1970 * 86_400 + secondOfDay)
    if bytes[place...] == [0x5A] || bytes[place...] == [0x7A] {
      self = .instant(local, utcOffsetSeconds: nil)
      return
    }
    guard let offset = Self.offset(Array(bytes[place...])) else { return nil }
    self = .instant(local - Int64(offset), utcOffsetSeconds: offset)
  }

  /// Whole seconds of a number; nil for a fraction and for 0.
  init?(number: Double) {
    guard let seconds = Int64(exactly: number), seconds != 0 else { return nil }
    self = .instant(seconds, utcOffsetSeconds: nil)
  }

  private static func unixSeconds(_ bytes: [UInt8]) -> Int64? {
    let digits = bytes.first == 0x2D ? bytes.dropFirst() : bytes[...]
    guard (1...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    guard value != 0 else { return nil }
    return bytes.first == 0x2D ? -value : value
  }

  private static func offset(_ bytes: [UInt8]) -> Int? {
    guard bytes.count == 6, bytes[3] == 0x3A, let hours = pair(bytes, 1, below: 19),
      let minutes = pair(bytes, 4, below: 60)
    else { return nil }
    switch bytes[0] {
    case 0x2B: return hours * 3600 + minutes * 60
    case 0x2D: return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static func pair(_ bytes: [UInt8], _ place: Int, below limit: Int) -> Int? {
    guard place + 1 < bytes.count, (0x30...0x39).contains(bytes[place]),
      (0x30...0x39).contains(bytes[place + 1])
    else { return nil }
    let value = Int(bytes[place] - 0x30) * 10 + Int(bytes[place + 1] - 0x30)
    return value < limit ? value : nil
  }
}
