import CommandLine
import Configuration
import FoundationEssentials
import History
import Presentation
import Weather

/// Answers a command line from the store, without touching anything else.
func answer(to words: [String], in surroundings: Surroundings) -> Answer {
  let program = Program.almanac
  let parsed: ParsedCommand
  do throws(UsageError) {
    parsed = try program.parse(words)
  } catch {
    return refusal(Failure(error), of: words)
  }
  switch parsed.wish {
  case .help:
    return Answer(output: Array(program.help(for: parsed, documents: Installed.documents).utf8))
  case .version: return version(parsed)
  case .run: break
  }
  do throws(UsageError) {
    return run(parsed, try Settings(parsed, in: surroundings), surroundings)
  } catch {
    return refusal(Failure(error), of: words)
  }
}

/// The answer to a line that could not be parsed: it may still ask for JSON.
private func refusal(_ failure: Failure, of words: [String]) -> Answer {
  let options = Array(words.prefix { $0 != "--" })
  let pairs = zip(options, options.dropFirst()).map { "\($0)=\($1)" }
  let wishes = Set(options + pairs)
  let isJSON = !wishes.isDisjoint(with: ["--json", "--format=json", "-f=json", "-fjson"])
  let isLines = !wishes.isDisjoint(with: ["--format=ndjson", "-f=ndjson", "-fndjson"])
  return Answer(
    output: isJSON ? Array("[]\n".utf8) : [], notices: [failure.notice], status: failure.status,
    isJSON: isJSON || isLines)
}

private func run(
  _ parsed: ParsedCommand, _ settings: Settings, _ surroundings: Surroundings
) -> Answer {
  let query = query(parsed.command.name)
  let outlet = Outlet(surroundings.rowDescriptor)
  var answer: Answer
  do {
    answer = try HistoryReader.read(
      path: settings.database, isLast: surroundings.endsWithAnswer,
      mayRepeat: { !outlet.hasWritten }
    ) { reader in
      if parsed.command.name == "sql" {
        return try SQLQuery.answer(parsed, settings, reader, outlet)
      }
      let inquiry = try Inquiry(
        parsed, settings, reader: reader, now: surroundings.now, outlet: outlet)
      return try query.answer(inquiry)
    }
    answer.output = try outlet.finish(answer.output, isWanted: answer.status == .done)
  } catch is Outlet.ReaderGone {
    answer = Answer()
  } catch {
    outlet.abandon()
    let failure =
      unfetched(parsed, error, surroundings) ?? slip(in: parsed, error) ?? Failure(error)
    // Half a document is better known as one than ended as if it were whole.
    let hasDocument = !outlet.hasWritten && parsed.value(of: .output) == nil
    answer = Answer(
      output: hasDocument ? nothing(parsed, query, settings.rendering) : [],
      notices: [failure.notice], status: failure.status)
  }
  answer.notices.insert(contentsOf: settings.warnings, at: 0)
  answer.isJSON = [.json, .ndjson].contains(settings.rendering.format)
  return answer
}

private func query(_ command: String) -> any Query.Type {
  switch command {
  case "now": NowQuery.self
  case "forecast": ForecastQuery.self
  case "history": HistoryQuery.self
  case "revisions": RevisionsQuery.self
  case "summary": SummaryQuery.self
  case "records": RecordsQuery.self
  case "normals": NormalsQuery.self
  case "accuracy": AccuracyQuery.self
  case "cities": CitiesQuery.self
  case "status": StatusQuery.self
  case "gaps": GapsQuery.self
  case "export": ExportQuery.self
  case "when": WhenQuery.self
  default: OverviewQuery.self
  }
}

/// What `--version` prints; for a program also the version of the formats that it can rely on.
private func version(_ parsed: ParsedCommand) -> Answer {
  guard parsed.value(of: .format) == "json" else {
    return Answer(output: Array("\(Program.almanac.versionLine)\n".utf8))
  }
  let object =
    "{\"program\":\"\(Program.almanac.name)\",\"version\":\"\(Version.current)\","
    + "\"formats\":\(FormatContract.version)}\n"
  return Answer(output: Array(object.utf8))
}

/// A city that the database does not know may be in the configuration since the last sync.
private func unfetched(
  _ parsed: ParsedCommand, _ error: any Error, _ surroundings: Surroundings
) -> Failure? {
  guard let error = error as? CityLookupError, error.code == .unknown,
    Configuration.hasCity(
      called: error.word, explicitPath: parsed.value(of: .configuration),
      environment: surroundings.environment)
  else { return nil }
  return Failure(
    .nothing, "not_found_yet",
    "\(UsageError.quoted(error.word)) is configured and was not fetched yet: almanacd sync does, or"
      + " a daemon once it has reloaded the configuration.")
}

/// A first word that is neither a command nor a city may be a slip for either.
private func slip(in parsed: ParsedCommand, _ error: any Error) -> Failure? {
  if let error = error as? CityLookupError, error.code == .unknown,
    let view = Nearest.match(error.word, in: parsed.command.argument?.known ?? [])
  {
    return Failure(
      .usage, "unknown_city",
      "There is no view or city \(UsageError.quoted(error.word)); did you mean \(view)?")
  }
  guard !parsed.isNamed, let word = parsed.arguments.first else { return nil }
  let command = Program.almanac.nearestCommand(to: word)
  let mistaken = Program.almanac.mistaken(word)
  var cities: [String] = []
  switch error {
  case let error as CityLookupError where error.code == .unknown && error.word == word:
    cities = error.candidates
  // Without a database only the commands are known.
  case let error as HistoryError
  where error.code == .notFound && (command != nil || mistaken != nil): break
  default: return nil
  }
  if let mistaken { return Failure(mistaken) }
  let near = (command.map { ["almanac \($0)"] } ?? []) + cities
  let advice =
    near.isEmpty
    ? "almanac --help lists the commands, almanac cities the cities."
    : "did you mean \(near.joined(separator: " or "))?"
  return Failure(
    .usage, command == nil ? "unknown_city" : "usage",
    "There is no command or city \(UsageError.quoted(word)); \(advice)")
}

/// The document without a row: machine formats stay what they are.
private func nothing(
  _ parsed: ParsedCommand, _ query: any Query.Type, _ rendering: Rendering
) -> [UInt8] {
  guard let format = rendering.format.machine else { return [] }
  // Nobody knows the columns of what was not understood.
  let columns = parsed.command.name == "sql" ? [] : query.columns(for: parsed)
  if columns.isEmpty, format != .json { return [] }
  return TableEncoder(columns, as: format, in: rendering.units).finished()
}
