"""What all measurements share: processes, rows, limits."""

import contextlib
import os
import pathlib
import sqlite3
import sys
import time

failures = []


def report(what, value, limit, unit=""):
    """Prints a measured value beside its limit, and remembers a miss."""
    good = value <= limit
    print(f"  {what:<44} {value:>9.2f}{unit:<4} limit {limit:g}{unit:<4} "
          f"{'ok' if good else 'BEYOND'}")
    if not good:
        failures.append(what)


def run(command, environment=None):
    """Runs a command with its output thrown away: seconds, and peak resident KiB."""
    null = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    begin = time.perf_counter()
    process = os.posix_spawnp(command[0], command, environment or os.environ, file_actions=null)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - begin
    if status:
        sys.exit(f"{' '.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss


def count(database, table):
    # Closed at once: a process's peak memory begins with its parent's at the time of the start,
    # so this one has to stay small.
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def fresh(database):
    for suffix in "", "-wal", "-shm", ".lock", ".run.lock":
        pathlib.Path(database + suffix).unlink(missing_ok=True)
