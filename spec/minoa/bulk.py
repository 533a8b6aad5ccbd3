"""Minoa in bulk: how recorded boards become facts, and how moves are put down in many games at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulewright.interface import Action
from rulewright.spec.bulk import Actions, Numbers, Table
from rulewright.spec.lanes import pack_columns, unpack_rows
from rulewright.spec.logic import Fact, Number, all_of
from rulewright.spec.minoa.evaluation import Evaluation
from rulewright.spec.minoa.facts import Move, Position, Rules
from rulewright.spec.registry import Rulebook
from rulewright.spec.side_by_side import InBlocks, Judged, Lanes


class InBulk(InBlocks[Position]):
    """Minoa's rules, applied to many positions at once."""

    at_once = 2_048

    def __init__(self, rules: Rules, rulebook: Rulebook) -> None:
        """Name lines and things."""
        self.rules = rules
        self.rulebook = rulebook
        self.players = rules.players
        self.places = rules.board.names
        self.contents = ("vacant", "stick", *rules.players)
        self.actions: tuple[Action, ...] = rules.board.names

    def code(self, action: Action) -> int | None:
        """Find the number of a line."""
        return self.rules.board.number.get(action)

    def name(self, code: int) -> Action:
        """Spell a line."""
        return self.rules.board.names[code]

    def on(self, games: int) -> Evaluation:
        """The formulas on so many lanes."""
        if self._evaluation is None or self._evaluation.width != games:
            self._evaluation = Evaluation(self.rules, self.rulebook, games)
        return self._evaluation

    _evaluation: Evaluation | None = None

    def start(self, games: int) -> Lanes[Position]:
        """Set so many games up (MIN-1)."""
        return Lanes(self.on(games).effect("MIN-1", self.rules), games)

    def read(self, board: Numbers, turn: Numbers, winners: Table) -> Lanes[Position]:
        """Take the facts from what lies on each line."""
        del winners
        sticks, *pieces = (tuple(facts_in(board == code)) for code in range(1, len(self.contents)))
        turns = facts_in(turn[:, None] == range(len(self.players)))
        return Lanes(Position(sticks, tuple(pieces), tuple(turns)), len(board))

    def written(self, positions: Lanes[Position]) -> Numbers:
        """Write what lies on each line; -1 where that is more than one thing."""
        position = positions.position
        rows = [unpack_rows(own, positions.games) for own in (position.sticks, *position.pieces)]
        table: Numbers = np.zeros(rows[0].shape, np.int64)
        for code, lies in enumerate(rows, 1):
            table[lies] = np.where(table[lies] == 0, code, -1)
        return table.T

    def judged(self, positions: Lanes[Position]) -> Judged:
        """Judge every stick, and every piece of every player."""
        evaluation = self.on(positions.games)
        if positions.permitted is None:
            positions.permitted = evaluation.permitted(positions.position)
        codes = np.array([line for line, _ in evaluation.candidates.moves])
        return Judged(positions.permitted, codes, evaluation.live(positions.position))

    def outcome(self, positions: Lanes[Position]) -> tuple[Sequence[Number], Sequence[Fact]]:
        """Find territories and winners (MIN-12 to MIN-14)."""
        evaluation = self.on(positions.games)
        return evaluation.territories(positions.position), evaluation.wins(positions.position)

    def played(self, positions: Lanes[Position], chosen: Actions) -> Lanes[Position]:
        """Put down what is played; what can be played then is known for the next ply."""
        evaluation = self.on(positions.games)
        placed = evaluation.placed(positions.position, self.move(positions, chosen))
        permitted = evaluation.permitted(placed)
        after = evaluation.passed_on(placed, evaluation.able(permitted))
        return Lanes(after, positions.games, permitted=permitted)

    def move(self, positions: Lanes[Position], chosen: Actions) -> Move:
        """What is put down: sticks in the interior, else pieces of the player to move."""
        board = self.rules.board
        table = np.zeros((positions.games, len(board.lines)), np.bool_)
        table[chosen.games, chosen.codes] = True
        lanes = facts_in(table)
        interior = set(board.interior)
        return Move(
            stick=tuple(fact if line in interior else False for line, fact in enumerate(lanes)),
            piece=tuple(
                tuple(
                    False if line in interior else all_of((fact, own))
                    for line, fact in enumerate(lanes)
                )
                for own in positions.position.turn
            ),
        )


def facts_in(table: Table) -> list[Fact]:
    """Turn a table ``[game, column]`` into facts; those of a single game are bools."""
    lanes = pack_columns(table)
    return list(map(bool, lanes)) if len(table) == 1 else lanes
