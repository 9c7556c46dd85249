#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A zone's offset and the instants between which it holds: from <= instant < until.
typedef struct {
  int64_t from;
  int64_t until;
  int32_t offset;
} almanac_zone_range;

/// What a local time is in a zone: 0 once, 1 in a gap, 2 twice; before and after it.
typedef struct {
  int32_t kind;
  almanac_zone_range first;
  almanac_zone_range second;
} almanac_zone_local;

/// The index of a zone or link by name, or -1: unknown, damaged, or no zone files at all.
int32_t almanac_zone_find(const char *name, size_t length);

/// How many names there are; 0 without zone files.
int32_t almanac_zone_count(void);

/// The name at an index, or null; lives as long as the process.
const char *almanac_zone_name(int32_t zone);

/// The index of the system's zone (/etc/localtime, else /etc/timezone), or -1.
int32_t almanac_zone_current(void);

/// The offset at an instant (Unix seconds); false when there is none.
int32_t almanac_zone_offset(int32_t zone, int64_t instant, almanac_zone_range *range);

/// The instants of a local time (seconds since 1970-01-01T00:00 local); false when there are none.
int32_t almanac_zone_of_local(int32_t zone, int64_t local, almanac_zone_local *result);

#ifdef __cplusplus
}
#endif
