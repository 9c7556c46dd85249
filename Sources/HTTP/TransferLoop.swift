import CCurl
import FoundationEssentials
import Weather

/// The transfer thread's own world: it owns every handle of libcurl and shares none.
final class TransferLoop {
  /// A request in flight, or waiting for its turn.
  private struct Flight {
    let job: Job
    let queue: Destination
    var transfer: Transfer?
    var destination: Destination
    var startedAt = ContinuousClock.now
    var redirects = 0
  }

  private let multi: UnsafeMutableRawPointer
  private let setup: TransferSetup
  private let mailbox: Mailbox
  private var flights: [Int: Flight] = [:]
  private var idsByHandle: [UnsafeMutableRawPointer: Int] = [:]
  private var queues = HostQueues()
  private var spare: [Transfer] = []

  /// nil when libcurl has no memory.
  init?(setup: TransferSetup, mailbox: Mailbox) {
    guard CurlGlobal.isReady, let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.setup = setup
    self.mailbox = mailbox
    // Our own queues bound the connections in use; this many may rest between requests.
    almanac_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
    mailbox.attach(multi)
  }

  deinit {
    mailbox.attach(nil)
    spare = []
    curl_multi_cleanup(multi)
  }

  /// Runs until the mailbox closes; sleeps without a time-out while nothing is in flight.
  func run() {
    while true {
      let (delivery, isClosed) = mailbox.take()
      for job in delivery.jobs { enqueue(job) }
      for id in delivery.cancelled { cancel(id, "cancelled") }
      if isClosed { break }
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      if finishTransfers() { continue }
      if mailbox.mayWait() { curl_multi_poll(multi, nil, 0, Int32.max, nil) }
    }
    for id in flights.keys.sorted() { cancel(id, "the program is stopping") }
  }

  private func enqueue(_ job: Job) {
    let destination = job.outgoing.destination
    flights[job.id] = Flight(job: job, queue: destination, destination: destination)
    queues.add(job.id, to: destination)
    startNext(of: destination, limit: job.outgoing.request.limits.connections)
  }

  /// Starts what waits for a server, as far as its connections allow.
  private func startNext(of server: Destination, limit: Int) {
    while let id = queues.next(of: server, limit: limit, isWaiting: { flights[$0] != nil }) {
      start(id)
    }
  }

  private func start(_ id: Int) {
    guard var flight = flights[id] else { return }
    guard let transfer = spare.popLast() ?? Transfer(setup) else {
      return finish(id, .failure(TransportError(.other, "no memory for a transfer")))
    }
    flight.transfer = transfer
    flight.startedAt = .now
    flights[id] = flight
    idsByHandle[transfer.easy] = id
    let outgoing = flight.job.outgoing
    transfer.prepare(
      outgoing, url: outgoing.url, destination: outgoing.destination,
      milliseconds: outgoing.timeoutMilliseconds)
    curl_multi_add_handle(multi, transfer.easy)
  }

  /// Handles every transfer that has ended; whether there was one.
  private func finishTransfers() -> Bool {
    var left: Int32 = 0
    var any = false
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      any = true
      let result = almanac_curl_message_result(message)
      curl_multi_remove_handle(multi, easy)
      if let id = idsByHandle[easy] { transferEnded(id, result) }
    }
    return any
  }

  private func transferEnded(_ id: Int, _ result: CURLcode) {
    guard let flight = flights[id], let transfer = flight.transfer else { return }
    if let error = error(of: flight, transfer, result) { return finish(id, .failure(error)) }
    if let url = transfer.redirectURL { return follow(id, flight, transfer, to: url) }
    let status = transfer.status
    let reply = transfer.takeReply()
    let first = flight.job.outgoing.destination
    if !flight.destination.isSameServer(as: first), reply.isWebPage {
      return finish(
        id, .failure(RedirectRule.loginPage(first: first, last: flight.destination)))
    }
    finish(
      id,
      .success(
        Response(
          request: flight.job.outgoing.request, status: status, headers: reply.headers,
          body: reply.body, receivedAt: Date(unixSeconds: Date().unixSeconds),
          duration: flight.startedAt.duration(to: .now))))
  }

  private func error(
    of flight: Flight, _ transfer: Transfer, _ result: CURLcode
  ) -> TransportError? {
    let host = flight.destination.shown
    if transfer.reply.isTooLarge {
      let limit = flight.job.outgoing.request.limits.maximumBytes
      return TransportError(.tooLarge, "\(host): the reply is larger than \(limit) bytes")
    }
    // Ours is the limit of all lines (a write error), libcurl's that of one line, which it takes for
    // a want of memory.
    if !transfer.reply.isHeaderComplete,
      result == CURLE_WRITE_ERROR || result == CURLE_OUT_OF_MEMORY
    {
      return TransportError(.malformed, "\(host): the reply's header is too long")
    }
    guard result == CURLE_OK else {
      let secret = flight.job.outgoing.request.credential?.secret
      return transfer.failure(result, at: flight.destination).error(hiding: secret)
    }
    // libcurl takes a header that ends with the connection for a whole one.
    if !transfer.reply.isHeaderComplete {
      return TransportError(.closedEarly, "\(host): closed the connection inside the header")
    }
    return nil
  }

  private func follow(_ id: Int, _ flight: Flight, _ transfer: Transfer, to url: String) {
    let outgoing = flight.job.outgoing
    var flight = flight
    flight.redirects += 1
    let spent = flight.startedAt.duration(to: .now) / .milliseconds(1)
    guard let next = Destination(url) else {
      return finish(
        id, .failure(TransportError(.badURL, "\(flight.destination.shown): redirects to no URL")))
    }
    let refusal = RedirectRule.refusal(
      first: outgoing.destination, current: flight.destination, next: next,
      carriesKey: outgoing.request.credential != nil)
    if let refusal { return finish(id, .failure(refusal)) }
    guard flight.redirects <= RedirectRule.limit else {
      let words = "\(outgoing.destination.shown): more than \(RedirectRule.limit) redirects"
      return finish(id, .failure(TransportError(.tooManyRedirects, words)))
    }
    flight.destination = next
    flights[id] = flight
    transfer.prepare(
      outgoing, url: url, destination: next,
      milliseconds: max(1, outgoing.timeoutMilliseconds - Int(spent)))
    curl_multi_add_handle(multi, transfer.easy)
  }

  private func cancel(_ id: Int, _ words: String) {
    guard let flight = flights[id] else { return }
    if let transfer = flight.transfer { curl_multi_remove_handle(multi, transfer.easy) }
    finish(id, .failure(TransportError(.cancelled, "\(flight.queue.shown): \(words)")))
  }

  /// Answers the caller, once, and gives the handle and the place in the queue to the next.
  private func finish(_ id: Int, _ result: Result<Response, TransportError>) {
    guard let flight = flights.removeValue(forKey: id) else { return }
    flight.job.continuation.resume(returning: result)
    guard let transfer = flight.transfer else { return }
    idsByHandle[transfer.easy] = nil
    _ = transfer.takeReply()
    spare.append(transfer)
    queues.release(flight.queue)
    startNext(of: flight.queue, limit: flight.job.outgoing.request.limits.connections)
    // An idle daemon keeps two handles with their buffers, not as many as its busiest moment had.
    if flights.isEmpty { spare.removeFirst(max(0, spare.count - 2)) }
  }
}
