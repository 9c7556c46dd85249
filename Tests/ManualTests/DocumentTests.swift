import AlmanacTestKit
import Manual
import Testing

/// What is made of the programs' tables is what lies below `docs`.
struct DocumentTests {
  static let documents = try? Document.all()

  @Test(arguments: documents?.map(\.path) ?? [])
  func `a document is as the tables have it`(path: String) throws {
    let document = try #require(Self.documents?.first { $0.path == path })
    let file = "\(Fixture.repository)/docs/\(path)"
    let kept = Fixture.exists(file) ? String(decoding: try Fixture.read(file), as: UTF8.self) : ""
    #expect(kept == document.text, "docs/\(path) is not as the tables are now: run make man")
  }

  @Test
  func `nothing else lies there`() throws {
    let documents = try Document.all().map(\.path)
    for folder in ["man", "completions"] {
      let there = try Fixture.names(in: "\(Fixture.repository)/docs/\(folder)")
      #expect(there.map { "\(folder)/\($0)" } == documents.filter { $0.hasPrefix(folder) }.sorted())
    }
  }
}
