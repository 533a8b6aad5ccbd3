"""Minoa, run: the game interface over the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.interface import Action, Json, options_from
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.minoa import notation
from rulewright.spec.minoa.bulk import InBulk
from rulewright.spec.minoa.evaluation import Evaluation
from rulewright.spec.minoa.facts import Move, Outlook, Position, Rules
from rulewright.spec.minoa.options import Parameters, Rulings
from rulewright.spec.minoa.rulebook import RULEBOOK
from rulewright.spec.registry import Rulebook


class Minoa(Specification[Position]):
    """The specification of Minoa under fixed parameters and rulings."""

    ending_clause = "MIN-11"

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
        """Set the game up (MIN-1, MIN-2)."""
        position: Position = self.evaluation.effect("MIN-1", self.rules)
        return position

    def is_action(self, action: Action) -> bool:
        """Return whether a text spells a line of this board."""
        return action in self.rules.board.number

    def spelling(self) -> str:
        """Say how an action is spelled."""
        return (
            f"an action is a line of the board of size {self.rules.params.n}, "
            "its vertices in ascending order, such as '0,0-1,0'"
        )

    def judge(self, state: Position) -> Verdicts:
        """Evaluate the clauses on every candidate of every player."""
        names = tuple(self.rules.board.names[line] for line, _ in self.evaluation.candidates.moves)
        return Verdicts(names, self.evaluation.permitted(state))

    def considered(self, state: Position) -> tuple[int, ...]:
        """The candidates of the player to move."""
        return self.evaluation.candidates.of(state.turn.index(True))

    def judged_alike(self, state: Position) -> Position:
        """Verdicts are about every player's candidates, so they do not depend on the turn."""
        return state.with_turn(())

    def successor(self, state: Position, action: Action) -> Position:
        """Find the position after a legal action."""
        placed = self.evaluation.placed(state, self.spelled(state, action))
        return self.evaluation.passed_on(placed, self.evaluation.able(self.verdicts(placed).lanes))

    def spelled(self, state: Position, action: Action) -> Move:
        """What an action puts down: a stick in the interior, else a piece of the mover's."""
        played = self.rules.board.number[action]
        lines = range(len(self.rules.board.lines))
        chosen = tuple(line == played for line in lines)
        nothing = (False,) * len(lines)
        is_stick = played in self.rules.board.interior
        return Move(
            stick=chosen if is_stick else nothing,
            piece=tuple(chosen if own and not is_stick else nothing for own in state.turn),
        )

    def turn(self, state: Position) -> str | None:
        """Name the player to move; None when the game is over."""
        return self.players[state.turn.index(True)] if True in state.turn else None

    def scores(self, state: Position) -> dict[str, int]:
        """Count each player's territory in triangles (MIN-12)."""
        return dict(zip(self.players, self.evaluation.territories(state), strict=True))

    def totals(self, state: Position) -> dict[str, int]:
        """Count what partners have together, with four players (MIN-14)."""
        return dict(self.evaluation.totals(state))

    def wins(self, state: Position) -> Sequence[bool]:
        """Return for each player whether they have won (MIN-13, MIN-14)."""
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
