import CommandLine
import Testing

struct NearestTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("lisbon", "lisbon", 0), ("lisbno", "lisbon", 1),
    ("lisbn", "lisbon", 1), ("lissbon", "lisbon", 1), ("lisban", "lisbon", 1),
    ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `a swap of neighbours is one slip like a letter more, less or other`(
    left: String, right: String, slips: Int
  ) {
    #expect(Nearest.distance(left, right) == slips)
    #expect(Nearest.distance(right, left) == slips)
  }

  @Test func `only a close word is suggested, the closest first`() {
    let cities = ["lisbon", "london", "oslo"]
    #expect(Nearest.match("Lisbno", in: cities) == "lisbon")
    #expect(Nearest.match("paris", in: cities) == nil)
    #expect(Nearest.match("ab", in: ["x", "b"]) == nil)
    #expect(Nearest.matches("losbon", in: cities, limit: 3) == ["lisbon", "london"])
  }
}
