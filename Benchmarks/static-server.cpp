// Answers every GET with one Dark Sky-shaped body: current conditions and eight days, about 9 kB.
//
//   static-server
//
// Prints its port on stdout, serves HTTP/1.1 with keep-alive and pipelining on one thread, and
// prints the number of requests on stdout when SIGUSR1 asks for it. SIGTERM ends it.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <unordered_map>

namespace {

constexpr const char *zone = "Europe/Zurich";

std::string text(const char *format, auto... values) {
  char buffer[2048];
  int length = snprintf(buffer, sizeof buffer, format, values...);
  return std::string(buffer, static_cast<size_t>(length));
}

// The instant at which the local day begins that is so many days after the one of `now`.
long localMidnight(time_t now, int days) {
  tm local = *localtime(&now);
  local.tm_mday += days;
  local.tm_hour = local.tm_min = local.tm_sec = 0;
  local.tm_isdst = -1;
  return mktime(&local);
}

std::string day(time_t now, int index) {
  static const char *icons[] = {"rain", "partly-cloudy-day", "clear-day", "snow",
                                "cloudy", "wind", "fog", "sleet"};
  long start = localMidnight(now, index);
  double t = 7.5 + 1.37 * index;
  return text(
      "{\"time\":%ld,\"summary\":\"Light rain in the morning and the evening.\",\"icon\":\"%s\","
      "\"sunriseTime\":%ld,\"sunsetTime\":%ld,\"moonPhase\":0.%d7,"
      "\"precipIntensity\":0.1137,\"precipIntensityMax\":0.9855,\"precipIntensityMaxTime\":%ld,"
      "\"precipProbability\":0.6%d,\"precipType\":\"rain\","
      "\"temperatureHigh\":%.2f,\"temperatureHighTime\":%ld,"
      "\"temperatureLow\":%.2f,\"temperatureLowTime\":%ld,"
      "\"apparentTemperatureHigh\":%.2f,\"apparentTemperatureHighTime\":%ld,"
      "\"apparentTemperatureLow\":%.2f,\"apparentTemperatureLowTime\":%ld,"
      "\"dewPoint\":%.2f,\"humidity\":0.7%d,\"pressure\":101%d.4,\"windSpeed\":3.%d7,"
      "\"windGust\":9.%d3,\"windGustTime\":%ld,\"windBearing\":2%d4,\"cloudCover\":0.6%d,"
      "\"uvIndex\":%d,\"uvIndexTime\":%ld,\"visibility\":14.%d39,\"ozone\":30%d.7,"
      "\"temperatureMin\":%.2f,\"temperatureMinTime\":%ld,"
      "\"temperatureMax\":%.2f,\"temperatureMaxTime\":%ld,"
      "\"apparentTemperatureMin\":%.2f,\"apparentTemperatureMinTime\":%ld,"
      "\"apparentTemperatureMax\":%.2f,\"apparentTemperatureMaxTime\":%ld}",
      start, icons[index], start + 27'480, start + 61'020, index, start + 30'600, index, t + 3.2,
      start + 50'400, t - 4.1, start + 104'400, t + 2.6, start + 50'400, t - 6.3, start + 104'400,
      t - 5.2, index, index, index, index, start + 46'800, index, index, index % 4 + 1,
      start + 43'200, index, index, t - 4.4, start + 18'000, t + 3.5, start + 50'460, t - 6.9,
      start + 18'000, t + 2.9, start + 50'460);
}

std::string body() {
  time_t now = time(nullptr);
  tm local = *localtime(&now);
  std::string days;
  for (int index = 0; index < 8; index++) days += (index ? "," : "") + day(now, index);
  return text(
             "{\"latitude\":47.3769,\"longitude\":8.5417,\"timezone\":\"%s\",\"offset\":%ld,"
             "\"currently\":{\"time\":%ld,\"summary\":\"Mostly Cloudy\","
             "\"icon\":\"partly-cloudy-day\",\"nearestStormDistance\":12,"
             "\"nearestStormBearing\":241,\"precipIntensity\":0.1137,"
             "\"precipIntensityError\":0.0508,\"precipProbability\":0.21,\"precipType\":\"rain\","
             "\"temperature\":8.37,\"apparentTemperature\":6.11,\"dewPoint\":3.94,"
             "\"humidity\":0.74,\"pressure\":1016.3,\"windSpeed\":3.46,\"windGust\":7.91,"
             "\"windBearing\":237,\"cloudCover\":0.72,\"uvIndex\":1,\"visibility\":14.539,"
             "\"ozone\":312.4},",
             zone, local.tm_gmtoff / 3600, static_cast<long>(now / 60 * 60)) +
         "\"daily\":{\"summary\":\"Rain until Thursday, with temperatures rising.\","
         "\"icon\":\"rain\",\"data\":[" + days + "]},"
         "\"flags\":{\"sources\":[\"cmc\",\"gfs\",\"icon\",\"isd\",\"madis\"],"
         "\"nearest-station\":2.781,\"units\":\"si\"}}";
}

[[noreturn]] void fail(const char *what) {
  perror(what);
  exit(1);
}

int listenOnLoopback() {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, reinterpret_cast<sockaddr *>(&address), size) < 0) fail("bind");
  if (listen(listener, 512) < 0) fail("listen");
  getsockname(listener, reinterpret_cast<sockaddr *>(&address), &size);
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

// What is left of a connection's requests, and of the replies that it did not take yet.
struct Connection {
  std::string in, out;
};

class Server {
 public:
  explicit Server(std::string reply) : reply_(std::move(reply)) {}

  [[noreturn]] void run() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    signals_ = signalfd(-1, &set, 0);
    listener_ = listenOnLoopback();
    watch(signals_, EPOLLIN, EPOLL_CTL_ADD);
    watch(listener_, EPOLLIN, EPOLL_CTL_ADD);
    epoll_event events[64];
    for (;;) {
      int count = epoll_wait(epoll_, events, 64, -1);
      for (int index = 0; index < count; index++) handle(events[index]);
    }
  }

 private:
  void watch(int descriptor, uint32_t mask, int operation) {
    epoll_event event{};
    event.events = mask;
    event.data.fd = descriptor;
    epoll_ctl(epoll_, operation, descriptor, &event);
  }

  void handle(const epoll_event &event) {
    int descriptor = event.data.fd;
    if (descriptor == listener_) return acceptAll();
    if (descriptor == signals_) return report();
    Connection &connection = connections_[descriptor];
    if (event.events & EPOLLIN && !readAll(descriptor, connection)) return drop(descriptor);
    if (!writeAll(descriptor, connection)) drop(descriptor);
  }

  void acceptAll() {
    int descriptor;
    while ((descriptor = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK)) >= 0) {
      int on = 1;
      setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      connections_[descriptor] = {};
      watch(descriptor, EPOLLIN, EPOLL_CTL_ADD);
    }
  }

  void report() {
    signalfd_siginfo info;
    if (read(signals_, &info, sizeof info) != sizeof info) return;
    printf("%ld\n", requests_);
    fflush(stdout);
  }

  bool readAll(int descriptor, Connection &connection) {
    char buffer[16384];
    ssize_t count;
    while ((count = read(descriptor, buffer, sizeof buffer)) > 0) {
      connection.in.append(buffer, static_cast<size_t>(count));
    }
    size_t end;
    while ((end = connection.in.find("\r\n\r\n")) != std::string::npos) {
      connection.in.erase(0, end + 4);
      connection.out += reply_;
      requests_++;
    }
    return count < 0 && errno == EAGAIN;
  }

  bool writeAll(int descriptor, Connection &connection) {
    while (!connection.out.empty()) {
      ssize_t count = send(descriptor, connection.out.data(), connection.out.size(), MSG_NOSIGNAL);
      if (count < 0) {
        if (errno != EAGAIN) return false;
        watch(descriptor, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
        return true;
      }
      connection.out.erase(0, static_cast<size_t>(count));
      if (connection.out.empty()) watch(descriptor, EPOLLIN, EPOLL_CTL_MOD);
    }
    return true;
  }

  void drop(int descriptor) {
    connections_.erase(descriptor);
    close(descriptor);
  }

  std::string reply_;
  std::unordered_map<int, Connection> connections_;
  int epoll_ = epoll_create1(0), listener_ = -1, signals_ = -1;
  long requests_ = 0;
};

}  // namespace

int main() {
  setenv("TZ", zone, 1);
  std::string content = body();
  Server(text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
              content.size()) +
         content)
      .run();
}
