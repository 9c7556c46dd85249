import AlmanacTestKit
import Testing

/// SwiftPM builds an undeclared import of a target that another one depends on; this does not.
struct ImportTests {
  /// What each target may import besides `everywhere`: the design's table.
  static let table: [String: Set<String>] = [
    "Weather": [],
    "Zones": ["CZones"],
    "Providers": ["Weather", "Zones"],
    "Import": ["Weather", "Zones"],
    "WeeWX": ["Import", "SQLite"],
    "Schedule": [],
    "SQLite": ["CSQLite"],
    "History": ["SQLite", "Weather"],
    "Gazetteer": ["SQLite", "Weather"],
    "HTTP": ["CCurl", "Weather"],
    "Configuration": ["CToml", "Weather", "Schedule"],
    "Sync": [
      "Providers", "HTTP", "History", "Schedule", "Configuration", "Weather", "Zones", "CLinux",
      "Gazetteer", "Import", "WeeWX",
    ],
    "Presentation": ["Weather"],
    "CommandLine": [],
    "Manual": ["CommandLine", "Configuration", "History", "Presentation", "SQLite", "Weather"],
    "almanac-manual": ["Manual"],
    "almanacd": [
      "Sync", "CommandLine", "Providers", "HTTP", "History", "Schedule", "Configuration",
      "Weather", "Zones", "CLinux", "Gazetteer", "Import",
    ],
    "almanac": [
      "History", "Presentation", "Weather", "Configuration", "CommandLine", "CLinux",
    ],
  ]

  /// Parts of the toolchain that any target may use; Foundation is not among them.
  static let everywhere: Set<String> = [
    "Glibc", "Dispatch", "Synchronization", "FoundationEssentials",
  ]

  @Test(arguments: table.keys.sorted())
  func `a target imports only what the design allows`(target: String) throws {
    let allowed = Self.table[target, default: []].union(Self.everywhere)
    let files = try Repository.swiftFiles(in: "Sources/\(target)")
    #expect(!files.isEmpty)
    for file in files {
      let imported = Set(importedModules(in: try Repository.text(file)))
      #expect(imported.subtracting(allowed).sorted() == [], "\(file)")
    }
  }

  @Test
  func `every target of Sources is in the table, or is C`() throws {
    let swift = try Fixture.names(in: Repository.path("Sources")).filter {
      try !Repository.swiftFiles(in: "Sources/\($0)").isEmpty
    }
    #expect(swift == Self.table.keys.sorted())
  }

  @Test
  func `the test kit knows the domain, but not Testing`() throws {
    for file in try Repository.swiftFiles(in: "Tests/AlmanacTestKit") {
      let imported = Set(importedModules(in: try Repository.text(file)))
      #expect(imported.subtracting(Self.everywhere).subtracting(["Weather"]) == [], "\(file)")
    }
  }

  @Test
  func `tests do without Foundation too`() throws {
    for file in try Repository.swiftFiles(in: "Tests") {
      let imported = importedModules(in: try Repository.text(file))
      #expect(!imported.contains("Foundation"), "\(file)")
    }
  }

  @Test(arguments: [
    ("import Foundation", ["Foundation"]),
    ("public import Weather  // shown", ["Weather"]),
    ("@testable import History", ["History"]),
    ("@preconcurrency import Dispatch", ["Dispatch"]),
    ("import struct Foundation.URL", ["Foundation"]),
    ("import Glibc; import Zones", ["Glibc", "Zones"]),
    ("  private import HTTP", ["HTTP"]),
    ("// import Foundation", []),
    ("let text = \"a b import Foundation\"", []),
    ("case live, `import`", []),
  ])
  func `an import is seen in every form`(line: String, modules: [String]) {
    #expect(importedModules(in: line) == modules)
  }
}

/// The modules that a source text imports, in order.
private func importedModules(in source: String) -> [String] {
  source.split(whereSeparator: \.isNewline).flatMap { $0.split(separator: ";") }
    .compactMap { importedModule(in: $0) }
}

private func importedModule(in statement: Substring) -> String? {
  let before: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
  ]
  let words = statement.split(separator: " ")
  guard let index = words.firstIndex(of: "import"),
    words[..<index].allSatisfy({ $0.hasPrefix("@") || before.contains($0) })
  else { return nil }
  let name = words[(index + 1)...].first { !kinds.contains($0) }
  return name.flatMap { $0.split(separator: ".").first }.map(String.init)
}
