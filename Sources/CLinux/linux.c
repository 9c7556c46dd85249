#define _GNU_SOURCE

#include "CLinux.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

int clinux_timer_create(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
}

int clinux_timer_set(int timer, int64_t seconds, int32_t nanoseconds) {
  struct itimerspec time = {0};
  if (seconds >= 0) {
    time.it_value.tv_sec = seconds;
    time.it_value.tv_nsec = nanoseconds;
    // All zero would stop the timer instead of letting it expire.
    if (seconds == 0 && nanoseconds == 0) time.it_value.tv_nsec = 1;
  }
  const int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
  int result = timerfd_settime(timer, flags, &time, NULL);
  // The first call after the clock was set says so, although it sets the timer; the second does not.
  if (result < 0 && errno == ECANCELED) result = timerfd_settime(timer, flags, &time, NULL);
  return result;
}

clinux_timer_event clinux_timer_read(int timer) {
  uint64_t expirations = 0;
  ssize_t count;
  do {
    count = read(timer, &expirations, sizeof expirations);
  } while (count < 0 && errno == EINTR);
  if (count == (ssize_t)sizeof expirations) return CLINUX_TIMER_EXPIRED;
  if (errno == EAGAIN) return CLINUX_TIMER_NOTHING;
  return errno == ECANCELED ? CLINUX_TIMER_CLOCK_SET : CLINUX_TIMER_FAILED;
}

int clinux_network_open(void) {
  int result = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (result < 0) return -1;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups =
    RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
  if (bind(result, (struct sockaddr *)&address, sizeof address) == 0) return result;
  int reason = errno;
  close(result);
  errno = reason;
  return -1;
}

int clinux_network_drain(int socket) {
  char buffer[8192];
  int changed = 0;
  for (;;) {
    ssize_t count = recv(socket, buffer, sizeof buffer, 0);
    if (count > 0 || (count < 0 && errno == ENOBUFS)) {
      changed = 1;
    } else if (count < 0 && errno != EINTR) {
      return errno == EAGAIN ? changed : -1;
    } else if (count == 0) {
      return changed;
    }
  }
}
