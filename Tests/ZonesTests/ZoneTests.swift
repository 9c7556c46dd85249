import FoundationEssentials
import Testing

@testable import Zones

struct ZoneTests {
  @Test("Every name of the system is a zone with an offset of at most 16 hours")
  func everyZone() {
    let names = Zone.names
    #expect(names.count > 400)
    for name in names {
      let zone = Zone(name)
      #expect(zone?.name == name)
      #expect(abs(zone?.offset(at: unix(1_782_890_100)).seconds ?? 99_999) <= 16 * 3600, "\(name)")
    }
  }

  @Test(
    "Offsets follow the clock changes on both sides",
    arguments: [
      // Berlin, autumn 2026: changes at 01:00Z on 25 October.
      ("Europe/Berlin", 1_792_889_999, 7200), ("Europe/Berlin", 1_792_890_000, 3600),
      // Lord Howe moves by half an hour: 2026-04-04T15:00Z.
      ("Australia/Lord_Howe", 1_775_314_799, 39_600),
      ("Australia/Lord_Howe", 1_775_314_800, 37_800),
      ("Asia/Kathmandu", 1_768_414_800, 20_700), ("America/St_Johns", 1_768_414_800, -12_600),
      ("America/St_Johns", 1_782_890_100, -9000), ("Etc/GMT+8", 0, -28_800), ("UTC", 0, 0),
    ])
  func offsets(name: String, instant: Int, seconds: Int) {
    #expect(Zone(name)?.offset(at: unix(instant)).seconds == seconds)
  }

  @Test("An offset says from when until when it holds")
  func ranges() {
    let summer = Zone("Europe/Berlin")?.offset(at: unix(1_782_890_100))
    #expect(summer?.from == unix(1_774_746_000))
    #expect(summer?.until == unix(1_792_890_000))
    let always = Zone("UTC")?.offset(at: unix(0))
    #expect(always == ZoneOffset(seconds: 0, from: nil, until: nil))
  }

  @Test("A link keeps its name and gives the offsets of its target")
  func links() {
    let old = Zone("Europe/Kiev"), new = Zone("Europe/Kyiv")
    #expect(old?.name == "Europe/Kiev")
    #expect(old != nil && new != nil)
    for instant in [0, 1_768_414_800, 1_782_890_100] {
      #expect(old?.offset(at: unix(instant)) == new?.offset(at: unix(instant)))
    }
  }

  @Test(
    "What is no zone's name is nil",
    arguments: [
      "", "Mars/Base", "europe/berlin", "Europe", "Europe/", "../zoneinfo/UTC", "zone.tab",
      "localtime", "posixrules", "/etc/passwd",
    ])
  func unknown(name: String) {
    #expect(Zone(name) == nil)
  }

  @Test("A name with a NUL, or of great length, is nil")
  func hostileNames() {
    #expect(Zone("UTC\u{0}") == nil)
    #expect(Zone(String(repeating: "x", count: 100_000)) == nil)
  }

  @Test("Instants beyond all bounds have an offset too")
  func extremes() {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
      let offset = Zone("Europe/Berlin")?.offset(at: Date(timeIntervalSince1970: seconds)).seconds
      #expect(abs(offset ?? 99_999) <= 7200)
    }
    #expect(Zone("UTC")?.instant(ofLocalDay: .max, secondOfDay: .max).kind == .unique)
  }

  @Test(
    "A local time is found, also where clocks skip or repeat it",
    arguments: [
      LocalCase("Europe/Berlin", day: 20_635, hour: 12, 1_782_900_000, .unique),
      // 29 March 2026, 02:30 does not exist: 03:00 summer time begins at 01:00Z.
      LocalCase("Europe/Berlin", day: 20_541, hour: 2.5, 1_774_746_000, .skipped),
      // 25 October 2026, 02:30 comes at 00:30Z and at 01:30Z.
      LocalCase(
        "Europe/Berlin", day: 20_751, hour: 2.5, 1_792_888_200,
        .repeated(later: unix(1_792_891_800))),
      // 5 April 2026, 01:45 on Lord Howe comes twice, half an hour apart.
      LocalCase(
        "Australia/Lord_Howe", day: 20_548, hour: 1.75, 1_775_313_900,
        .repeated(later: unix(1_775_315_700))),
      LocalCase("Asia/Kathmandu", day: 20_467, hour: 0, 1_768_328_100, .unique),
      // Midnight itself is skipped in Santiago: 6 September 2026 begins at 01:00.
      LocalCase("America/Santiago", day: 20_702, hour: 0, 1_788_667_200, .skipped),
    ])
  func localTimes(item: LocalCase) {
    let found = Zone(item.zone)?.instant(
      ofLocalDay: item.day, secondOfDay: Int(item.hour * 3600))
    #expect(found == LocalInstant(instant: unix(item.instant), kind: item.kind))
  }

  @Test(
    "TZ names a zone plainly, after a colon, or by the path of its file",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), (":Asia/Tokyo", "Asia/Tokyo"),
      ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("", "UTC"), ("UTC0", "UTC"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", nil),
    ])
  func variable(value: String, name: String?) {
    #expect(Zone.named(byVariable: value)?.name == name)
  }

  @Test("The system has a zone")
  func system() {
    #expect(Zone.system() != nil)
  }
}

struct LocalCase: Sendable {
  let zone: String, day: Int, hour: Double, instant: Int, kind: LocalInstant.Kind

  init(_ zone: String, day: Int, hour: Double, _ instant: Int, _ kind: LocalInstant.Kind) {
    self.zone = zone
    self.day = day
    self.hour = hour
    self.instant = instant
    self.kind = kind
  }
}

func unix(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
