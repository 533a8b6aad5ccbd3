"""Checks with a prescribed outcome, or none. They stand here so that other processes can import them."""

import os
import signal
from collections.abc import Iterable
from time import sleep
from typing import Any

from attrs import frozen

from common.work import dies_on_three
from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.processes import side_by_side
from rulewright.interface import RulewrightError


@frozen
class Canned:
    """A check with a prescribed outcome."""

    cases: int = 1
    held: bool = True
    reason: str = ""
    name: str = "canned"

    def left_out(self, game: str) -> str:
        """Return the reason."""
        del game
        return self.reason

    def run(self, game: str, *_: Any) -> Outcome:
        """Return the outcome."""
        if self.cases < 0:
            raise RulewrightError("it cannot begin")
        return Outcome(game, self.name, self.held, self.cases, "cases", 0.0)


@frozen
class Killed:
    """A check whose process is killed."""

    name: str = "killed"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Die as if memory had run out."""
        del effort, seed
        progress("game 7")
        os.kill(os.getpid(), signal.SIGKILL)
        return Outcome(game, self.name, True, 1, "cases", 0.0)


@frozen
class Silent:
    """A check of an implementation that never ends."""

    name: str = "silent"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Take long, and report nothing."""
        del effort, seed, progress
        sleep(600)
        return Outcome(game, self.name, True, 1, "cases", 0.0)


@frozen
class WithinIsKilled:
    """A check that starts processes, one of which is killed."""

    name: str = "within"

    def run(self, game: str, *_: Any) -> Outcome:
        """Work in two processes."""
        made = sum(side_by_side(dies_on_three, (2, 3), 2))
        return Outcome(game, self.name, True, made, "cases", 0.0)


@frozen
class CannedShare:
    """A share of a check: it holds, or its process is killed."""

    theorem: str
    is_slow: bool = False
    name: str = "shared"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Return an outcome."""
        progress(f"{self.theorem}: begun")
        if self.theorem == "killed":
            Killed().run(game, effort, seed, progress)
        return Outcome(game, self.name, True, 1, "cases", 1.0, data={"process": os.getpid()})


@frozen
class Shared:
    """A check that is done in shares."""

    names: tuple[str, ...]
    name: str = "shared"

    def shares(self, *_: Any) -> tuple[CannedShare, ...]:
        """Return the shares; the last one is slow."""
        return tuple(CannedShare(name, name == self.names[-1]) for name in self.names)

    def joined(
        self, game: str, effort: Effort, outcomes: Iterable[Outcome], seconds: float
    ) -> Outcome:
        """Return the first outcome that has not held, or their sum."""
        del effort
        every = list(outcomes)
        failed = [each for each in every if not each.held]
        whole = Outcome(game, self.name, True, sum(each.cases for each in every), "cases", seconds)
        return (*failed, whole)[0]

    def run(self, game: str, *_: Any) -> Outcome:
        """Do it as a whole."""
        return Outcome(game, self.name, True, 99, "cases", 0.0)
