/// Who waits for which server, in order, and how many are being served.
///
/// A waiting request that was cancelled stays as a number until its turn, and is passed over then.
struct HostQueues {
  private struct Queue {
    var waiting: [Int] = []
    var first = 0
    var active = 0
  }

  private var queues: [Destination: Queue] = [:]

  /// Puts a request at the end of a server's queue.
  mutating func add(_ id: Int, to server: Destination) {
    queues[server, default: Queue()].waiting.append(id)
  }

  /// The next request for a server, counted as being served; nil while its connections are taken.
  mutating func next(of server: Destination, limit: Int, isWaiting: (Int) -> Bool) -> Int? {
    guard var queue = queues[server] else { return nil }
    defer { store(queue, for: server) }
    while queue.first < queue.waiting.count, queue.active < max(1, limit) {
      let id = queue.waiting[queue.first]
      queue.first += 1
      if isWaiting(id) {
        queue.active += 1
        return id
      }
    }
    return nil
  }

  /// Gives a place at the server back.
  mutating func release(_ server: Destination) {
    queues[server]?.active -= 1
  }

  private mutating func store(_ queue: Queue, for server: Destination) {
    let isDrained = queue.first == queue.waiting.count
    if isDrained, queue.active == 0 {
      queues[server] = nil
      return
    }
    var queue = queue
    if isDrained {
      queue.waiting = []
      queue.first = 0
    }
    queues[server] = queue
  }
}
