"""The findings that a report is made from, before anything is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from rulewright.ambiguity import Ambiguity
from rulewright.checks import Outcome
from rulewright.checks.unplayed import Unplayed, left_out
from rulewright.checks.verification import all_held
from rulewright.gaps import Clear, Finding, Unlooked


@frozen
class ReportRun:
    """The run that made the pages."""

    effort: str
    seed: int
    version: str


@frozen
class ForbiddenAlone:
    """A game, and an action after it that only one clause forbids."""

    clause: str
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    moves: tuple[str, ...]
    action: str


@frozen
class Statistics:
    """Lengths and results of random games under one set of options."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    lengths: Mapping[int, int]
    """Number of finished games by number of actions."""
    longest: int
    """Actions after which a game was cut off."""
    broken_off: int
    """Number of games cut off."""
    results: Mapping[str, int]
    """Number of finished games by who won: ``red``, ``red and blue``, ``nobody``."""

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.lengths.values()) + self.broken_off


@frozen
class GameStudy:
    """The findings about one game."""

    game: str
    outcomes: tuple[Outcome, ...] = ()
    statistics: tuple[Statistics, ...] = ()
    forbidden: Mapping[str, ForbiddenAlone] = field(factory=dict)
    """By clause."""
    sample: tuple[str, ...] = ()
    """The actions of one random game under the default options."""
    ambiguities: tuple[Ambiguity, ...] = ()
    findings: tuple[Finding, ...] = ()
    clear: tuple[Clear, ...] = ()
    """What the detectors examined and found in order."""
    unlooked: tuple[Unlooked, ...] = ()
    """The detectors that had nothing to examine, and why."""
    unstudied: tuple[str, ...] = ()
    """The parts not reported because the engines disagree, and on what."""

    @property
    def held(self) -> bool:
        """Whether there were checks, all of them held, and no part is missing."""
        return all_held(self.outcomes) and not self.unstudied

    @property
    def unplayed(self) -> tuple[Unplayed, ...]:
        """The readings that the checks left out."""
        return left_out(self.outcomes, self.game)

    def data(self, key: str) -> Mapping[str, Any]:
        """Return the checks' data under a key such as ``theorems``; empty if there is none."""
        found: Mapping[str, Any] = {}
        for outcome in self.outcomes:
            data = outcome.data.get(key)
            if isinstance(data, Mapping):
                found = {**found, **data}
        return found
