import CSQLite

/// Whether statements may go on, as SQLite can ask it.
private final class GoAhead {
  let goesOn: () -> Bool

  init(_ goesOn: @escaping () -> Bool) {
    self.goesOn = goesOn
  }
}

extension Connection {
  /// Runs the body, and asks every few thousand steps of SQLite's machine whether to go on; a no
  /// ends the statement under way with SQLITE_INTERRUPT.
  public func asking<T>(_ goesOn: @escaping () -> Bool, _ body: () throws -> T) rethrows -> T {
    let ahead = GoAhead(goesOn)
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<GoAhead>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
      }, Unmanaged.passUnretained(ahead).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      withExtendedLifetime(ahead) {}
    }
    return try body()
  }
}
