"""Measure how long commands take that somebody waits for; write their table into `docs/speed.md`.

    python benchmarks/commands.py [measure [KIND ...]] [page]

`measure` runs each command of some kinds (all, if none is named) for each game and keeps the rows in
`commands.json`; `page` writes the table. Measure on a machine that does nothing else. Seconds are by the
clock; processor time is that of all processes of the command. A command that fails ends the measurement.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

from attrs import asdict, frozen

from rulewright.play.games import game_names

ROOT = Path(__file__).parents[1]
RECORD = Path(__file__).with_name("commands.json")
PAGE = ROOT / "docs" / "speed.md"
BEGIN, END = "<!-- measured: commands -->", "<!-- end of commands -->"
RULEWRIGHT = [sys.executable, "-m", "rulewright"]
SEEDED = ["--seed", "1"]
GOALS = {
    "verify --quick, compiled for the first time": (25, 35, 35, 35),
    "verify --quick": (10, 12, 12, 12),
    "verify": (90, 120, 120, 90),
    "conform --quick": (10, 10, 10, 10),
    "prove --certify": (480, 60, 180, 180),
    "prove --certify, certificates kept": (160, 20, 60, 60),
}
"""Seconds on two quiet cores, for Minoa, Nonaga, Dreieck and ARI."""
GAMES = ("minoa", "nonaga", "dreieck", "ari")


@frozen
class Row:
    """What a command took."""

    kind: str
    game: str
    seconds: float
    processor: float
    status: int
    date: str
    machine: str


def lines(kind: str, game: str) -> list[str]:
    """Return the command of a kind on a game."""
    if kind.startswith("conform"):
        served = [*RULEWRIGHT, "serve"]
        return [*RULEWRIGHT, "conform", "--quick", *SEEDED, "--game", game, "--", *served]
    if kind.startswith("prove"):
        return [*RULEWRIGHT, "prove", game, "--certify"]
    quick = ["--quick"] if "--quick" in kind else []
    return [*RULEWRIGHT, "verify", game, *quick, *SEEDED]


def timed(kind: str, game: str, cache: str) -> Row:
    """Run a command with the machine code and the certificates of a folder."""
    before, began = os.times(), perf_counter()
    done = subprocess.run(
        lines(kind, game),
        env={**os.environ, "RULEWRIGHT_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        check=False,
    )
    seconds, after = perf_counter() - began, os.times()
    processor = after.children_user - before.children_user
    processor += after.children_system - before.children_system
    machine = f"{os.cpu_count()} cores"
    today = datetime.now(UTC).date().isoformat()
    return Row(kind, game, seconds, processor, done.returncode, today, machine)


def measure(kinds: Iterable[str]) -> None:
    """Measure each kind of command for each game: the first verification of a game compiles it."""
    wanted = tuple(kinds) or tuple(GOALS)
    for game in game_names("impl"):
        with tempfile.TemporaryDirectory() as cache:
            for kind in GOALS:
                if kind in wanted or (kind in NEEDED and NEEDED[kind] & {*wanted}):
                    if kind == "conform --quick":
                        timed(kind, game, cache)  # compiles what no verification needs
                    row = timed(kind, game, cache)
                    if row.status:
                        sys.exit(f"{' '.join(lines(kind, game))} ended with status {row.status}")
                    keep(row)


NEEDED = {
    "verify --quick, compiled for the first time": {"verify --quick", "verify", "conform --quick"},
    "prove --certify": {"prove --certify, certificates kept"},
}
"""What must have been run before other kinds of commands are measured."""


def keep(row: Row) -> None:
    """Put a row in the place of the last one about the same."""
    print(f"{row.game}: {row.kind}: {row.seconds:.1f} s, {row.processor:.1f} s of processor time")
    kept = [each for each in rows() if (each["kind"], each["game"]) != (row.kind, row.game)]
    RECORD.write_text(json.dumps([*kept, asdict(row)], indent=1) + "\n", encoding="utf-8")


def rows() -> list[dict[str, Any]]:
    """Return the rows that were kept."""
    found: list[dict[str, Any]] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else []
    return found


def page() -> None:
    """Write the table into the page."""
    text = PAGE.read_text("utf-8")
    before, rest = text.split(BEGIN)
    text = f"{before}{BEGIN}\n" + "\n".join(table()) + f"\n{END}{rest.split(END)[1]}"
    PAGE.write_text(text, encoding="utf-8")


def table() -> Iterator[str]:
    """Yield a row for each kind of command and a column for each game."""
    found = {(each["kind"], each["game"]): each for each in rows()}
    dates = sorted({each["date"] for each in found.values()})
    machines = sorted({each["machine"] for each in found.values()})
    yield f"Measured on {' and '.join(dates)} on {', '.join(machines)}."
    yield ""
    yield "| seconds, by the clock | " + " | ".join(GAMES) + " |"
    yield "|---|" + "---|" * len(GAMES)
    for kind, goals in GOALS.items():
        if not any((kind, game) in found for game in GAMES):
            continue
        cells = (
            f"{row['seconds']:.0f} (goal {goal})"
            if (row := found.get((kind, game)))
            else "not measured"
            for game, goal in zip(GAMES, goals, strict=True)
        )
        yield f"| {kind} | " + " | ".join(cells) + " |"


if __name__ == "__main__":
    given = sys.argv[1:]
    if given != ["page"]:
        measure(each for each in given if each not in {"measure", "page"})
    if not given or "page" in given:
        page()
