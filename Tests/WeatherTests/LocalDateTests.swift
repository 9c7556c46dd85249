import Testing
import Weather

struct LocalDateTests {
  @Test("Every month of ten thousand years either side begins where the one before it ended")
  func wholeRange() throws {
    var expected = try #require(LocalDate(year: -9999, month: 1, day: 1)).daysSince1970
    var wrong = 0
    for year in -9999...9999 {
      for month in 1...12 {
        let length = LocalDate.daysIn(month: month, year: year)
        let first = LocalDate(daysSince1970: expected).components
        let last = LocalDate(daysSince1970: expected + length - 1).components
        if first != (year, month, 1) || last != (year, month, length) { wrong += 1 }
        if LocalDate(year: year, month: month, day: 1)?.daysSince1970 != expected { wrong += 1 }
        expected += length
      }
    }
    #expect(wrong == 0)
    #expect(LocalDate(year: 9999, month: 12, day: 31)?.daysSince1970 == expected - 1)
  }

  @Test("Every third date of eight centuries is made of its parts")
  func parts() {
    var wrong = 0
    for days in stride(from: -135_140, through: 146_097, by: 3) {
      let (year, month, day) = LocalDate(daysSince1970: days).components
      if LocalDate(year: year, month: month, day: day)?.daysSince1970 != days { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test(
    "Known dates have their day number, weekday and text",
    arguments: [
      ("1970-01-01", 0, 4), ("2000-02-29", 11_016, 2), ("2026-07-01", 20_635, 3),
      ("1969-12-31", -1, 3), ("1900-03-01", -25_508, 4), ("0001-01-01", -719_162, 1),
    ])
  func known(text: String, days: Int, weekday: Int) {
    let date = LocalDate(iso: text)
    #expect(date?.daysSince1970 == days)
    #expect(date?.weekday == weekday)
    #expect(date?.description == text)
  }

  @Test(
    "What is no date is nil",
    arguments: [
      "", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-04-31",
      "2026-1-01", "2026-01-01 ", "2026/01/01", "２026-01-01", "-026-01-01", "2026-01-0x",
      "2026-01-01T00:00",
    ])
  func refused(text: String) {
    #expect(LocalDate(iso: text) == nil)
  }

  @Test("Dates are ordered, and days are added over a leap day")
  func arithmetic() throws {
    let before = try #require(LocalDate(iso: "2028-02-28"))
    #expect(before.adding(days: 2).description == "2028-03-01")
    #expect(before.adding(days: -59).description == "2027-12-31")
    #expect(before < before.adding(days: 1))
  }
}
