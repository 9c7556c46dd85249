/// A letter of the template of `--line`, after a per cent sign.
public enum LineLetter: Character, Sendable, CaseIterable {
  case age = "a"
  case sign = "c"
  case condition = "C"
  case direction = "d"
  case feelsLike = "f"
  case gust = "g"
  case humidity = "h"
  case high = "H"
  case slug = "i"
  case name = "l"
  case low = "L"
  case cloud = "o"
  case rain = "p"
  case pressure = "P"
  case change = "r"
  case stale = "s"
  case service = "S"
  case temperature = "t"
  case time = "T"
  case ultraviolet = "u"
  case visibility = "v"
  case wind = "w"

  /// What it stands for, in a word or two.
  var word: String {
    switch self {
    case .feelsLike: "feels like"
    case .ultraviolet: "UV index"
    default: "\(self)"
    }
  }

  /// What it stands for, in a few words.
  public var meaning: String {
    switch self {
    case .age: "how old the reading is: 12 min ago, or STALE 9 h"
    case .sign: "the sign of the weather"
    case .condition: "the weather in words"
    case .direction: "where the wind comes from"
    case .feelsLike: "what it feels like"
    case .gust: "gusts"
    case .humidity: "humidity"
    case .high: "today's high"
    case .slug: "the city's slug"
    case .name: "the city's name"
    case .low: "today's low"
    case .cloud: "cloud cover"
    case .rain: "rain"
    case .pressure: "pressure"
    case .change: "the change of the temperature in three hours; nothing if it is not known"
    case .stale: "STALE if the reading is, else nothing"
    case .service: "the service"
    case .temperature: "temperature"
    case .time: "the city's time of the reading"
    case .ultraviolet: "UV index"
    case .visibility: "visibility"
    case .wind: "wind"
    }
  }
}

/// The template of `--line`: text, and letters that values take the place of.
public struct LineTemplate: Sendable, Equatable {
  /// A piece of a template.
  public enum Piece: Sendable, Equatable {
    /// Text as it was typed.
    case text(String)
    /// What a value takes the place of.
    case letter(LineLetter)
  }

  /// The pieces in their order.
  public let pieces: [Piece]

  /// Understands a template, in which `%%` is a per cent sign; a letter that is none is an error
  /// that lists them all.
  public init(_ template: String) throws(UsageError) {
    var pieces: [Piece] = []
    var text = ""
    var rest = template[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      let letter = rest.popFirst()
      if letter == "%" {
        text.append("%")
      } else if let known = letter.flatMap(LineLetter.init(rawValue:)) {
        if !text.isEmpty { pieces.append(.text(text)) }
        text = ""
        pieces.append(.letter(known))
      } else {
        throw Self.unknown(letter)
      }
    }
    if !text.isEmpty { pieces.append(.text(text)) }
    self.pieces = pieces
  }

  private static func unknown(_ letter: Character?) -> UsageError {
    let known = LineLetter.allCases.map { "%\($0.rawValue) \($0.word)" }.joined(separator: ", ")
    let word = letter.map { UsageError.quoted("%\($0)") } ?? "a single ‘%’ at its end"
    return UsageError("--line does not know \(word)", advice: "it knows \(known), and %% for %")
  }
}
