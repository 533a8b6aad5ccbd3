"""ARI, run: the game interface over the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from rulewright.interface import Action, Json, options_from
from rulewright.spec.ari import notation
from rulewright.spec.ari.board import cells
from rulewright.spec.ari.bulk import InBulk
from rulewright.spec.ari.clauses import queens_stand
from rulewright.spec.ari.evaluation import NO_SIDES, NOWHERE, Evaluation, only
from rulewright.spec.ari.facts import Cell, Move, Outlook, Position, Rules
from rulewright.spec.ari.options import DICE, Parameters, Rulings
from rulewright.spec.ari.rulebook import RULEBOOK
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.lanes import pack
from rulewright.spec.registry import Rulebook


class Ari(Specification[Position]):
    """The specification of ARI under fixed parameters and rulings."""

    ending_clause = "ARI-9"

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        rulebook: Rulebook = RULEBOOK,
    ) -> None:
        """Fix the options; another `rulebook` makes a mutant of the game."""
        self.rules = Rules(
            options_from(Parameters, params or {}),
            options_from(Rulings, rulings or {}),
            {
                clause.identifier: clause.effect
                for clause in rulebook.clauses
                if clause.effect is not None
            },
        )
        super().__init__(self.rules, rulebook)
        self.evaluation = Evaluation(self.rules, rulebook)

    def initial(self) -> Position:
        """Set the game up (ARI-1)."""
        position: Position = self.evaluation.effect("ARI-1", self.rules)
        return position

    def is_action(self, action: Action) -> bool:
        """Return whether a text spells a die or the queen put somewhere, or a strike."""
        return action in self.evaluation.number

    def spelling(self) -> str:
        """Say how an action is spelled."""
        example = self.evaluation.names[0]
        return (
            f"an action puts a die on a cell of the board of size {self.rules.n} with four sides that "
            f"it can show, such as '{example}', or the queen, 'Q@a1', or strikes with a die, 'III*'"
        )

    def judge(self, state: Position) -> Verdicts:
        """Evaluate the clauses on every candidate of the player to move."""
        permitted = self.evaluation.permitted(state.view)
        lanes = {
            clause: pack(self.evaluation.spread(facts)[0]) for clause, facts in permitted.items()
        }
        return Verdicts(self.evaluation.names, lanes)

    def successor(self, state: Position, action: Action) -> Position:
        """Find the position after a legal action."""
        placed = self.evaluation.placed(state, self.spelled(action))
        return self.evaluation.passed_on(placed, state.turn, self.outlook(placed, state.turn))

    def outlook(self, placed: Position, mover: tuple[bool, bool]) -> Outlook:
        """Find who could act; only in play does anything depend on it."""
        if True not in placed.turn or not queens_stand(placed):
            return Outlook((True, True))
        due = evolve(placed, turn=mover[::-1])
        return self.evaluation.outlook(due, bool(self.verdicts(due).legal()))

    def spelled(self, action: Action) -> Move:
        """What an action does."""
        if action.endswith("*"):
            strike = only(DICE.index(action.removesuffix("*")))
            return Move((False,) * len(DICE), False, strike, NOWHERE, NO_SIDES)
        piece, _, rest = action.partition("@")
        cell, _, shown = rest.partition(":")
        where = Cell(*cells(self.rules.n)[cell])
        nothing = (False,) * len(DICE)
        if piece == "Q":
            return Move(nothing, True, nothing, where, NO_SIDES)
        north, east, south, west = map(int, shown)
        return Move(only(DICE.index(piece)), False, nothing, where, (north, east, south, west))

    def turn(self, state: Position) -> str | None:
        """Name the player to move; None when the game is over."""
        return self.players[state.turn.index(True)] if True in state.turn else None

    def scores(self, state: Position) -> dict[str, int]:
        """Count 1 for a win, else 0."""
        wins = self.evaluation.wins(state)
        return {player: int(won) for player, won in zip(self.players, wins, strict=True)}

    def wins(self, state: Position) -> Sequence[bool]:
        """Return for each player whether they have won (ARI-9)."""
        return self.evaluation.wins(state)

    def to_json(self, state: Position) -> Json:
        """Write the position in the form of the page."""
        return notation.write(state)

    def read(self, position: Json) -> Position:
        """Read a position whose form is right.

        The form does not say who was to move when a player lost for want of an action. It is the one
        who has none; if neither has one, white is taken.
        """
        state = notation.read(self.rules, position)
        if True in state.turn or not queens_stand(state):
            return state
        able = self.could_act(state)
        loses = self.rules.turn_without_action == "loses"
        return evolve(state, lost=(loses and not able[0], loses and able[0] and not able[1]))

    def could_act(self, state: Position) -> tuple[bool, bool]:
        """Find which players would have a legal action, were it their turn."""
        white, black = (
            self.verdicts(evolve(state, turn=turn, lost=(False, False)))
            for turn in ((True, False), (False, True))
        )
        return bool(white.legal()), bool(black.legal())

    def looked_at(self, state: Position) -> tuple[Rules, Position, Outlook]:
        """Find what clauses about positions are asked; before both queens stand anybody could act."""
        able = self.could_act(state) if queens_stand(state) else (True, True)
        return self.rules, state, Outlook(able)

    def in_bulk(self) -> InBulk:
        """Apply the rules to many positions at once."""
        return InBulk(self.evaluation)
