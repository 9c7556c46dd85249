import FoundationEssentials
import Weather

/// A short excerpt of a body that is not what was asked for.
enum PlainText {
  /// Whether a body is a web page.
  static func isHTML(_ body: Data) -> Bool {
    let start = body.prefix(512).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    let text = String(decoding: start.prefix(64), as: UTF8.self).lowercased()
    return ["<!doctype html", "<html", "<head", "<body", "<!--", "<script", "<meta"].contains {
      text.hasPrefix($0)
    }
  }

  /// At most 80 characters of a body on one line; of a web page only what a reader would see.
  static func excerpt(_ body: Data) -> String {
    isHTML(body) ? CleanText.line(withoutTags(body.prefix(8192)), limit: 80) : CleanText.quote(body)
  }

  private static func withoutTags(_ body: Data) -> String {
    var result: [UInt8] = []
    var tag: [UInt8]?
    var hidden: [UInt8]?
    for byte in body {
      if byte == UInt8(ascii: "<") {
        tag = []
      } else if let name = tag {
        guard byte == UInt8(ascii: ">") else {
          if name.count < 8 { tag = name + [byte | 0x20] }
          continue
        }
        tag = nil
        hidden = hiddenElement(after: name, inside: hidden)
        result.append(UInt8(ascii: " "))
      } else if hidden == nil {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The element whose text nobody sees that a tag opens, or leaves open.
  private static func hiddenElement(after tag: [UInt8], inside: [UInt8]?) -> [UInt8]? {
    for name in [Array("style".utf8), Array("script".utf8)] {
      if tag.starts(with: name) { return name }
      if inside == name, tag.starts(with: [UInt8(ascii: "/")] + name) { return nil }
    }
    return inside
  }
}
