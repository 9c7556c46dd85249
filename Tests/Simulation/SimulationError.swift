/// Why a month could not be lived through: nothing that the program did.
struct SimulationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
