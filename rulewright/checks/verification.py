"""Run every check of every game, on all cores."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import inf
from time import perf_counter

from attrs import define, evolve, field

from rulewright.checks.compiling import compiling
from rulewright.checks.outcome import ADAPTERS, GUESTS, OURS, Check, Effort, Outcome, skipped
from rulewright.checks.processes import WorkerLost, cores, side_by_side
from rulewright.checks.shares import CheckTask, tasks_of
from rulewright.checks.witness import is_machine_code
from rulewright.interface import RulewrightError
from rulewright.play.altered import rules_kept
from rulewright.play.attribution import GUEST, attributed, is_mistake
from rulewright.play.games import is_guest

BLAMED = {GUEST: GUESTS, 3: ADAPTERS}
"""Whose mistake an error is, by its exit status."""
CRASHED = re.compile("SIGSEGV|SIGABRT|SIGBUS")
"""How a process ends whose compiled code has left its arrays."""
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
    A check whose process is killed, or makes no progress for too long, is lost, and the others go on;
    one that works for too long without progress has failed: some code of the game never ends.
    Several processes do the shares of a check that has some, each as a task of its own.
    """
    every = tuple(checks)
    names = tuple(games)
    tasks, gathered = tasks_of(names, every, effort, shared=(jobs or cores()) > 1)
    heard = Heard(effort, note)
    done = side_by_side(
        *(partial(task_done, effort, seed), tasks, jobs, heard.note),
        lost=heard.lost,
        hung=heard.hung,
        patience=effort.patience,
        limit=lambda task: limit_of(task.check, effort),
        apart=must_be_apart(names),
    )
    for task, outcome in done:
        if task.share is None:
            yield outcome
            continue
        shares = gathered[task.name]
        shares.take(task.share, outcome)
        note(*task.name, shares.said())
        if shares.complete:
            yield with_cases(shares.outcome())


@define
class Heard:
    """What was last heard of each check, for those that are ended without a result."""

    effort: Effort
    report: Note
    _latest: dict[tuple[str, str], str] = field(factory=dict, init=False)

    def note(self, game: str, check: str, line: str) -> None:
        """Keep a line of progress, and report it."""
        self._latest[game, check] = line
        self.report(game, check, line)

    def lost(self, task: CheckTask, how: str) -> tuple[CheckTask, Outcome]:
        """Return the outcome of a task whose process is gone."""
        game, check = task.name
        last = f"{how}; its last progress was: {self._latest.get(task.name) or 'none'}"
        said = f"{task.share.theorem}: {how}" if task.share else last
        plays = hasattr(task.check, "answers")
        if plays and CRASHED.search(how) and is_to_be_watched(game, self.effort):
            failure = f"the compiled code of {game!r} crashed: {said}; `lint` checks its indexes"
            return task, failed(game, check, failure, GUESTS)
        return task, lost_outcome(game, check, said)

    def hung(self, task: CheckTask, how: str) -> tuple[CheckTask, Outcome]:
        """Return the outcome of a task that gave no answer."""
        game, check = task.name
        return task, failed(
            game,
            check,
            f"the game {game!r} gave no answer: {how}, and was ended; "
            f"the last progress of {check} was: {self._latest.get(task.name) or 'none'}",
        )


def failed(game: str, check: str, failure: str, blame: str = "") -> Outcome:
    """Return the outcome of a check whose process had to be ended."""
    return Outcome(game, check, False, 0, "cases", 0.0, failure=failure, blame=blame)


def task_done(effort: Effort, seed: int, task: CheckTask, note: Note) -> tuple[CheckTask, Outcome]:
    """Do a task; return it with its outcome."""
    return task, outcome_of(effort, seed, (task.game, task.share or task.check), note)


def lost_outcome(game: str, check: str, how: str, seconds: float = 0.0) -> Outcome:
    """Return the outcome of a check that has no result."""
    failure = f"the check {check} of {game} has no result: {how}"
    return Outcome(game, check, False, 0, "cases", seconds, failure=failure, lost=how)


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

    latest = ""

    def seconds() -> float:
        return perf_counter() - began

    def said(line: str) -> None:
        nonlocal latest
        latest = line
        note(game, check.name, line)

    try:
        without = left_out(game, check)
        if without is not None:
            return without
        with (
            rules_kept(game, f"during the check {check.name!r}"),
            compiling(lambda: note(game, check.name, latest)),
        ):
            outcome = check.run(game, effort, seed, said)
    except WorkerLost as error:
        return lost_outcome(game, check.name, str(error), seconds())
    except BaseException as error:  # each is somebody's mistake, and the other checks go on
        if not isinstance(error, Exception) and not is_mistake(error):
            raise
        return outcome_after(attributed(error), game, check.name, seconds())
    finally:
        effort.witness.close()
    return with_cases(outcome)


def left_out(game: str, check: Check) -> Outcome | None:
    """Return the outcome of a check that does not apply to a game; None if it does."""
    reason = getattr(check, "left_out", lambda _: "")(game)
    return skipped(game, check.name, reason) if reason else None


def with_cases(outcome: Outcome) -> Outcome:
    """Return an outcome, which has not held if nothing was compared."""
    if outcome.held and not outcome.cases and not outcome.left_out:
        return evolve(outcome, held=False, failure="nothing was compared, so nothing is shown")
    return outcome


def limit_of(check: Check, effort: Effort) -> float:
    """Return the seconds of processor time that a check may work without progress."""
    answers: float = getattr(check, "answers", inf)
    return min(answers * effort.answer, effort.patience)


def must_be_apart(names: Iterable[str]) -> bool:
    """Return whether checks run in another process whatever the number of jobs: a guest may end it."""
    return any(map(is_guest, names))


def is_to_be_watched(game: str, effort: Effort) -> bool:
    """Return whether only another process can end a game's code: a guest's that is compiled."""
    try:
        return is_guest(game) and is_machine_code(effort.witness, game)
    except Exception:  # noqa: BLE001 - each check says what is wrong with it
        return False


def outcome_after(error: BaseException, game: str, check: str, seconds: float) -> Outcome:
    """Return the outcome of a check that an exception ended: failed, or lost if it is our mistake."""
    if isinstance(error, RulewrightError):
        blame = BLAMED.get(error.exit_status, "")
        failure = str(error)
        return Outcome(game, check, False, 0, "cases", seconds, failure=failure, blame=blame)
    how = f"this is a bug in rulewright: {type(error).__name__}: {error}"
    return evolve(
        lost_outcome(game, check, how, seconds),
        blame=OURS,
        data={"traceback": "".join(traceback.format_exception(error))},
    )
