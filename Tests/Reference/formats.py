#!/usr/bin/env python3
"""Reads what `almanac` prints with parsers that share nothing with it.

    formats.py FOLDER

The folder holds one file a command and format, named COMMAND.FORMAT. Each must be what its format
says, and all of a command must say the same. Prints what is wrong, a line each.
"""
import csv
import io
import json
import math
import pathlib
import re
import sqlite3
import sys

NAME = re.compile(r"[a-z][a-z0-9_]*")
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d")


class Wrong(Exception):
    pass


def need(condition, words):
    if not condition:
        raise Wrong(words)


def text(data):
    need(b"\r" not in data, "a carriage return")
    need(b"\x1b" not in data, "an escape character")
    need(data == b"" or data.endswith(b"\n"), "the last line has no end")
    return data.decode("utf-8", errors="strict")


def table(data, delimiter):
    rows = list(csv.reader(io.StringIO(text(data), newline=""), delimiter=delimiter, strict=True))
    need(rows, "no header")
    need(len(set(rows[0])) == len(rows[0]), "two columns of one name")
    need(all(len(row) == len(rows[0]) for row in rows), "rows of different lengths")
    return [dict(zip(rows[0], row)) for row in rows[1:]], rows[0]


def flat(pairs):
    need(len({key for key, _ in pairs}) == len(pairs), "a key twice")
    for key, value in pairs:
        need(not isinstance(value, (list, dict)), f"{key} is nested")
    return dict(pairs)


def never(word):
    raise Wrong(f"{word} is not JSON")


def objects(rows):
    keys = [list(row) for row in rows]
    need(all(other == keys[0] for other in keys), "objects with different keys")
    return rows, keys[0] if keys else None


def json_document(data):
    rows = json.loads(text(data), object_pairs_hook=flat, parse_constant=never)
    need(isinstance(rows, list), "no array")
    return objects(rows)


def ndjson(data):
    lines = text(data).splitlines()
    return objects([json.loads(x, object_pairs_hook=flat, parse_constant=never) for x in lines])


def markdown(data):
    # Tables, and lines of text between blank ones.
    for block in text(data).split("\n\n"):
        if block.startswith("|"):
            markdown_table(block.splitlines())


def markdown_table(lines):
    cells = [len(re.findall(r"(?<!\\)\|", line)) for line in lines]
    need(len(set(cells)) == 1, "lines with different numbers of cells")
    need(re.fullmatch(r"\|( :?-+:? \|)+", lines[1]), "no line below the heading")


def plain_table(data):
    text(data)


LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)')
SAMPLE = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([^ ]+)(?: -?\d+)?")


def prometheus(data):
    """The text format 0.0.4: HELP and TYPE once, before the samples, which stand together."""
    helped, typed, seen = [], [], set()
    for line in text(data).splitlines():
        if line.startswith("#"):
            words = line.split(" ", 3)
            need(len(words) == 4 and words[1] in ("HELP", "TYPE"), f"no comment: {line}")
            if words[1] == "HELP":
                need(words[2] not in helped, f"HELP twice: {line}")
                helped.append(words[2])
            else:
                need(words[2] == helped[-1], f"TYPE without HELP: {line}")
                need(words[3] in ("gauge", "counter", "untyped"), f"no type: {line}")
                typed.append(words[2])
            continue
        match = SAMPLE.fullmatch(line)
        need(match, f"no sample: {line}")
        name, labels, value = match.groups()
        need(typed and typed[-1] == name, f"a sample apart from its TYPE: {line}")
        need(math.isfinite(float(value)), f"no finite value: {line}")
        place, found = 0, []
        while labels and place < len(labels):
            label = LABEL.match(labels, place)
            need(label, f"no label: {line}")
            found.append(label.group(1))
            place = label.end()
        need(len(set(found)) == len(found), f"a label twice: {line}")
        key = (name, labels)
        need(key not in seen, f"told twice: {line}")
        seen.add(key)
    need(typed, "no metric")
    need(any('formats="' in (labels or "") for _, labels in seen), "no version of the formats")


def database(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    need(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "it is damaged")
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    need(mark == 0x416C6D6E, "not marked as Almanac's")
    (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
    need(mode != "wal", "it needs other files")
    views = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view'").fetchall()
    need(len(views) >= 10, "views are missing")
    for (view,) in views:
        connection.execute(f'SELECT * FROM "{view}"').fetchall()


def as_text(value):
    """A value of JSON as the tables have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else None


def instants(rows):
    for row in rows:
        for key, value in row.items():
            if key.endswith("_at") or key in ("hour", "sunrise", "sunset"):
                need(value is None or INSTANT.fullmatch(str(value)), f"{key} is {value}")


def same(command, formats):
    rows, columns = formats["json"]
    # What is asked in SQL comes as it is stored.
    if "-sql-" not in command:
        instants(rows)
    need(formats["ndjson"] == (rows, columns), "ndjson and json differ")
    for other in ("csv", "tsv"):
        cells, header = formats[other]
        need(columns is None or header == columns, f"{other} has other columns than json")
        need(len(cells) == len(rows), f"{other} has another number of rows than json")
        for row, line in zip(rows, cells):
            for key, value in row.items():
                expected = as_text(value)
                if expected is None:
                    need(float(line[key]) == value, f"{other}: {key} is {line[key]}, not {value}")
                else:
                    clean = " ".join(expected.split())
                    need(" ".join(line[key].split()) == clean, f"{other}: {key} differs")


def main(folder):
    readers = {
        "csv": lambda data: table(data, ","), "tsv": lambda data: table(data, "\t"),
        "json": json_document, "ndjson": ndjson, "markdown": markdown, "table": plain_table,
        "prometheus": prometheus,
    }
    results, faults = {}, []
    for path in sorted(pathlib.Path(folder).iterdir()):
        command, kind = path.name.rsplit(".", 1)
        try:
            if kind == "sqlite":
                database(path)
            else:
                need(kind in readers, "no parser of this format: write one")
                results.setdefault(command, {})[kind] = readers[kind](path.read_bytes())
        except (Wrong, ValueError, csv.Error, sqlite3.Error, IndexError) as error:
            faults.append(f"{path.name}: {error}")
    for command, formats in results.items():
        try:
            if {"csv", "tsv", "json", "ndjson"} <= set(formats):
                same(command, formats)
                for name in formats["csv"][1]:
                    need(NAME.fullmatch(name), f"{name} is no name of a column")
        except Wrong as error:
            faults.append(f"{command}: {error}")
    print("\n".join(faults), end="\n" if faults else "")


main(sys.argv[1])
