"""The effort of a check, and its outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from attrs import field, frozen

from rulewright.checks.scope import OptionSet, Scope
from rulewright.checks.witness import OWN, SecondWitness

Progress = Callable[[str], None]
"""Called from time to time with one line of progress."""
GUESTS, ADAPTERS, OURS = "guest", "adapter", "rulewright"
"""Whose mistake it is that an exception ended a check."""


@frozen
class Effort:
    """The effort of a verification."""

    name: str
    option_sets: int
    """Most sets of parameters and rulings under which random games are played."""
    lockstep_games: int
    """Games played action by action on both engines, explanations included, per set of options."""
    bulk_games: int
    """Recorded games that the specification judges as bit vectors, per set of options."""
    positions: int
    """Most positions compared in full in an exhaustive check of one small board."""
    theorems: str
    """Which theorems are proved: `quick` omits those marked slow, `all` does not; or the name of one."""
    second_opinion: float = 0.0
    """Seconds per query for cvc5, if installed; 0 disables it."""
    patience: float = 1_800.0
    """Seconds without progress after which a check in a process of its own is ended."""
    certificates: bool = False
    """Whether every answer of the solver is checked without it."""
    only: tuple[OptionSet, ...] = ()
    """Parameters and rulings to play instead of those that a check would choose."""
    seconds_a_size: float = 0.0
    """Seconds for the random games of each size (parameters that the game names), as long as no
    compiled recordings play them."""
    answer: float = 60.0
    """Seconds for one answer of an engine that is not compiled."""
    plies_in_detail: int = 400
    """Plies after which a game that is played action by action is stopped, if the bulk check plays the
    game as well: it judges what follows."""
    positions_of_laws: int = 0
    """Positions of a game of ours that are compared with images, except the last; 0 for all."""
    witness: SecondWitness = OWN
    """The engine that is compared with the specification."""


QUICK = Effort(
    "quick",
    option_sets=10,
    lockstep_games=1,
    bulk_games=128,
    positions=64_000,
    theorems="quick",
    seconds_a_size=3.0,
    plies_in_detail=40,
    positions_of_laws=8,
)
NORMAL = Effort(
    "normal",
    option_sets=66,
    lockstep_games=2,
    bulk_games=2_048,
    positions=4_000_000,
    theorems="all",
    patience=7_200.0,
    seconds_a_size=20.0,
    answer=300.0,
)
THOROUGH = Effort(
    "thorough",
    option_sets=1_000,
    lockstep_games=20,
    bulk_games=32_768,
    positions=40_000_000,
    theorems="all",
    certificates=True,
    patience=86_400.0,
    seconds_a_size=300.0,
    answer=3_600.0,
)


@frozen
class Outcome:
    """The outcome of one check of one game."""

    game: str
    check: str
    held: bool
    cases: int
    unit: str
    """What `cases` counts: theorems, positions, games."""
    seconds: float
    detail: str = ""
    """What was covered, in one line for the table."""
    failure: str = ""
    """What did not hold, with the shortest game that shows it; empty when `held`."""
    remarks: tuple[str, ...] = ()
    """Further lines to show below the table."""
    data: dict[str, object] = field(factory=dict)
    """The underlying numbers, for programs; JSON values only."""
    left_out: str = ""
    """Why the check was skipped, if it does not apply to the game."""

    scope: Scope = field(factory=Scope)
    """Parameters and readings played, and what was left out."""
    lost: str = ""
    """Why there is no result, if the process of the check is gone: it has neither held nor failed."""
    blame: str = ""
    """Whose code ended the check by an exception: `guest`, `adapter` or `rulewright`; else empty."""

    @property
    def verdict(self) -> str:
        """The verdict in a word or two, for the table."""
        if self.left_out:
            return "left out"
        return "LOST" if self.lost else "held" if self.held else "FAILED"


def skipped(game: str, check: str, reason: str) -> Outcome:
    """Return the outcome of a check that does not apply to a game."""
    return Outcome(game, check, True, 0, "cases", 0.0, detail=reason, left_out=reason)


class Check(Protocol):
    """One kind of check, for any game.

    It may have `left_out(game)`, why it does not apply; `plan_parts(game, effort, seed, rules)`, its
    parts; `shares(game, effort)`, which together are the check, and `joined(game, effort, outcomes,
    seconds)`, its outcome from theirs; `answers`, the times the limit for one answer that it may work
    without progress; and `is_slow`, whether it begins before the others.
    """

    @property
    def name(self) -> str:
        """The name in the table."""

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Check a game; a disagreement is an outcome, not an exception."""


class CheckShare(Check, Protocol):
    """A share of a check: a task of its own where several run side by side."""

    @property
    def theorem(self) -> str:
        """The theorem that it proves."""

    @property
    def is_slow(self) -> bool:
        """Whether it begins before the others."""
