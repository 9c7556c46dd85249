import FoundationEssentials
import Weather

/// A block of parallel arrays, an element an hour or a day, read by position.
struct OpenMeteoSeries<Owner> {
  /// The time of each element.
  let times: [JSONLeaf]
  private let block: KeyedDecodingContainer<AnyKey>
  private let columns: [String: [JSONLeaf]]
  private let fills: [Fill]
  private let codeName: String

  /// A variable with the unit that it comes in.
  private struct Fill {
    let name: String
    let path: any WritableKeyPath<Owner, Double?> & Sendable
    let quantity: Quantity
    let unit: WireUnit
    let column: [JSONLeaf]
  }

  /// What is read, and under which names.
  struct Question {
    /// The block's name, for messages: `daily`.
    let name: String
    /// What an element is, for messages: `days`.
    let elements: String
    let variables: [OpenMeteoVariables.Variable<Owner>]
    /// What stands behind the name of each variable: `_previous_day3`.
    var suffix = ""
  }

  /// The series; throws where arrays have different lengths, because no value is sure of its time.
  init(
    _ block: KeyedDecodingContainer<AnyKey>, _ units: OpenMeteoUnits, _ question: Question,
    _ findings: inout Findings
  ) throws(FetchError) {
    guard let times = block.list(AnyKey("time"), &findings)?.leaves() else {
      throw Reason.missing("\(question.name).time")
    }
    var columns: [String: [JSONLeaf]] = [:]
    var fills: [Fill] = []
    for variable in question.variables {
      let name = variable.name + question.suffix
      guard let column = Self.column(block, name, &findings) else { continue }
      guard column.count == times.count else {
        throw .unreadable(
          "\(question.name).\(name) has \(column.count) values for \(times.count) "
            + question.elements)
      }
      columns[name] = column
      for field in variable.fields {
        guard let unit = units.unit(of: name, as: field.unit, &findings) else { continue }
        fills.append(
          Fill(
            name: name, path: field.path, quantity: Quantity(field), unit: unit, column: column))
      }
    }
    self.times = times
    self.block = block
    self.columns = columns
    self.fills = fills
    self.codeName = "weather_code" + question.suffix
  }

  private static func column(
    _ block: KeyedDecodingContainer<AnyKey>, _ name: String, _ findings: inout Findings
  ) -> [JSONLeaf]? {
    let key = AnyKey(name)
    guard block.contains(key) else {
      findings.warn(block.path(to: key), "missing")
      return nil
    }
    return block.list(key, &findings)?.leaves()
  }

  /// An element of a column that is read by hand.
  func leaf(_ name: String, _ index: Int) -> JSONLeaf { columns[name]?[index] ?? .null }

  /// Puts an element's numbers into their fields.
  func fill(_ owner: inout Owner, _ index: Int, _ findings: inout Findings) {
    for fill in fills {
      if let value = value(fill, index, &findings) { owner[keyPath: fill.path] = value }
    }
  }

  private func value(_ fill: Fill, _ index: Int, _ findings: inout Findings) -> Double? {
    let leaf = fill.column[index]
    if case .null = leaf { return nil }
    guard let sent = leaf.number else {
      findings.warn(path(fill.name, index), "not a number")
      return nil
    }
    guard let value = fill.quantity.checked(fill.unit.canonical(sent)) else {
      findings.warn(path(fill.name, index), "out of range (\(shown(sent)))")
      return nil
    }
    findings.found()
    return value
  }

  /// An element's condition code.
  func code(_ index: Int, _ findings: inout Findings) -> Int? {
    let leaf = leaf(codeName, index)
    if case .null = leaf { return nil }
    guard let sent = leaf.number, let code = LenientNumber.code(sent) else {
      findings.warn(path(codeName, index), "not a code")
      return nil
    }
    findings.found()
    return code
  }

  /// An element's place in the reply: `daily.uv_index_max[3]`.
  func path(_ name: String, _ index: Int) -> String {
    "\(block.path(to: AnyKey(name)))[\(index)]"
  }
}
