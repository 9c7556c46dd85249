#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

int clinux_timer_create(void) {
  return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

int clinux_timer_arm(int timer, int64_t unix_seconds) {
  struct itimerspec spec = {{0, 0}, {0, 0}};
  spec.it_value.tv_sec = (time_t)unix_seconds;
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &spec, NULL);
}

int clinux_timer_read(int timer) {
  uint64_t count = 0;
  if (read(timer, &count, sizeof count) == (ssize_t)sizeof count) return CLINUX_TIMER_EXPIRED;
  return errno == ECANCELED ? CLINUX_TIMER_CLOCK_SET : CLINUX_TIMER_NOTHING;
}

int clinux_signals_open(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
  int refused = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (refused != 0) {
    errno = refused;
    return -1;
  }
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_signals_read(int descriptor) {
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != (ssize_t)sizeof info) return 0;
  return (int)info.ssi_signo;
}

int clinux_network_open(void) {
  int descriptor =
      socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR |
                      RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int refused = errno;
  close(descriptor);
  errno = refused;
  return -1;
}

int clinux_network_drain(int descriptor) {
  char buffer[16384];
  int count = 0;
  for (;;) {
    ssize_t length = recv(descriptor, buffer, sizeof buffer, 0);
    if (length > 0) {
      count++;
    } else if (length < 0 && errno == ENOBUFS) {
      // The kernel dropped messages: something changed, whatever it was.
      count++;
    } else if (length < 0 && errno == EINTR) {
      continue;
    } else {
      return count;
    }
  }
}
