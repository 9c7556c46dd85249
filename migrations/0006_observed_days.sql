-- 0006_observed_days: what days were by the services themselves, for everybody.
--
-- Why: tables are not public, and `daily_observed` is made of readings.
-- How long: nothing is moved; a few milliseconds on any disk.

CREATE VIEW observed_days AS
SELECT
  c.slug AS city, s.provider, date, fetched_at, utc_offset_s, basis, temperature_high_c,
  temperature_low_c, temperature_max_c, temperature_min_c, temperature_mean_c, feels_like_high_c,
  feels_like_low_c, precipitation_mm, precipitation_rate_mm_h, precipitation_probability_pct,
  snowfall_cm, wind_speed_max_ms, wind_speed_mean_ms, wind_gust_ms, wind_direction_deg,
  humidity_pct, pressure_hpa, cloud_cover_pct, uv_index, sunrise, sunset, condition,
  condition_code, summary, icon
FROM observed_day JOIN city_provider s ON s.id = source JOIN city c ON c.id = s.city;
