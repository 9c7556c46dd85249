import History
import Synchronization
import Weather

/// Keeps what a service said of when it wants to be asked again, and shares it through the store with
/// whoever else asks it, also after a restart.
///
/// What a service says of a key or a contact is not shared: that ends when somebody wants to know.
final class PleaBook: Sendable {
  private struct State {
    var plea: ServicePlea?
    /// Whether other programs are to be told.
    var isNews = false
  }

  private let provider: String
  private let store: Store?
  private let clock: WallClock
  private let state = Mutex(State())

  init(provider: String, store: Store?, clock: WallClock) {
    (self.provider, self.store, self.clock) = (provider, store, clock)
  }

  /// Takes note of a failure: a service that refuses one refuses the next one too.
  func note(_ error: FetchError?) {
    guard let plea = error.flatMap({ ServicePlea($0, at: clock.elapsed()) }) else { return }
    state.withLock { $0 = State(plea: plea, isNews: !plea.isRefusal) }
  }

  /// Lets a service be tried again that refused the key or the contact.
  func liftRefusal() {
    state.withLock { state in
      if state.plea?.isRefusal == true { state.plea = nil }
    }
  }

  /// Why nothing is sent now, because the service said so; nil where it did not.
  var refusal: FetchError? {
    state.withLock(\.plea)?.refusal(at: clock.elapsed())
  }

  /// Tells other programs; what can't be written now is told the next time.
  func share() async {
    guard let store, let plea = state.withLock({ $0.isNews ? $0.plea : nil }) else { return }
    let provider = provider
    let kept = plea.kept(at: clock.elapsed(), clock.reading(at: clock.now()))
    do throws(HistoryError) {
      try await store.withWriter { writer throws(HistoryError) in
        try writer.setPlea(kept, of: provider)
      }
      // What came meanwhile is told with the next.
      state.withLock { if $0.plea?.outlasts(plea) == false { $0.isNews = false } }
    } catch {}
  }

  /// Looks what other programs were told.
  func learn() async {
    guard let store else { return }
    let provider = provider, now = clock.reading(at: clock.now())
    let kept = try? await store.withWriter { writer throws(HistoryError) in
      try writer.plea(of: provider, at: now)
    }
    if let kept { take(kept) }
  }

  /// Takes in what another program was told, where that holds longer.
  func take(_ kept: KeptPlea) {
    guard let plea = ServicePlea(kept, at: clock.elapsed(), clock.reading(at: clock.now()))
    else { return }
    state.withLock { if plea.outlasts($0.plea) { $0 = State(plea: plea) } }
  }
}
