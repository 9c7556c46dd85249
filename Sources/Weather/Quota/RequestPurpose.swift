/// Why a request is made: it decides who goes first when a quota is short.
///
/// The raw value is `trigger` in `sync_log` and `purpose` in the store, but for `scheduled`, where
/// the pass says what began it.
public enum RequestPurpose: String, Sendable, CaseIterable {
  /// What is due by the schedule, or what somebody asked for with `sync`.
  case scheduled
  /// A search for a place: somebody waits for it, so that it counts as scheduled.
  case lookup
  /// Hours that were missed: what the schedule leaves over.
  case gap
  /// The past: a share of what the schedule leaves over.
  case backfill

  /// Whether it must leave what the schedule needs until the window ends.
  public var yieldsToSchedule: Bool { self == .gap || self == .backfill }
}
