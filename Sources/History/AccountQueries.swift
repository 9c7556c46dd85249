import SQLite
public import Weather

extension HistoryWriter {
  /// The accounts of services, as they were kept last.
  public func accounts(of providers: [String]) throws(HistoryError) -> [String: QuotaAccount] {
    try perform { connection in
      var accounts: [String: QuotaAccount] = [:]
      for provider in providers {
        accounts[provider] = try AccountRows(connection, provider: provider).read().0
      }
      return accounts
    }
  }
}
