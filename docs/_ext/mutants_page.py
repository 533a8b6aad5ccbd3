"""Which theorems notice which wrong clauses."""  # noqa: INP001

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from markup import prose, table

from rulewright.interface import UnknownGame
from rulewright.mutation import matrix
from rulewright.mutation.wrong import WrongClause, wrong_clauses
from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.theorem import Theorem
    from rulewright.spec.catalogue import SpecifiedGame

OUTCOMES = {
    "noticed": "noticed",
    "breaks": "noticed: the proof breaks",
    "unread": "not read",
    "survives": "still proved",
    "unanswered": "no answer",
}


def mutants_page(game: SpecifiedGame, folder: Path) -> Iterator[str]:
    """Write the matrix of a game's theorems and clause mutants, from a folder of one file per game."""
    yield f"# {game.rulebook.title}: theorems and wrong clauses"
    yield ""
    rows = matrix.read(folder / f"{game.name}.json")
    try:
        theorems = [each for each in games.theorems(game.name) if each.name in rows]
    except UnknownGame:
        theorems = []
    if not theorems:
        yield "No theorem of this game has been tried on wrong clauses yet."
        return
    mutants = wrong_clauses(game.rulebook)
    yield from summary(rows, mutants)
    yield from ("", "## By clause", "")
    yield from table(
        ("mutant", "what is wrong", "noticed by", "not by"),
        (row_of(rows, wrong) for wrong in mutants),
    )
    untried = matrix.untried_of(folder, game.name)
    yield from silences(game.name, rows, mutants)
    if untried:
        yield from ("", "## Not tried", "")
        yield from table(
            ("theorem", "why it has no row"),
            ((words(name), prose(reason)) for name, reason in untried.items()),
        )
    for theorem in theorems:
        yield from section(game.name, theorem, rows[theorem.name], mutants)


def summary(rows: matrix.Rows, mutants: tuple[WrongClause, ...]) -> Iterator[str]:
    """Count the cells by their outcome."""
    outcomes = [cell["outcome"] for row in rows.values() for cell in row["cells"].values()]
    noticed = sum(outcome in matrix.NOTICES for outcome in outcomes)
    silent = len(matrix.unnoticed_by_all(rows, mutants))
    unread = outcomes.count("unread")
    yield (
        f"{len(rows)} theorems are tried on the mutants of the clauses that they name, {len(outcomes)} "
        f"pairs in all: {noticed} are noticed; in {unread} the proof does not read what is wrong; "
        f"{len(outcomes) - noticed - unread} are proved all the same. Each that is not noticed has its "
        f"reason below. Of the {len(mutants)} mutants {silent} are noticed by no theorem. "
        "[What this shows, and what not](../../theorem-mutants.md)"
    )


def row_of(rows: matrix.Rows, wrong: WrongClause) -> tuple[str, ...]:
    """Write the row of a mutant."""
    noticing = matrix.noticing(rows, wrong.id)
    named = [name for name, row in rows.items() if wrong.id in row["cells"]]
    return (
        f"`{wrong.id}`",
        wrong.about,
        "; ".join(map(words, noticing)) or "**none**",
        "; ".join(words(name) for name in named if name not in noticing),
    )


def words(name: str) -> str:
    """Write the name of a theorem in words."""
    return name.replace("_", " ")


def silences(game: str, rows: matrix.Rows, mutants: tuple[WrongClause, ...]) -> Iterator[str]:
    """Say what would be needed to notice what no theorem notices."""
    silent = matrix.unnoticed_by_all(rows, mutants)
    if not silent:
        return
    yield from ("", "## Noticed by no theorem", "")
    needed = {
        wrong.id: silence.needed
        for silence in games.noticed_by_none(game)
        for wrong in mutants
        if matrix.is_about(silence.mutants, wrong)
    }
    unknown = "A theorem that names the clause was not tried."
    yield from table(
        ("mutant", "what would be needed"),
        ((f"`{name}`", prose(needed.get(name, unknown))) for name in silent),
    )


def section(
    game: str, theorem: Theorem, row: matrix.Row, mutants: tuple[WrongClause, ...]
) -> Iterator[str]:
    """Write one theorem's row: each mutant, whether it is noticed, and how or why not."""
    yield from ("", f"## {words(theorem.name)}", "")
    tried = [wrong for wrong in mutants if wrong.id in row["cells"]]
    if not tried:
        yield "It names no clause, only questions."
        return
    yield from table(("mutant", "outcome", "how, or why not"), explained(game, theorem, row, tried))


def explained(
    game: str, theorem: Theorem, row: matrix.Row, tried: list[WrongClause]
) -> Iterator[tuple[str, ...]]:
    """Write a line for each mutant."""
    reasons = [each for each in games.unnoticed(game) if each.theorem == theorem.name]
    for wrong in tried:
        cell = row["cells"][wrong.id]
        if cell["outcome"] in matrix.NOTICES:
            how = prose(cell.get("part", ""))
        else:
            about = [each for each in reasons if matrix.is_about(each.mutants, wrong)]
            how = " ".join(prose(each.reason) + evidence(each.reads, row) for each in about)
        yield (f"`{wrong.id}`", OUTCOMES[cell["outcome"]], how)


def evidence(function: str, row: matrix.Row) -> str:
    """Name what the theorem reads instead, and what notices when that is inverted."""
    if not function:
        return ""
    cell = row["instead"].get(function, {"outcome": "unread"})
    name = function.rpartition(":")[2]
    return f" It reads `{name}`; inverted, that is {OUTCOMES[cell['outcome']]}."
