"""Dreieck nimmt, run: the game interface over the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from attrs import evolve

from rulewright.interface import Action, Json, Violation, options_from
from rulewright.spec.dreieck import notation
from rulewright.spec.dreieck.board import window_around
from rulewright.spec.dreieck.bulk import InBulk
from rulewright.spec.dreieck.evaluation import Evaluation, legal_of
from rulewright.spec.dreieck.facts import Move, Outlook, Position, Rules, refitted, seen_through
from rulewright.spec.dreieck.notation import PASS, Laying, laying_of, symbols_of
from rulewright.spec.dreieck.options import Parameters, Rulings
from rulewright.spec.dreieck.rulebook import RULEBOOK
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.lanes import lanes_in, stack
from rulewright.spec.logic import any_of
from rulewright.spec.registry import Rulebook


class Dreieck(Specification[Position]):
    """The specification of Dreieck nimmt under fixed parameters and rulings."""

    ending_clause = "DRE-9"

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        rulebook: Rulebook = RULEBOOK,
    ) -> None:
        """Fix the options; another `rulebook` makes a mutant of the game."""
        self.rules = Rules(
            options_from(Parameters, params or {}), options_from(Rulings, rulings or {})
        )
        super().__init__(self.rules, rulebook)
        self.evaluation = Evaluation(self.rules, rulebook)

    def initial(self) -> Position:
        """Set the game up (DRE-1, DRE-2)."""
        position: Position = self.evaluation.effect("DRE-1", self.rules)
        return position

    def is_action(self, action: Action) -> bool:
        """Return whether a text spells a pass, or a cell and three symbols."""
        return action == PASS or laying_of(self.rules, action) is not None

    def spelling(self) -> str:
        """Say how an action is spelled."""
        symbols = self.rules.symbols
        tilde = (
            "" if self.rulings["claim"] == "must" else ", with '~' behind it to decline captures"
        )
        return (
            f"an action is 'pass', or a cell and the symbols on its corners (a to {symbols[-1]}), "
            f"such as 'u0,-1:{symbols[0] * 2}{symbols[-1]}'{tilde}"
        )

    def judge(self, state: Position) -> Verdicts:
        """Evaluate the clauses on all that can be laid near the laid tiles, and on a pass."""
        evaluation = self.evaluation
        layings = evaluation.layings(state, evaluation.cells_near(state))
        could_lay = any_of(evaluation.some_way(legal_of(lanes)) for lanes in layings.values())
        passing = evaluation.passing(state, could_lay)
        ways = evaluation.candidates.ways
        names = chain.from_iterable(map(evaluation.candidates.named, layings))
        return Verdicts(
            (*names, PASS),
            {
                clause: stack(
                    [lanes_in(lanes[clause], len(ways)) for lanes in (*layings.values(), passing)],
                    len(ways),
                )
                for clause in passing
            },
        )

    def explain(self, state: Position, action: Action) -> tuple[Violation, ...]:
        """Say which clauses forbid an action here, wherever on the unbounded table it is."""
        laying = laying_of(self.rules, action)
        if laying is None:
            return super().explain(state, action)
        if self.is_over(state):
            return (self.violation(self.ending_clause),)
        captures = laying.leaves and self.evaluation.foreseen(state, [laying.cell])[laying.cell]
        near = seen_through(state, window_around((laying.cell,)))
        move = evolve(self.spelled(near, laying), captures=captures)
        permitted = self.evaluation.permits(near, move)
        return tuple(self.violation(clause) for clause, fact in permitted.items() if not fact)

    def successor(self, state: Position, action: Action) -> Position:
        """Find the position after a legal action."""
        laying = laying_of(self.rules, action)
        if laying is None:
            return self.evaluation.played(state, evolve(self.evaluation.nothing, passes=True))
        wide = refitted(state, [laying.cell])
        return refitted(self.evaluation.played(wide, self.spelled(wide, laying)))

    def spelled(self, seen: Position, laying: Laying) -> Move:
        """What an action does, in a position seen through a window that holds its cell."""
        symbols = symbols_of(self.rules, laying.way)
        return Move(
            at={seen.window.number[laying.cell]: True},
            symbols=symbols,
            tile=self.evaluation.effect("DRE-5", self.rules, symbols),
            named=laying.way in self.rules.tiles,
            leaves=laying.leaves,
            passes=False,
        )

    def forget(self) -> None:
        """Forget all verdicts, and what is foreseen."""
        super().forget()
        self.evaluation.recalled.clear()

    def turn(self, state: Position) -> str | None:
        """Name the player to move; None when the game is over."""
        return self.players[state.turn.index(True)] if True in state.turn else None

    def scores(self, state: Position) -> dict[str, int]:
        """Count captured tiles, less the own ones not laid (DRE-8, DRE-10)."""
        minus = self.evaluation.effect("DRE-10", self.rules, state)
        return {
            player: points - unlaid
            for player, points, unlaid in zip(self.players, state.captured, minus, strict=True)
        }

    def wins(self, state: Position) -> Sequence[bool]:
        """Return for each player whether they have won (DRE-11)."""
        return self.evaluation.wins(state)

    def to_json(self, state: Position) -> Json:
        """Write the position in the form of the page."""
        return notation.write(self.rules, state)

    def read(self, position: Json) -> Position:
        """Read a position whose form is right."""
        return notation.read(self.rules, position)

    def looked_at(self, state: Position) -> tuple[Rules, Position, Outlook]:
        """Find what clauses about positions are asked."""
        return self.rules, state, self.evaluation.outlook(state)

    def in_bulk(self) -> InBulk:
        """Apply the rules to many positions at once."""
        return InBulk(self.rules, self.rulebook)
