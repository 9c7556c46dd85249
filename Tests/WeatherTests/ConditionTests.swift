import Testing
import Weather

struct ConditionTests {
  @Test(arguments: Condition.allCases)
  func `is read as it is stored`(condition: Condition) {
    #expect(Condition(stored: condition.rawValue) == condition)
  }

  @Test(arguments: ["", "plague of frogs", "Clear"])
  func `a word of a later version is unknown`(word: String) {
    #expect(Condition(stored: word) == .unknown)
  }
}
