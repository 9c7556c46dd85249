"""Measures backfill, against a service's past on a loopback socket, and import."""

import datetime
import http.server
import pathlib
import statistics
import sys
import threading
import urllib.parse

from measuring import count, fresh, report, run

BACKFILL_YEARS, BACKFILL_RUNS, IMPORT_ROWS = 10, 5, 1_000_000


class PastHandler(http.server.BaseHTTPRequestHandler):
    """Open-Meteo's archive in UTC: every variable of every hour of the days that are asked for."""

    protocol_version = "HTTP/1.1"
    columns = {}

    def do_GET(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        first, last = (datetime.date.fromisoformat(query[name]).toordinal() - 719_163
                       for name in ("start_date", "end_date"))
        begin, end = first * 86_400, (last + 1) * 86_400
        blocks = ",".join(self.block(name, query[name], range(begin, end, step))
                          for name, step in (("hourly", 3600), ("daily", 86_400)))
        body = f'{{"utc_offset_seconds":0,"timezone":"UTC",{blocks}}}'.encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def block(self, name, variables, times):
        # The values are made once, so that the daemon is measured and not this server.
        key = variables, len(times)
        if key not in self.columns:
            self.columns[key] = "".join(
                f',"{variable}":[{",".join(self.value(variable, n) for n in range(len(times)))}]'
                for variable in variables.split(","))
        return f'"{name}":{{"time":[{",".join(map(str, times))}]{self.columns[key]}}}'

    def value(self, variable, number):
        if variable.startswith("pressure"):
            return f"{1000 + number % 200 / 10}"
        return f"{number % 30}" if variable == "weather_code" else f"{number % 250 / 10}"

    def log_message(self, *_):
        pass


def measure_backfill(binaries, folder):
    print(f"backfill of {BACKFILL_YEARS} years of hours for one city, {BACKFILL_RUNS} runs")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), PastHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    configuration = pathlib.Path(folder) / "almanac.toml"
    configuration.write_text(
        f'database = "{folder}/almanac.db"\nprovider = "open-meteo"\n[providers.open-meteo]\n'
        f'base_url = "http://127.0.0.1:{server.server_port}"\n'
        '[[city]]\nname = "Lisbon"\nlatitude = 38.72\nlongitude = -9.14\n')
    words = ["backfill", "lisbon", "--from", "2014", "--to", str(2014 + BACKFILL_YEARS - 1),
             "--quiet", "--config", str(configuration)]
    days = (datetime.date(2014 + BACKFILL_YEARS, 1, 1) - datetime.date(2014, 1, 1)).days
    times, memory = [], 0
    for _ in range(BACKFILL_RUNS):
        fresh(f"{folder}/almanac.db")
        seconds, peak = run([f"{binaries}/almanacd", *words])
        stored = [count(f"{folder}/almanac.db", table) for table in ("observation", "observed_day")]
        if stored != [days * 24, days]:
            sys.exit(f"backfill: {stored} readings and days, not {days * 24} and {days}")
        times.append(seconds)
        memory = max(memory, peak)
    server.shutdown()
    report("fetched, decoded and stored", statistics.median(times), 10, " s")
    print(f"  peak memory {memory / 1024:.0f} MiB")


def measure_import(binaries, folder):
    print(f"import of {IMPORT_ROWS} rows of CSV")
    file = pathlib.Path(folder) / "readings.csv"
    with file.open("w") as out:
        out.write("time,temperature_c,humidity_pct,pressure_hpa,wind_speed_ms,precipitation_mm\n")
        for row in range(IMPORT_ROWS):
            out.write(f"{1_400_000_000 + 300 * row},{row % 300 / 10},{row % 100},"
                      f"{1000 + row % 300 / 10},{row % 90 / 10},{row % 7 / 10}\n")
    configuration = pathlib.Path(folder) / "almanac.toml"
    configuration.write_text(
        f'database = "{folder}/almanac.db"\n[[city]]\nname = "Lisbon"\nlatitude = 38.72\n'
        'longitude = -9.14\ntimezone = "Europe/Lisbon"\n')
    seconds, peak = run([f"{binaries}/almanacd", "import", str(file), "--city", "lisbon", "--quiet",
                         "--config", str(configuration)])
    if count(f"{folder}/almanac.db", "observation") != IMPORT_ROWS:
        sys.exit("import: not every row is there")
    print(f"  {seconds:.2f} s, peak memory {peak / 1024:.0f} MiB")
