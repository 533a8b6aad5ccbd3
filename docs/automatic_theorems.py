"""Make the tables of `automatic-theorems.md` from recorded runs.

Run as `python docs/automatic_theorems.py [GAME ...]`: the smallest board of each game is tried again;
that takes minutes. The result is kept in `automatic-theorems/`, and the tables are written.
"""  # noqa: INP001

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulewright.automatic.report import as_json
from rulewright.automatic.running import automatic
from rulewright.wording.options import options

HERE = Path(__file__).parent
FOLDER = HERE / "automatic-theorems"
PAGE = HERE / "automatic-theorems.md"
BEGIN, END = "<!-- tables begin -->", "<!-- tables end -->"
POSITIONS = {"tictactoe": 6000}
FEWER_POSITIONS, COMBINATIONS = 600, 6
STATUSES = ("proved", "conditional", "undecided", "refuted", "not applicable")


def recorded() -> dict[str, Any]:
    """Read the recorded runs, by game."""
    return {
        path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))
    }


def record(game: str) -> None:
    """Try a game anew, and keep the result."""
    FOLDER.mkdir(exist_ok=True)
    positions = POSITIONS.get(game, FEWER_POSITIONS)
    run = automatic(game, positions=positions, combinations=COMBINATIONS)
    text = json.dumps(as_json(run), ensure_ascii=False, indent=1)
    (FOLDER / f"{game}.json").write_text(f"{text}\n", encoding="utf-8")


def tables(runs: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of both tables."""
    yield "| game | board | how | " + " | ".join(STATUSES) + " | s |"
    yield "|---|---|---|" + "---|" * (len(STATUSES) + 1)
    for game, run in runs.items():
        for board in run["boards"]:
            counts = Counter(each["status"] for each in board["statements"])
            how = "visited" if board["why_not"] else "over unknowns"
            numbers = " | ".join(str(counts[status]) for status in STATUSES)
            where = options(board["params"])
            yield f"| {game} | {where} | {how} | {numbers} | {board['seconds']:.0f} |"
    yield ""
    yield "| game, smallest board | decisive | implied by others | equal readings | ordered | parted |"
    yield "|---|---|---|---|---|---|"
    for game, run in runs.items():
        yield words(game, run["boards"][0])


def words(game: str, board: Mapping[str, Any]) -> str:
    """Write which clauses are decisive and which pairs of readings are equal, ordered or parted."""
    found: dict[str, list[str]] = {}
    for each in board["statements"]:
        under = f" ({each['under']})" if each["under"] else ""
        if each["name"].startswith("what "):
            found.setdefault(each["answer"], []).append(each["name"].split()[1] + under)
        elif each["kind"] == "readings":
            found.setdefault(each["answer"], []).append(each["name"])
    cells = ("decisive", "implied", "equal", "ordered", "parted")
    row = " | ".join("; ".join(found.get(cell, [])) or "-" for cell in cells)
    return f"| {game} | {row} |"


def written(page: str, runs: Mapping[str, Any]) -> str:
    """Return the page with its tables replaced."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n" + "\n".join(tables(runs)) + f"\n{END}{after}"


def main() -> None:
    """Try the games named, and write the tables."""
    os.environ.setdefault("RULEWRIGHT_GAMES", str(HERE.parent / "examples"))
    for game in sys.argv[1:]:
        record(game)
    PAGE.write_text(written(PAGE.read_text("utf-8"), recorded()), encoding="utf-8")


if __name__ == "__main__":
    main()
