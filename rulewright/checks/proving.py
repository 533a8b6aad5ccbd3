"""A game's theorems, proved anew, on as many cores as there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.checks import processes
from rulewright.play import games

if TYPE_CHECKING:
    from rulewright.proofs.theorem import ShownGame

Progress = Callable[[str], None]


@frozen
class Asked:
    """How theorems are to be proved."""

    cross_check: bool = False
    """Whether a second solver is asked as well."""
    second_time_limit: float | None = None
    """Seconds that the second solver gets for one query; None: as many as the first."""
    second_seconds: float = inf
    """Seconds that the second solver gets for all queries of a theorem."""
    smt2: Path | None = None
    """A folder for one SMT-LIB file for each query."""


@frozen
class Proved:
    """What became of one theorem, without the formulas: this can be sent between processes."""

    name: str
    status: str
    """`proved`, `refuted` or `open`."""
    holds: bool
    seconds: float
    """Without those of a second solver."""
    queries: int
    detail: str
    cross_check: str
    agreed: int
    """Queries that a second solver answered alike."""
    witness: ShownGame | None
    """The first game that the theorem shows, where it shows one."""


def proved(game: str, asked: Asked, name: str, progress: Progress) -> Proved:
    """Prove the theorem of that name; `progress` is told of its parts."""
    from rulewright.proofs.prove import prove  # noqa: PLC0415 - who asks for no proof needs no prover

    (theorem,) = (each for each in games.theorems(game) if each.name == name)
    verdict = prove(
        theorem,
        cross_check=asked.cross_check,
        smt2=asked.smt2,
        second_time_limit=asked.second_time_limit,
        second_seconds=asked.second_seconds,
        progress=progress,
    )
    second = verdict.second_opinion
    return Proved(
        name,
        verdict.status,
        verdict.holds,
        sum(part.seconds for part in verdict.parts),
        verdict.queries,
        verdict.detail,
        verdict.cross_check,
        0 if second is None else second.agreed,
        verdict.witness,
    )


def side_by_side(
    game: str, names: Sequence[str], asked: Asked, jobs: int | None, progress: Progress
) -> Iterator[Proved]:
    """Prove theorems in several processes (None: see `processes.cores`), the slow ones first.

    Gives each verdict as soon as it is there.
    """
    slow = {theorem.name for theorem in games.theorems(game) if theorem.slow}
    in_turn = sorted(names, key=lambda name: name not in slow)
    return processes.side_by_side(partial(proved, game, asked), in_turn, jobs, progress)
