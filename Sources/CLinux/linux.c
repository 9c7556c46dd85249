#define _GNU_SOURCE

#include "CLinux.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <net/if.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static int signal_pipe[2] = {-1, -1};

static timer_t last_timer;
static volatile sig_atomic_t last_milliseconds;
static char last_words[256];

// Only what a handler may call (signal-safety(7)), here and in the next function; a full pipe holds
// enough already.
static void note_signal(int number) {
  const int saved = errno;
  const unsigned char byte = (unsigned char)number;
  if (write(signal_pipe[1], &byte, 1) < 0) errno = saved;
  if (last_milliseconds > 0 && (number == SIGTERM || number == SIGINT)) {
    const struct itimerspec time = {
      .it_value = {last_milliseconds / 1000, (long)(last_milliseconds % 1000) * 1000000}};
    last_milliseconds = 0;
    timer_settime(last_timer, 0, &time, NULL);
    errno = saved;
  }
}

static void end_now(int number) {
  (void)number;
  if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0) _exit(0);
  _exit(0);
}

int clinux_end_after(int milliseconds, const char *words) {
  struct sigaction action = {.sa_handler = end_now};
  sigfillset(&action.sa_mask);
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  if (sigaction(SIGALRM, &action, NULL) < 0) return -1;
  if (timer_create(CLOCK_MONOTONIC, &event, &last_timer) < 0) return -1;
  strncpy(last_words, words, sizeof last_words - 1);
  last_milliseconds = milliseconds;
  return 0;
}

int clinux_signals_open(void) {
  if (signal_pipe[0] >= 0) return signal_pipe[0];
  if (pipe2(signal_pipe, O_NONBLOCK | O_CLOEXEC) < 0) return -1;
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    if (sigaction(numbers[i], &action, NULL) < 0) return -1;
  }
  return signal_pipe[0];
}

int clinux_signal_take(int pipe) {
  unsigned char byte = 0;
  return read(pipe, &byte, 1) == 1 ? byte : 0;
}

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

// Whether messages say that something is there that a packet can take: a link that runs, an address,
// a route. What goes is no reason to try again.
static int brings_network(const char *buffer, ssize_t count) {
  const struct nlmsghdr *message = (const struct nlmsghdr *)buffer;
  size_t left = (size_t)count;
  for (; NLMSG_OK(message, left); message = NLMSG_NEXT(message, left)) {
    if (message->nlmsg_type == RTM_NEWADDR || message->nlmsg_type == RTM_NEWROUTE) return 1;
    if (message->nlmsg_type == RTM_NEWLINK) {
      const struct ifinfomsg *link = NLMSG_DATA(message);
      if ((link->ifi_flags & IFF_UP) && (link->ifi_flags & IFF_RUNNING)) return 1;
    }
  }
  return 0;
}

int clinux_network_drain(int socket) {
  _Alignas(struct nlmsghdr) char buffer[8192];
  int changed = 0;
  for (;;) {
    ssize_t count = recv(socket, buffer, sizeof buffer, 0);
    if (count > 0) {
      changed |= brings_network(buffer, count);
    } else if (count < 0 && errno == ENOBUFS) {
      changed = 1;
    } else if (count < 0 && errno != EINTR) {
      return errno == EAGAIN ? changed : -1;
    } else if (count == 0) {
      return changed;
    }
  }
}

// Whether the loader wrote relocations into segments that are not writable.
static bool has_text_relocations(const struct dl_phdr_info *program) {
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &program->dlpi_phdr[i];
    if (header->p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(program->dlpi_addr + header->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL) return true;
      if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) return true;
    }
  }
  return false;
}

// MADV_DONTNEED brings a private mapping back as the file has it. That is what it was, because
// nobody can have written to a segment that is not writable, the loader excepted.
static int release_code(struct dl_phdr_info *program, size_t size, void *context) {
  (void)size;
  (void)context;
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < program->dlpi_phnum && !has_text_relocations(program); i++) {
    const ElfW(Phdr) *header = &program->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || (header->p_flags & PF_W)) continue;
    uintptr_t start = (program->dlpi_addr + header->p_vaddr) & ~(page - 1);
    uintptr_t end = (program->dlpi_addr + header->p_vaddr + header->p_filesz) & ~(page - 1);
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  // The program itself comes first; its libraries are shared with others.
  return 1;
}

void clinux_memory_release(void) {
  malloc_trim(0);
  dl_iterate_phdr(release_code, NULL);
}

void clinux_heap_prepare(int bytes) {
  // As a part of the heap, not as a mapping of its own, and kept when it is freed (mallopt(3)).
  mallopt(M_MMAP_THRESHOLD, bytes + 4096);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  char *block = malloc((size_t)bytes);
  if (block == NULL) return;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t begin = ((uintptr_t)block + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)block + (uintptr_t)bytes) / page * page;
  if (begin < end) madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
  free(block);
}
