"""A verification: every check of every game, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter

from rulewright.checks.outcome import Check, Effort, Outcome
from rulewright.interface import RulewrightError

Note = Callable[[str, str, str], None]
"""Called with game, check, and how far the check has come ("" as it begins)."""


def verify(
    games: Iterable[str], checks: Iterable[Check], effort: Effort, seed: int, note: Note
) -> Iterator[Outcome]:
    """Run all checks on all games; gives each outcome as soon as it is there.

    A check that needs more of a game than it has says so with `applies`, and is left out.
    """
    every = tuple(checks)
    for game in games:
        for check in every:
            applies = getattr(check, "applies", None)
            if applies is not None and not applies(game):
                continue
            yield outcome_of(check, game, effort, seed, note)


def outcome_of(check: Check, game: str, effort: Effort, seed: int, note: Note) -> Outcome:
    """Run one check; what it could not even begin with has not held."""
    note(game, check.name, "")
    began = perf_counter()
    try:
        return check.run(game, effort, seed, lambda line: note(game, check.name, line))
    except RulewrightError as error:
        return Outcome(
            game=game,
            check=check.name,
            held=False,
            cases=0,
            unit="cases",
            seconds=perf_counter() - began,
            failure=str(error),
        )
