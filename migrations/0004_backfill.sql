-- 0004_backfill: which days of the past were fetched.
--
-- Why: `almanacd backfill` goes on where it was stopped, and asks for no day twice, also for one
-- of which the service had nothing.
-- How long: nothing is moved; a few milliseconds on any disk.

-- A day of a source that a product of its service (`archive`, `previous_runs`, …) was asked for and
-- has said all about that it will.
CREATE TABLE past_day (
  source INTEGER NOT NULL REFERENCES city_provider (id),
  product TEXT NOT NULL,
  date TEXT NOT NULL,
  done_at INTEGER NOT NULL,
  PRIMARY KEY (source, product, date)
) STRICT, WITHOUT ROWID;
