import AlmanacTestKit
import Testing

@testable import History

/// The folder `migrations` and what the programs carry are the same thing.
struct MigrationTests {
  @Test
  func `every file of migrations is embedded, in the order of the names`() throws {
    let files = try Fixture.names(in: Repository.path("migrations"))
    #expect(Migration.all.map(\.name) == files)
  }

  @Test(arguments: Migration.all.map(\.name))
  func `an embedded migration is its file, byte for byte`(name: String) throws {
    let embedded = Migration.all.first { $0.name == name }
    #expect(embedded?.sql == (try Fixture.read(Repository.path("migrations/\(name)"))))
  }
}
