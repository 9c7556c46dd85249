-- 0005_places: cities given by name that were not found yet, and zones that are a guess.
--
-- Why: a name that can't be found is asked for less and less often, also by programs that are
-- started anew each time, and `almanac status` lists it. The zone that the gazetteer has for the
-- nearest place holds until a service says its own.
-- How long: nothing is moved; a few milliseconds on any disk.

-- What was asked for as it is configured, empty where nothing is; when it is asked for again.
CREATE TABLE unplaced (
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  country TEXT NOT NULL,
  admin TEXT NOT NULL,
  tried_at INTEGER NOT NULL,
  retry_at INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  error_class TEXT NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (name, slug, country, admin)
) STRICT, WITHOUT ROWID;

ALTER TABLE city ADD COLUMN zone_is_guess INTEGER NOT NULL DEFAULT 0;
