#pragma once
#include <stdint.h>

/// What Swift can't call of Linux: timerfd, signalfd and rtnetlink, as plain descriptors.
///
/// Every descriptor is close-on-exec and non-blocking. Functions that make one return -1 and set
/// errno when the kernel refuses.

#ifdef __cplusplus
extern "C" {
#endif

/// A timer on the real-time clock that is cancelled when that clock is set (timerfd_create(2)).
int clinux_timer_create(void);

/// Sets the timer to fire once at a Unix time in seconds, at once if it has passed; 0 stops it.
///
/// Returns 0, or -1 with errno.
int clinux_timer_arm(int timer, int64_t unix_seconds);

enum {
  /// Nothing to read: another reader was faster.
  CLINUX_TIMER_NOTHING = 0,
  /// The time has come.
  CLINUX_TIMER_EXPIRED = 1,
  /// The clock was set (also on resume, when the kernel adjusts it); the timer must be armed anew.
  CLINUX_TIMER_CLOCK_SET = 2,
};

/// Takes what woke the reader of the timer.
int clinux_timer_read(int timer);

/// Blocks these signals for the calling thread and those that it starts, and makes a descriptor to
/// read them from (signalfd(2)).
int clinux_signals_open(const int *signals, int count);

/// The next signal; 0 when none waits.
int clinux_signals_read(int descriptor);

/// Listens to changes of links, addresses and routes (rtnetlink(7)).
int clinux_network_open(void);

/// Takes all waiting messages; returns how many there were, lost ones counted as one.
int clinux_network_drain(int descriptor);

#ifdef __cplusplus
}
#endif
