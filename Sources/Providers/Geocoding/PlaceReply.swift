import FoundationEssentials
import Weather

/// A geocoder's reply that is JSON: its places, or why there are none to be read.
protocol PlaceReply: Decodable {
  var places: Result<[Place], FetchError> { get }
}

extension Geocoder {
  /// The number of places to ask for, within what the service allows.
  func permitted(_ count: Int) -> Int { min(max(1, count), maximumCount) }
}

extension Response {
  /// The places of a reply, or the error by its status first and its body second.
  func places<Reply: PlaceReply>(_ type: Reply.Type) throws(FetchError) -> [Place] {
    if let error = ReplyFailure.ofStatus(self) { throw error }
    guard let reply = try? ReplyDecoder().decode(type, from: body) else {
      throw ReplyFailure.ofBody(self, reading: nil)
    }
    switch reply.places {
    case .success(let places): return places
    case .failure(let error): throw ReplyFailure.ofBody(self, reading: error)
    }
  }
}

extension Findings {
  /// For what is not worth a word: nothing is stored of a place.
  static let none = Findings(warnsOfMissing: false, warnsOfNull: false)
}

extension UnkeyedDecodingContainer {
  /// The first hundred places of a list; entries that are none are passed over.
  mutating func places<Keys: CodingKey>(
    _ keys: Keys.Type, _ place: (KeyedDecodingContainer<Keys>) -> Place?
  ) -> Result<[Place], FetchError> {
    var places: [Place] = []
    let isEmpty = isAtEnd
    while !isAtEnd, places.count < 100 {
      let before = currentIndex
      if let object = nextObject(keys), let place = place(object) { places.append(place) }
      if currentIndex == before { break }
    }
    guard isEmpty || !places.isEmpty else {
      return .failure(.unreadable("no entry of the reply has a name and a possible position"))
    }
    return .success(places)
  }
}

extension KeyedDecodingContainer {
  /// A name that leaves something to be shown.
  func placeName(_ key: Key) -> String? {
    var ignored = Findings.none
    return text(key, &ignored).flatMap { CleanText.line($0).isEmpty ? nil : $0 }
  }

  /// Degrees from −limit to limit.
  func degrees(_ key: Key, to limit: Double) -> Double? {
    var ignored = Findings.none
    return number(key, &ignored).flatMap { abs($0) <= limit ? $0 : nil }
  }

  /// A country's code of two letters (ISO 3166), in upper case.
  func country(_ key: Key) -> String? {
    var ignored = Findings.none
    return text(key, &ignored).flatMap { text in
      text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
        ? text.uppercased() : nil
    }
  }

  /// A whole number above 0.
  func whole(_ key: Key) -> Int? {
    var ignored = Findings.none
    return number(key, &ignored).flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
