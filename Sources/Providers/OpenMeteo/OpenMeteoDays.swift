import FoundationEssentials
import Weather

/// Reads a `daily` block: parallel arrays, an element a day.
struct OpenMeteoDays {
  let block: KeyedDecodingContainer<AnyKey>
  let units: OpenMeteoUnits
  let stamps: OpenMeteoStamps

  /// The days; arrays of different lengths refuse the block, because no value is sure of its day.
  func read(
    _ findings: inout Findings
  ) -> Result<[WeatherData.DayConditions], FetchError> {
    guard let times = block.list(AnyKey("time"), &findings)?.leaves() else {
      return .failure(Reason.missing("daily.time"))
    }
    var columns: [String: [JSONLeaf]] = [:]
    for variable in OpenMeteoVariables.daily {
      guard let column = column(variable.name, &findings) else { continue }
      guard column.count == times.count else {
        return .failure(
          .unreadable(
            "daily.\(variable.name) has \(column.count) values for \(times.count) days"))
      }
      columns[variable.name] = column
    }
    let fills = fills(&findings)
    var days: [WeatherData.DayConditions] = []
    for (index, time) in times.enumerated() {
      guard let date = stamps.date(time) else {
        findings.warn("\(path("time", index))", "no date: the day is left out")
        continue
      }
      let row = Row(index: index, date: date, columns: columns)
      if let day = day(row, fills, &findings) { days.append(day) }
    }
    return .success(days)
  }

  /// One day's place in the columns.
  private struct Row {
    let index: Int
    let date: LocalDate
    let columns: [String: [JSONLeaf]]

    func leaf(_ name: String) -> JSONLeaf { columns[name]?[index] ?? .null }
  }

  /// A variable with the unit that it comes in.
  private struct Fill {
    let name: String
    let field: Field<WeatherData.DayConditions>
    let unit: WireUnit
  }

  private func fills(_ findings: inout Findings) -> [Fill] {
    var fills: [Fill] = []
    for variable in OpenMeteoVariables.daily {
      for field in variable.fields {
        guard let unit = units.unit(of: variable.name, as: field.unit, &findings) else { continue }
        fills.append(Fill(name: variable.name, field: field, unit: unit))
      }
    }
    return fills
  }

  private func column(_ name: String, _ findings: inout Findings) -> [JSONLeaf]? {
    let key = AnyKey(name)
    guard block.contains(key) else {
      findings.warn(block.path(to: key), "missing")
      return nil
    }
    return block.list(key, &findings)?.leaves()
  }

  private func day(
    _ row: Row, _ fills: [Fill], _ findings: inout Findings
  ) -> WeatherData.DayConditions? {
    var day = WeatherData.DayConditions(
      date: row.date, utcOffsetSeconds: stamps.clock.offset(atStartOf: row.date))
    findings.beginRecord()
    for fill in fills {
      day[keyPath: fill.field.path] = value(fill, row, &findings)
    }
    day.conditionCode = code(row, &findings)
    day.condition = Conditions.wmo(day.conditionCode)
    (day.sunrise, day.sunset) = PlausibleTime.sun(
      stamps.instant(row.leaf("sunrise")), stamps.instant(row.leaf("sunset")), on: row.date,
      stamps.clock)
    day.hoursCovered = 24
    // The last days of a window are often all null: nothing to keep, nothing to report.
    return findings.measurements > 0 ? day : nil
  }

  private func value(_ fill: Fill, _ row: Row, _ findings: inout Findings) -> Double? {
    let leaf = row.leaf(fill.name)
    if case .null = leaf { return nil }
    guard let sent = leaf.number else {
      findings.warn(path(fill.name, row.index), "not a number")
      return nil
    }
    guard let value = Quantity(fill.field).checked(fill.unit.canonical(sent)) else {
      findings.warn(path(fill.name, row.index), "out of range (\(shown(sent)))")
      return nil
    }
    findings.found()
    return value
  }

  private func code(_ row: Row, _ findings: inout Findings) -> Int? {
    let leaf = row.leaf("weather_code")
    if case .null = leaf { return nil }
    guard let sent = leaf.number, let code = LenientNumber.code(sent) else {
      findings.warn(path("weather_code", row.index), "not a code")
      return nil
    }
    findings.found()
    return code
  }

  private func path(_ name: String, _ index: Int) -> String {
    "\(block.path(to: AnyKey(name)))[\(index)]"
  }
}
