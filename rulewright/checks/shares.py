"""Checks that are done in shares where several tasks run side by side, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field, frozen

from rulewright.checks.outcome import Check, CheckShare, Effort, Outcome


@frozen
class CheckTask:
    """A check of a game that one process runs, or its share of one."""

    game: str
    check: Check
    share: CheckShare | None = None

    @property
    def name(self) -> tuple[str, str]:
        """The game, and the name of the check."""
        return self.game, self.check.name


@define
class Shares:
    """The outcomes of a check's shares, until all are there."""

    game: str
    check: Check
    effort: Effort
    number: int
    _done: dict[str, Outcome] = field(factory=dict, init=False)

    def take(self, share: CheckShare, outcome: Outcome) -> None:
        """Take the outcome of a share."""
        self._done[share.theorem] = outcome

    def said(self) -> str:
        """How many are done, and the latest."""
        name, outcome = list(self._done.items())[-1]
        return f"{len(self._done)} of {self.number}, {name}: {outcome.verdict}"

    @property
    def complete(self) -> bool:
        """Whether none is missing."""
        return len(self._done) == self.number

    def outcome(self) -> Outcome:
        """Return the outcome of the check; its time is that of its shares one after the other."""
        seconds = sum(each.seconds for each in self._done.values())
        check: Any = self.check
        joined: Outcome = check.joined(self.game, self.effort, self._done.values(), seconds)
        return joined


def shares_of(game: str, check: Check, effort: Effort) -> tuple[CheckShare, ...]:
    """Return the shares that a check can be done in; none if it has to be done as a whole."""
    try:
        return tuple(getattr(check, "shares", lambda *_: ())(game, effort))
    except Exception:  # noqa: BLE001 - the check itself says what is wrong
        return ()


def tasks_of(
    games: Iterable[str], checks: Sequence[Check], effort: Effort, *, shared: bool
) -> tuple[list[CheckTask], dict[tuple[str, str], Shares]]:
    """Return the tasks in the order in which they begin, and where those that are shares are gathered.

    Slow shares and checks are first, quick shares last: they fill up what the others leave.
    """
    whole, shares, gathered = [], [], {}
    for game in games:
        for check in checks:
            found = shares_of(game, check, effort) if shared else ()
            if found:
                gathered[game, check.name] = Shares(game, check, effort, len(found))
                shares += [CheckTask(game, check, each) for each in found]
            else:
                whole.append(CheckTask(game, check))
    whole.sort(key=lambda task: not getattr(task.check, "is_slow", False))
    slow = [task for task in shares if task.share and task.share.is_slow]
    return [*slow, *whole, *(task for task in shares if task not in slow)], gathered
