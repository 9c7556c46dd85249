/* Makes writes to a database fail, for tests: loaded into a program by LD_PRELOAD.

   While the file that ALMANAC_FAULT names holds a number, writes to files whose path contains
   `almanac.db` fail with that number as errno; locks are left alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int fault(int fd) {
  const char *control = getenv("ALMANAC_FAULT");
  char link[64], path[4096], number[16] = "";
  int file = control ? open(control, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return 0;
  ssize_t count = read(file, number, sizeof number - 1);
  close(file);
  if (count <= 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return 0;
  path[count] = 0;
  return strstr(path, "almanac.db") && !strstr(path, ".lock") ? atoi(number) : 0;
}

#define BREAK(type, name, parameters, arguments)                      \
  type name parameters {                                              \
    static type(*real) parameters;                                    \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);             \
    int code = fault(fd);                                             \
    if (code) return errno = code, -1;                                \
    return real arguments;                                            \
  }

BREAK(ssize_t, pwrite, (int fd, const void *bytes, size_t count, off_t at), (fd, bytes, count, at))
BREAK(ssize_t, pwrite64, (int fd, const void *bytes, size_t count, off64_t at), (fd, bytes, count, at))
BREAK(ssize_t, write, (int fd, const void *bytes, size_t count), (fd, bytes, count))
BREAK(int, ftruncate, (int fd, off_t size), (fd, size))
BREAK(int, ftruncate64, (int fd, off64_t size), (fd, size))
BREAK(int, fsync, (int fd), (fd))
BREAK(int, fdatasync, (int fd), (fd))
