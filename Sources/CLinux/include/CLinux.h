#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Small pieces of Linux that Swift can't call or doesn't see. All functions that make or use a file
// descriptor return -1 and set errno on failure; all descriptors are non-blocking and close-on-exec.

/// What a wall-clock timer has to say.
typedef enum clinux_timer_event {
  /// Reading failed; errno says why.
  CLINUX_TIMER_FAILED = -1,
  /// Nothing yet: the descriptor was not ready.
  CLINUX_TIMER_NOTHING = 0,
  /// The time has come.
  CLINUX_TIMER_EXPIRED = 1,
  /// The wall clock was set by a jump: the timer must be set again.
  CLINUX_TIMER_CLOCK_SET = 2,
} clinux_timer_event;

/// From now on TERM, INT, HUP and USR1 do not end the process but wait in a pipe, whose reading end
/// is returned, the same each time; -1 on failure, with errno. To be called by one thread first.
int clinux_signals_open(void);

/// So many milliseconds after the first TERM or INT the process ends with status 0, whatever it does,
/// and writes these words (at most 255 bytes) to standard error; -1 on failure, with errno. To be
/// called once, before clinux_signals_open.
int clinux_end_after(int milliseconds, const char *words);

/// Takes the next signal's number out of that pipe; 0 when none waits.
int clinux_signal_take(int pipe);

/// Makes a timer on the wall clock (timerfd_create(2), CLOCK_REALTIME), not running yet. It counts
/// the time asleep and is readable when it expires or, while running, when the clock is set.
int clinux_timer_create(void);

/// Lets the timer expire at an absolute time in seconds since 1970 and nanoseconds (0..<1e9). A time
/// in the past expires at once; a negative time stops the timer.
int clinux_timer_set(int timer, int64_t seconds, int32_t nanoseconds);

/// Takes what a readable timer has to say.
clinux_timer_event clinux_timer_read(int timer);

/// Opens a netlink socket (rtnetlink(7)) that becomes readable when a link, an address or a route
/// changes; no privilege is needed.
int clinux_network_open(void);

/// Reads and drops all pending messages of the socket. 1 when a link that runs, an address or a route
/// came, or when the kernel dropped some for want of room; 0 when nothing did, also when one went.
int clinux_network_drain(int socket);

/// Gives back what a process at rest does not use: free memory of the heap (malloc_trim(3)), and the
/// mapping of the program's own code, which comes back page by page, from the page cache, as it is
/// used again. Threads may run meanwhile.
void clinux_memory_release(void);

/// Lets the heap begin with so many bytes more, mapped in one call: for a process that will use them
/// within milliseconds, and would stop for each page of them. Where the kernel can't (before Linux
/// 5.14), they are mapped as they are used. To be called first, by one thread.
void clinux_heap_prepare(int bytes);

#ifdef __cplusplus
}
#endif
