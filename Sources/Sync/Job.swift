public import FoundationEssentials
public import History
public import Weather

/// Work for one service: the cities to ask about, and what for.
public struct Job: Sendable {
  /// The configured name of the service.
  public let provider: String
  /// What is wanted, and of which cities.
  public var wants: [Want]
  /// Whether it is one city for all: whether the service, or the network, is back.
  public var isTrial = false

  /// Cities of which the same parts are wanted.
  public struct Want: Sendable {
    /// The parts.
    public let parts: Parts
    /// The cities, in the order of the configuration.
    public var cities: [City]

    /// Makes a want from its parts.
    public init(parts: Parts, cities: [City]) {
      self.parts = parts
      self.cities = cities
    }
  }

  /// Makes a job from its parts.
  public init(provider: String, wants: [Want], isTrial: Bool = false) {
    self.provider = provider
    self.wants = wants
    self.isTrial = isTrial
  }

  /// The same work in two: for the cities that a condition holds for, and for the others.
  func split(_ holds: (City) -> Bool) -> (Job, Job) {
    func part(_ wanted: Bool) -> Job {
      let parts = wants.map { want in
        Want(parts: want.parts, cities: want.cities.filter { holds($0) == wanted })
      }
      return Job(
        provider: provider, wants: parts.filter { !$0.cities.isEmpty }, isTrial: isTrial)
    }
    return (part(true), part(false))
  }

  /// How many cities it is about.
  public var cityCount: Int { wants.reduce(0) { $0 + $1.cities.count } }
}

/// What became of a job, city by city.
public struct JobResult: Sendable {
  /// One city's share.
  public struct CityOutcome: Sendable {
    /// The parts that came.
    public var succeeded: Parts = []
    /// The parts that failed, each with its reason.
    public var failures: [FailedPart] = []
    /// Before this the service does not want to be asked again; nil when it did not say.
    public var notBefore: Date?

    /// A share from what is known of it.
    package init(
      succeeded: Parts = [], failures: [FailedPart] = [], notBefore: Date? = nil
    ) {
      self.succeeded = succeeded
      self.failures = failures
      self.notBefore = notBefore
    }

    /// The parts that failed.
    public var failed: Parts { failures.reduce(into: []) { $0.formUnion($1.part) } }
  }

  /// The configured name of the service.
  public let provider: String
  /// Each city that was asked about, by slug; one that is not here was not tried.
  public var cities: [String: CityOutcome] = [:]
  /// Why the job stopped before its end, where it did: the rest of the cities was not tried.
  public var stopped: FetchError?
  /// What the store did with the answers.
  public var stored = StoredCounts()
  /// Whether nothing of it waits in memory.
  var isWritten = true
  /// How long it took.
  var duration: Duration?

  /// A result that holds nothing yet.
  public init(provider: String) {
    self.provider = provider
  }
}
