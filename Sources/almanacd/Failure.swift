import CommandLine
import Configuration
import History
import Import
import Providers
import Sync
import Weather

/// Any error that ends a command: its words and its exit status.
struct Failure {
  let message: String
  let status: ExitStatus

  init(_ error: any Error) {
    switch error {
    case let error as ConfigurationError:
      message = "\(error)"
      status = error.code == .permission ? .permission : .configuration
    case let error as ProviderError:
      message = "\(error)"
      status = .configuration
    case let error as HistoryError:
      message = error.inWords
      status = Self.status(of: error.code)
    case let error as SyncError:
      message = error.message
      status = error.code == .configuration ? .configuration : .io
    case let error as ImportError:
      message = error.message
      status = Self.status(of: error.code)
    case let error as UsageError:
      message = "\(error)"
      status = .usage
    default:
      message = "\(error)"
      status = .io
    }
  }

  /// Says it on standard error; a line for each problem.
  func report(with context: Context) -> ExitStatus {
    for line in message.split(separator: "\n") { Output.complain(String(line)) }
    return status
  }

  private static func status(of code: HistoryError.Code) -> ExitStatus {
    switch code {
    case .notFound: .missing
    case .cannotCreate: .cannotCreate
    case .permission: .permission
    case .foreign, .newerSchema, .damaged: .data
    case .locked, .busy, .changedWhileReading: .tryLater
    case .full, .io: ExitStatus(.disk)
    case .moved: .configuration
    }
  }

  private static func status(of code: ImportError.Code) -> ExitStatus {
    switch code {
    case .wrongKind: .data
    case .usage: .usage
    case .notFound: .missing
    case .permission: .permission
    case .io: .io
    case .changed, .interrupted: .tryLater
    case .configuration: .configuration
    }
  }
}
