// The yardstick of a sync: what a plain program with libcurl, simdjson and SQLite takes.
//
//   baseline BASE_URL DATABASE CITIES CONNECTIONS SCHEMA.sql...
//
// Fetches the forecast of so many cities in the Dark Sky shape and stores the same values as
// `almanacd sync`: an observation and the days of each, in the project's own tables, as durably.
#include <curl/curl.h>
#include <simdjson.h>
#include <sqlite3.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "dark-sky.h"

namespace {

constexpr int citiesPerTransaction = 100;

[[noreturn]] void fail(const std::string &what) {
  fprintf(stderr, "baseline: %s\n", what.c_str());
  exit(1);
}

class Database {
 public:
  Database(const char *path, int cities, char **schemas) {
    if (sqlite3_open(path, &handle_) != SQLITE_OK) fail(sqlite3_errmsg(handle_));
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;");
    run("BEGIN IMMEDIATE");
    for (; *schemas; schemas++) {
      std::ostringstream text;
      text << std::ifstream(*schemas).rdbuf();
      run(text.str());
    }
    addCities(cities);
    run("COMMIT");
    observation_ = prepare("observation",
                           {"source", "observed_at", "utc_offset_s", "fetched_at", "origin",
                            "basis", "condition", "summary", "icon"},
                           currentColumns);
    day_ = prepare("forecast_day",
                   {"source", "date", "fetched_at", "issued_at", "confirmed_at", "utc_offset_s",
                    "condition", "summary", "icon", "hours_covered"},
                   dayColumns);
  }

  ~Database() {
    sqlite3_finalize(observation_);
    sqlite3_finalize(day_);
    sqlite3_close(handle_);
  }

  void run(const std::string &sql) {
    char *message = nullptr;
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, &message) != SQLITE_OK) fail(message);
  }

  void storeObservation(int city, int offset, time_t fetched, const Record &record) {
    int next = 0;
    bind(observation_, next, city);
    bind(observation_, next, record.time);
    bind(observation_, next, offset);
    bind(observation_, next, fetched);
    bind(observation_, next, "live");
    bind(observation_, next, "model");
    finish(observation_, next, record);
  }

  void storeDay(int city, int offset, time_t fetched, const Record &record) {
    time_t noon = record.time + offset + 43'200;
    char date[16];
    tm parts;
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&noon, &parts));
    int next = 0;
    bind(day_, next, city);
    bind(day_, next, date);
    for (int column = 0; column < 3; column++) bind(day_, next, fetched);
    bind(day_, next, offset);
    finish(day_, next, record);
  }

 private:
  void addCities(int count) {
    std::string numbers = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE"
                          " i < " + std::to_string(count) + ") ";
    run(numbers + "INSERT INTO city(id, slug, name, latitude, longitude, position, active)"
                  " SELECT i, 'place-' || i, 'Place ' || i, 47.5, 8.5, i, 1 FROM n");
    run(numbers + "INSERT INTO city_provider(id, city, provider, kind, rank, active, interval_s,"
                  " spread_s, forecast_interval_s)"
                  " SELECT i, i, 'clear-sky', 'dark-sky', 0, 1, 3600, 0, 3600 FROM n");
  }

  sqlite3_stmt *prepare(const char *table, std::vector<const char *> names,
                        const std::vector<Column> &columns) {
    for (const Column &column : columns) names.push_back(column.name);
    std::string list, marks;
    for (const char *name : names) {
      list += (list.empty() ? "" : ", ") + std::string(name);
      marks += marks.empty() ? "?" : ", ?";
    }
    std::string sql =
        "INSERT INTO " + std::string(table) + "(" + list + ") VALUES(" + marks + ")";
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
      fail(sqlite3_errmsg(handle_));
    }
    return statement;
  }

  static void bind(sqlite3_stmt *statement, int &next, int64_t value) {
    sqlite3_bind_int64(statement, ++next, value);
  }

  static void bind(sqlite3_stmt *statement, int &next, int value) {
    sqlite3_bind_int64(statement, ++next, value);
  }

  static void bind(sqlite3_stmt *statement, int &next, const char *text) {
    sqlite3_bind_text(statement, ++next, text, -1, SQLITE_TRANSIENT);
  }

  void finish(sqlite3_stmt *statement, int next, const Record &record) {
    auto condition = conditions.find(record.icon);
    bind(statement, next, condition == conditions.end() ? "unknown" : condition->second);
    bind(statement, next, record.summary.c_str());
    bind(statement, next, record.icon.c_str());
    if (statement == day_) bind(statement, next, 24);
    for (double number : record.values) {
      next++;
      if (!std::isnan(number)) sqlite3_bind_double(statement, next, number);
    }
    if (sqlite3_step(statement) != SQLITE_DONE) fail(sqlite3_errmsg(handle_));
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
  }

  sqlite3 *handle_ = nullptr;
  sqlite3_stmt *observation_ = nullptr, *day_ = nullptr;
};

// Decodes replies and stores them, so many cities to a transaction.
class Store {
 public:
  explicit Store(Database &database) : database_(database) {}

  void add(int city, std::string &body) {
    if (pending_ == 0) database_.run("BEGIN IMMEDIATE");
    decode(city, body);
    if (++pending_ == citiesPerTransaction) commit();
  }

  void commit() {
    if (pending_ > 0) database_.run("COMMIT");
    pending_ = 0;
  }

 private:
  void decode(int city, std::string &body) {
    body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
    auto document = parser_.iterate(body.data(), body.size(), body.capacity());
    int offset = static_cast<int>(double(document["offset"]) * 3600);
    time_t now = time(nullptr);
    database_.storeObservation(city, offset, now, current_.read(document["currently"]));
    for (simdjson::ondemand::object day : document["daily"]["data"]) {
      database_.storeDay(city, offset, now, day_.read(day));
    }
  }

  Database &database_;
  simdjson::ondemand::parser parser_;
  BlockReader current_{currentColumns}, day_{dayColumns};
  int pending_ = 0;
};

struct Transfer {
  int city = 0;
  std::string body;
};

size_t append(char *bytes, size_t size, size_t count, void *transfer) {
  static_cast<Transfer *>(transfer)->body.append(bytes, size * count);
  return size * count;
}

class Fetcher {
 public:
  Fetcher(std::string base, int cities, Store &store)
      : base_(std::move(base)), cities_(cities), store_(store) {}

  void run(int connections) {
    std::vector<Transfer> transfers(static_cast<size_t>(connections));
    for (Transfer &transfer : transfers) {
      CURL *handle = curl_easy_init();
      curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
      curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
      curl_easy_setopt(handle, CURLOPT_PRIVATE, &transfer);
      curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
      curl_easy_setopt(handle, CURLOPT_TIMEOUT, 15L);
      curl_easy_setopt(handle, CURLOPT_USERAGENT, "baseline");
      begin(handle, transfer);
    }
    while (active_ > 0) {
      int running;
      curl_multi_perform(multi_, &running);
      if (!finishTransfers()) curl_multi_poll(multi_, nullptr, 0, 1000, nullptr);
    }
  }

 private:
  void begin(CURL *handle, Transfer &transfer) {
    if (started_ == cities_) return;
    transfer.city = ++started_;
    transfer.body.clear();
    char url[256];
    snprintf(url, sizeof url,
             "%s/forecast/benchmark/%.4f,%.4f?exclude=minutely,hourly,alerts&units=si",
             base_.c_str(), 40 + transfer.city * 0.01, 8.5);
    curl_easy_setopt(handle, CURLOPT_URL, url);
    curl_multi_add_handle(multi_, handle);
    active_++;
  }

  bool finishTransfers() {
    int left;
    bool any = false;
    while (CURLMsg *message = curl_multi_info_read(multi_, &left)) {
      CURL *handle = message->easy_handle;
      if (message->data.result != CURLE_OK) fail(curl_easy_strerror(message->data.result));
      Transfer *transfer;
      curl_easy_getinfo(handle, CURLINFO_PRIVATE, &transfer);
      curl_multi_remove_handle(multi_, handle);
      store_.add(transfer->city, transfer->body);
      active_--;
      begin(handle, *transfer);
      any = true;
    }
    return any;
  }

  std::string base_;
  int cities_, started_ = 0, active_ = 0;
  Store &store_;
  CURLM *multi_ = curl_multi_init();
};

}  // namespace

int main(int count, char **arguments) {
  if (count < 6) fail("usage: baseline BASE_URL DATABASE CITIES CONNECTIONS SCHEMA.sql...");
  curl_global_init(CURL_GLOBAL_DEFAULT);
  int cities = atoi(arguments[3]);
  Database database(arguments[2], cities, arguments + 5);
  Store store(database);
  Fetcher(arguments[1], cities, store).run(atoi(arguments[4]));
  store.commit();
}
