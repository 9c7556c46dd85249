-- 0002_quota_ledger: what requests cost, what may be spent, and what was under way.
--
-- Why: limits must hold over restarts and between programs that ask one service at the same time,
-- so that costs are booked before a request is sent. The log of requests comes too late for that.
-- How long: what was spent within 33 days is summed up from the log by its index, well below a
-- second for a million requests; no table is rewritten.

-- What requests cost and what for, in stretches of seconds that grow with their age.
CREATE TABLE ledger (
  provider TEXT NOT NULL,
  to_at INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  cost REAL NOT NULL,
  PRIMARY KEY (provider, to_at, from_at, purpose)
) STRICT, WITHOUT ROWID;
INSERT INTO ledger (provider, to_at, from_at, purpose, cost)
SELECT provider, started_at / 300 * 300 + 299, started_at / 300 * 300, 'scheduled', sum(cost)
FROM fetch WHERE started_at > unixepoch() - 33 * 86400 AND cost > 0
GROUP BY provider, started_at / 300;

-- How a service's account stands besides: when the clock was last looked at and how long the
-- machine had then been up (`boot` tells one start from the next), so that a clock that is set
-- shifts the ledger; and what the service itself said is left, from when on and until when.
CREATE TABLE account (
  provider TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  boot TEXT NOT NULL,
  uptime_s REAL NOT NULL,
  remaining REAL,
  remaining_since INTEGER,
  resets_at INTEGER,
  told_limit REAL
) STRICT, WITHOUT ROWID;

-- The limits that hold, and what the schedule needs of each: as configured when a pass began, for
-- readers, who know no services.
CREATE TABLE quota (
  provider TEXT NOT NULL,
  window TEXT NOT NULL,
  amount REAL NOT NULL,
  is_calendar INTEGER NOT NULL,
  scheduled REAL NOT NULL,
  PRIMARY KEY (provider, window)
) STRICT, WITHOUT ROWID;

-- What a request was made for; null for the schedule and for what somebody asked for.
ALTER TABLE fetch ADD COLUMN purpose TEXT;

-- Which cities a service was about to be asked about when its last job ran: their slugs, with
-- blanks between. One whose last attempt is older was asked when the program ended.
CREATE TABLE asked (
  provider TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  slugs TEXT NOT NULL
) STRICT;
CREATE INDEX asked_by_provider ON asked (provider);

DROP VIEW sync_log;
CREATE VIEW sync_log AS
SELECT
  f.started_at, f.finished_at, coalesce(f.purpose, r.trigger, 'schedule') AS trigger,
  c.slug AS city, f.provider, f.outcome, f.error_class, f.error, f.http_status, f.duration_ms,
  f.cost, f.rows_added
FROM fetch f LEFT JOIN sync_run r ON r.id = f.run LEFT JOIN city c ON c.id = f.city;
