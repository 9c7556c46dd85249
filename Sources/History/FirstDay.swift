import SQLite
public import Weather

extension HistoryReader {
  /// The first local date of which there is a reading or an observed day; nil without any.
  public func firstDay(of city: CityRecord) throws -> LocalDate? {
    let reading = try connection.prepare(
      """
      SELECT date(observed_at + utc_offset_s, 'unixepoch') FROM observation
      WHERE source = ?1 ORDER BY observed_at LIMIT 1
      """)
    let day = try connection.prepare(
      "SELECT date FROM observed_day WHERE source = ?1 ORDER BY date LIMIT 1")
    var dates: [LocalDate] = []
    for id in city.sources.compactMap(\.id) {
      reading.bind(1, id)
      day.bind(1, id)
      let texts = [try reading.first { $0.text(0) }, try day.first { $0.text(0) }]
      dates += texts.compactMap { $0.flatMap(\.self).flatMap { LocalDate(iso: $0) } }
    }
    for provider in city.sources.map(\.provider) {
      let rolled = RolledTable(connection, slug: city.city.slug, provider: provider)
      if let first = try rolled.firstDate() { dates.append(first) }
    }
    return dates.min()
  }
}
