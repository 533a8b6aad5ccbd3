"""Make the matrix of theorems and mutants of clauses: one file for each game in `theorem-mutants/`.

Run as `python docs/theorem_mutants.py [GAME ...]`; all games if none is named. Only the rows of theorems
whose sources have changed are made again, unless `--all` is given; `--theorem` picks some of them, and
`--jobs N` runs N processes. `untried.json` lists theorems without a row, each with the reason; they are
made if they are named. The exit status is 1 if a row lacks a reason, or has one in vain.
"""  # noqa: INP001

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.mutation import matrix
from rulewright.mutation.sources import digest
from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.mutation import Unnoticed
    from rulewright.proofs.theorem import Theorem

FOLDER = Path(__file__).parent / "theorem-mutants"


def refreshed(game: str, jobs: int, names: Collection[str], *, every: bool) -> matrix.Rows:
    """Make the rows that are stale, of the theorems named or of all, and write them."""
    path = FOLDER / f"{game}.json"
    rows, theorems, reasons = matrix.read(path), games.theorems(game), games.unnoticed(game)
    untried = matrix.untried_of(FOLDER, game)
    stale = [
        theorem
        for theorem in theorems
        if (theorem.name in names if names else theorem.name not in untried)
        and (every or is_stale(game, theorem, rows.get(theorem.name), reasons))
    ]
    for batch in batches(stale):
        rows |= matrix.made(game, batch, reasons, jobs, note)
        matrix.write(
            path, {theorem.name: rows[theorem.name] for theorem in theorems if theorem.name in rows}
        )
    rows = matrix.read(path)
    missing = {theorem.name for theorem in theorems} - set(rows)
    if missing <= set(untried):
        matrix.completed(game, rows, note)
        matrix.write(path, rows)
    return rows


def is_stale(
    game: str, theorem: Theorem, row: matrix.Row | None, reasons: Sequence[Unnoticed]
) -> bool:
    """Return whether a row is missing, rests on other sources, or lacks what a reason refers to."""
    if row is None or row["digest"] != digest(game, theorem):
        return True
    return matrix.lacks_evidence(row, theorem, reasons)


def batches(theorems: Sequence[Theorem]) -> Iterator[tuple[Theorem, ...]]:
    """Take the quick theorems together, and each slow one alone, so that little is lost on the way."""
    quick = tuple(theorem for theorem in theorems if not theorem.slow)
    if quick:
        yield quick
    yield from ((theorem,) for theorem in theorems if theorem.slow)


def note(text: str) -> None:
    """Report progress at once."""
    print(text, flush=True)


def main() -> int:
    """Refresh the rows of some games, and print what is wrong with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.game_names("proofs"))
    parser.add_argument("--all", action="store_true", help="make all rows again")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--theorem", action="append", dest="names", help="only this; repeatable")
    asked = parser.parse_args()
    faults = 0
    for game in asked.games:
        rows = refreshed(game, asked.jobs, asked.names or (), every=asked.all)
        for fault in matrix.faults(game, rows, matrix.untried_of(FOLDER, game)):
            print(f"{game}: {fault}")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
