#!/usr/bin/env python3
"""Computes what Almanac says of past days, from the same file by other means.

    retrospect.py DATABASE CITY TODAY summary PERIOD | records | normals DATE | accuracy SINCE
                                      | blend INSTANT DAYS

Prints JSON: a list of objects with canonical units. Nothing here is made of Almanac's code.
"""
import calendar
import datetime
import json
import math
import sqlite3
import sys

DAY = datetime.timedelta(days=1)
BASES = ["station", "reanalysis", "model"]


def rounded(value):
    whole = math.floor(abs(value) * 10000 + 0.5)
    return math.copysign(whole, value) / 10000 + 0.0


def total(values):
    result = 0.0
    for value in values:  # sum() of newer Pythons compensates
        result += value
    return result


def mean(values):
    return total(values) / len(values) if values else None


def local_date(instant, offset):
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=instant + offset)).date()


def midnight(date, offset):
    return (date - datetime.date(1970, 1, 1)).days * 86400 - offset


def rain_of_readings(rows):
    """Of each reading, the part of its amount that falls into time not yet rained upon."""
    wet, amounts = [], []
    for row in rows:
        if row["precipitation_mm"] is None:
            amounts.append(None)
            continue
        end = row["observed_at"]
        length = int(max(1, row["precipitation_period_s"] or 3600))
        start = end - length
        known = sum(max(0, min(b, end) - max(a, start)) for a, b in wet)
        amounts.append(row["precipitation_mm"] * float(length - known) / float(length))
        merged = [start, end]
        rest = []
        for a, b in wet:
            if b >= merged[0] and a <= merged[1]:
                merged = [min(a, merged[0]), max(b, merged[1])]
            else:
                rest.append((a, b))
        wet = [(a, b) for a, b in rest if b >= end - 86400] + [tuple(merged)]
    return amounts


def days_of_readings(rows, reach):
    """A dictionary by date of what the readings of one source say."""
    groups = {}
    amounts = rain_of_readings(rows)
    for place, row in enumerate(rows):
        date = local_date(row["observed_at"], row["utc_offset_s"])
        groups.setdefault(date, []).append((place, row))
    days = {}
    for date, group in groups.items():
        first, last = group[0][1], group[-1][1]
        start = midnight(date, first["utc_offset_s"])
        end = midnight(date + DAY, last["utc_offset_s"])
        covered = 0
        places = [place for place, _ in group]
        for place in ([places[0] - 1] if places[0] > 0 else []) + places:
            begin = rows[place]["observed_at"]
            until = begin + reach
            if place + 1 < len(rows):
                until = min(until, rows[place + 1]["observed_at"])
            covered += max(0, min(until, end) - max(begin, start))
        share = min(100, math.floor(1000 * covered / (end - start) + 0.5) / 10)
        if share < 80:
            continue

        def known(name):
            return [row[name] for _, row in group if row[name] is not None]

        temperatures, winds = known("temperature_c"), known("wind_speed_ms")
        gusts, directions = known("wind_gust_ms"), known("wind_direction_deg")
        fell = [amounts[place] for place in places if amounts[place] is not None]
        east = total(math.sin(math.radians(d)) for d in directions)
        north = total(math.cos(math.radians(d)) for d in directions)
        days[date] = {
            "high": max(temperatures, default=None), "low": min(temperatures, default=None),
            "mean": rounded(mean(temperatures)) if temperatures else None,
            "rain": rounded(total(fell)) if fell else None,
            "wind": rounded(mean(winds)) if winds else None,
            "wind_max": max(winds, default=None), "gust": max(gusts, default=None),
            "from": math.degrees(math.atan2(east, north)) % 360 if directions else None,
            "basis": max((row["basis"] for _, row in group), key=BASES.index),
            "share": share,
        }
    return days


def days_of_service(rows):
    days = {}
    for row in rows:
        def either(first, second):
            return row[first] if row[first] is not None else row[second]
        days[datetime.date.fromisoformat(row["date"])] = {
            "high": either("temperature_max_c", "temperature_high_c"),
            "low": either("temperature_min_c", "temperature_low_c"),
            "mean": row["temperature_mean_c"], "rain": row["precipitation_mm"],
            "wind": row["wind_speed_mean_ms"], "wind_max": row["wind_speed_max_ms"],
            "gust": row["wind_gust_ms"], "from": row["wind_direction_deg"],
            "basis": row["basis"], "share": None,
        }
    return days


def sources_of(db, city):
    return db.execute(
        "SELECT s.* FROM city_provider s JOIN city c ON c.id = s.city WHERE c.slug = ?"
        " ORDER BY s.active DESC, s.rank, s.provider", (city,)).fetchall()


def all_days(db, city, today, judged=()):
    """Of each date that is over, the best that is known, in the order of dates; without what the
    models of judged services say of it."""
    candidates = {}
    for rank, source in enumerate(sources_of(db, city)):
        rows = db.execute(
            "SELECT * FROM observations WHERE city = ? AND provider = ? ORDER BY observed_at",
            (city, source["provider"])).fetchall()
        own = db.execute("SELECT * FROM observed_day WHERE source = ?", (source["id"],)).fetchall()
        found = [(0, days_of_readings(rows, max(3600, source["interval_s"]))),
                 (1, days_of_service(own))]
        for kind, days in found:
            for date, day in days.items():
                if source["provider"] in judged and day["basis"] == "model":
                    continue
                place = (kind, BASES.index(day["basis"]), rank)
                day["provider"] = source["provider"]
                candidates.setdefault(date, []).append((place, day))
    result = []
    for date in sorted(candidates):
        if date < today:
            day = min(candidates[date], key=lambda candidate: candidate[0])[1]
            if day["mean"] is None and None not in (day["high"], day["low"]):
                day["mean"] = rounded((day["high"] + day["low"]) / 2)
            result.append((date, day))
    return result


EXTREMES = [("temperature_max", "c", "high", max), ("temperature_min", "c", "low", min),
            ("precipitation_max", "mm", "rain", max), ("wind_speed_max", "ms", "wind_max", max),
            ("wind_gust_max", "ms", "gust", max)]


def figures(days, length):
    """The figures of the days of one period that has so many."""
    result = {"length_days": length, "days": len(days)}

    def known(key):
        return [(date, day[key]) for date, day in days if day[key] is not None]

    def put(name, behind, count, value):
        result[behind + "_of_days"] = count
        result[name] = value if count and 100 * count >= 80 * length else None

    for name, unit, key, best in EXTREMES:
        values = known(key)
        value = best((v for _, v in values), default=None)
        result[f"{name}_{unit}"] = value
        result[f"{name}_date"] = next((str(d) for d, v in values if v == value), None)
        result[f"{name}_of_days"] = len(values)
    for name, unit, key in [("temperature_high_mean", "c", "high"), ("temperature_mean", "c", "mean"),
                            ("temperature_low_mean", "c", "low"), ("wind_speed_mean", "ms", "wind")]:
        values = [v for _, v in known(key)]
        put(f"{name}_{unit}", name, len(values), rounded(mean(values)) if values else None)
    lows = known("low")
    frosts = [date for date, low in lows if low < 0]
    put("frost_days", "frost", len(lows), float(len(frosts)))
    result["frost_first_date"] = str(frosts[0]) if frosts else None
    result["frost_last_date"] = str(frosts[-1]) if frosts else None
    means = [v for _, v in known("mean")]
    for name, sign in [("heating", 1), ("cooling", -1)]:
        value = total(max(0.0, sign * (18 - v)) for v in means)
        put(f"{name}_degree_days_c", f"{name}_degree_days", len(means), rounded(value))
    rains = [v for _, v in known("rain")]
    put("precipitation_mm", "precipitation", len(rains), rounded(total(rains)))
    put("rain_days", "rain", len(rains), float(sum(v >= 1 for v in rains)))
    sectors = [int(math.floor(v / 45 + 0.5)) % 8 for _, v in known("from")]
    counts = [sectors.count(s) for s in range(8)]
    put("wind_direction_deg", "wind_direction", len(sectors), 45.0 * counts.index(max(counts)))
    result["sectors"] = sectors
    return result


def joined(years):
    """The figures of the same period of several years."""
    result = {"kind": "other_years", "years": len(years)}
    for key in ("length_days", "days"):
        result[key] = sum(year[key] for year in years)
    for name, unit, _, best in EXTREMES:
        value = best((y[f"{name}_{unit}"] for y in years if y[f"{name}_{unit}"] is not None), default=None)
        result[f"{name}_{unit}"] = value
        result[f"{name}_date"] = next(
            (y[f"{name}_date"] for y in years if value is not None and y[f"{name}_{unit}"] == value), None)
        result[f"{name}_of_days"] = sum(y[f"{name}_of_days"] for y in years)
    for name, behind in [("temperature_high_mean_c", "temperature_high_mean"),
                         ("temperature_mean_c", "temperature_mean"),
                         ("temperature_low_mean_c", "temperature_low_mean"),
                         ("wind_speed_mean_ms", "wind_speed_mean"), ("frost_days", "frost"),
                         ("heating_degree_days_c", "heating_degree_days"),
                         ("cooling_degree_days_c", "cooling_degree_days"),
                         ("precipitation_mm", "precipitation"), ("rain_days", "rain")]:
        whole = [y for y in years if y[name] is not None]
        result[name] = rounded(mean([y[name] for y in whole])) if whole else None
        result[behind + "_of_days"] = sum(y[behind + "_of_days"] for y in whole)
    result["frost_first_date"] = result["frost_last_date"] = None
    sectors = [s for y in years for s in y["sectors"]]
    counts = [sectors.count(s) for s in range(8)]
    enough = sectors and 100 * len(sectors) >= 80 * result["length_days"]
    result["wind_direction_deg"] = 45.0 * counts.index(max(counts)) if enough else None
    result["wind_direction_of_days"] = len(sectors)
    result["records_broken"] = None
    return result


def broken(own, earlier):
    names = ["highest_temperature", "lowest_temperature", "wettest_day", "strongest_wind",
             "strongest_gust"]
    told, found = False, []
    for record, (name, unit, _, best) in zip(names, EXTREMES):
        key = f"{name}_{unit}"
        values = [y[key] for y in earlier
                  if y[key] is not None and 100 * y[f"{name}_of_days"] >= 80 * y["length_days"]]
        if len(values) < 3 or own[key] is None:
            continue
        told = True
        if all(own[key] != v and best(own[key], v) == own[key] for v in values):
            found.append(record)
    return (" ".join(found) or "none") if told else None


def summary(days, today, period):
    year = int(period[:4])
    months = [int(period[5:7])] if len(period) > 4 else [1, 12]

    def span(y):
        end = datetime.date(y, months[-1], calendar.monthrange(y, months[-1])[1])
        return datetime.date(y, months[0], 1), end

    first, last = span(year)
    is_whole = last < today
    last = min(last, today - DAY)
    others = {}
    for y in range(days[0][0].year, today.year + 1):
        begin, end = span(y)
        if not is_whole:
            end = datetime.date(y, last.month, min(last.day, calendar.monthrange(y, last.month)[1]))
        if y == year:
            begin, end = first, last
        elif end >= today:
            continue
        inside = [(date, day) for date, day in days if begin <= date <= end]
        others[y] = figures(inside, (end - begin).days + 1)
    own = others.pop(year)
    own.update(kind="period", years=1, records_broken=broken(
        own, [f for y, f in others.items() if y < year]))
    # Earlier years before later ones, as they come.
    known = [f for _, f in sorted(others.items()) if f["days"]]
    rows = [own] + ([joined(known)] if known else [])
    for row in rows:
        row.pop("sectors", None)
    return rows


def records(days):
    rows = []
    for record, column, key, best in [
            ("highest_temperature", "temperature_c", "high", max),
            ("lowest_temperature", "temperature_c", "low", min),
            ("coldest_day", "temperature_c", "high", min),
            ("warmest_night", "temperature_c", "low", max),
            ("wettest_day", "precipitation_mm", "rain", max),
            ("strongest_wind", "wind_speed_ms", "wind_max", max),
            ("strongest_gust", "wind_speed_ms", "gust", max)]:
        known = [(date, day) for date, day in days if day[key] is not None]
        if known:
            value = best(day[key] for _, day in known)
            date, day = next((d, day) for d, day in known if day[key] == value)
            rows.append({"record": record, column: value, "date": str(date), "last_date": None,
                         "provider": day["provider"], "of_days": len(known), "length_days": None})
    rains = {date: day["rain"] for date, day in days if day["rain"] is not None}
    for record, is_wet in [("longest_dry_spell", False), ("longest_wet_spell", True)]:
        best = (0, None)
        for date in sorted(rains):
            length = 0
            while rains.get(date + length * DAY) is not None and (rains[date + length * DAY] >= 1) == is_wet:
                length += 1
            if length > best[0]:
                best = (length, date)
        if best[0]:
            rows.append({"record": record, "length_days": best[0], "date": str(best[1]),
                         "last_date": str(best[1] + (best[0] - 1) * DAY), "of_days": len(rains)})
    for row in rows:
        row.update(known_from=str(days[0][0]), known_to=str(days[-1][0]))
    return rows


def normal(days, date, last_year, left_out=None):
    """What is usual on a date; `days` is a dictionary by date."""
    windows = []
    for year in range(min(days).year - 1, last_year + 2) if days else []:
        middle = datetime.date(year, date.month,
                               min(date.day, calendar.monthrange(year, date.month)[1]))
        inside = [days[middle + n * DAY] for n in range(-7, 8) if middle + n * DAY in days]
        if year != left_out and len(inside) >= 12:
            windows.append((year, inside))

    def usual(value):
        known = [[v for v in map(value, inside) if v is not None] for _, inside in windows]
        known = [values for values in known if len(values) >= 12]
        pool = [v for values in known for v in values]
        # In whole ten-thousandths: a mean of 80 days often lies in the middle of two roundings.
        exact = sum(round(10000 * v) for v in pool)
        return rounded(exact / 10000 / len(pool)) if len(known) >= 3 else None, len(pool)

    return windows, {
        "high": usual(lambda d: d["high"]), "low": usual(lambda d: d["low"]),
        "chance": usual(lambda d: None if d["rain"] is None else 100.0 * (d["rain"] >= 1)),
        "rain": usual(lambda d: d["rain"]),
        "wind": usual(lambda d: d["wind"]), "wind_max": usual(lambda d: d["wind_max"]),
    }


def normals(days, today, date):
    windows, usual = normal(dict(days), datetime.date.fromisoformat(date), today.year)
    row = {"date": date, "years": len(windows), "days": sum(len(w) for _, w in windows),
           "first_year": min(y for y, _ in windows), "last_year": max(y for y, _ in windows)}
    for name, unit, key in [("temperature_high", "c", "high"), ("temperature_low", "c", "low"),
                            ("precipitation_probability", "pct", "chance"),
                            ("precipitation", "mm", "rain")]:
        row[f"{name}_{unit}"], row[f"{name}_of_days"] = usual[key]
    return [row]


def known_ahead(claims, lead, midnight):
    """The revision that was believed so many days before its date, or None."""
    begin, end = midnight(lead), midnight(lead - 1)

    def as_of(instant):
        known = [c for c in claims if c["fetched_at"] <= instant]
        return max(known, default=None, key=lambda c: (
            c["hours_covered"] or 0, c["issued_at"], c["fetched_at"]))

    if lead == 0:
        old = as_of(begin)
        if old and begin < old["confirmed_at"] <= end:
            return old
        return next((c for c in claims if begin < c["fetched_at"] <= end), None)
    claim = as_of(end)
    return claim if claim and max(claim["fetched_at"], claim["confirmed_at"]) > begin else None


def skill(pairs):
    """1 − error / error of a guess, of pairs of both; those without a guess don't count."""
    pairs = [(a, b) for a, b in pairs if b is not None]
    own, other = total(a for a, _ in pairs), total(b for _, b in pairs)
    return rounded(1 - own / other) if len(pairs) >= 10 and other > 0 else None


def clock_of(db, city):
    """The first instant of a date by the city's clocks, and the offset at an instant."""
    changes = db.execute(
        "SELECT from_at, utc_offset_s FROM city_offset o JOIN city c ON c.id = o.city"
        " WHERE slug = ? ORDER BY from_at", (city,)).fetchall()

    def offset(instant):
        return [c["utc_offset_s"] for c in changes if c["from_at"] <= instant][-1]

    def start(date):
        choices = [midnight(date, c["utc_offset_s"]) for c in changes]
        return min(t for t in choices if t + offset(t) == midnight(date, 0))

    return start, offset


def claims_by_date(db, city, source, since, before):
    dates = {}
    for claim in db.execute(
            "SELECT * FROM forecasts WHERE city = ? AND provider = ? AND date >= ? AND date < ?"
            " ORDER BY date, fetched_at", (city, source["provider"], str(since), str(before))):
        dates.setdefault(datetime.date.fromisoformat(claim["date"]), []).append(claim)
    return dates


def accuracy(db, city, today, since):
    start, _ = clock_of(db, city)
    since = datetime.date.fromisoformat(since)
    rows = []

    def judge(name, days, claim_of):
        usual = {}
        for lead in range(15):
            sample = []
            for date in days:
                claim = claim_of(date, lead) if date >= since else None
                if claim:
                    if date not in usual:
                        usual[date] = normal(
                            days, date, max(days).year + 1, left_out=date.year)[1]
                    old = days.get(date - max(1, lead) * DAY)
                    sample.append((claim, days[date], old, usual[date]))
            if sample:
                rows.append({"provider": name, "lead_days": lead, "days": len(sample),
                             **scores(sample, None if name != "blend" else [
                                 firsts[date, lead] for date in days if (date, lead) in firsts])})

    firsts = {}
    known = {}
    for source in sources_of(db, city):
        claims = claims_by_date(db, city, source, "0001-01-01", today)
        if claims:
            known[source["provider"]] = {
                (date, lead): known_ahead(claims[date], lead, lambda n: start(date - n * DAY))
                for date in claims for lead in range(15)}
        days = dict(all_days(db, city, today, judged=[source["provider"]]))
        judge(source["provider"], days,
              lambda date, lead: known.get(source["provider"], {}).get((date, lead)))
    if len(known) > 1:
        days = dict(all_days(db, city, today, judged=list(known)))

        def blended(date, lead):
            opinions = []
            for told in known.values():
                claim = told.get((date, lead))
                if claim:
                    opinions.append((figures_of(claim),
                                     record(told, lead, days, date - lead * DAY)))
            figures = blend(opinions)
            found = {key: f["value"] for key, f in figures.items() if f["services"] > 1}
            if not found:
                return None
            firsts[date, lead] = blend([(f, None) for f, _ in opinions])
            return {
                "temperature_max_c": found.get("high"), "temperature_high_c": None,
                "temperature_min_c": found.get("low"), "temperature_low_c": None,
                "wind_speed_max_ms": found.get("wind_max"), "wind_speed_mean_ms": found.get("wind"),
                "precipitation_mm": found.get("rain"),
                "precipitation_probability_pct": found.get("chance"),
            }

        judge("blend", days, blended)
    return rows


FINEST = {"high": 0.1, "low": 0.1, "wind_max": 0.5, "wind": 0.5, "rain": 1, "chance": 10}
CORRECTED = ["high", "low", "wind_max", "wind"]


def figures_of(claim):
    def either(first, second):
        return claim[first] if claim[first] is not None else claim[second]
    return {
        "high": either("temperature_max_c", "temperature_high_c"),
        "low": either("temperature_min_c", "temperature_low_c"),
        "wind_max": claim["wind_speed_max_ms"], "wind": claim["wind_speed_mean_ms"],
        "rain": claim["precipitation_mm"], "chance": claim["precipitation_probability_pct"],
    }


def record(told, lead, days, made):
    """The errors of what was said so many days ahead, of the sixty days before a date."""
    errors = {key: [] for key in FINEST}
    for back in range(60, 0, -1):
        date = made - back * DAY
        claim = told.get((date, lead))
        if claim and date in days:
            day = dict(days[date])
            day["chance"] = None if day["rain"] is None else 100.0 * (day["rain"] >= 1)
            for key, said in figures_of(claim).items():
                if said is not None and day[key] is not None:
                    errors[key].append(said - day[key])
    return errors


def blend(opinions):
    """Figures of several services as one, each weighed by its errors; `opinions` are pairs."""
    result = {}
    for key in FINEST:
        voices = []
        for figures, errors in opinions:
            if figures[key] is None or errors is None or len(errors[key]) < 10:
                continue
            bias = mean(errors[key]) if key in CORRECTED else 0
            square = mean([(e - bias) ** 2 for e in errors[key]])
            value = figures[key] - bias
            if key.startswith("wind"):
                value = max(0, value)
            voices.append((1 / max(square, FINEST[key] ** 2), value, len(errors[key])))
        if len(voices) > 1:
            weight = total(w for w, _, _ in voices)
            value = total(w * v for w, v, _ in voices) / weight
            spread = math.sqrt(total(w * (v - value) ** 2 for w, v, _ in voices) / weight)
            result[key] = {"value": rounded(value), "spread": rounded(spread),
                           "services": len(voices), "days": min(n for _, _, n in voices)}
        else:
            own = [f[key] for f, _ in opinions if f[key] is not None]
            result[key] = {"value": own[0] if own else None, "spread": None,
                           "services": min(1, len(own)), "days": 0}
    return result


def forecast_blend(db, city, now, length):
    start, offset = clock_of(db, city)
    today = local_date(now, offset(now))
    candidates = []
    for source in sources_of(db, city):
        ahead = {}
        for date, claims in claims_by_date(db, city, source, today, today + length * DAY).items():
            claims = [c for c in claims if c["fetched_at"] <= now]
            if claims:
                ahead[date] = max(claims, key=lambda c: (
                    c["hours_covered"] or 0, c["issued_at"], c["fetched_at"]))
        limit = max(3600, 2 * max(source["interval_s"], source["forecast_interval_s"])
                    + source["spread_s"])
        if ahead:
            is_fresh = any(now - c["confirmed_at"] <= limit for c in ahead.values())
            candidates.append((source, ahead, is_fresh))
    chosen = [c for c in candidates if c[2]] or candidates
    names = [source["provider"] for source, _, _ in chosen]
    days = dict(all_days(db, city, today, judged=names))
    told = {}
    for source, _, _ in chosen:
        claims = claims_by_date(db, city, source, today - 60 * DAY, today)
        told[source["provider"]] = {
            (date, lead): known_ahead(claims[date], lead, lambda n: start(date - n * DAY))
            for date in claims for lead in range(15)}
    rows = []
    for n in range(length):
        date = today + n * DAY
        opinions = []
        for source, ahead, _ in chosen:
            if date in ahead:
                said = min(ahead[date]["confirmed_at"], now) - 1
                lead = max(0, (date - local_date(said, offset(said))).days)
                errors = record(told[source["provider"]], lead, days, today) if lead < 15 else None
                opinions.append((figures_of(ahead[date]), errors))
        if not opinions:
            continue
        figures = blend(opinions)
        row = {"date": str(date), "lead_days": n, "basis": "primary"}
        for name, unit, key in [
                ("temperature_high", "c", "high"), ("temperature_low", "c", "low"),
                ("precipitation", "mm", "rain"), ("precipitation_probability", "pct", "chance"),
                ("wind_speed_max", "ms", "wind_max"), ("wind_speed_mean", "ms", "wind")]:
            figure = figures[key]
            row[f"{name}_{unit}"] = figure["value"]
            row[f"{name}_spread_{unit}"] = figure["spread"]
            row[f"{name}_services"] = figure["services"]
            row[f"{name}_of_days"] = figure["days"]
            if figure["services"] > 1:
                row["basis"] = "blend"
        rows.append(row)
    return rows


def scores(sample, firsts=None):
    """What samples amount to; `firsts` are the figures of a blend's first service for each."""
    row = {}
    errors = {"temperature_high": [], "temperature_low": [], "wind_speed": []}
    for place, (claim, day, old, usual) in enumerate(sample):
        def first(key):
            return firsts[place][key]["value"] if firsts else None

        def add(name, said, came, *guesses):
            if said is not None and came is not None:
                errors[name].append((said - came, *(
                    None if guess is None else abs(guess - came) for guess in guesses)))
        old = old or dict.fromkeys(day)
        for name, kinds, key in [("temperature_high", ("max", "high"), "high"),
                                 ("temperature_low", ("min", "low"), "low")]:
            said = [claim[f"temperature_{kind}_c"] for kind in kinds]
            said = said[0] if said[0] is not None else said[1]
            add(name, said, day[key], old[key], usual[key][0], first(key))
        strongest, average = claim["wind_speed_max_ms"], claim["wind_speed_mean_ms"]
        if strongest is not None and day["wind_max"] is not None:
            add("wind_speed", strongest, day["wind_max"], old["wind_max"], usual["wind_max"][0],
                first("wind_max"))
        else:
            add("wind_speed", average, day["wind"], old["wind"], usual["wind"][0], first("wind"))
    for name, found in errors.items():
        unit = "ms" if name == "wind_speed" else "c"
        enough = len(found) >= 10
        row[f"{name}_of_days"] = len(found)
        row[f"{name}_error_{unit}"] = rounded(mean([abs(f[0]) for f in found])) if enough else None
        row[f"{name}_bias_{unit}"] = rounded(mean([f[0] for f in found])) if enough else None
        row[f"{name}_skill_persistence"] = skill([(abs(f[0]), f[1]) for f in found])
        row[f"{name}_skill_normals"] = skill([(abs(f[0]), f[2]) for f in found])
        row[f"{name}_skill_primary"] = skill([(abs(f[0]), f[3]) for f in found])
    table, squares = [], []
    for place, (claim, day, old, usual) in enumerate(sample):
        if day["rain"] is None:
            continue
        wet = float(day["rain"] >= 1)
        amount, chance = claim["precipitation_mm"], claim["precipitation_probability_pct"]
        if amount is not None or chance is not None:
            table.append((amount >= 1 if amount is not None else chance >= 50, wet == 1))
        if chance is not None:
            before = None if old is None or old["rain"] is None else float(old["rain"] >= 1)
            often = usual["chance"][0]
            first = firsts[place]["chance"]["value"] if firsts else None
            squares.append(((chance / 100 - wet) * (chance / 100 - wet),
                            None if before is None else (before - wet) * (before - wet),
                            None if often is None else (often / 100 - wet) * (often / 100 - wet),
                            None if first is None else (first / 100 - wet) * (first / 100 - wet)))
    hits = table.count((True, True))
    rain_days, forecast = hits + table.count((False, True)), hits + table.count((True, False))
    row["rain_of_days"], row["rain_forecast_of_days"] = rain_days, forecast
    row["rain_hit_rate_pct"] = rounded(100.0 * hits / rain_days) if rain_days >= 10 else None
    row["rain_false_alarm_pct"] = rounded(100.0 * (forecast - hits) / forecast) if forecast >= 10 else None
    row["rain_brier_of_days"] = len(squares)
    row["rain_brier"] = rounded(mean([s[0] for s in squares])) if len(squares) >= 10 else None
    row["rain_brier_skill_persistence"] = skill([s[:2] for s in squares])
    row["rain_brier_skill_normals"] = skill([(s[0], s[2]) for s in squares])
    row["rain_brier_skill_primary"] = skill([(s[0], s[3]) for s in squares])
    shares = [day["share"] for _, day, _, _ in sample if day["share"] is not None]
    row["readings_of_days"] = len(shares)
    row["readings_coverage_pct"] = rounded(mean(shares)) if shares else None
    return row


def main():
    path, city, today, what = sys.argv[1:5]
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    today = datetime.date.fromisoformat(today)
    if what == "accuracy":
        print(json.dumps(accuracy(db, city, today, sys.argv[5])))
        return
    if what == "blend":
        print(json.dumps(forecast_blend(db, city, int(sys.argv[5]), int(sys.argv[6]))))
        return
    days = all_days(db, city, today)
    print(json.dumps({
        "summary": lambda: summary(days, today, sys.argv[5]),
        "records": lambda: records(days),
        "normals": lambda: normals(days, today, sys.argv[5]),
    }[what]()))


main()
