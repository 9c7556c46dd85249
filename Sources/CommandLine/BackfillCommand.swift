extension Program {
  static let backfillCommand = Command(
    "backfill", "fetch the past of cities",
    discussion: """
      Fetches hourly values and whole days of the past from the first service of each city that \
      has one, the newest days first, and marks them as backfilled. What came live stays. It may \
      be stopped at any time, and goes on where it was when the same is asked again; what is there \
      is not asked for. It takes at most half of what the schedule leaves of a service's limits, \
      and works beside a running daemon. Dates are the city's.
      """,
    argument: .init("CITY", count: 1...1000, "a city of the configuration, by slug or name"),
    options: [.from, .to, .asked, .basis, .pastForecasts],
    examples: [
      .init("almanacd backfill lisbon --from 2016-01-01", "ten years"),
      .init("almanacd backfill lisbon oslo --from 2024 --to 2024", "one year of two cities"),
      .init("almanacd backfill lisbon --from 2024 --forecasts", "how good were the forecasts?"),
    ],
    exits: [
      .init(.done, "all is there, or nothing was missing"),
      .init(.nothing, "some days could not be fetched"),
      .init(.unavailable, "nothing could be fetched"),
      .init(
        .tryLater, "there is no network, a limit is used up, or it was stopped: run it again later"
      ),
      .init(.permission, "the key was refused; or the files may not be used"),
    ])
}
