/// A hash that is the same in every process, unlike the standard library's.
public enum StableHash {
  /// FNV-1a, 64 bits.
  ///
  /// Source: Fowler, Noll and Vo, draft-eastlake-fnv. It spreads well and hides nothing.
  public static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
