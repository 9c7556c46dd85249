#pragma once
#include <sqlite3.h>

/* Swift can't call functions with a variable list of arguments. SQLite's count of its memory, which
   nobody here reads, takes a lock at every allocation. Must come before any other call. */

static inline int almanac_sqlite_configure(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* SQLITE_TRANSIENT is a cast, which Swift does not import; these copy what they bind. */

static inline int almanac_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(
      statement, index, (const char *)bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int almanac_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Its arguments are variable, which Swift does not call. */
static inline int almanac_no_checkpoint_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* Why the last access to the write-ahead log or the database failed; 0 where neither did. A failed
   statement has no errno of its own (sqlite3_system_errno tells that of opening). */
static inline int almanac_last_errno(sqlite3 *database) {
  sqlite3_file *log = 0;
  int code = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK
      && log && log->pMethods)
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
  if (!code) sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
  return code;
}

/* A word in double quotes is a name and nothing else: taken for a text where no such column is, a
   misspelt name would silently compare with itself. */
static inline int almanac_strict_quotes(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}
