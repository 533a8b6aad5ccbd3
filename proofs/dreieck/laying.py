"""An arbitrary tile laid in an arbitrary position, and all that follows: what most theorems speak of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import field, frozen

from rulewright.proofs.dreieck.setting import (
    MIDDLE,
    WINDOW,
    any_position,
    effect,
    is_sound,
    laid_on,
    permitted,
    rules_of,
    shows_one_symbol_a_corner,
)
from rulewright.proofs.reachability import AbstractReach, Reached, steps_of_layers
from rulewright.proofs.theorem import Assumption, Claim, Twin
from rulewright.spec.dreieck import clauses
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


@frozen(eq=False, slots=False)
class Laying:
    """An arbitrary position in which a tile is laid on a cell, and all that follows."""

    k: int
    cell: Cell
    outline: str = "outer"
    reach: AbstractReach = field(init=False)
    rules: Rules = field(init=False)
    before: Position = field(init=False)
    move: Move = field(init=False)
    laid: Position = field(init=False)
    taken: Facts = field(init=False)
    after: Position = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Lay the tile, take what is captured."""
        put = object.__setattr__
        put(self, "reach", AbstractReach("part"))
        put(self, "rules", rules_of(self.k, reach=self.reach, outline=self.outline))
        put(self, "before", any_position(self.rules))
        put(self, "move", laid_on(self.rules, self.before, self.cell))
        put(self, "laid", effect("DRE-3", self.rules, self.before, self.move))
        put(self, "taken", effect("DRE-7", self.rules, self.laid, self.move))
        put(self, "after", effect("DRE-8", self.rules, self.laid, self.taken, self.move))

    @property
    def regions(self) -> list[Reached]:
        """The regions that were looked at: under `outer` each second call asks what is outside."""
        return self.reach.calls[:: {"outer": 2, "every": 1}[self.outline]]

    @property
    def others(self) -> list[Fact]:
        """For each cell: another player's tile lies there."""
        return clauses.tiles_of_others(self.laid)

    @cached_property
    def permitted(self) -> tuple[Fact, ...]:
        """The position is sound, the tile shows symbols, and it may be laid there."""
        return (
            *is_sound(self.before),
            *shows_one_symbol_a_corner(self.move),
            *permitted(self.rules, self.before, self.move, "DRE-1", "DRE-3"),
        )

    @cached_property
    def given(self) -> tuple[Fact, ...]:
        """The same, and regions are what reachability makes them."""
        return (*self.permitted, *(region.inside(self.others) for region in self.regions))


def layers_in_the_window() -> tuple[Claim, Twin]:
    """The induction steps of reachability on the cells of the window."""
    ends = [(one, other) for one, other, _ in WINDOW.joints]
    return steps_of_layers("step", len(WINDOW.cells), ends)


def every_laying() -> Iterator[Laying]:
    """Two, three and four players, and a cell of each kind."""
    return (Laying(k, cell) for k in PLAYERS for cell in MIDDLE)
