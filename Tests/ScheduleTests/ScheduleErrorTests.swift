import Schedule
import Testing

struct ScheduleErrorTests {
  @Test(
    "What is no schedule is refused, with the place",
    arguments: [
      ("*/0 * * * *", 3, "the step of the minute must be 1 to 59, not \"0\""),
      ("*/60 * * * *", 3, "the step of the minute must be 1 to 59, not \"60\""),
      ("*/ * * * *", 3, "the step of the minute must be 1 to 59, not \"\""),
      ("*/5/5 * * * *", 4, "a step has one `/`"),
      ("0 */24 * * *", 5, "the step of the hour must be 1 to 23, not \"24\""),
      ("0 0 * * */7", 11, "the step of the day of week must be 1 to 6, not \"7\""),
      ("50-10 * * * *", 1, "the range 50-10 of the minute ends before it begins"),
      ("1-2-3 * * * *", 4, "a range has one `-`"),
      ("60 * * * *", 1, "minute 60 is out of range: 0 to 59"),
      ("0 24 * * *", 3, "hour 24 is out of range: 0 to 23"),
      ("0 0 0 * *", 5, "day of month 0 is out of range: 1 to 31"),
      ("0 0 * 13 *", 7, "month 13 is out of range: 1 to 12"),
      ("0 0 * * 8", 9, "day of week 8 is out of range: 0 to 7"),
      ("0 0 * * sunday", 9, "\"sunday\" is no day of week: 0 to 7 or a name such as sun"),
      ("1,,2 * * * *", 3, "a minute is missing"),
      ("-5 * * * *", 1, "a minute is missing"),
      ("99999999999999999999 * * * *", 1, "\"99999999999999999999\" is no minute: 0 to 59"),
      (
        "0 0 30 2 *", 5,
        "it would never run: day 30 is in none of the months, the longest has 29"
      ),
      (
        "0 0 31 4,6 *", 5,
        "it would never run: day 31 is in none of the months, the longest has 30"
      ),
      (
        "* * * *", 8,
        "a cron expression has five fields (minute, hour, day of month, month, day of week),"
          + " not 4"
      ),
      (
        "* * * * * *", 11,
        "a cron expression has five fields (minute, hour, day of month, month, day of week),"
          + " not 6"
      ),
      ("@reboot", 1, "the names are @hourly, @daily, @midnight, @weekly, @monthly and @yearly"),
      ("06:00,24:00", 7, "hour 24 is out of range: 0 to 23"),
      ("06:00, 18:60", 11, "minute 60 is out of range: 0 to 59"),
      ("06:00,", 7, "a time is hours and minutes, as in 06:00"),
      ("06:00:00", 1, "a time is hours and minutes, as in 06:00"),
      ("06:00,6:00", 7, "6:00 is there twice"),
      ("", 1, "the schedule is empty"),
      ("0s", 1, "a duration is at least 1 second"),
      (
        "15", 3,
        "the number needs a unit, as in 15m or 15s (whole seconds may stand without quotes)"
      ),
      ("15 minutes", 4, "an interval is a number and s, m, h or d: write \"15m\""),
      ("1  Hour", 4, "an interval is a number and s, m, h or d: write \"1h\""),
      ("hourly", 1, "a duration is a number and s, m, h, d or y"),
      ("1h30m", 2, "a duration is one whole number and one of s, m, h, d, y"),
    ])
  func refused(text: String, position: Int, message: String) throws {
    let error = #expect(throws: ScheduleError.self) { try Schedule(parsing: text) }
    #expect(error?.position == position)
    #expect(error?.message == message)
    #expect(error?.text == text)
  }

  @Test func `A day of February is fine when the day of week is another way`() throws {
    #expect(throws: Never.self) { try Schedule(parsing: "0 0 30 2 1") }
  }

  @Test(
    "Text that is not a schedule never crashes",
    arguments: [
      "\u{0}", "@", ":", "*", "- - - - -", "/ / / / /", "٥m", "１５m", "👩‍👩‍👧 * * * *", ", , , , ,",
    ])
  func garbage(text: String) {
    #expect(throws: ScheduleError.self) { try Schedule(parsing: text) }
  }
}
