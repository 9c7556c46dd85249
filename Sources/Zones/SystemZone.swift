internal import CZones
internal import Glibc

extension Zone {
  /// The zone of this process: the variable `TZ`, else the system's.
  ///
  /// nil when `TZ` is not the name of a zone (a rule such as `CET-1CEST` is none) or when nothing
  /// on the system names one. An empty `TZ`, and a system without `/etc/localtime`, mean UTC
  /// (tzset(3)).
  public static func system() -> Zone? {
    if let variable = getenv("TZ") {
      return named(byVariable: String(cString: variable))
    }
    let index = almanac_zone_current()
    if index >= 0, let name = almanac_zone_name(index) {
      return Zone(String(cString: name))
    }
    return access("/etc/localtime", F_OK) == 0 ? nil : Zone("UTC")
  }

  /// The zone that a value of `TZ` names: `Europe/Berlin`, `:Europe/Berlin`, the path of its file.
  static func named(byVariable value: String) -> Zone? {
    let folder = "/usr/share/zoneinfo/"
    var name = value.hasPrefix(":") ? value.dropFirst() : value[...]
    if name.hasPrefix(folder) { name = name.dropFirst(folder.count) }
    return name.isEmpty || name == "UTC0" ? Zone("UTC") : Zone(String(name))
  }
}
