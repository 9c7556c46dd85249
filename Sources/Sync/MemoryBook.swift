import Synchronization
import Weather

/// What services said of cities that spares requests, as far as this process knows.
final class MemoryBook: Sendable {
  private let memories = Mutex<[String: [String: SourceMemory]]>([:])

  init() {}

  /// What a service said of each city, by slug.
  func all(of provider: String) -> [String: SourceMemory] {
    memories.withLock { $0[provider] ?? [:] }
  }

  /// Takes over what the store remembers.
  func learn(_ states: [SourceState]) {
    let known = states.filter { $0.memory != SourceMemory() }
    guard !known.isEmpty else { return }
    memories.withLock { memories in
      for state in known {
        memories[state.provider, default: [:]][state.slug] = state.memory
      }
    }
  }

  /// Takes note of what a reply says.
  func learn(_ result: CityResult) {
    guard let memory = result.memory else { return }
    memories.withLock { $0[result.provider, default: [:]][result.city.slug] = memory }
  }
}
