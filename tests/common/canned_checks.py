"""Checks with a prescribed outcome, or none. They stand here so that other processes can import them."""

import os
import signal
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
