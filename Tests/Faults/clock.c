/* Sets the wall clock of one program, for tests: loaded by LD_PRELOAD.

   The file that ALMANAC_CLOCK names holds by how many seconds it is off. Its timers on that clock
   are moved with it, but are not cancelled when it is set: the next waking has to notice. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
  char number[24] = "";
  const char *control = getenv("ALMANAC_CLOCK");
  int file = control ? open(control, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return 0;
  ssize_t count = read(file, number, sizeof number - 1);
  close(file);
  return count > 0 ? atol(number) : 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = REAL(clock_gettime);
  int result = real(clock, time);
  if (clock == CLOCK_REALTIME) time->tv_sec += offset();
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  int result = REAL(gettimeofday)(time, zone);
  time->tv_sec += offset();
  return result;
}

time_t time(time_t *place) {
  time_t now = REAL(time)(NULL) + offset();
  if (place) *place = now;
  return now;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *time, struct itimerspec *old) {
  struct itimerspec moved = *time;
  if ((flags & TFD_TIMER_ABSTIME) && moved.it_value.tv_sec > 0) {
    moved.it_value.tv_sec -= offset();
    if (moved.it_value.tv_sec <= 0) moved.it_value.tv_sec = 1;
  }
  return REAL(timerfd_settime)(fd, flags, &moved, old);
}
