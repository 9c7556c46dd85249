import FoundationEssentials
import Weather

/// Why a reply holds no weather, by status first and by its body second.
struct ReplyFailure {
  let response: Response

  static let emptyText = "reply is empty"
  static let notJSONText = "reply is not JSON"

  /// Whether a body that can't be read had nothing of any city in it: a gateway's or a quota's word.
  static func isAboutService(_ error: FetchError) -> Bool {
    error.message.hasPrefix(emptyText) || error.message.hasPrefix(notJSONText)
  }

  private var hasKey: Bool { response.request.credential != nil }

  /// The error of a reply that is not 2xx; nil for one that is.
  static func ofStatus(_ response: Response) -> FetchError? {
    guard !(200...299).contains(response.status) else { return nil }
    let body = ErrorBody.read(response.body)
    return ReplyFailure(response: response).error(status: response.status, text: body?.text)
  }

  /// The error of a 2xx reply in which nothing that was asked for could be found.
  ///
  /// `reading` is what the service's own decoder says; an error object behind the 200, a web page
  /// or a body that is no JSON says more.
  static func ofBody(_ response: Response, reading: FetchError?) -> FetchError {
    let failure = ReplyFailure(response: response)
    if let body = ErrorBody.read(response.body), let error = failure.hiddenError(body) {
      return error
    }
    return reading ?? failure.notJSON
  }

  private func hiddenError(_ body: ErrorBody) -> FetchError? {
    if let status = body.status { return error(status: status, text: body.text) }
    guard let text = body.text else { return nil }
    switch ErrorWords.code(of: text) {
    case .key: return error(status: 401, text: text)
    case .quota: return error(status: 429, text: text)
    case .place: return error(status: 404, text: text)
    default:
      return make(.service, "error from the service behind status \(response.status)", text)
    }
  }

  private var notJSON: FetchError {
    if response.body.isEmpty { return make(.undecodable, Self.emptyText, nil) }
    if PlainText.isHTML(response.body) {
      return make(
        .captive, "network needs a login: a web page came instead of the service's reply",
        PlainText.excerpt(response.body))
    }
    let first = response.body.first { $0 > 0x20 && $0 < 0x80 }
    let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    return make(
      .undecodable, looksLikeJSON ? "reply is invalid JSON" : Self.notJSONText,
      CleanText.quote(response.body))
  }

  private func error(status: Int, text: String?) -> FetchError {
    let excerpt = text ?? PlainText.excerpt(response.body)
    switch status {
    case 401: return make(.key, "key refused (401)", excerpt, status)
    case 403 where hasKey: return make(.key, "key refused (403)", excerpt, status)
    case 403:
      return make(
        .refused, "refused: contact is missing or not accepted (403)", excerpt, status)
    case 404:
      // Where the service itself does not answer, its address may be what is wrong.
      let what = text == nil ? "place unknown, or base_url wrong (404)" : "place unknown (404)"
      return make(.place, what, excerpt, status)
    case 429:
      return make(
        .quota, "too many requests (429)", excerpt, status,
        wait: RetryAfter.seconds(afterQuota: response, text: text))
    case 511: return make(.captive, "network needs a login (511)", nil, status)
    case 300...399: return make(.captive, "redirected elsewhere (\(status))", nil, status)
    case 500...599:
      return make(
        .service, "server error \(status)", excerpt, status, wait: RetryAfter.seconds(response))
    case 400, 422: return badRequest(status, excerpt)
    case 400...499:
      return make(
        .request, "request refused (\(status))", excerpt, status,
        wait: RetryAfter.seconds(response))
    default: return make(.service, "unexpected status \(status)", excerpt, status)
    }
  }

  /// A 400 is about the key, the place, or the request itself: only its words tell.
  private func badRequest(_ status: Int, _ excerpt: String) -> FetchError {
    switch ErrorWords.code(of: excerpt) {
    case .key: make(.key, "key refused (\(status))", excerpt, status)
    case .place: make(.place, "place refused (\(status))", excerpt, status)
    default: make(.request, "request refused (\(status))", excerpt, status)
    }
  }

  private func make(
    _ code: FetchError.Code, _ what: String, _ words: String?, _ status: Int? = nil,
    wait: Double? = nil
  ) -> FetchError {
    let quoted = words.map { CleanText.line($0, limit: 80) } ?? ""
    return FetchError(
      code, quoted.isEmpty ? what : "\(what): \(quoted)", status: status ?? response.status,
      retryAfterSeconds: wait)
  }
}
