import AlmanacTestKit
import FoundationEssentials
import Testing
import Weather

@testable import Providers

/// The decoder of replies against JSONDecoder, which it stands for.
struct ReplyDecoderTests {
  /// A document as both decoders hand it over, through all three kinds of container.
  private indirect enum Tree: Decodable, Equatable {
    case null, flag(Bool), number(Double), text(String), list([Tree]), object([String: Tree])

    init(from decoder: any Decoder) throws {
      if let object = try? decoder.container(keyedBy: AnyKey.self) {
        self = .object(
          Dictionary(
            object.allKeys.compactMap { key in
              (try? object.decode(Tree.self, forKey: key)).map { (key.stringValue, $0) }
            }, uniquingKeysWith: { first, _ in first }))
      } else if var list = try? decoder.unkeyedContainer() {
        var trees: [Tree] = []
        while !list.isAtEnd, let tree = try? list.decode(Tree.self) { trees.append(tree) }
        self = .list(trees)
      } else {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
          self = .null
        } else if let flag = try? value.decode(Bool.self) {
          self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try value.decode(String.self))
        }
      }
    }
  }

  private static let fixtures: [String] = {
    let folders = (try? Fixture.names(in: Fixture.path(""))) ?? []
    return folders.flatMap { folder in
      ((try? Fixture.names(in: Fixture.path(folder))) ?? []).filter { $0.hasSuffix(".json") }
        .map { "\(folder)/\($0)" }
    }
  }()

  private func ours(_ text: [UInt8]) -> Tree? {
    try? ReplyDecoder().decode(Tree.self, from: Data(text))
  }

  private func theirs(_ text: [UInt8]) -> Tree? {
    try? JSONDecoder().decode(Tree.self, from: Data(text))
  }

  @Test("Every fixture reads as JSONDecoder reads it", arguments: fixtures)
  func fixture(name: String) throws {
    let bytes = try Fixture.bytes(name)
    let tree = ours(bytes)
    #expect(tree == theirs(bytes))
    #expect(tree != nil || bytes.isEmpty || name.contains("no_json") || theirs(bytes) == nil)
  }

  @Test("A damaged fixture is refused, or reads as JSONDecoder reads it", arguments: fixtures)
  func damaged(name: String) throws {
    let whole = try Fixture.bytes(name)
    guard !whole.isEmpty else { return }
    var state = UInt64(whole.count)
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    // Bytes that mean something, so that some of the damage is JSON still.
    let bytes = Array("0123456789.eE+-\"/bfnrtu{}[],: é".utf8)
    let start = random(max(1, whole.count - 3000))
    let part = Array(whole[start..<min(start + 3000, whole.count)])
    for base in [whole.count < 20_000 ? whole : part, part] {
      for _ in 0..<6 {
        var damaged = base
        damaged[random(damaged.count)] = bytes[random(bytes.count)]
        guard String(validating: damaged, as: UTF8.self) != nil else { continue }
        let mine = ours(damaged), reference = theirs(damaged)
        #expect(mine == reference, "\(name): \(String(decoding: damaged, as: UTF8.self))")
      }
    }
  }

  @Test(
    "What is JSON by RFC 8259 is taken, and a comma too many",
    arguments: [
      ("{}", true), ("[]", true), (" [1 , 2]\n", true), ("\"\"", true), ("null", true),
      ("true", true), ("-0", true), ("0.5e-3", true), ("1E+2", true), ("[[[]],{}]", true),
      (#"{"a":{"b":[{}]}}"#, true), ("\u{FEFF}{}", true), (#""\u00e9\ud83d\ude00""#, true),
      (#"{"a\u0062":1}"#, true), ("", false), (" ", false), ("{", false), ("[", false),
      ("[1,]", true), (#"{"a":1,}"#, true), ("[,]", false), ("[1,,2]", false), (#"{"a"}"#, false),
      ("{1:2}", false),
      ("[1 2]", false), ("[1]]", false), ("{}x", false), ("01", false), ("-", false),
      ("1.", false), (".5", false), ("+1", false), ("1e", false), ("NaN", false),
      ("Infinity", false), ("tru", false), ("True", false), ("'a'", false), ("\"a", false),
      ("\"\n\"", false), (#""\x""#, false), (#""\u12g4""#, false), ("\"\\", false),
      (#""\u12"#, false), ("[1}", false), ("\0", false), ("{}\0", false), ("0x10", false),
    ])
  func grammar(text: String, isJSON: Bool) {
    #expect((ours(Array(text.utf8)) != nil) == isJSON)
    #expect((theirs(Array(text.utf8)) != nil) == isJSON)
  }

  @Test("Nesting ends where the stack of a thread would be in danger, and not before")
  func nesting() {
    func nested(_ depth: Int) -> Data {
      Data(([UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth)))
    }
    #expect((try? JSONTape(nested(512))) != nil)
    #expect((try? JSONTape(nested(513))) == nil)
    #expect((try? JSONTape(Data([UInt8](repeating: 0x7B, count: 1 << 20)))) == nil)
  }

  @Test("A body that ends a level too deep is an error of its city", arguments: [512, 513, 514])
  func endsTooDeep(depth: Int) throws {
    // JSONDecoder of Swift 6.3.1 ends the whole program at 513.
    let error = try Ask(.darkSky).error(String(repeating: "[", count: depth))
    #expect(error.code == .undecodable)
  }

  @Test(
    "Numbers are the nearest Double",
    arguments: [
      "0", "-0", "4.2", "-9.1393", "123456789012345", "999999999999999", "0.1", "0.3", "1e22",
      "1e23", "9007199254740993", "123456789.1234567", "1.7976931348623157e308", "5e-324",
      "2.2250738585072011e-308", "0.000000000000001", "1e-400", "100000000000000000000000",
      "179769313486231580793728971405301e276", "8.98846567431158e307", "3.0", "12E1",
    ])
  func number(text: String) throws {
    let number = try ReplyDecoder().decode(Double.self, from: Data(text.utf8))
    #expect(number.bitPattern == Double(text)?.bitPattern)
  }

  @Test("Short decimals of every shape are the nearest Double")
  func shortDecimals() throws {
    for digits in stride(from: 1, to: 999_999_999_999_999, by: 9_173_046_511_937) {
      for places in 1...14 {
        let text = "\(digits)"
        guard text.count > places else { continue }
        let decimal = "-\(text.dropLast(places)).\(text.suffix(places))"
        let number = try ReplyDecoder().decode(Double.self, from: Data(decimal.utf8))
        #expect(number.bitPattern == Double(decimal)?.bitPattern, "\(decimal)")
      }
    }
  }

  @Test("A number beyond a type is none of it", arguments: ["1e400", "-1e400"])
  func beyond(text: String) {
    #expect(throws: DecodingError.self) {
      try ReplyDecoder().decode(Double.self, from: Data(text.utf8))
    }
  }

  @Test("Whole numbers may have a point, and keep to their type")
  func wholeNumbers() throws {
    func whole<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
      try? ReplyDecoder().decode(type, from: Data(text.utf8))
    }
    #expect(whole(Int.self, "3.0") == 3)
    #expect(whole(Int.self, "9223372036854775807") == .max)
    #expect(whole(Int.self, "9223372036854775808") == nil)
    #expect(whole(UInt8.self, "256") == nil)
    #expect(whole(UInt8.self, "-1") == nil)
    #expect(whole(Int.self, "3.5") == nil)
    #expect(whole(Int.self, "true") == nil)
  }

  @Test("A wrong value is named by its path")
  func path() throws {
    struct Day: Decodable {
      let high: Double
    }
    let text = #"{"days":[{"high":1},{"high":"x"}]}"#
    let error = #expect(throws: DecodingError.self) {
      try ReplyDecoder().decode([String: [Day]].self, from: Data(text.utf8))
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(KeyPathText.of(context.codingPath) == "days[1].high")
  }

  @Test("What no string may hold costs that string")
  func brokenStrings() throws {
    for broken in [Array(#""\ud83d""#.utf8), [0x22, 0xC3, 0x22], [0x22, 0x01, 0x22]] {
      let text = Array(#"{"name":"#.utf8) + broken + Array(#","high":4}"#.utf8)
      let object = try ReplyDecoder().decode(AnyObjectProbe.self, from: Data(text))
      #expect(object.name == nil)
      #expect(object.high == 4)
    }
  }

  private struct AnyObjectProbe: Decodable {
    let name: String?, high: Double?

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: AnyKey.self)
      name = try? object.decode(String.self, forKey: AnyKey("name"))
      high = try? object.decode(Double.self, forKey: AnyKey("high"))
    }
  }
}
