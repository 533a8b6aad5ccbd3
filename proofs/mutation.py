"""Theorems about wrong rules: whether a proof notices that a clause was made wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.interface import RulewrightError
from rulewright.proofs.prove import PartVerdict, prove
from rulewright.proofs.solving import UNKNOWN, Solving
from rulewright.proofs.theorem import Claim, Part, Theorem, Twin

NOTICED = "noticed"
"""A part of the theorem fails, or the specification refuses a game that the theorem shows."""
BREAKS = "breaks"
"""A part raises an error that is no refusal by the rules."""
UNANSWERED = "unanswered"
"""No part fails, but the solver left one open, or time was up: that shows nothing."""
SURVIVES = "survives"
"""The theorem is proved of the wrong rules as well."""
UNREAD = "unread"
"""The proof never asks the formula that is wrong."""
WRONG = "under wrong rules other games are played"
"""Why no part is held against games, or replayed."""


@frozen
class TheoremTrial:
    """The result for one theorem under wrong rules."""

    outcome: str
    """`noticed`, `breaks`, `unanswered`, `survives` or `unread`."""
    part: str = ""
    """What noticed it: the kind and the name of the first part that fails."""
    detail: str = ""
    """One line: how it fails."""


@frozen
class Unnoticed:
    """Why a theorem does not notice mutants of a clause that it names: data for the tools."""

    theorem: str
    mutants: tuple[str, ...]
    """Identifiers of mutants; a clause stands for all of its mutants."""
    reason: str
    reads: str = ""
    """The function of the specification that the theorem asks instead, `module:name` below the folder
    of the game. Made wrong itself, it must be noticed."""


@frozen
class NoticedByNone:
    """Mutants that no theorem notices, and what would be needed: data for the tools."""

    mutants: tuple[str, ...]
    """Identifiers of mutants; a clause stands for all of its mutants."""
    needed: str


@define
class _Parts:
    """What happens part by part: the parts that began, and those in which a query was left open."""

    begun: list[str] = field(factory=list)
    left_open: set[int] = field(factory=set)

    def begins(self, name: str) -> None:
        self.begun.append(name)

    def is_left_open(self) -> None:
        self.left_open.add(len(self.begun) - 1)


@contextmanager
def _watched(parts: _Parts) -> Iterator[None]:
    """Note the queries that the solver does not answer."""
    genuine: Callable[..., Any] = Solving.ask

    def ask(self: Solving, *given: Any, **named: Any) -> Any:
        answer = genuine(self, *given, **named)
        if answer.result == UNKNOWN:
            parts.is_left_open()
        return answer

    Solving.ask = ask  # type: ignore[method-assign]
    try:
        yield
    finally:
        Solving.ask = genuine  # type: ignore[method-assign]


def without_games(part: Part) -> Part:
    """Return a part that is neither held against recorded games nor replayed, and says why."""
    if isinstance(part, Claim):
        return evolve(part, real=None, why_not_real=part.why_not_real or WRONG)
    return evolve(part, not_replayed=part.not_replayed or WRONG) if isinstance(part, Twin) else part


def tried(theorem: Theorem, time_limit: float) -> TheoremTrial:
    """Prove a theorem under the rules that are loaded, until a part fails.

    `time_limit` is in seconds per query. A part that fails only because the solver gives no answer
    notices nothing; then the others are tried. The claims of a slow theorem are tried last. Recorded
    games are not looked at: under wrong rules they are other games, whatever the theorem is about.
    """
    parts = [without_games(part) for part in theorem.parts]
    if theorem.slow:
        parts.sort(key=lambda part: isinstance(part, Claim))
    theorem = evolve(theorem, parts=tuple(parts))
    first = _proved(theorem, time_limit, first_failure_ends=True)
    if first.outcome != UNANSWERED:
        return first
    return _proved(theorem, time_limit, first_failure_ends=False)


def _proved(theorem: Theorem, time_limit: float, *, first_failure_ends: bool) -> TheoremTrial:
    parts = _Parts()
    try:
        with _watched(parts):
            verdict = prove(
                theorem,
                time_limit=time_limit,
                progress=parts.begins,
                first_failure_ends=first_failure_ends,
            )
    except RulewrightError as refusal:
        return TheoremTrial(NOTICED, _last(theorem, parts), _line(refusal))
    except TimeoutError as out_of_time:
        return TheoremTrial(UNANSWERED, _last(theorem, parts), str(out_of_time))
    except Exception as error:  # noqa: BLE001 - wrong rules may break a proof in any way
        return TheoremTrial(BREAKS, _last(theorem, parts), _line(error))
    return _first_failure(verdict.parts, parts.left_open) or TheoremTrial(SURVIVES)


def _first_failure(verdicts: Iterable[PartVerdict], left_open: set[int]) -> TheoremTrial | None:
    """Return the first part that fails, and not only for want of an answer; else the first open one."""
    failed = [
        (
            number in left_open,
            TheoremTrial(NOTICED, f"{part.kind}: {part.name}", _short(part.detail)),
        )
        for number, part in enumerate(verdicts)
        if not part.as_it_should
    ]
    for is_open, trial in sorted(failed, key=lambda each: each[0]):
        return evolve(trial, outcome=UNANSWERED) if is_open else trial
    return None


def _last(theorem: Theorem, parts: _Parts) -> str:
    """Name the part that was begun last."""
    part = theorem.parts[len(parts.begun) - 1] if parts.begun else None
    return "" if part is None else f"{part.kind}: {part.name}"


def _line(error: BaseException) -> str:
    return _short(f"{type(error).__name__}: {' '.join(str(error).split())}")


def _short(text: str, most: int = 200) -> str:
    return text if len(text) <= most else text[: most - 4].rstrip() + " ..."
