import Import
import Testing

struct FileKindTests {
  @Test(arguments: [
    ("time,temperature_c\n", FileKind.separated), ("\u{FEFF}\"a\";b\n", .separated),
    ("{\"a\":1}\n", .ndjson), ("\u{FEFF}\n {\n", .ndjson), ("", .empty), (" \r\n\t", .empty),
  ])
  func `text is told by how it begins`(text: String, kind: FileKind) throws {
    #expect(try FileKind.detect(Array(text.utf8)) == kind)
  }

  @Test(arguments: [
    ([0x1F, 0x8B, 8, 0], "gzip"), (Array("PK\u{3}\u{4}xl".utf8), "ZIP"),
    ([0xFF, 0xFE, 0x61, 0], "UTF-16"), (Array("[{\"a\":1}]".utf8), "--format ndjson"),
    (Array("<!DOCTYPE html>".utf8), "HTML"), (Array("a\0b".utf8), "not text"),
    (Array("%PDF-1.7".utf8), "PDF"),
  ])
  func `other kinds are refused by their name`(bytes: [UInt8], word: String) {
    let said = message { _ = try FileKind.detect(bytes) }
    #expect(said.contains(word), "\(said)")
  }

  @Test
  func `a database is told by its header`() throws {
    #expect(try FileKind.detect(Array("SQLite format 3\0\u{10}".utf8)) == .sqlite)
  }
}
