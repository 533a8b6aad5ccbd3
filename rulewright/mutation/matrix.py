"""The matrix: for each theorem and each mutant of a clause that it names, whether it notices."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import asdict, frozen

from rulewright.mutation.sources import digest
from rulewright.mutation.wrong import (
    INVERTED,
    Change,
    WrongClause,
    every_formula,
    wrong_clauses,
)
from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.mutation import NoticedByNone, Unnoticed
    from rulewright.proofs.theorem import Theorem

NOTICES = ("noticed", "breaks")
"""The outcomes of a theorem that does not hold of the wrong rules."""
TIME_LIMIT = 15.0
"""Seconds for each query."""
SECONDS = 600
"""Seconds for each theorem under one mutant."""
TRIAL = (sys.executable, "-m", "rulewright.mutation.trial")
"""The program that carries out an order."""

Cell: TypeAlias = dict[str, str]
"""`outcome`, `part` and `detail` of a trial."""
Row: TypeAlias = dict[str, Any]
"""Of one theorem: `digest`, `reads` (functions), `cells` (by mutant of a clause that it names),
`instead` (by function), and `also` (by mutant of another clause that no theorem naming it notices)."""
Rows: TypeAlias = dict[str, Row]
Note: TypeAlias = Callable[[str], None]


@frozen
class Order:
    """Theorems to be tried in one process, under some changes."""

    game: str
    changes: tuple[Change, ...]
    theorems: tuple[str, ...]
    time_limit: float = TIME_LIMIT
    seconds: int = SECONDS


def carried_out(order: Order) -> dict[str, dict[str, Any]]:
    """Try theorems in a fresh process; one that the process dies on is lost: it breaks."""
    if not order.theorems:
        return {}
    done = subprocess.run(  # noqa: S603 - our own program
        TRIAL,
        input=json.dumps(asdict(order)),
        capture_output=True,
        text=True,
        check=False,
    )
    found = {each["theorem"]: each for each in map(json.loads, done.stdout.splitlines())}
    if done.returncode:
        raise LostTrial(order, done.returncode, done.stderr)
    return found


class LostTrial(RuntimeError):
    """A process that tried theorems ended before it had tried all."""

    def __init__(self, order: Order, status: int, complaint: str) -> None:
        """Say what it was trying, and its last words."""
        changes = ", ".join(f"{each.function} {each.how}" for each in order.changes[:3])
        super().__init__(f"{order.game} under {changes}: status {status}: {complaint[-2000:]}")


def functions_asked(game: str, theorems: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Prove theorems of the right rules, and list the formulas of clauses that each asks.

    Raises `RuntimeError` for a theorem that does not hold of the right rules.
    """
    changes = every_formula(games.specified(game).rulebook)
    found = carried_out(Order(game, changes, tuple(theorems), time_limit=120.0))
    wrong = [f"{name}: {each['detail']}" for name, each in found.items() if holds_not(each)]
    if wrong:
        raise RuntimeError(f"{game}: not proved of the right rules: {'; '.join(wrong)}")
    return {name: tuple(each["asked"]) for name, each in found.items()}


def holds_not(found: Mapping[str, Any]) -> bool:
    """Return whether a theorem was not proved."""
    return bool(found["outcome"] != "survives")


def made(
    game: str, theorems: Sequence[Theorem], reasons: Sequence[Unnoticed], jobs: int, note: Note
) -> Rows:
    """Make the rows of some theorems, in the order given."""
    note(f"{game}: what {len(theorems)} theorems read")
    asked = functions_asked(game, [theorem.name for theorem in theorems])
    rows: Rows = {
        theorem.name: {
            "digest": digest(game, theorem),
            "reads": list(asked[theorem.name]),
            "cells": {},
            "instead": {},
            "also": {},
        }
        for theorem in theorems
    }
    naming = {theorem.name: theorem.clauses for theorem in theorems}
    tasks = []
    for wrong in wrong_clauses(games.specified(game).rulebook):
        named = [name for name in rows if wrong.clause in naming[name]]
        reading = [name for name in named if reads(rows[name], wrong)]
        for name in named:
            rows[name]["cells"][wrong.id] = cell("unread")
        tasks.append((wrong.id, "cells", Order(game, wrong.changes, tuple(reading))))
    for function, names in instead(reasons, rows).items():
        tasks.append((function, "instead", Order(game, (inverted(game, function),), names)))
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda task: carried_out(task[2]), tasks)
        for (label, place, order), found in zip(tasks, results, strict=True):
            note(f"{game}: {label}: {len(order.theorems)} theorems")
            for name, trial in found.items():
                rows[name][place][label] = cell(**{key: trial[key] for key in KEYS})
    return rows


def completed(game: str, rows: Rows, note: Note) -> None:
    """Try what no theorem notices that names the clause on the others, until one does.

    The quick ones are tried first. A clause that a theorem without a row names can wait for that row.
    """
    tried = [theorem for theorem in games.theorems(game) if theorem.name in rows]
    theorems = sorted(tried, key=lambda each: each.slow)
    waiting = clauses_untried(games.theorems(game), rows)
    for wrong in wrong_clauses(games.specified(game).rulebook):
        if wrong.clause in waiting:
            continue
        for theorem in theorems:
            row = rows[theorem.name]
            if noticing(rows, wrong.id):
                break
            if wrong.id in {**row["cells"], **row["also"]} or not reads(row, wrong):
                continue
            note(f"{game}: {wrong.id}: {theorem.name}")
            (found,) = carried_out(Order(game, wrong.changes, (theorem.name,))).values()
            row["also"][wrong.id] = cell(**{key: found[key] for key in KEYS})


def remade(game: str, rows: Rows, mutant: WrongClause, names: Sequence[str]) -> Iterator[str]:
    """Make some cells of a mutant again, and say which ones have another outcome."""
    reading = tuple(name for name in names if reads(rows[name], mutant))
    found = carried_out(Order(game, mutant.changes, reading))
    for name in names:
        outcome = found[name]["outcome"] if name in reading else "unread"
        written = {**rows[name]["cells"], **rows[name]["also"]}[mutant.id]["outcome"]
        if outcome != written:
            yield f"{name}: {mutant.id}: {written} became {outcome}"


KEYS = ("outcome", "part", "detail")


def cell(outcome: str, part: str = "", detail: str = "") -> Cell:
    """Make a cell."""
    return {key: value for key, value in zip(KEYS, (outcome, part, detail), strict=True) if value}


def reads(row: Row, wrong: WrongClause) -> bool:
    """Return whether a proof asks a formula that is wrong in a mutant.

    One that does not runs as it does under the right rules.
    """
    return any(change.function in row["reads"] for change in wrong.changes)


def instead(reasons: Sequence[Unnoticed], names: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Group the theorems that read a function instead of a clause's formula by that function."""
    found: dict[str, list[str]] = {}
    for reason in reasons:
        if reason.reads and reason.theorem in names:
            theorems = found.setdefault(reason.reads, [])
            if reason.theorem not in theorems:
                theorems.append(reason.theorem)
    return {function: tuple(theorems) for function, theorems in found.items()}


def inverted(game: str, function: str) -> Change:
    """Invert a function, named as `module:name` below the package of a game's specification."""
    module, _, name = function.partition(":")
    package = games.package_of_specification(game)
    return Change(f"{package}.{module}", name, INVERTED)


def lacks_evidence(row: Row, theorem: Theorem, reasons: Sequence[Unnoticed]) -> bool:
    """Return whether a reason names a function that was not made wrong yet."""
    wanted = {each.reads for each in reasons if each.theorem == theorem.name and each.reads}
    return wanted != set(row["instead"])


def is_explained(reason: Unnoticed, theorem: str, mutant: WrongClause) -> bool:
    """Return whether a reason is about a theorem and a mutant."""
    return reason.theorem == theorem and is_about(reason.mutants, mutant)


def is_about(named: Collection[str], mutant: WrongClause) -> bool:
    """Return whether a mutant is named, by its identifier or by its clause."""
    return mutant.id in named or mutant.clause in named


def read(path: Path) -> Rows:
    """Read the rows of a game; none if there is no file."""
    found: Rows = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found


def untried_of(folder: Path, game: str) -> dict[str, str]:
    """Read which theorems of a game have no row, and for what reason."""
    found: dict[str, dict[str, str]] = json.loads((folder / "untried.json").read_text("utf-8"))
    return found.get(game, {})


def write(path: Path, rows: Rows) -> None:
    """Write the rows of a game."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def faults(game: str, rows: Rows, untried: Collection[str] = ()) -> Iterator[str]:
    """Say what is wrong with the rows of a game: stale, missing, unexplained, or explained in vain.

    The theorems `untried` have no row. Whether they notice mutants of the clauses that they name is not
    known, so silence about these is no fault.
    """
    theorems, reasons = games.theorems(game), games.unnoticed(game)
    mutants = wrong_clauses(games.specified(game).rulebook)
    known = {theorem.name for theorem in theorems}
    strangers = [name for name in (*rows, *untried) if name not in known]
    yield from (f"{name}: no such theorem" for name in strangers)
    for theorem in theorems:
        row = rows.get(theorem.name)
        if row is None:
            if theorem.name not in untried:
                yield f"{theorem.name}: no row; {MAKE}"
        elif theorem.name in untried:
            yield f"{theorem.name}: it has a row, and is listed as untried"
        elif row["digest"] != digest(game, theorem):
            yield f"{theorem.name}: its sources have changed since; {MAKE}"
        else:
            yield from faults_of_row(theorem, row, mutants, reasons)
    yield from vain(rows, mutants, reasons)
    known_of = [wrong for wrong in mutants if wrong.clause not in clauses_untried(theorems, rows)]
    yield from faults_of_silence(rows, known_of, games.noticed_by_none(game))


def clauses_untried(theorems: Sequence[Theorem], rows: Rows) -> set[str]:
    """Return the clauses that a theorem without a row names."""
    return {clause for each in theorems if each.name not in rows for clause in each.clauses}


MAKE = "run `python docs/theorem_mutants.py`"


def faults_of_row(
    theorem: Theorem, row: Row, mutants: Sequence[WrongClause], reasons: Sequence[Unnoticed]
) -> Iterator[str]:
    """Say what is wrong with the row of a theorem."""
    named = [wrong for wrong in mutants if wrong.clause in theorem.clauses]
    if set(row["cells"]) != {wrong.id for wrong in named}:
        yield f"{theorem.name}: other mutants than those of the clauses it names; {MAKE}"
        return
    for wrong in named:
        about = [each for each in reasons if is_explained(each, theorem.name, wrong)]
        outcome = row["cells"][wrong.id]["outcome"]
        if outcome in NOTICES and any(wrong.id in each.mutants for each in about):
            yield f"{theorem.name}: {wrong.id} is noticed, and needs no reason"
        if outcome not in NOTICES and not about:
            yield f"{theorem.name}: {wrong.id}: {outcome}, and no reason is given"
    for function, trial in row["instead"].items():
        if trial["outcome"] not in NOTICES:
            yield f"{theorem.name}: {function} inverted is not noticed either"


def vain(rows: Rows, mutants: Sequence[WrongClause], reasons: Sequence[Unnoticed]) -> Iterator[str]:
    """Name the reasons that explain no cell, and those whose evidence is missing."""
    for reason in reasons:
        row = rows.get(reason.theorem)
        cells = {} if row is None else row["cells"]
        if not any(
            cells[wrong.id]["outcome"] not in NOTICES
            for wrong in mutants
            if wrong.id in cells and is_explained(reason, reason.theorem, wrong)
        ):
            yield f"{reason.theorem}: the reason for {', '.join(reason.mutants)} explains nothing"
        if row is not None and reason.reads and reason.reads not in row["instead"]:
            yield f"{reason.theorem}: {reason.reads} was never made wrong; {MAKE}"


def unnoticed_by_all(rows: Rows, mutants: Sequence[WrongClause]) -> dict[str, tuple[str, ...]]:
    """List the mutants that no theorem notices, each with the theorems that name its clause."""
    found = {}
    for wrong in mutants:
        if not noticing(rows, wrong.id):
            found[wrong.id] = tuple(name for name, row in rows.items() if wrong.id in row["cells"])
    return found


def noticing(rows: Rows, mutant: str) -> tuple[str, ...]:
    """List the theorems that notice a mutant, whether they name its clause or not."""
    return tuple(
        name
        for name, row in rows.items()
        if {**row["cells"], **row["also"]}.get(mutant, {}).get("outcome") in NOTICES
    )


def faults_of_silence(
    rows: Rows, mutants: Sequence[WrongClause], silences: Sequence[NoticedByNone]
) -> Iterator[str]:
    """Say which mutants no theorem notices without a word, and which words are out of date."""
    silent = set(unnoticed_by_all(rows, mutants))
    spoken = {
        wrong.id for wrong in mutants for silence in silences if is_about(silence.mutants, wrong)
    }
    for name in sorted(silent - spoken):
        yield f"{name}: no theorem notices it, and nothing says what would be needed"
    for silence in silences:
        about = {wrong.id for wrong in mutants if is_about(silence.mutants, wrong)}
        if not about & silent:
            yield f"{', '.join(silence.mutants)}: noticed, and nothing is needed"
