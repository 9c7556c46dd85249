import FoundationEssentials
import HTTP
import Weather

/// The network of a month: answers requests as the script says, and remembers them all.
///
/// Unchecked for the same reason as `World`.
final class ScriptedNetwork: @unchecked Sendable {
  private let world: World
  private let script: Script
  private let service: ScriptedService
  private let trace: Trace
  private var dice: Dice
  private(set) var exchanges: [Exchange] = []
  /// The life whose requests count; what an ended process still tries does not.
  var life: Int?
  private var open: [Int: Exchange] = [:]
  /// The most that was under way at once.
  private(set) var peak = 0

  init(_ world: World, _ script: Script, _ trace: Trace) {
    (self.world, self.script, self.trace) = (world, script, trace)
    service = ScriptedService(seed: script.seed)
    dice = Dice(seed: script.seed, purpose: 2)
  }

  /// A connection is lost when the machine sleeps.
  func breakConnections() {
    for exchange in open.values {
      exchange.outcome = .failed(TransportError(.closedEarly, "connection lost"))
    }
  }

  fileprivate func begin(_ request: Request, life: Int) throws(TransportError) -> Exchange {
    guard life == self.life else { throw TransportError(.cancelled, "stopped") }
    let isPast = request.parts.isEmpty
    let (outcome, seconds) = fate(request)
    let exchange = Exchange(
      number: exchanges.count, life: life, request: request, isPast: isPast,
      sentAt: world.elapsed, sentWall: world.elapsed + world.clockOffset, outcome: outcome,
      seconds: seconds)
    exchanges.append(exchange)
    open[exchange.number] = exchange
    peak = max(peak, open.count)
    trace.note(world) {
      "request \(exchange.number) \(request.provider) \(isPast ? "past" : "present") of "
        + exchange.slugs.joined(separator: " ")
    }
    return exchange
  }

  fileprivate func end(
    _ exchange: Exchange, _ request: Request
  ) throws(TransportError) -> Response {
    open[exchange.number] = nil
    guard exchange.life == life, !Task.isCancelled else {
      throw TransportError(.cancelled, "stopped")
    }
    exchange.endedAt = world.elapsed
    exchange.endedWall = (world.elapsed + world.clockOffset).rounded(.down)
    trace.note(world) { "ended \(exchange.number) \(exchange.outcome)" }
    switch exchange.outcome {
    case .failed(let error): throw error
    case .status(let status, let wait):
      let headers = wait.map { [(name: "Retry-After", value: "\($0)")] } ?? []
      return response(request, status, "{\"error\":\"trouble\"}", headers)
    case .page:
      return response(request, 200, "<html><head><title>Log in</title></head></html>", date: false)
    case .half:
      return response(request, 200, "{\"latitude\":10,\"longi")
    case .answered:
      return answer(request, exchange)
    }
  }

  private func answer(_ request: Request, _ exchange: Exchange) -> Response {
    guard exchange.isPast else {
      let (body, readings, days) = service.present(request, at: world.trueTime)
      (exchange.readings, exchange.days) = (readings, days)
      return response(request, 200, body)
    }
    func date(_ name: String) -> LocalDate? {
      request.query.first { $0.name == name }.flatMap { LocalDate(iso: $0.value) }
    }
    guard request.provider == Script.meteo, request.endpoint == "past_hours",
      let first = date("start_date"), let last = date("end_date"), first <= last
    else {
      exchange.outcome = .status(404, retryAfter: nil)
      return response(request, 404, "{\"error\":\"nothing here\"}")
    }
    let (body, readings) = service.past(request, dates: first...last)
    exchange.readings = readings
    return response(request, 200, body)
  }

  private func response(
    _ request: Request, _ status: Int, _ body: String,
    _ headers: [(name: String, value: String)] = [], date: Bool = true
  ) -> Response {
    let own = date ? [(name: "Date", value: world.dateHeader)] : []
    return Response(
      request: request, status: status, headers: own + headers, body: Data(body.utf8),
      receivedAt: Date(unixSeconds: world.wallTime.unixSeconds))
  }

  /// What comes of a request that is sent now, and after how many seconds.
  private func fate(_ request: Request) -> (Exchange.Outcome, Double) {
    let quick = 0.05 + dice.share()
    if let spell = script.spell(at: world.elapsed, request.provider) {
      return fate(spell.kind, quick)
    }
    guard dice.happens(script.mishaps) else { return (.answered, quick) }
    switch dice.number(0...4) {
    case 0: return (.failed(TransportError(.closedEarly, "connection reset")), quick)
    case 1: return (.failed(TransportError(.timedOut, "no answer in time")), 15)
    case 2: return (.status(500, retryAfter: nil), quick)
    case 3: return (.status(502, retryAfter: dice.number(1...30)), quick)
    default: return (.half, quick)
    }
  }

  private func fate(_ kind: Script.Spell.Kind, _ quick: Double) -> (Exchange.Outcome, Double) {
    func failed(_ code: TransportError.Code, _ text: String) -> Exchange.Outcome {
      .failed(TransportError(code, text))
    }
    switch kind {
    case .down(let wait): return (.status(503, retryAfter: wait), quick)
    case .tooMany(let wait): return (.status(429, retryAfter: wait), quick)
    case .keyRefused: return (.status(401, retryAfter: nil), quick)
    case .slow: return (failed(.timedOut, "no answer in time"), 15)
    case .garbled, .diskFull: return (.half, quick)
    case .offline(.noRoute): return (failed(.offline, "no route"), 0.01)
    case .offline(.noNames): return (failed(.dns, "no such name"), 0.5)
    case .offline(.nobodyListens): return (failed(.refused, "connection refused"), 0.05)
    case .offline(.swallowed): return (failed(.timedOut, "no answer in time"), 15)
    case .offline(.loginPage): return (.page, quick)
    case .offline(.loginStatus): return (.status(511, retryAfter: nil), quick)
    case .offline(.redirected):
      return (failed(.foreignRedirect(host: "login.example"), "sent to login.example"), quick)
    }
  }

  /// Waits until a request ends, or its task is cancelled.
  fileprivate func wait(_ exchange: Exchange) async {
    await VirtualSleep(world).wait(exchange.seconds, pausesInSleep: false)
  }
}

/// The way to the network of one life of the program.
struct ScriptedTransport: Transport {
  let network: ScriptedNetwork
  let life: Int
  /// Whether what failed is sent again at once, as a mistake.
  var asksAgain = false

  func send(_ request: Request) async throws(TransportError) -> Response {
    let exchange = try network.begin(request, life: life)
    await network.wait(exchange)
    let isFailed = exchange.outcome != .answered
    guard asksAgain, isFailed, !Task.isCancelled else {
      return try network.end(exchange, request)
    }
    _ = try? network.end(exchange, request)
    let second = try network.begin(request, life: life)
    await network.wait(second)
    return try network.end(second, request)
  }
}
