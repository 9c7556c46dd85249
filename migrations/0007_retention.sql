-- 0007_retention: what is left of readings and requests whose details have gone.
--
-- Why: `[retention]` lets details go; what was observed by hour and day stays exactly as it was, and
-- of requests the daily totals.
-- How long: nothing is moved; a few milliseconds on any disk.

-- What was observed in hours and days whose readings went, as the views have it.
CREATE TABLE rolled_hour (
  city TEXT, provider TEXT, hour INTEGER, readings INTEGER NOT NULL, coverage_pct REAL NOT NULL,
  temperature_min_c REAL, temperature_mean_c REAL, temperature_max_c REAL, feels_like_min_c REAL,
  feels_like_mean_c REAL, feels_like_max_c REAL, dew_point_min_c REAL, dew_point_mean_c REAL,
  dew_point_max_c REAL, humidity_min_pct REAL, humidity_mean_pct REAL, humidity_max_pct REAL,
  pressure_min_hpa REAL, pressure_mean_hpa REAL, pressure_max_hpa REAL, wind_speed_min_ms REAL,
  wind_speed_mean_ms REAL, wind_speed_max_ms REAL, wind_gust_min_ms REAL, wind_gust_mean_ms REAL,
  wind_gust_max_ms REAL, wind_direction_min_deg REAL, wind_direction_mean_deg REAL,
  wind_direction_max_deg REAL, cloud_cover_min_pct REAL, cloud_cover_mean_pct REAL,
  cloud_cover_max_pct REAL, visibility_min_m REAL, visibility_mean_m REAL, visibility_max_m REAL,
  uv_index_min REAL, uv_index_mean REAL, uv_index_max REAL, precipitation_rate_min_mm_h REAL,
  precipitation_rate_mean_mm_h REAL, precipitation_rate_max_mm_h REAL, precipitation_mm REAL,
  condition TEXT, PRIMARY KEY (city, provider, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE rolled_day (
  city TEXT, provider TEXT, date TEXT, readings INTEGER NOT NULL, coverage_pct REAL NOT NULL,
  temperature_min_c REAL, temperature_mean_c REAL, temperature_max_c REAL, feels_like_min_c REAL,
  feels_like_mean_c REAL, feels_like_max_c REAL, dew_point_min_c REAL, dew_point_mean_c REAL,
  dew_point_max_c REAL, humidity_min_pct REAL, humidity_mean_pct REAL, humidity_max_pct REAL,
  pressure_min_hpa REAL, pressure_mean_hpa REAL, pressure_max_hpa REAL, wind_speed_min_ms REAL,
  wind_speed_mean_ms REAL, wind_speed_max_ms REAL, wind_gust_min_ms REAL, wind_gust_mean_ms REAL,
  wind_gust_max_ms REAL, wind_direction_min_deg REAL, wind_direction_mean_deg REAL,
  wind_direction_max_deg REAL, cloud_cover_min_pct REAL, cloud_cover_mean_pct REAL,
  cloud_cover_max_pct REAL, visibility_min_m REAL, visibility_mean_m REAL, visibility_max_m REAL,
  uv_index_min REAL, uv_index_mean REAL, uv_index_max REAL, precipitation_rate_min_mm_h REAL,
  precipitation_rate_mean_mm_h REAL, precipitation_rate_max_mm_h REAL, precipitation_mm REAL,
  condition TEXT, PRIMARY KEY (city, provider, date)
) STRICT, WITHOUT ROWID;

-- What longer periods are made of: JSON, the unrounded sums of each such day.
CREATE TABLE rolled_sums (city TEXT, provider TEXT, date TEXT, sums TEXT NOT NULL,
  PRIMARY KEY (city, provider, date)) STRICT, WITHOUT ROWID;

-- Requests of days whose details went; `failed` of them brought nothing.
CREATE TABLE fetch_day (date TEXT, provider TEXT, requests INTEGER NOT NULL,
  failed INTEGER NOT NULL, cost REAL NOT NULL, rows_added INTEGER NOT NULL,
  PRIMARY KEY (date, provider)) STRICT, WITHOUT ROWID;

-- Readings that are still there for the sake of those after them do not count again.
DROP VIEW hourly_observed;
CREATE VIEW hourly_observed AS
SELECT
  city, provider, bucket AS hour, readings, coverage_pct, temperature_min_c, temperature_mean_c,
  temperature_max_c, feels_like_min_c, feels_like_mean_c, feels_like_max_c, dew_point_min_c,
  dew_point_mean_c, dew_point_max_c, humidity_min_pct, humidity_mean_pct, humidity_max_pct,
  pressure_min_hpa, pressure_mean_hpa, pressure_max_hpa, wind_speed_min_ms, wind_speed_mean_ms,
  wind_speed_max_ms, wind_gust_min_ms, wind_gust_mean_ms, wind_gust_max_ms,
  wind_direction_min_deg, wind_direction_mean_deg, wind_direction_max_deg, cloud_cover_min_pct,
  cloud_cover_mean_pct, cloud_cover_max_pct, visibility_min_m, visibility_mean_m,
  visibility_max_m, uv_index_min, uv_index_mean, uv_index_max, precipitation_rate_min_mm_h,
  precipitation_rate_mean_mm_h, precipitation_rate_max_mm_h, precipitation_mm, condition
FROM observed_sums s WHERE length = 3600 AND place = 1 AND NOT EXISTS (
  SELECT 1 FROM rolled_hour r WHERE (r.city, r.provider, r.hour) = (s.city, s.provider, s.bucket))
UNION ALL SELECT * FROM rolled_hour;
DROP VIEW daily_observed;
CREATE VIEW daily_observed AS
SELECT
  city, provider, bucket AS date, readings, coverage_pct, temperature_min_c, temperature_mean_c,
  temperature_max_c, feels_like_min_c, feels_like_mean_c, feels_like_max_c, dew_point_min_c,
  dew_point_mean_c, dew_point_max_c, humidity_min_pct, humidity_mean_pct, humidity_max_pct,
  pressure_min_hpa, pressure_mean_hpa, pressure_max_hpa, wind_speed_min_ms, wind_speed_mean_ms,
  wind_speed_max_ms, wind_gust_min_ms, wind_gust_mean_ms, wind_gust_max_ms,
  wind_direction_min_deg, wind_direction_mean_deg, wind_direction_max_deg, cloud_cover_min_pct,
  cloud_cover_mean_pct, cloud_cover_max_pct, visibility_min_m, visibility_mean_m,
  visibility_max_m, uv_index_min, uv_index_mean, uv_index_max, precipitation_rate_min_mm_h,
  precipitation_rate_mean_mm_h, precipitation_rate_max_mm_h, precipitation_mm, condition
FROM observed_sums s WHERE length = 86400 AND place = 1 AND NOT EXISTS (
  SELECT 1 FROM rolled_day r WHERE (r.city, r.provider, r.date) = (s.city, s.provider, s.bucket))
UNION ALL SELECT * FROM rolled_day;
