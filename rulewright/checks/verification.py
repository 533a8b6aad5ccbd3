"""Run every check of every game, on all cores."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from time import perf_counter

from attrs import evolve

from rulewright.checks.outcome import ADAPTERS, GUESTS, OURS, Check, Effort, Outcome
from rulewright.checks.processes import WorkerLost, side_by_side
from rulewright.interface import RulewrightError
from rulewright.play.attribution import GUEST, attributed

BLAMED = {GUEST: GUESTS, 3: ADAPTERS}
"""Whose mistake an error is, by its exit status."""
Note = Callable[[str, str, str], None]
"""Called with game, check, and progress ("" as the check begins)."""


def verify(
    games: Iterable[str],
    checks: Iterable[Check],
    effort: Effort,
    seed: int,
    note: Note,
    *,
    jobs: int | None = 1,
) -> Iterator[Outcome]:
    """Run all checks on all games; yield each outcome as soon as it is available.

    Runs `jobs` checks at once, in separate processes if that is more than one (None: one per core).
    A check that does not apply to a game says so with `left_out`, and is reported as left out.
    A check whose process is killed, or makes no progress for too long, is lost, and the others go on.
    """
    every = tuple(checks)
    wanted = [(game, check) for game in games for check in every]
    latest: dict[tuple[str, str], str] = {}

    def noted(game: str, check: str, line: str) -> None:
        latest[game, check] = line
        note(game, check, line)

    def lost(task: tuple[str, Check], how: str) -> Outcome:
        game, check = task
        last = latest.get((game, check.name))
        return lost_outcome(game, check, f"{how}; its last progress was: {last or 'none'}")

    return side_by_side(
        *(partial(outcome_of, effort, seed), wanted, jobs, noted),
        lost=lost,
        patience=effort.patience,
    )


def lost_outcome(game: str, check: Check, how: str, seconds: float = 0.0) -> Outcome:
    """Return the outcome of a check that has no result."""
    failure = f"the check {check.name} of {game} has no result: {how}"
    return Outcome(game, check.name, False, 0, "cases", seconds, failure=failure, lost=how)


def all_held(outcomes: Iterable[Outcome]) -> bool:
    """Return whether anything was checked and everything checked held."""
    checked = [outcome for outcome in outcomes if not outcome.left_out]
    return bool(checked) and all(outcome.held for outcome in checked)


def outcome_of(effort: Effort, seed: int, wanted: tuple[str, Check], note: Note) -> Outcome:
    """Run one check; one that cannot begin, or compares nothing, has not held.

    If the code of a guest raises an exception, the check has failed, and says where. After an exception
    of ours there is no result.
    """
    game, check = wanted
    note(game, check.name, "")
    began = perf_counter()

    def seconds() -> float:
        return perf_counter() - began

    try:
        reason = getattr(check, "left_out", lambda _: "")(game)
        if reason:
            return Outcome(game, check.name, True, 0, "cases", 0.0, detail=reason, left_out=reason)
        outcome = check.run(game, effort, seed, lambda line: note(game, check.name, line))
    except WorkerLost as error:
        return lost_outcome(game, check, str(error), seconds())
    except Exception as error:  # noqa: BLE001 - each is somebody's mistake, and the other checks go on
        return outcome_after(attributed(error), game, check, seconds())
    finally:
        effort.witness.close()
    if outcome.held and not outcome.cases and not outcome.left_out:
        return evolve(outcome, held=False, failure="nothing was compared, so nothing is shown")
    return outcome


def outcome_after(error: BaseException, game: str, check: Check, seconds: float) -> Outcome:
    """Return the outcome of a check that an exception ended: failed, or lost if it is our mistake."""
    if isinstance(error, RulewrightError):
        blame = BLAMED.get(error.exit_status, "")
        failure = str(error)
        return Outcome(game, check.name, False, 0, "cases", seconds, failure=failure, blame=blame)
    how = f"this is a bug in rulewright: {type(error).__name__}: {error}"
    return evolve(
        lost_outcome(game, check, how, seconds),
        blame=OURS,
        data={"traceback": "".join(traceback.format_exception(error))},
    )
