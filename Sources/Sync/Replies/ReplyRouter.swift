import HTTP
import Providers
import Weather

/// Sends requests where their address leads: to the network, or to files.
struct ReplyRouter: Transport {
  private let network: any Transport
  private let files = FileReader()

  init(network: any Transport) {
    self.network = network
  }

  func send(_ request: Request) async throws(TransportError) -> Response {
    if FileAddress.filesPath(request.base) != nil || FileAddress.recordingPath(request.base) != nil
    {
      return try files.reply(to: request)
    }
    return try await network.send(request)
  }
}
