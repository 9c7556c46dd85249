// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A library target.
///
/// What it may import is its dependency list; a test holds the import lines to it.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["AlmanacTestKit"], swiftSettings: strict)
}

/// How `almanac` is linked for release: it answers within a few milliseconds, of which loading it
/// took a third.
///
/// The C++ library is linked in (`scripts/link` has a script of its name that asks for the static
/// one), as finding its three thousand symbols took 0.7 ms; at a fixed address, the 37,000 pointers
/// of the program need no adding up at every start, which took 0.35 ms. `almanacd` can't do the
/// same: libdate-tz shares the C++ library with it. What `almanac now` calls and writes lies side by
/// side (`scripts/order` lists it), which spares a quarter of the pages to be mapped, and no symbol
/// is exported, as each of SQLite's was looked for among them first. The linker is the toolchain's
/// own, as Debian's gold does not read such a script.
let quickStart: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-use-ld=lld", "-L\(Context.packageDirectory)/scripts/link",
      "-Xclang-linker", "-static-libgcc", "-Xclang-linker", "-no-pie",
      "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/scripts/link/almanac.order",
      "-Xlinker", "--no-warn-symbol-ordering", "-Xlinker", "--no-export-dynamic",
    ], .when(configuration: .release))
]

let package = Package(
  name: "almanac",
  products: [
    .executable(name: "almanacd", targets: ["almanacd"]),
    .executable(name: "almanac", targets: ["almanac"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CToml", cxxSettings: [.define("TOML_EXCEPTIONS", to: "0")]),
    .target(name: "CZones", linkerSettings: [.linkedLibrary("date-tz")]),
    .target(name: "CLinux"),

    library("Weather"),
    library("Zones", ["CZones"]),
    library("Providers", ["Weather", "Zones"]),
    library("Import", ["Weather", "Zones"]),
    library("Schedule"),
    library("SQLite", ["CSQLite"]),
    library(
      "History", ["SQLite", "Weather"],
      resources: [
        .embedInCode("../../migrations/0001_initial.sql"),
        .embedInCode("../../migrations/0002_quota_ledger.sql"),
        .embedInCode("../../migrations/0003_gap_filling.sql"),
        .embedInCode("../../migrations/0004_backfill.sql"),
        .embedInCode("../../migrations/0005_places.sql"),
        .embedInCode("../../migrations/0006_observed_days.sql"),
        .embedInCode("../../migrations/0007_retention.sql"),
      ]),
    library("WeeWX", ["Import", "SQLite"]),
    library("Gazetteer", ["SQLite", "Weather"]),
    library("HTTP", ["CCurl", "Weather"]),
    library("Configuration", ["CToml", "Weather", "Schedule"]),
    library(
      "Sync",
      [
        "Providers", "HTTP", "History", "Schedule", "Configuration", "Weather", "Zones", "CLinux",
        "Gazetteer", "Import", "WeeWX",
      ]),
    library("Presentation", ["Weather"]),
    library("CommandLine"),
    library(
      "Manual",
      ["CommandLine", "Configuration", "History", "Presentation", "SQLite", "Weather"]),

    .executableTarget(
      name: "almanacd",
      dependencies: [
        "Sync", "CommandLine", "Configuration", "Gazetteer", "History", "HTTP", "Import",
        "Providers",
        "Schedule", "Weather", "Zones",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "almanac",
      dependencies: [
        "History", "Presentation", "Weather", "Configuration", "CommandLine", "CLinux",
      ],
      swiftSettings: strict, linkerSettings: quickStart),

    .executableTarget(
      name: "almanac-manual", dependencies: ["Manual"], swiftSettings: strict),

    .target(
      name: "AlmanacTestKit", dependencies: ["Weather"], path: "Tests/AlmanacTestKit",
      swiftSettings: strict),
    .executableTarget(
      name: "almanac-replay", dependencies: ["AlmanacTestKit", "Weather", "Zones"],
      path: "Tests/ReplayServer", swiftSettings: strict),
    .target(name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk"),
    .target(
      name: "Simulation",
      dependencies: [
        "AlmanacTestKit", "FaultyDisk", "Sync", "HTTP", "History", "SQLite", "Configuration",
        "Schedule", "Weather", "Zones",
      ], path: "Tests/Simulation", swiftSettings: strict),
    .executableTarget(
      name: "almanac-simulation", dependencies: ["Simulation"], path: "Tests/SimulationProgram",
      swiftSettings: strict),
    .executableTarget(
      name: "almanac-bench",
      dependencies: ["History", "Providers", "Schedule", "Sync", "Weather"],
      path: "Benchmarks/Decoding", swiftSettings: strict),
    tests("WeatherTests", ["Weather"]),
    tests("ZonesTests", ["Zones"]),
    tests("ProvidersTests", ["Providers", "Weather", "Zones"]),
    tests("ImportTests", ["Import", "SQLite", "Weather", "WeeWX", "Zones"]),
    tests("ScheduleTests", ["Schedule"]),
    tests("CLinuxTests", ["CLinux"]),
    tests("SQLiteTests", ["SQLite"]),
    tests("HistoryTests", ["History", "SQLite", "Weather"]),
    tests("GazetteerTests", ["Gazetteer", "SQLite", "Weather"]),
    tests("HTTPTests", ["HTTP", "Weather"]),
    tests("ConfigurationTests", ["Configuration", "Weather", "Schedule"]),
    tests(
      "SyncTests",
      [
        "Sync", "Providers", "HTTP", "History", "Gazetteer", "Schedule", "Configuration",
        "Weather", "Zones",
      ]),
    tests("SimulationTests", ["Simulation"]),
    tests("PresentationTests", ["Presentation", "Weather"]),
    tests("CommandLineTests", ["CommandLine"]),
    tests("QueryTests", ["almanac", "CommandLine", "History", "Presentation", "Weather"]),
    tests("EndToEndTests", ["almanacd", "almanac", "SQLite", "Weather"]),
    tests("PackageTests", ["almanacd", "almanac", "History"]),
    tests(
      "ManualTests",
      ["Manual", "almanac", "CommandLine", "Configuration", "History", "Presentation", "Weather"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
