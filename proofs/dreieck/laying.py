"""An arbitrary tile laid in an arbitrary position, and all that follows: what most theorems speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product

from attrs import define, field

from rulewright.proofs.dreieck.setting import (
    MIDDLE,
    WINDOW,
    after_taking,
    any_position,
    booleans,
    effect,
    is_sound,
    laid_down,
    laid_on,
    permitted,
    rules_of,
    shows_one_symbol_a_corner,
)
from rulewright.proofs.reachability import AbstractReach, Reached, steps_of_layers
from rulewright.proofs.theorem import Assumption, Claim, Twin
from rulewright.spec.dreieck import regions
from rulewright.spec.dreieck.board import Cell
from rulewright.spec.dreieck.facts import Facts, Move, Position, Rules
from rulewright.spec.logic import Fact

PLAYERS = (2, 3, 4)
ELSEWHERE = Assumption(
    "a_window_stands_for_the_table",
    "What happens to the cells of a window that are not touched by the tile just laid does not depend "
    "on where the window ends; so what is proved of each cell of a window of 18 is true of each cell.",
    "the specification runs the same formulas on whole games, compared with the implementation",
)


@define(eq=False, slots=False)
class Laid:
    """An arbitrary position in which an arbitrary tile is laid on a cell."""

    k: int
    cell: Cell
    supply: str = field(default="hand", kw_only=True)
    match: str = field(default="all", kw_only=True)

    @property
    def named(self) -> str:
        """The number of players, how tiles are held, and the kind of the cell."""
        return f"k={self.k}, {self.supply}, {self.cell[0]}"

    @cached_property
    def rules(self) -> Rules:
        """What the game is played under."""
        return rules_of(self.k, supply=self.supply, match=self.match)

    @cached_property
    def before(self) -> Position:
        """The position, of which nothing is known."""
        return any_position(self.rules)

    @cached_property
    def move(self) -> Move:
        """The tile, of which nothing is known; whether a capture is declined is left open, too."""
        return laid_on(self.rules, self.before, self.cell)

    @property
    def around(self) -> Sequence[tuple[int, Sequence[tuple[int, int]]]]:
        """The cells beside it, and for each the corners that they share."""
        return self.before.window.around[self.before.window.number[self.cell]]

    @cached_property
    def laid(self) -> Position:
        """The tile lies (DRE-3, DRE-6)."""
        return laid_down(self.rules, self.before, self.move)

    @cached_property
    def taken(self) -> Facts:
        """For each cell: the tile on it is taken; nothing is known of it."""
        return booleans("taken", range(len(self.before.window.cells)))

    @cached_property
    def after(self) -> Position:
        """What is taken has left the table (DRE-8)."""
        return after_taking(self.rules, self.laid, self.taken, self.move)

    @cached_property
    def others(self) -> list[Fact]:
        """For each cell: another player's tile lies there."""
        return regions.tiles_of_others(self.laid)

    @cached_property
    def permitted(self) -> tuple[Fact, ...]:
        """The position is sound, the tile shows symbols, and it may be laid there."""
        return (
            *is_sound(self.before),
            *shows_one_symbol_a_corner(self.move),
            *permitted(self.rules, self.before, self.move, "DRE-1", "DRE-3"),
        )


@define(eq=False, slots=False)
class LaidAndCaptured(Laid):
    """The same, and what is captured is what DRE-7 says."""

    outline: str = "outer"
    trigger: str = "completing"
    reach: AbstractReach = field(factory=lambda: AbstractReach("part"), init=False)

    @property
    def named(self) -> str:
        """The number of players, how tiles are held, the readings, and the kind of the cell."""
        return f"k={self.k}, {self.supply}, {self.trigger}, {self.outline}, {self.cell[0]}"

    @cached_property
    def rules(self) -> Rules:
        """What the game is played under, with reachability left abstract."""
        return rules_of(
            self.k, reach=self.reach, supply=self.supply, outline=self.outline, trigger=self.trigger
        )

    @cached_property
    def taken(self) -> Facts:
        """For each cell: the tile on it is captured (DRE-7)."""
        taken: Facts = effect("DRE-7", self.rules, self.laid, self.move)
        return taken

    @property
    def asked(self) -> list[tuple[Reached, ...]]:
        """For each region: what it is, and under `outer` what is outside of it."""
        if not self.taken:  # it is DRE-7 that asks, as this is found
            raise LookupError("DRE-7 speaks of no cell")
        answers = iter(self.reach.calls)
        return list(zip(*(answers,) * {"outer": 2, "every": 1}[self.outline], strict=True))

    @property
    def regions(self) -> list[Reached]:
        """The regions that are looked at."""
        return [region for region, *_ in self.asked]

    @cached_property
    def given(self) -> tuple[Fact, ...]:
        """The same, and regions are what reachability makes them."""
        return (*self.permitted, *(region.inside(self.others) for region in self.regions))


def layers_in_the_window() -> tuple[Claim, Twin]:
    """The induction steps of reachability on the cells of the window."""
    ends = [(one, other) for one, other, _ in WINDOW.joints]
    return steps_of_layers("step", len(WINDOW.cells), ends)


def every_laid() -> Iterator[Laid]:
    """Two, three and four players, a cell of each kind, hands and stacks."""
    ways = product(("hand", "stack"), PLAYERS, MIDDLE)
    return (Laid(k, cell, supply=supply) for supply, k, cell in ways)


def every_laying() -> Iterator[LaidAndCaptured]:
    """The same, under each reading of the questions that say what is captured."""
    readings = product(("hand", "stack"), ("completing", "standing"), ("outer", "every"))
    return (
        LaidAndCaptured(k, cell, outline, trigger, supply=supply)
        for (supply, trigger, outline), k, cell in product(readings, PLAYERS, MIDDLE)
    )
