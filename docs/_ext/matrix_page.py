"""Which vectors kill which wrong engines."""  # noqa: INP001

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markup import table

if TYPE_CHECKING:
    from rulewright.spec.catalogue import SpecifiedGame

NAMED = 3
"""Vectors that a row names; the file `vectors/matrix.json` names all."""


def matrix_page(game: SpecifiedGame, vectors: Path) -> Iterator[str]:
    """Write the matrix of a game's clauses and questions, from `matrix.json` in a folder."""
    yield f"# {game.rulebook.title}: clauses and mutants"
    yield ""
    matrices = read(vectors / "matrix.json")
    if game.name not in matrices:
        yield "This game has no test vectors yet."
        return
    matrix = matrices[game.name]
    rows = matrix["mutants"]
    killed = sum(bool(row["killed_by"]) for row in rows)
    alike = [row for row in rows if "alike" in row]
    yield (
        f"{matrix['vectors']} vectors are tried on {len(rows)} mutants of the rulebook: {killed} "
        f"are killed, {len(alike)} are indistinguishable from the game, for the reasons below. "
        f"{len(matrix['covering'])} vectors are enough to kill all that are killed, and no fewer are. "
        "[What this shows, and what not](../../vectors.md#the-matrix)"
    )
    yield ""
    head = ("of", "mutant", "what is wrong", "vectors", "among them")
    yield from table(head, map(row_of, rows))
    if alike:
        yield from ("", "## Indistinguishable mutants", "")
        yield from table(
            ("mutant", "reason"), ((f"`{row['id']}`", row["alike"]["reason"]) for row in alike)
        )


def row_of(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Write a mutant's row; vectors with short names come first."""
    killers = sorted(row["killed_by"], key=lambda each: (len(each), each))
    return (
        row.get("clause") or f"`{row['question']}`",
        f"`{row['id']}`",
        row["about"],
        str(len(killers)) if killers else "none: see below",
        ", ".join(f"`{each}`" for each in killers[:NAMED]),
    )


def read(path: Path) -> dict[str, Any]:
    """Read the matrices; none if there is no file."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return found
