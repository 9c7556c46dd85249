import Schedule
import Testing

struct BackoffTests {
  @Test(
    "The wait doubles up to a quarter of an hour",
    arguments: [(0, 0.0), (1, 5), (2, 10), (3, 20), (8, 640), (9, 900), (1000, 900)])
  func ceiling(failures: Int, seconds: Double) {
    #expect(Backoff.standard.delaySeconds(afterFailures: failures, random: 1) == seconds)
  }

  @Test func `Jitter takes any share of the wait`() {
    #expect(Backoff.standard.delaySeconds(afterFailures: 3, random: 0) == 0)
    #expect(Backoff.standard.delaySeconds(afterFailures: 3, random: 0.25) == 5)
  }

  @Test(arguments: [(1, 0.0, 60.0), (1, 0.5, 62.5), (9, 0, 60), (9, 0.999, 900), (.max, 1, 900)])
  func `Too many requests wait a minute at least`(failures: Int, random: Double, seconds: Double) {
    #expect(
      Backoff.rateLimited.delaySeconds(afterFailures: failures, random: random) == seconds)
  }

  @Test(arguments: [-1.0, 2, .nan, .infinity])
  func `A bad random number gives a wait within the limits`(random: Double) {
    #expect(
      (0...900).contains(Backoff.standard.delaySeconds(afterFailures: 9, random: random)))
  }
}
