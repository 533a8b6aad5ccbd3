"""What a report tells of one game: everything that was found out, before anything is drawn."""

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
    """What the pages say about how they came to be."""

    effort: str
    seed: int
    version: str


@frozen
class ForbiddenAlone:
    """A game, and an action after it that one clause forbids and every other permits."""

    clause: str
    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    moves: tuple[str, ...]
    action: str


@frozen
class Statistics:
    """What came of random games under one set of options."""

    params: Mapping[str, Any]
    rulings: Mapping[str, str]
    lengths: Mapping[int, int]
    """Number of games by the number of actions they took; games that were broken off are not in it."""
    longest: int
    """Actions after which a game was broken off."""
    broken_off: int
    """Games that were."""
    results: Mapping[str, int]
    """Number of finished games by who won: ``red``, ``red and blue``, ``nobody``."""

    @property
    def games(self) -> int:
        """All games together."""
        return sum(self.lengths.values()) + self.broken_off


@frozen
class GameStudy:
    """All there is to tell of one game."""

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
    """What the detectors looked at and found in order."""
    unlooked: tuple[Unlooked, ...] = ()
    """The detectors that had nothing to look at, and why."""
    unstudied: tuple[str, ...] = ()
    """What could not be told for the engines disagree about it, and about what."""

    @property
    def held(self) -> bool:
        """Whether there were checks, all of them held, and everything could be told."""
        return all_held(self.outcomes) and not self.unstudied

    @property
    def unplayed(self) -> tuple[Unplayed, ...]:
        """The readings that the checks left out."""
        return left_out(self.outcomes, self.game)

    def data(self, key: str) -> Mapping[str, Any]:
        """Find what the checks tell under a key such as ``theorems``; empty if none does."""
        found: Mapping[str, Any] = {}
        for outcome in self.outcomes:
            told = outcome.data.get(key)
            if isinstance(told, Mapping):
                found = {**found, **told}
        return found
