#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

// A disk that can be full: SQLite's own file layer, in which every write below a folder fails while
// that folder counts as full. For tests; the files are real ones.

// Makes it SQLite's default file layer, once for the process; 0 when it can't be.
int faulty_disk_install(void);

// A number for a folder, to be given before a file in it is opened; -1 when there are too many.
int faulty_disk_add(const char *folder);

// Lets writes below a folder fail with SQLITE_FULL, or succeed again.
void faulty_disk_set_full(int number, int is_full);

// Forgets a folder in which no file is open any more.
void faulty_disk_remove(int number);

#endif
