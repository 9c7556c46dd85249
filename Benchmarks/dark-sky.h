// The Dark Sky shape as the baseline reads it: keys, columns and factors, and a block's one pass.
#pragma once

#include <simdjson.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// A numeric column, the key that it comes from, and the factor to its canonical unit.
struct Column {
  const char *name;
  std::string_view key;
  double factor = 1;
};

const std::vector<Column> currentColumns = {
    {"temperature_c", "temperature"},        {"feels_like_c", "apparentTemperature"},
    {"dew_point_c", "dewPoint"},             {"humidity_pct", "humidity", 100},
    {"pressure_hpa", "pressure"},            {"wind_speed_ms", "windSpeed"},
    {"wind_gust_ms", "windGust"},            {"wind_direction_deg", "windBearing"},
    {"cloud_cover_pct", "cloudCover", 100},  {"visibility_m", "visibility", 1000},
    {"uv_index", "uvIndex"},                 {"precipitation_rate_mm_h", "precipIntensity"},
};

const std::vector<Column> dayColumns = {
    {"temperature_high_c", "temperatureHigh"},
    {"temperature_low_c", "temperatureLow"},
    {"temperature_max_c", "temperatureMax"},
    {"temperature_min_c", "temperatureMin"},
    {"feels_like_high_c", "apparentTemperatureHigh"},
    {"feels_like_low_c", "apparentTemperatureLow"},
    {"precipitation_rate_mm_h", "precipIntensity"},
    {"precipitation_probability_pct", "precipProbability", 100},
    {"snowfall_cm", "precipAccumulation"},
    {"wind_speed_mean_ms", "windSpeed"},
    {"wind_gust_ms", "windGust"},
    {"wind_direction_deg", "windBearing"},
    {"humidity_pct", "humidity", 100},
    {"pressure_hpa", "pressure"},
    {"cloud_cover_pct", "cloudCover", 100},
    {"uv_index", "uvIndex"},
    {"sunrise", "sunriseTime"},
    {"sunset", "sunsetTime"},
};

const std::unordered_map<std::string_view, const char *> conditions = {
    {"clear-day", "clear"},
    {"clear-night", "clear"},
    {"partly-cloudy-day", "partly_cloudy"},
    {"partly-cloudy-night", "partly_cloudy"},
    {"cloudy", "cloudy"},
    {"fog", "fog"},
    {"rain", "rain"},
    {"sleet", "sleet"},
    {"snow", "snow"},
    {"wind", "wind"},
};

// What one block of the reply becomes.
struct Record {
  int64_t time = 0;
  std::vector<double> values;
  std::string summary, icon;
};

// Reads a block in one pass over its keys.
class BlockReader {
 public:
  explicit BlockReader(const std::vector<Column> &columns) : columns_(columns) {
    for (size_t index = 0; index < columns.size(); index++) index_[columns[index].key] = index;
  }

  Record read(simdjson::ondemand::object block) const {
    Record record;
    record.values.assign(columns_.size(), unknown);
    for (auto field : block) {
      std::string_view key = field.unescaped_key();
      if (auto found = index_.find(key); found != index_.end()) {
        double number;
        if (field.value().get_double().get(number)) continue;
        double scaled = number * columns_[found->second].factor;
        record.values[found->second] = std::round(scaled * 10'000) / 10'000;
      } else if (key == "time") {
        record.time = field.value().get_int64();
      } else if (key == "summary") {
        record.summary = std::string_view(field.value().get_string());
      } else if (key == "icon") {
        record.icon = std::string_view(field.value().get_string());
      }
    }
    return record;
  }

 private:
  const std::vector<Column> &columns_;
  std::unordered_map<std::string_view, size_t> index_;
};

}  // namespace
