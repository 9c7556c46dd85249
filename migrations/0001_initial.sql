-- 0001_initial: cities, readings, forecasts, the log of requests, and the views that others read.
--
-- Why: the first schema. Tables may change with any version; the views at
-- the end are the interface, but for `observed_sums`, which is theirs.
-- How long: nothing is moved; a few milliseconds on any disk.
--
-- Times are Unix seconds UTC, dates `YYYY-MM-DD` of the city, units the last part of a name.

-- One row: what tells this installation from others, so that not all ask in the same second.
CREATE TABLE installation (id TEXT NOT NULL) STRICT;
INSERT INTO installation VALUES (lower(hex(randomblob(8))));

CREATE TABLE city (
  id INTEGER PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  country TEXT,
  admin TEXT,
  latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  elevation REAL,
  timezone TEXT,
  position INTEGER NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT;

-- The UTC offset of a city's clocks from an instant on, so that a reader needs no zone rules.
CREATE TABLE city_offset (
  city INTEGER NOT NULL REFERENCES city (id),
  from_at INTEGER NOT NULL,
  utc_offset_s INTEGER NOT NULL,
  PRIMARY KEY (city, from_at)
) STRICT, WITHOUT ROWID;

-- A source: one city at one service, how often it is asked, and how that went.
-- `failed_parts` has a bit for each part (1 current, 2 forecast) whose last attempt failed.
-- `expires_at` and `last_modified` are the service's word on when to ask again, and about what;
-- `place` is what it calls the place, in the words of its decoder.
CREATE TABLE city_provider (
  id INTEGER PRIMARY KEY,
  city INTEGER NOT NULL REFERENCES city (id),
  provider TEXT NOT NULL,
  kind TEXT NOT NULL,
  rank INTEGER NOT NULL,
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  interval_s INTEGER NOT NULL,
  spread_s INTEGER NOT NULL,
  forecast_interval_s INTEGER NOT NULL,
  grid_latitude REAL,
  grid_longitude REAL,
  grid_elevation REAL,
  last_attempt_at INTEGER,
  current_at INTEGER,
  forecast_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  failed_parts INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER,
  error_class TEXT,
  error TEXT,
  expires_at INTEGER,
  last_modified TEXT,
  place TEXT,
  place_at INTEGER,
  UNIQUE (city, provider)
) STRICT;

CREATE TABLE observation (
  source INTEGER NOT NULL REFERENCES city_provider (id),
  observed_at INTEGER NOT NULL,
  utc_offset_s INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  origin TEXT NOT NULL,
  basis TEXT NOT NULL,
  temperature_c REAL,
  feels_like_c REAL,
  dew_point_c REAL,
  humidity_pct REAL,
  pressure_hpa REAL,
  wind_speed_ms REAL,
  wind_gust_ms REAL,
  wind_direction_deg REAL,
  cloud_cover_pct REAL,
  visibility_m REAL,
  uv_index REAL,
  precipitation_mm REAL,
  precipitation_period_s REAL,
  precipitation_rate_mm_h REAL,
  snowfall_cm REAL,
  condition TEXT,
  condition_code INTEGER,
  summary TEXT,
  icon TEXT,
  PRIMARY KEY (source, observed_at)
) STRICT, WITHOUT ROWID;

-- Every revision of a forecast day; an identical answer only moves `confirmed_at`.
CREATE TABLE forecast_day (
  source INTEGER NOT NULL REFERENCES city_provider (id),
  date TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  issued_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL,
  utc_offset_s INTEGER NOT NULL,
  temperature_high_c REAL,
  temperature_low_c REAL,
  temperature_max_c REAL,
  temperature_min_c REAL,
  temperature_mean_c REAL,
  feels_like_high_c REAL,
  feels_like_low_c REAL,
  precipitation_mm REAL,
  precipitation_rate_mm_h REAL,
  precipitation_probability_pct REAL,
  snowfall_cm REAL,
  wind_speed_max_ms REAL,
  wind_speed_mean_ms REAL,
  wind_gust_ms REAL,
  wind_direction_deg REAL,
  humidity_pct REAL,
  pressure_hpa REAL,
  cloud_cover_pct REAL,
  uv_index REAL,
  sunrise INTEGER,
  sunset INTEGER,
  condition TEXT,
  condition_code INTEGER,
  summary TEXT,
  icon TEXT,
  hours_covered REAL,
  PRIMARY KEY (source, date, fetched_at)
) STRICT, WITHOUT ROWID;

-- What a day was, by services that give past days.
CREATE TABLE observed_day (
  source INTEGER NOT NULL REFERENCES city_provider (id),
  date TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  utc_offset_s INTEGER NOT NULL,
  basis TEXT NOT NULL,
  temperature_high_c REAL,
  temperature_low_c REAL,
  temperature_max_c REAL,
  temperature_min_c REAL,
  temperature_mean_c REAL,
  feels_like_high_c REAL,
  feels_like_low_c REAL,
  precipitation_mm REAL,
  precipitation_rate_mm_h REAL,
  precipitation_probability_pct REAL,
  snowfall_cm REAL,
  wind_speed_max_ms REAL,
  wind_speed_mean_ms REAL,
  wind_gust_ms REAL,
  wind_direction_deg REAL,
  humidity_pct REAL,
  pressure_hpa REAL,
  cloud_cover_pct REAL,
  uv_index REAL,
  sunrise INTEGER,
  sunset INTEGER,
  condition TEXT,
  condition_code INTEGER,
  summary TEXT,
  icon TEXT,
  hours_covered REAL,
  PRIMARY KEY (source, date)
) STRICT, WITHOUT ROWID;

-- One pass of `run` or `sync`.
CREATE TABLE sync_run (
  id INTEGER PRIMARY KEY,
  trigger TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  succeeded INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- One row a request (its city is null when it asked for several), and one for each city that
-- failed alone, which costs nothing more.
CREATE TABLE fetch (
  id INTEGER PRIMARY KEY,
  run INTEGER REFERENCES sync_run (id),
  city INTEGER REFERENCES city (id),
  provider TEXT NOT NULL,
  parts INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  http_status INTEGER,
  error_class TEXT,
  error TEXT,
  cost REAL NOT NULL,
  rows_added INTEGER NOT NULL
) STRICT;
CREATE INDEX fetch_by_cost ON fetch (provider, started_at, cost);

-- A time without readings, and why; `filled_at` once later answers have closed it.
CREATE TABLE gap (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES city_provider (id),
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  filled_at INTEGER
) STRICT;
CREATE INDEX gap_by_source ON gap (source, from_at);

-- Bodies that could not be decoded, as they came, each once.
CREATE TABLE quarantine (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  provider TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  reason TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  size INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX quarantine_by_age ON quarantine (last_at, size);

-- What a kept body was the answer to: all that is needed to decode it again. `request` is JSON:
-- provider, kind, endpoint, base, path, query (never the key), parts, note (what earlier replies of
-- a chain said), cities in the order of the reply, failed (the slugs that it brought nothing for), status and the headers that say a time.
CREATE TABLE quarantine_request (
  body INTEGER NOT NULL REFERENCES quarantine (id) ON DELETE CASCADE,
  request TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (body, request)
) STRICT, WITHOUT ROWID;

-- A service that is or was paused; `fingerprint` marks the key and settings that failed.
CREATE TABLE service (
  provider TEXT PRIMARY KEY,
  paused_until INTEGER,
  reason TEXT,
  failures INTEGER NOT NULL,
  fingerprint TEXT
) STRICT, WITHOUT ROWID;

-- The interface for others. `city` is the slug.

CREATE VIEW observations AS
SELECT
  c.slug AS city, s.provider, o.observed_at,
  strftime('%Y-%m-%dT%H:%M:%S', o.observed_at + o.utc_offset_s, 'unixepoch')
    || format('%s%02d:%02d', iif(o.utc_offset_s < 0, '-', '+'), abs(o.utc_offset_s) / 3600,
      abs(o.utc_offset_s) / 60 % 60) AS local_time,
  o.utc_offset_s, o.fetched_at, o.origin, o.basis,
  o.temperature_c, o.feels_like_c, o.dew_point_c, o.humidity_pct, o.pressure_hpa,
  o.wind_speed_ms, o.wind_gust_ms, o.wind_direction_deg, o.cloud_cover_pct, o.visibility_m,
  o.uv_index, o.precipitation_mm, o.precipitation_period_s, o.precipitation_rate_mm_h,
  o.snowfall_cm, o.condition, o.condition_code, o.summary, o.icon
FROM observation o JOIN city_provider s ON s.id = o.source JOIN city c ON c.id = s.city;

-- The newest reading that is not of the future (five minutes for clocks that differ).
CREATE VIEW current_conditions AS
SELECT o.*
FROM city_provider s JOIN city c ON c.id = s.city
JOIN observations o ON o.city = c.slug AND o.provider = s.provider AND o.observed_at = (
  SELECT max(n.observed_at) FROM observation n
  WHERE n.source = s.id AND n.observed_at <= unixepoch() + 300);

CREATE VIEW forecasts AS
SELECT
  c.slug AS city, s.provider, f.date, f.issued_at, f.fetched_at, f.confirmed_at, f.utc_offset_s,
  f.temperature_high_c, f.temperature_low_c, f.temperature_max_c, f.temperature_min_c,
  f.temperature_mean_c, f.feels_like_high_c, f.feels_like_low_c, f.precipitation_mm,
  f.precipitation_rate_mm_h, f.precipitation_probability_pct, f.snowfall_cm,
  f.wind_speed_max_ms, f.wind_speed_mean_ms, f.wind_gust_ms, f.wind_direction_deg,
  f.humidity_pct, f.pressure_hpa, f.cloud_cover_pct, f.uv_index, f.sunrise, f.sunset,
  f.condition, f.condition_code, f.summary, f.icon, f.hours_covered
FROM forecast_day f JOIN city_provider s ON s.id = f.source JOIN city c ON c.id = s.city;

-- The current revision: the most hours of the date, then the newest issue, then the newest receipt.
CREATE VIEW daily_forecast AS
SELECT
  city, provider, date, issued_at, fetched_at, confirmed_at, utc_offset_s,
  temperature_high_c, temperature_low_c, temperature_max_c, temperature_min_c,
  temperature_mean_c, feels_like_high_c, feels_like_low_c, precipitation_mm,
  precipitation_rate_mm_h, precipitation_probability_pct, snowfall_cm, wind_speed_max_ms,
  wind_speed_mean_ms, wind_gust_ms, wind_direction_deg, humidity_pct, pressure_hpa,
  cloud_cover_pct, uv_index, sunrise, sunset, condition, condition_code, summary, icon,
  hours_covered
FROM (
  SELECT *, row_number() OVER (
    PARTITION BY city, provider, date
    ORDER BY ifnull(hours_covered, 0) DESC, issued_at DESC, fetched_at DESC) AS place
  FROM forecasts)
WHERE place = 1;

-- What was observed by local hour and day. Of each reading, `part` is how many seconds of the
-- period it speaks for: the time until the next reading, at most an hour or the interval of its
-- source; the first reading of a period also has what the one before it speaks for. `rain` is its
-- amount without the time that the reading before it has covered.
--
-- Windows, not GROUP BY: SQLite hands a condition on the city down through windows to the index.

-- Private: the sums of both lengths, as every reader of the database pays for the text of views. A
-- row a reading; of each `bucket` (the instant of an hour, the date of a day) the first is used.
CREATE VIEW observed_sums AS
WITH reading AS (
  SELECT
    c.slug AS city, s.provider, o.*, max(s.interval_s, 3600) AS reach,
    lag(o.observed_at) OVER earlier AS previous_at,
    lead(o.observed_at) OVER earlier AS next_at,
    max(iif(o.precipitation_mm IS NULL, NULL, o.observed_at)) OVER (
      earlier ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS rain_to
  FROM observation o JOIN city_provider s ON s.id = o.source JOIN city c ON c.id = s.city
  WINDOW earlier AS (PARTITION BY c.slug, s.provider ORDER BY o.observed_at)
), placed AS (
  SELECT
    *, observed_at - (observed_at + utc_offset_s) % length AS starts_at,
    iif(length = 3600, observed_at - (observed_at + utc_offset_s) % 3600,
      date(observed_at + utc_offset_s, 'unixepoch')) AS bucket
  FROM reading, (SELECT 3600 AS length UNION ALL SELECT 86400)
), weighed AS (
  SELECT
    *,
    min(ifnull(next_at, observed_at + reach), observed_at + reach, starts_at + length)
      - observed_at
      + iif(previous_at < starts_at,
        max(0, min(previous_at + reach, observed_at) - starts_at), 0) AS part,
    precipitation_mm * min(1.0, (observed_at - ifnull(rain_to, observed_at - 86400))
      / ifnull(precipitation_period_s, 3600.0)) AS rain,
    format('%09d%03d', count(*) OVER (PARTITION BY length, city, provider, bucket, condition),
      instr(' unknown clear mostly_clear partly_cloudy cloudy haze fog wind drizzle rain sleet snow'
        || ' heavy_rain heavy_snow freezing_rain thunderstorm hail ',
        ' ' || condition || ' ')) || condition AS vote
  FROM placed
)
SELECT
  length, city, provider, bucket, row_number() OVER period AS place,
  count(*) OVER period AS readings,
  min(100.0, round(100.0 * sum(part) OVER period / (length + iif(length = 3600, 0,
    first_value(utc_offset_s) OVER period - last_value(utc_offset_s) OVER period)), 1))
    AS coverage_pct,
  min(temperature_c) OVER period AS temperature_min_c,
  round(avg(temperature_c) OVER period, 4) AS temperature_mean_c,
  max(temperature_c) OVER period AS temperature_max_c,
  min(feels_like_c) OVER period AS feels_like_min_c,
  round(avg(feels_like_c) OVER period, 4) AS feels_like_mean_c,
  max(feels_like_c) OVER period AS feels_like_max_c,
  min(dew_point_c) OVER period AS dew_point_min_c,
  round(avg(dew_point_c) OVER period, 4) AS dew_point_mean_c,
  max(dew_point_c) OVER period AS dew_point_max_c,
  min(humidity_pct) OVER period AS humidity_min_pct,
  round(avg(humidity_pct) OVER period, 4) AS humidity_mean_pct,
  max(humidity_pct) OVER period AS humidity_max_pct,
  min(pressure_hpa) OVER period AS pressure_min_hpa,
  round(avg(pressure_hpa) OVER period, 4) AS pressure_mean_hpa,
  max(pressure_hpa) OVER period AS pressure_max_hpa,
  min(wind_speed_ms) OVER period AS wind_speed_min_ms,
  round(avg(wind_speed_ms) OVER period, 4) AS wind_speed_mean_ms,
  max(wind_speed_ms) OVER period AS wind_speed_max_ms,
  min(wind_gust_ms) OVER period AS wind_gust_min_ms,
  round(avg(wind_gust_ms) OVER period, 4) AS wind_gust_mean_ms,
  max(wind_gust_ms) OVER period AS wind_gust_max_ms,
  min(wind_direction_deg) OVER period AS wind_direction_min_deg,
  round(mod(degrees(atan2(avg(sin(radians(wind_direction_deg))) OVER period,
    avg(cos(radians(wind_direction_deg))) OVER period)) + 360, 360), 4)
    AS wind_direction_mean_deg,
  max(wind_direction_deg) OVER period AS wind_direction_max_deg,
  min(cloud_cover_pct) OVER period AS cloud_cover_min_pct,
  round(avg(cloud_cover_pct) OVER period, 4) AS cloud_cover_mean_pct,
  max(cloud_cover_pct) OVER period AS cloud_cover_max_pct,
  min(visibility_m) OVER period AS visibility_min_m,
  round(avg(visibility_m) OVER period, 4) AS visibility_mean_m,
  max(visibility_m) OVER period AS visibility_max_m,
  min(uv_index) OVER period AS uv_index_min,
  round(avg(uv_index) OVER period, 4) AS uv_index_mean,
  max(uv_index) OVER period AS uv_index_max,
  min(precipitation_rate_mm_h) OVER period AS precipitation_rate_min_mm_h,
  round(avg(precipitation_rate_mm_h) OVER period, 4) AS precipitation_rate_mean_mm_h,
  max(precipitation_rate_mm_h) OVER period AS precipitation_rate_max_mm_h,
  round(sum(rain) OVER period, 4) AS precipitation_mm,
  substr(max(vote) OVER period, 13) AS condition
FROM weighed
WINDOW period AS (
  PARTITION BY length, city, provider, bucket ORDER BY observed_at
  ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);

CREATE VIEW hourly_observed AS
SELECT
  city, provider, bucket AS hour,
  readings, coverage_pct, temperature_min_c, temperature_mean_c, temperature_max_c,
  feels_like_min_c, feels_like_mean_c, feels_like_max_c, dew_point_min_c, dew_point_mean_c,
  dew_point_max_c, humidity_min_pct, humidity_mean_pct, humidity_max_pct, pressure_min_hpa,
  pressure_mean_hpa, pressure_max_hpa, wind_speed_min_ms, wind_speed_mean_ms, wind_speed_max_ms,
  wind_gust_min_ms, wind_gust_mean_ms, wind_gust_max_ms, wind_direction_min_deg,
  wind_direction_mean_deg, wind_direction_max_deg, cloud_cover_min_pct, cloud_cover_mean_pct,
  cloud_cover_max_pct, visibility_min_m, visibility_mean_m, visibility_max_m, uv_index_min,
  uv_index_mean, uv_index_max, precipitation_rate_min_mm_h, precipitation_rate_mean_mm_h,
  precipitation_rate_max_mm_h, precipitation_mm, condition
FROM observed_sums WHERE length = 3600 AND place = 1;

CREATE VIEW daily_observed AS
SELECT
  city, provider, bucket AS date,
  readings, coverage_pct, temperature_min_c, temperature_mean_c, temperature_max_c,
  feels_like_min_c, feels_like_mean_c, feels_like_max_c, dew_point_min_c, dew_point_mean_c,
  dew_point_max_c, humidity_min_pct, humidity_mean_pct, humidity_max_pct, pressure_min_hpa,
  pressure_mean_hpa, pressure_max_hpa, wind_speed_min_ms, wind_speed_mean_ms, wind_speed_max_ms,
  wind_gust_min_ms, wind_gust_mean_ms, wind_gust_max_ms, wind_direction_min_deg,
  wind_direction_mean_deg, wind_direction_max_deg, cloud_cover_min_pct, cloud_cover_mean_pct,
  cloud_cover_max_pct, visibility_min_m, visibility_mean_m, visibility_max_m, uv_index_min,
  uv_index_mean, uv_index_max, precipitation_rate_min_mm_h, precipitation_rate_mean_mm_h,
  precipitation_rate_max_mm_h, precipitation_mm, condition
FROM observed_sums WHERE length = 86400 AND place = 1;

CREATE VIEW sync_log AS
SELECT
  f.started_at, f.finished_at, ifnull(r.trigger, 'schedule') AS trigger, c.slug AS city, f.provider, f.outcome, f.error_class,
  f.error, f.http_status, f.duration_ms, f.cost, f.rows_added
FROM fetch f LEFT JOIN sync_run r ON r.id = f.run LEFT JOIN city c ON c.id = f.city;

CREATE VIEW gaps AS
SELECT c.slug AS city, s.provider, g.from_at, g.to_at, g.reason, g.filled_at
FROM gap g JOIN city_provider s ON s.id = g.source JOIN city c ON c.id = s.city;

CREATE VIEW cities AS
SELECT
  c.slug AS city, c.name, c.country, c.admin, c.latitude, c.longitude,
  c.elevation AS elevation_m, c.timezone,
  (SELECT group_concat(provider, ',') FROM (
    SELECT provider FROM city_provider WHERE city = c.id AND active ORDER BY rank)) AS providers,
  c.active,
  (SELECT min((SELECT min(observed_at) FROM observation WHERE source = s.id))
    FROM city_provider s WHERE s.city = c.id) AS first_at,
  (SELECT max((SELECT max(observed_at) FROM observation WHERE source = s.id))
    FROM city_provider s WHERE s.city = c.id) AS last_at,
  (SELECT count(*) FROM city_provider s JOIN observation o ON o.source = s.id
    WHERE s.city = c.id) AS observations
FROM city c;
