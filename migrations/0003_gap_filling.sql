-- 0003_gap_filling: up to where gaps are known, and how the filling of each stands.
--
-- Why: a time without readings is judged once, whoever runs; a gap that no answer fills is asked
-- for less and less often, and at last given up.
-- How long: nothing is moved; a few milliseconds on any disk.

-- Up to this instant it is known which hours of the schedule have no reading; null before the
-- first pass, and while the source is not asked.
ALTER TABLE city_provider ADD COLUMN judged_to INTEGER;

-- Answers without the missing hours, and when to ask again; null once nobody asks any more.
ALTER TABLE gap ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE gap ADD COLUMN retry_at INTEGER DEFAULT 0;
CREATE INDEX gap_open ON gap (from_at) WHERE filled_at IS NULL;
