"""Run the parts of all checks with an executor: in many processes, or on a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from time import perf_counter
from typing import Any

import cattrs
from attrs import define, field, frozen

from rulewright.checks.bulk import judge_part
from rulewright.checks.compiling import compiling
from rulewright.checks.lockstep import play_part
from rulewright.checks.outcome import Check, Effort, Outcome
from rulewright.checks.parted import PartPlan, blame_of
from rulewright.checks.theorems import prove_part
from rulewright.checks.verification import (
    left_out,
    limit_of,
    outcome_after,
    outcome_of,
    with_cases,
)
from rulewright.parts.executor import AHEAD, Executor, outcome_of_future
from rulewright.parts.part import PartFinding, PartOutcome, WorkPart
from rulewright.parts.processes import silent
from rulewright.parts.version import ClusterError, check_version, version_of
from rulewright.play.attribution import attributed

Note = Callable[[str, str, str], None]
"""Called with game, check, and progress ("" as the check begins)."""
END = object()
"""What a plan without further parts yields."""


@frozen
class CheckParts:
    """Does the parts of all checks; it travels to where they are done."""

    effort: Effort
    checks: tuple[Check, ...] = ()

    def __call__(self, part: WorkPart, note: Callable[..., None] = silent) -> PartOutcome:
        """Do a part; raises `OtherSources` if it is for other sources than those of this process."""
        check_version(part)
        try:
            with compiling(lambda: note("compiling")):
                return self.done(part, note)
        finally:
            self.effort.witness.close()

    def done(self, part: WorkPart, note: Callable[..., None]) -> PartOutcome:
        """Do a part."""
        if part.check == "lockstep":
            return play_part(part, self.effort, note)
        if part.check == "bulk":
            return judge_part(part, self.effort)
        if part.check == "theorems":
            return prove_part(part, self.effort, note)
        (check,) = (each for each in self.checks if each.name == part.check)
        outcome = outcome_of(self.effort, part.seed, (part.game, check), note)
        return PartOutcome(part, data={"outcome": cattrs.unstructure(outcome)})


@define
class WholePlan:
    """A check that is a single part."""

    game: str
    check: str
    seed: int
    rules: str
    done: Outcome | None = field(default=None, init=False)
    findings: tuple[PartFinding, ...] = field(default=(), init=False)

    def parts(self) -> Iterator[WorkPart | None]:
        """Yield the part."""
        yield WorkPart(self.game, self.check, {}, {}, self.seed, {"check": "whole"}, self.rules)

    def take(self, outcome: PartOutcome) -> bool:
        """Keep the outcome."""
        self.findings = outcome.findings
        if not self.findings:
            self.done = cattrs.structure(outcome.data["outcome"], Outcome)
        return False

    def said(self) -> str:
        """Nothing is known of it until it is done."""
        return ""

    def outcome(self, seconds: float) -> Outcome:
        """Return the outcome of the check."""
        if self.done is not None:
            return self.done
        failure = next(finding.text for finding in self.findings)
        blame = blame_of(self.findings)
        return Outcome(
            self.game, self.check, False, 0, "cases", seconds, failure=failure, blame=blame
        )


@define(eq=False)
class Running:
    """A plan whose parts are under way; their outcomes are taken in the order of the parts."""

    plan: PartPlan
    limit: float
    ended: bool = field(default=False, init=False)
    _parts: Iterator[WorkPart | None] = field(init=False)
    _made: deque[WorkPart] = field(factory=deque, init=False)
    """Parts that were made and not taken yet."""
    _done: dict[int, Future[Any]] = field(factory=dict, init=False)
    _taken: int = field(default=0, init=False)
    _waits: bool = field(default=False, init=False)
    _error: Exception | None = field(default=None, init=False)
    _began: float = field(factory=perf_counter, init=False)

    @_parts.default
    def _of_plan(self) -> Iterator[WorkPart | None]:
        return iter(self.plan.parts())

    def next(self, most: int) -> tuple[int, WorkPart] | None:
        """Return the number of the next part, and the part; None if there is none for now."""
        if self.ended or len(self._made) >= most or (self._waits and self._made):
            return None
        try:
            part: Any = next(self._parts, END)
            if part is None and not self._made:
                part = next(self._parts, END)
        except Exception as error:  # noqa: BLE001 - somebody's mistake, and the other checks go on
            self._error, self.ended = error, True
            return None
        self._waits = part is None or part is END
        if part is END and not self._made:
            self.ended = True
        if self._waits:
            return None
        self._made.append(part)
        return self._taken + len(self._made) - 1, part

    def take(self, number: int, future: Future[Any]) -> None:
        """Take the outcome of a part as soon as those before it are there; raises `ClusterError`."""
        self._done[number] = future
        while not self.ended and self._taken in self._done:
            future, part = self._done.pop(self._taken), self._made.popleft()
            self._taken += 1
            try:
                self.ended = not self.plan.take(outcome_of_future(part, future))
            except ClusterError:
                raise
            except Exception as error:  # noqa: BLE001 - somebody's mistake, and the other checks go on
                self._error, self.ended = error, True

    def outcome(self) -> Outcome:
        """Return the outcome of the check; a mistake in it is one."""
        seconds = perf_counter() - self._began
        if self._error is None:
            return with_cases(self.plan.outcome(seconds))
        check = self.plan.check
        return outcome_after(attributed(self._error), self.plan.game, check, seconds)


def verify_with(
    executor: Executor,
    games: Iterable[str],
    checks: Iterable[Check],
    effort: Effort,
    seed: int,
    *,
    note: Note,
) -> Iterator[Outcome]:
    """Run all checks on all games with an executor; yield each outcome as soon as it is available.

    The random games of a seed, the totals and the verdicts are those of `verify`. Raises `ClusterError`.
    """
    every = tuple(checks)
    work = CheckParts(effort, every)
    running: list[Running] = []
    for game in games:
        for check in every:
            note(game, check.name, "")
            plan = plan_of(game, check, effort, seed)
            if isinstance(plan, Outcome):
                yield plan
            else:
                running.append(Running(plan, limit_of(check, effort)))
    under_way: dict[Future[Any], tuple[Running, int]] = {}

    def more() -> Iterator[Outcome]:
        most = AHEAD * executor.width
        for each in tuple(running):
            while len(under_way) < most and (made := each.next(most)) is not None:
                number, part = made
                under_way[executor.submit(work, part, each.limit)] = each, number
            if each.ended:
                running.remove(each)
                yield each.outcome()

    yield from more()
    while running:
        for future in executor.as_completed():
            each, number = under_way.pop(future)
            each.take(number, future)
            note(each.plan.game, each.plan.check, each.plan.said())
            yield from more()


def plan_of(game: str, check: Check, effort: Effort, seed: int) -> PartPlan | Outcome:
    """Return the plan of a check, or its outcome if there is nothing to do or it cannot begin."""
    began = perf_counter()
    try:
        skipped = left_out(game, check)
        if skipped is not None:
            return skipped
        rules = version_of(game)
        make = getattr(check, "plan_parts", None)
        if make is None:
            return WholePlan(game, check.name, seed, rules)
        plan: PartPlan | Outcome = make(game, effort, seed, rules)
    except Exception as error:  # noqa: BLE001 - somebody's mistake, and the other checks go on
        return outcome_after(attributed(error), game, check.name, perf_counter() - began)
    finally:
        effort.witness.close()
    return plan
