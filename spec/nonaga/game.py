"""Nonaga, run: the game interface over the formulas."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from attrs import evolve

from rulewright.interface import (
    Action,
    Json,
    MalformedAction,
    Violation,
    options_from,
)
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.nonaga import notation
from rulewright.spec.nonaga.board import Cell, Window, spell_steps
from rulewright.spec.nonaga.bulk import InBulk
from rulewright.spec.nonaga.clauses import who_has_won
from rulewright.spec.nonaga.evaluation import (
    Candidates,
    Evaluation,
    about_to_relocate,
    about_to_step,
    outlook_of,
)
from rulewright.spec.nonaga.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.nonaga.notation import State
from rulewright.spec.nonaga.options import Parameters, Rulings
from rulewright.spec.nonaga.rulebook import RULEBOOK
from rulewright.spec.registry import Rulebook


class Nonaga(Specification[State]):
    """The specification of Nonaga under fixed parameters and rulings."""

    ending_clause = "NON-9"

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

    def initial(self) -> State:
        """Set the game up (NON-1)."""
        position: Position = self.on(self.rules.window).effect("NON-1", self.rules)
        return notation.as_state(self.rules, position)

    def on(self, window: Window) -> Evaluation:
        """The formulas on a part of the board."""
        return Evaluation(self.rules.seen_through(window), self.rulebook)

    def is_action(self, action: Action) -> bool:
        """Return whether a text spells a step."""
        return notation.read_step(action) is not None

    def spelling(self) -> str:
        """Say how an action is spelled."""
        return (
            "an action is the cell where a step begins and the one where it ends, such as '2,0>1,0'"
        )

    def judge(self, state: State) -> Verdicts:
        """Evaluate the clauses on every step from a disc to a cell on a disc or beside one.

        No other step is legal: it would begin without a disc, or end without a contact.
        """
        evaluation = self.on(notation.window_of(state))
        window = evaluation.rules.window
        position = notation.as_facts(evaluation.rules, state)
        origins, targets = on_discs(window, position.discs), near_discs(window, position.discs)
        candidates = Candidates.of_one(len(window.cells), origins, targets)
        names = spell_steps(*(map(window.cells.__getitem__, each) for each in (origins, targets)))
        return Verdicts(names, evaluation.permitted(position, candidates))

    def explain(self, state: State, action: Action) -> tuple[Violation, ...]:
        """Say which clauses forbid an action here, in the rulebook's words; empty when it is legal.

        Raises `MalformedAction` for text that is no action at all.
        """
        step = notation.read_step(action)
        if step is None:
            raise MalformedAction(action, self.spelling())
        if self.is_over(state):
            return (self.violation(self.ending_clause),)
        evaluation = self.on(notation.window_of(state, *step))
        number = evaluation.rules.window.number
        origin, target = ([number[cell]] for cell in step)
        candidates = Candidates.of_one(len(number), origin, target)
        position = notation.as_facts(evaluation.rules, state)
        verdicts = Verdicts((action,), evaluation.permitted(position, candidates))
        return tuple(map(self.violation, verdicts.forbidding(0)))

    def successor(self, state: State, action: Action) -> State:
        """Find the position after a legal action."""
        step = notation.read_step(action)
        if step is None:
            raise MalformedAction(action, self.spelling())
        evaluation = self.on(notation.window_of(state, *step))
        cells = evaluation.rules.window.cells
        origin, target = (tuple(cell == there for cell in cells) for there in step)
        position = notation.as_facts(evaluation.rules, state)
        made = evaluation.made(position, Move(origin, target))
        after = evaluation.passed_on(made, self.outlook(notation.as_state(evaluation.rules, made)))
        return notation.as_state(evaluation.rules, after)

    def outlook(self, state: State) -> Outlook:
        """Look what could be done on the board of a state.

        Where nobody is to move any disc may have been the barred one: then some disc can be relocated
        if that is so whichever one was barred.
        """

        def relocates() -> bool:
            if state.turn is None and self.rulings["bar"] == "opponent":
                return len(self.movable(state)) > 1
            return bool(self.verdicts(evolve(state, disc_step=True)).legal())

        return outlook_of(lambda: self.able(state), relocates, lambda: bool(self.movable(state)))

    def able(self, state: State) -> Facts:
        """Find, for each player, whether a piece could move."""
        evaluation = self.on(notation.window_of(state))
        window = evaluation.rules.window
        position = notation.as_facts(evaluation.rules, state)
        targets = on_discs(window, position.discs)
        found = []
        for pieces in state.pieces:
            origins = [window.number[cell] for cell in pieces]
            candidates = Candidates.of_one(len(window.cells), origins, targets)
            found.append(bool(evaluation.legal(about_to_step(position), candidates).any()))
        return tuple(found)

    def movable(self, state: State) -> list[Cell]:
        """List the discs that could be relocated if none were barred."""
        evaluation = self.on(notation.window_of(state))
        window = evaluation.rules.window
        position = notation.as_facts(evaluation.rules, state)
        origins, targets = on_discs(window, position.discs), near_discs(window, position.discs)
        candidates = Candidates.of_one(len(window.cells), origins, targets)
        legal = evaluation.legal(about_to_relocate(position, barred=False), candidates)
        return [
            window.cells[cell]
            for cell, can in zip(origins, np.any(legal, axis=0), strict=True)
            if can
        ]

    def turn(self, state: State) -> str | None:
        """Name the player to move; None when the game is over."""
        return None if state.turn is None else self.players[state.turn]

    def scores(self, state: State) -> dict[str, int]:
        """Count 1 for a win, else 0 (NON-9)."""
        return dict(zip(self.players, map(int, self.wins(state)), strict=True))

    def wins(self, state: State) -> Sequence[bool]:
        """Return for each player whether they have won; nobody, if the game ended without (NON-9)."""
        return tuple(player == state.winner for player in range(len(self.players)))

    def to_json(self, state: State) -> Json:
        """Write the position in the form of the page."""
        return notation.write(self.rules, state)

    def read(self, position: Json) -> State:
        """Read a position whose form is right."""
        return notation.read(self.rules, position)

    def from_json(self, position: Json) -> State:
        """Read a position; raises `MalformedPosition` or `ImpossiblePosition`.

        Who has won a finished game is told as far as the board tells it.
        """
        state = super().from_json(position)
        if state.turn is not None:
            return state
        rules = self.rules.seen_through(notation.window_of(state))
        won = who_has_won(rules, notation.as_facts(rules, state), self.outlook(state))
        return evolve(state, winner=notation.which(won))

    def looked_at(self, state: State) -> tuple[Rules, Position, Outlook]:
        """Find what clauses about positions are asked, through a window that holds all that is named."""
        cells = [*(cell for own in state.pieces for cell in own), *filter(None, (state.barred,))]
        rules = self.rules.seen_through(notation.window_of(state, *cells))
        return rules, notation.as_facts(rules, state), self.outlook(state)

    def in_bulk(self) -> InBulk:
        """Apply the rules to many positions at once."""
        return InBulk(self)

    def judged_alike(self, state: State) -> Hashable:
        """What of a position its verdicts depend on."""
        return evolve(state, winner=None)


def on_discs(window: Window, discs: Facts) -> list[int]:
    """List the cells with a disc."""
    return [cell for cell in range(len(window.cells)) if discs[cell]]


def near_discs(window: Window, discs: Facts) -> list[int]:
    """List the cells on a disc or beside one."""
    around = window.grid.around
    near: Sequence[int] = on_discs(window, discs)
    return sorted({*near, *(other for cell in near for other in around[cell])})
