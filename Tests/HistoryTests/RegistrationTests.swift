import FoundationEssentials
import Testing
import Weather

@testable import History

struct RegistrationTests {
  let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test("Registering the same again writes nothing")
  func idempotent() throws {
    let writer = try fixture.open()
    let cities = [StoreFixture.registered(providers: ["a", "b"])]
    _ = try writer.register(cities)
    let size = Files.size(fixture.path + "-wal")
    #expect(try writer.register(cities) == cities)
    #expect(Files.size(fixture.path + "-wal") == size)
    try writer.close()
  }

  @Test("What is no longer listed becomes inactive and keeps its rows")
  func retiring() throws {
    try fixture.filled { _ = try $0.store([StoreFixture.reading(20, at: 100)], run: nil) }
    let writer = try fixture.open()
    let oslo = StoreFixture.registered(StoreFixture.city("oslo", name: "Oslo"), providers: ["a"])
    _ = try writer.register([oslo])
    #expect(try slugs(false) == ["oslo"])
    #expect(try slugs(true) == ["oslo", "lisbon"])
    #expect(try fixture.readings().count == 1)
    var back = StoreFixture.registered(providers: ["met"])
    back.position = 1
    _ = try writer.register([oslo, back])
    #expect(try slugs(false) == ["oslo", "lisbon"])
    try writer.close()
    let lisbon = try HistoryReader.read(path: fixture.path) {
      try $0.resolve(["lisbon"], includeInactive: false)[0]
    }
    #expect(lisbon.sources.map(\.provider) == ["met", "open-meteo"])
    #expect(lisbon.sources.map(\.active) == [true, false])
  }

  @Test("A slug that moves more than five kilometres is refused until the owner says so")
  func moving() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered()])
    try writer.rememberZone(slug: "lisbon", zone: "Europe/Lisbon")
    var near = StoreFixture.registered()
    near.city.latitude += 0.04
    #expect(try writer.register([near])[0].city.timezone == "Europe/Lisbon")
    var far = StoreFixture.registered()
    far.city.latitude += 0.2
    let error = #expect(throws: HistoryError.self) { try writer.register([far]) }
    #expect(error?.code == .moved)
    #expect(error?.message.contains("‘lisbon’ are 17.8 km") == true)
    #expect(error?.message.contains("moved = true") == true)
    far.moved = true
    #expect(try writer.register([far])[0].city.timezone == nil)
    try writer.close()
  }

  @Test("A configured zone wins over the remembered one, which fills in where none is given")
  func zones() throws {
    let writer = try fixture.open()
    _ = try writer.register([StoreFixture.registered()])
    try writer.rememberZone(slug: "lisbon", zone: "Europe/Lisbon")
    #expect(try writer.register([StoreFixture.registered()])[0].city.timezone == "Europe/Lisbon")
    var configured = StoreFixture.registered()
    configured.city.timezone = "Atlantic/Madeira"
    #expect(try writer.register([configured])[0].city.timezone == "Atlantic/Madeira")
    try writer.close()
  }

  @Test("The offset at an instant is that of the last change before it, else of the nearest row")
  func offsets() throws {
    try fixture.filled { writer in
      _ = try writer.store([StoreFixture.reading(1, at: 5000, offset: 3600)], run: nil)
      #expect(try writer.oldestInstant(slug: "lisbon") == Date(unixSeconds: 5000))
      #expect(try writer.oldestInstant(slug: "atlantis") == nil)
    }
    #expect(try offset(at: 4000) == 3600)
    #expect(try offset(at: 6000) == 3600)
    let writer = try fixture.open()
    let changes = [(1000, 0), (2000, 7200)].map {
      OffsetChange(from: Date(unixSeconds: $0), utcOffsetSeconds: $1)
    }
    try writer.setOffsets(slug: "lisbon", changes)
    let size = Files.size(fixture.path + "-wal")
    try writer.setOffsets(slug: "lisbon", changes.reversed())
    #expect(Files.size(fixture.path + "-wal") == size)
    try writer.close()
    #expect(try [1500, 2000, 9000].map(offset) == [0, 7200, 7200])
  }

  private func offset(at instant: Int64) throws -> Int? {
    try HistoryReader.read(path: fixture.path) {
      try $0.offset(of: "lisbon", at: Date(unixSeconds: instant))
    }
  }

  private func slugs(_ includeInactive: Bool) throws -> [String] {
    try HistoryReader.read(path: fixture.path) {
      try $0.cities(includeInactive: includeInactive).map(\.city.slug)
    }
  }
}
