// Howard Hinnant's date library over the system's zone files. No exception leaves this file.
//
// The macros must be those that Debian built libdate-tz with: they decide the layout of its classes.
#define USE_OS_TZDB 1
#define HAS_REMOTE_API 0
#define AUTO_DOWNLOAD 0
#define ONLY_C_LOCALE 1
#define HAS_STRING_VIEW 1
#include "CZones.h"

#include <date/tz.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using std::chrono::seconds;

// The library asserts on a file that does not begin so, and its assertions are on in Debian.
bool has_zone_header(const std::string &name) {
  const std::string path = "/usr/share/zoneinfo/" + name;
  std::FILE *file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return false;
  char header[44];
  const bool whole = std::fread(header, 1, sizeof header, file) == sizeof header;
  std::fclose(file);
  return whole && std::memcmp(header, "TZif", 4) == 0;
}

// Whether a file is there and is no zone's.
bool is_damaged(const std::string &name) {
  const std::string path = "/usr/share/zoneinfo/" + name;
  return access(path.c_str(), F_OK) == 0 && !has_zone_header(name);
}

// The library's list of zones. Making it reads leap seconds from one of these two files at worst.
const date::tzdb &database() {
  static const bool is_safe = !is_damaged("UTC") && !is_damaged("right/UTC");
  if (!is_safe) throw std::runtime_error("damaged zone files");
  return date::get_tzdb();
}

const date::time_zone *zone_at(int32_t index) {
  const auto &zones = database().zones;
  if (index < 0 || static_cast<size_t>(index) >= zones.size()) return nullptr;
  return &zones[static_cast<size_t>(index)];
}

almanac_zone_range range_of(const date::sys_info &info) {
  return {info.begin.time_since_epoch().count(), info.end.time_since_epoch().count(),
          static_cast<int32_t>(info.offset.count())};
}

// Zones whose files have been read without fault; zero at the start.
std::atomic<bool> usable[4096];

// Reads the zone's file once, so that every later question can be answered. Whoever gets an index
// has passed here.
int32_t usable_index(const date::time_zone *zone) {
  const auto index = static_cast<size_t>(zone - database().zones.data());
  const bool remembered = index < std::size(usable);
  if (remembered && usable[index].load(std::memory_order_acquire))
    return static_cast<int32_t>(index);
  if (!has_zone_header(zone->name())) return -1;
  zone->get_info(date::sys_seconds{seconds{0}});
  if (remembered) usable[index].store(true, std::memory_order_release);
  return static_cast<int32_t>(index);
}

}  // namespace

extern "C" {

int32_t almanac_zone_find(const char *name, size_t length) {
  try {
    const std::string_view wanted{name, length};
    const auto &zones = database().zones;
    const auto place = std::lower_bound(
        zones.begin(), zones.end(), wanted,
        [](const date::time_zone &zone, std::string_view text) { return zone.name() < text; });
    if (place == zones.end() || place->name() != wanted) return -1;
    return usable_index(&*place);
  } catch (...) {
    return -1;
  }
}

int32_t almanac_zone_count(void) {
  try {
    return static_cast<int32_t>(database().zones.size());
  } catch (...) {
    return 0;
  }
}

const char *almanac_zone_name(int32_t zone) {
  try {
    const auto *found = zone_at(zone);
    return found == nullptr ? nullptr : found->name().c_str();
  } catch (...) {
    return nullptr;
  }
}

int32_t almanac_zone_current(void) {
  try {
    database();
    return usable_index(date::current_zone());
  } catch (...) {
    return -1;
  }
}

int32_t almanac_zone_offset(int32_t zone, int64_t instant, almanac_zone_range *range) {
  try {
    const auto *found = zone_at(zone);
    if (found == nullptr) return 0;
    *range = range_of(found->get_info(date::sys_seconds{seconds{instant}}));
    return 1;
  } catch (...) {
    return 0;
  }
}

int32_t almanac_zone_of_local(int32_t zone, int64_t local, almanac_zone_local *result) {
  try {
    const auto *found = zone_at(zone);
    if (found == nullptr) return 0;
    const auto info = found->get_info(date::local_seconds{seconds{local}});
    result->kind = info.result == date::local_info::unique        ? 0
                   : info.result == date::local_info::nonexistent ? 1
                                                                  : 2;
    result->first = range_of(info.first);
    result->second = range_of(info.second);
    return 1;
  } catch (...) {
    return 0;
  }
}

}  // extern "C"
