import Schedule
import Weather

/// Reads one table of the file: each value with its type and its limits.
///
/// Every method gives nil for a key that is not there, and for a wrong value after noting what is
/// wrong with it.
struct TableReader {
  /// The table's name with a dot, for messages: `providers.clear-sky.`, or empty for the file.
  let prefix: String
  let problems: Problems
  private let entries: [TomlEntry]

  init(_ entries: [TomlEntry], prefix: String, problems: Problems) {
    self.prefix = prefix
    self.problems = problems
    self.entries = entries
  }

  /// A dozen at most, and few are there: looking through them is quicker than a dictionary.
  subscript(key: String) -> TomlEntry? { entries.first { $0.key == key } }

  /// Notes every key that is not among the known ones, with the nearest that is.
  func refuseUnknownKeys(known: [ConfigurationKey]) {
    let unknown = entries.filter { entry in !known.contains { $0.name == entry.key } }
    for (place, entry) in unknown.enumerated() {
      let name = CleanText.line(prefix + entry.key, limit: 80)
      // What nobody sees is not looked for.
      let advice =
        place < ConfigurationError.mostTold
        ? Shown.suggestion(for: entry.key, among: known.map(\.name)) : ""
      problems.add("unknown key \(name)\(advice)", key: name, at: entry.position)
    }
  }

  /// Notes what is wrong with a key's value.
  func refuse(_ key: String, _ message: String) {
    problems.add("\(prefix)\(key) \(message)", key: prefix + key, at: self[key]?.value.position)
  }

  /// A text without control characters, trimmed, not empty.
  func text(_ key: String, limit: Int = 1000) -> String? {
    guard let value = self[key]?.value else { return nil }
    guard case .string(let raw) = value.content else {
      refuse(key, "must be a text in quotes, not \(value.shown)")
      return nil
    }
    return checked(raw, key, limit: limit)
  }

  /// The name of a time zone that this machine knows, as far as the caller can tell.
  func zone(_ key: String, _ source: Source) -> String? {
    guard let name = text(key, limit: 64) else { return nil }
    guard source.knowsZone(name) else {
      refuse(
        key,
        "\(Shown.quoted(name)) is no zone that this machine knows: use a name such as Europe/Lisbon"
          + " (timedatectl list-timezones lists them)")
      return nil
    }
    return name
  }

  /// One of the words of a closed list.
  func word<Choice: CaseIterable & RawRepresentable<String>>(_ key: String) -> Choice? {
    guard let text = text(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    refuse(
      key,
      "must be \(Shown.choice(words)), not \(Shown.quoted(text))"
        + Shown.suggestion(for: text, among: words))
    return nil
  }

  /// A finite number within a range, both ends included.
  func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
    guard let value = self[key]?.value else { return nil }
    let number: Double
    switch value.content {
    case .integer(let whole): number = Double(whole)
    case .real(let real): number = real
    case .string(let text):
      refuse(key, "must be a number, not the text \(value.shown)\(Self.advice(text))")
      return nil
    default:
      refuse(key, "must be a number, not \(value.shown)")
      return nil
    }
    guard range.contains(number) else {
      let limits = "\(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
      refuse(key, "\(value.shown) is out of range: \(limits)")
      return nil
    }
    return number
  }

  /// A whole number within a range, both ends included.
  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let value = self[key]?.value else { return nil }
    guard case .integer(let number) = value.content else {
      refuse(key, "must be a whole number, not \(value.shown)")
      return nil
    }
    guard range.contains(number) else {
      let limits =
        range.upperBound == .max
        ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
      refuse(key, "\(number) is out of range: \(limits)")
      return nil
    }
    return number
  }

  /// true or false.
  func boolean(_ key: String) -> Bool? {
    guard let value = self[key]?.value else { return nil }
    guard case .boolean(let truth) = value.content else {
      refuse(key, "must be true or false, without quotes, not \(value.shown)")
      return nil
    }
    return truth
  }

  /// A duration in seconds, as text or as whole seconds; 0 only where it has a meaning.
  func duration(_ key: String, allowsZero: Bool = false) -> Int? {
    guard let value = self[key]?.value else { return nil }
    let text: String
    switch value.content {
    case .string(let given): text = given
    case .integer(let seconds): text = "\(seconds)s"
    default:
      refuse(key, "must be a duration such as \"15m\", not \(value.shown)")
      return nil
    }
    if allowsZero, text == "0" || text == "0s" { return 0 }
    do {
      return try DurationText.parse(text)
    } catch {
      refuse(key, "is \(value.shown): \(error.message)")
      return nil
    }
  }

  /// When something happens; a whole number is an interval in seconds.
  func schedule(_ key: String) -> Schedule? {
    guard let value = self[key]?.value else { return nil }
    do {
      switch value.content {
      case .string(let text): return try Schedule(parsing: text)
      case .integer(let seconds): return try Schedule(everySeconds: seconds)
      default:
        refuse(key, "must be a text such as \"15m\" or \"0 6 * * *\", not \(value.shown)")
      }
    } catch {
      refuse(key, "is \(value.shown): \(error.message), at character \(error.position)")
    }
    return nil
  }

  /// A text of the file or the environment: trimmed, not empty, without control characters.
  func checked(_ raw: String, _ key: String, limit: Int) -> String? {
    let text = raw.trimmed
    if text.isEmpty {
      refuse(key, "is empty")
    } else if text.unicodeScalars.contains(where: Self.isControl) {
      refuse(key, "has a control character: \(Shown.quoted(text))")
    } else if text.utf8.count > limit {
      refuse(key, "is longer than \(limit) bytes: \(Shown.quoted(text))")
    } else {
      return text
    }
    return nil
  }

  /// Whether a character is of Unicode's class Cc.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  private static func advice(_ text: String) -> String {
    let dotted = text.trimmed.replacing(",", with: ".")
    guard Double(dotted) != nil else { return "" }
    return text.contains(",")
      ? "; write it with a dot and without quotes: \(dotted)"
      : "; write it without quotes: \(dotted)"
  }

  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
