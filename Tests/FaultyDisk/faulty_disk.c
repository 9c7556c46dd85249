#include "faulty_disk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDERS = 64 };

struct folder {
  char *path;
  atomic_int is_full;
};

static struct folder folders[FOLDERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A file of ours, with SQLite's own behind it.
struct file {
  sqlite3_file base;
  atomic_int *is_full;
  sqlite3_file *real;
};

static struct file *ours(sqlite3_file *file) { return (struct file *)file; }
static sqlite3_file *real(sqlite3_file *file) { return ours(file)->real; }

static int is_full(sqlite3_file *file) {
  return ours(file)->is_full && atomic_load(ours(file)->is_full);
}

static int close_file(sqlite3_file *f) { return real(f)->pMethods->xClose(real(f)); }

static int read_file(sqlite3_file *f, void *to, int count, sqlite3_int64 at) {
  return real(f)->pMethods->xRead(real(f), to, count, at);
}

static int write_file(sqlite3_file *f, const void *from, int count, sqlite3_int64 at) {
  if (is_full(f)) return SQLITE_FULL;
  return real(f)->pMethods->xWrite(real(f), from, count, at);
}

static int truncate_file(sqlite3_file *f, sqlite3_int64 size) {
  return real(f)->pMethods->xTruncate(real(f), size);
}

// What must outlive the process outlives it in memory too; a power cut is not played.
static int sync_file(sqlite3_file *f, int flags) {
  (void)f, (void)flags;
  return SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) {
  return real(f)->pMethods->xFileSize(real(f), size);
}

static int lock_file(sqlite3_file *f, int level) { return real(f)->pMethods->xLock(real(f), level); }

static int unlock_file(sqlite3_file *f, int level) {
  return real(f)->pMethods->xUnlock(real(f), level);
}

static int check_reserved(sqlite3_file *f, int *result) {
  return real(f)->pMethods->xCheckReservedLock(real(f), result);
}

static int control(sqlite3_file *f, int what, void *argument) {
  return real(f)->pMethods->xFileControl(real(f), what, argument);
}

static int sector_size(sqlite3_file *f) { return real(f)->pMethods->xSectorSize(real(f)); }

static int characteristics(sqlite3_file *f) {
  return real(f)->pMethods->xDeviceCharacteristics(real(f));
}

static int map_shared(sqlite3_file *f, int page, int size, int extend, void volatile **to) {
  return real(f)->pMethods->xShmMap(real(f), page, size, extend, to);
}

static int lock_shared(sqlite3_file *f, int offset, int count, int flags) {
  return real(f)->pMethods->xShmLock(real(f), offset, count, flags);
}

static void barrier(sqlite3_file *f) { real(f)->pMethods->xShmBarrier(real(f)); }

static int unmap_shared(sqlite3_file *f, int deletes) {
  return real(f)->pMethods->xShmUnmap(real(f), deletes);
}

static int fetch(sqlite3_file *f, sqlite3_int64 at, int count, void **to) {
  return real(f)->pMethods->xFetch(real(f), at, count, to);
}

static int unfetch(sqlite3_file *f, sqlite3_int64 at, void *page) {
  return real(f)->pMethods->xUnfetch(real(f), at, page);
}

static const sqlite3_io_methods methods = {
    3,           close_file,  read_file,      write_file, truncate_file,   sync_file,
    file_size,   lock_file,   unlock_file,    check_reserved, control,     sector_size,
    characteristics, map_shared, lock_shared, barrier,    unmap_shared,    fetch, unfetch};

static atomic_int *fullness_of(const char *path) {
  atomic_int *found = NULL;
  pthread_mutex_lock(&lock);
  for (int i = 0; path && i < FOLDERS; i++) {
    size_t length = folders[i].path ? strlen(folders[i].path) : 0;
    if (length && strncmp(path, folders[i].path, length) == 0 && path[length] == '/')
      found = &folders[i].is_full;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static int open_file(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  sqlite3_vfs *unix_vfs = vfs->pAppData;
  struct file *f = ours(file);
  f->base.pMethods = NULL;
  f->is_full = fullness_of(name);
  f->real = (sqlite3_file *)(f + 1);
  int code = unix_vfs->xOpen(unix_vfs, name, f->real, flags, out_flags);
  if (f->real->pMethods) f->base.pMethods = &methods;
  return code;
}

int faulty_disk_install(void) {
  static sqlite3_vfs vfs;
  static int is_installed;
  pthread_mutex_lock(&lock);
  if (!is_installed) {
    sqlite3_vfs *unix_vfs = sqlite3_vfs_find(NULL);
    if (unix_vfs) {
      vfs = *unix_vfs;
      vfs.zName = "faulty";
      vfs.szOsFile = (int)sizeof(struct file) + unix_vfs->szOsFile;
      vfs.pAppData = unix_vfs;
      vfs.xOpen = open_file;
      is_installed = sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
    }
  }
  pthread_mutex_unlock(&lock);
  return is_installed;
}

int faulty_disk_add(const char *folder) {
  int number = -1;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < FOLDERS && number < 0; i++) {
    if (folders[i].path) continue;
    folders[i].path = strdup(folder);
    atomic_store(&folders[i].is_full, 0);
    number = folders[i].path ? i : -1;
  }
  pthread_mutex_unlock(&lock);
  return number;
}

void faulty_disk_set_full(int number, int full) {
  if (number >= 0 && number < FOLDERS) atomic_store(&folders[number].is_full, full);
}

void faulty_disk_remove(int number) {
  if (number < 0 || number >= FOLDERS) return;
  pthread_mutex_lock(&lock);
  free(folders[number].path);
  folders[number].path = NULL;
  pthread_mutex_unlock(&lock);
}
