"""Measure all games with `speed.py`, and how play slows down with the board; write `docs/speed.md`.

    python benchmarks/speed_page.py [measure] [page]

`measure` writes `speed.json`; `page` writes its tables into the page, and the chart of growth. Without
arguments, both. Measure on a machine that does nothing else: rates are the best of several calls.
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

import speed

from rulewright.impl import game
from rulewright.impl.drivers import playouts
from rulewright.play.games import game_names

ROOT = Path(__file__).parents[1]
RECORD = Path(__file__).with_name("speed.json")
PAGE = ROOT / "docs" / "speed.md"
CHART = ROOT / "docs" / "images" / "growth.svg"
BEGIN, END = "<!-- measured: {} -->", "<!-- end of {} -->"
GROWTH: dict[str, list[dict[str, int]]] = {
    "minoa": [{"n": 2}, {"n": 3}, {"n": 4}, {"n": 5}, {"n": 6}, {"k": 3}, {"k": 4}],
    "nonaga": [{"n": 1}, {"n": 2}, {"n": 3}, {"n": 4}],
    "dreieck": [{"s": 3}, {"s": 4}, {"s": 5}, {"k": 3}, {"k": 4}],
    "ari": [{"n": 6}, {"n": 9}, {"n": 12}, {"n": 15}, {"n": 20}],
}
"""Sizes and numbers of players; other parameters have their defaults."""
PLAYED = 500
"""Random games of a size in one call."""
LONGEST = 1_000
"""Actions after which a game is cut off."""
SECONDS = 2.0
BAR, LINE, LEFT, WIDE = 300, 20, 110, 560
"""Of the chart, in pixels: the longest bar, a line, where bars begin, and all of it."""


def measure() -> None:
    """Measure every game and write the record."""
    tables: dict[str, list[dict[str, Any]]] = {}
    for name in game_names("impl"):
        rows: dict[str, speed.Row] = {}
        for one in speed.MEASUREMENTS:
            row = one(name, SECONDS)
            if row is not None:
                rows[row.name] = row
                print(f"{name}: {row.name}: {row.rate:,.0f} {row.unit}", flush=True)
        tables[name] = [as_json(row, rows) for row in rows.values()]
    growth = {name: [grown(name, params) for params in sizes] for name, sizes in GROWTH.items()}
    record = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
        "load": os.getloadavg()[0],
        "games": tables,
        "growth": growth,
    }
    RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def as_json(row: speed.Row, rows: dict[str, speed.Row]) -> dict[str, Any]:
    """Return a row as data: the rate, or its ratio to the baseline, and the goal in the same unit."""
    ratio = row.rate / rows[row.baseline].rate if row.baseline in rows else None
    return {"name": row.name, "unit": row.unit, "rate": row.rate, "ratio": ratio, "goal": row.least}


def grown(name: str, params: dict[str, int]) -> dict[str, Any]:
    """Measure random play with some parameters."""
    engine = game(name).engine(params)
    work = lambda: playouts(engine, seed=1, games=PLAYED, max_plies=LONGEST).plies  # noqa: E731
    found = speed.rate(work, 1.0)
    print(f"{name} {params}: {found:,.0f} plies/s", flush=True)
    return {"params": params, "rate": found}


def page() -> None:
    """Write the record into the page, and draw the chart."""
    record = json.loads(RECORD.read_text("utf-8"))
    text = PAGE.read_text("utf-8")
    for name, lines in (("machine", machine(record)), ("speed", table(record))):
        begin, end = BEGIN.format(name), END.format(name)
        before, rest = text.split(begin)
        text = f"{before}{begin}\n" + "\n".join(lines) + f"\n{end}{rest.split(end)[1]}"
    PAGE.write_text(text, encoding="utf-8")
    CHART.write_text("\n".join(chart(record["growth"])) + "\n", encoding="utf-8")


def machine(record: dict[str, Any]) -> Iterator[str]:
    """Say when, and on what."""
    yield f"Measured on {record['date']} on {record['machine']}; load {record['load']:.1f} at the end."


def table(record: dict[str, Any]) -> Iterator[str]:
    """Yield a row for each measurement and a column for each game."""
    tables: dict[str, list[dict[str, Any]]] = record["games"]
    yield "| what | " + " | ".join(tables) + " |"
    yield "|---|" + "---|" * len(tables)
    kinds = {kind_of(row): None for rows in tables.values() for row in rows}
    for kind in kinds:
        cells = (
            next((cell(row) for row in rows if kind_of(row) == kind), "")
            for rows in tables.values()
        )
        yield f"| {kind} | " + " | ".join(cells) + " |"


def kind_of(row: dict[str, Any]) -> str:
    """Name a measurement the same for all games: the depth of a perft differs."""
    name, _, depth = row["name"].partition("(")
    return (
        f"{name}, {row['unit']}" if depth.rstrip(")").isdigit() else f"{row['name']}, {row['unit']}"
    )


def cell(row: dict[str, Any]) -> str:
    """Return a rate, as a multiple of the baseline if there is one, and its goal."""
    shown = f"{row['rate']:,.0f}"
    if row["ratio"] is not None:
        return f"{shown}: {row['ratio']:.1f} times (goal {row['goal']:g})"
    return shown if row["goal"] is None else f"{shown} (goal {row['goal']:,.0f})"


def chart(growth: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    """Draw a bar for each set of parameters, against the fastest of its game."""
    height = sum(LINE * (len(rows) + 2) for rows in growth.values())
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" role="img">'
    yield "<title>Random play, plies a second, by size of the board and number of players</title>"
    yield f'<rect width="{WIDE}" height="{height}" fill="#ffffff"/>'
    yield '<g font-family="sans-serif" font-size="12" fill="#1c2733">'
    y = LINE
    for name, rows in growth.items():
        yield f'<text x="8" y="{y}" font-weight="bold">{escape(name)}</text>'
        most = max(row["rate"] for row in rows)
        for row in rows:
            y += LINE
            words = ", ".join(f"{key}={value}" for key, value in row["params"].items())
            width = BAR * row["rate"] / most
            yield f'<text x="{LEFT - 8}" y="{y}" text-anchor="end">{escape(words)}</text>'
            yield f'<rect x="{LEFT}" y="{y - 11}" width="{width:.1f}" height="14" fill="#3b6ea5"/>'
            yield f'<text x="{LEFT + width + 8:.1f}" y="{y}">{row["rate"]:,.0f} plies/s</text>'
        y += 2 * LINE
    yield "</g></svg>"


if __name__ == "__main__":
    for each in sys.argv[1:] or ("measure", "page"):
        {"measure": measure, "page": page}[each]()
