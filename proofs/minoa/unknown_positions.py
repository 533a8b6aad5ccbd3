"""Minoa over unknowns, for automatic theorems: any position of a small board, any line chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.interface import Action
from rulewright.proofs.symbolic import Symbolic
from rulewright.proofs.unknowns import boolean
from rulewright.spec.logic import Fact, all_of, any_of, at_most, exactly_one, none_of, not_
from rulewright.spec.minoa.facts import Move, Outlook, Position
from rulewright.spec.minoa.game import Minoa
from rulewright.spec.registry import Formula

LARGEST = 2
"""The largest n: reachability is unrolled over all triangles."""


class AnyMinoa(Symbolic):
    """An unknown for each thing that can lie on a line, and for each line that can be chosen."""

    engine: Minoa

    def __init__(self, engine: Minoa) -> None:
        """Take an engine; raises ValueError for a board that is too large."""
        super().__init__(engine)
        if engine.rules.params.n > LARGEST:
            raise ValueError(f"reachability over unknowns is for n up to {LARGEST}")
        self.names = engine.rules.board.names
        self._outlooks: list[tuple[Position, Outlook]] = []

    def position(self) -> Position:
        """Return a position of which nothing is known."""
        rules = self.engine.rules
        return Position(
            tuple(boolean(f"stick {line}") for line in self.names),
            tuple(
                tuple(boolean(f"{player} {line}") for line in self.names)
                for player in rules.players
            ),
            tuple(boolean(f"turn {player}") for player in rules.players),
        )

    def move(self) -> Move:
        """Return the choice of a line of which nothing is known."""
        lines = tuple(boolean(f"action {line}") for line in self.names)
        return self.put_down(lines, self.position().turn)

    def put_down(self, lines: Sequence[Fact], turn: Sequence[Fact]) -> Move:
        """Return what the choice of a line puts down: a stick, or a piece of the player to move."""
        inside = set(self.engine.rules.board.interior)
        sticks = tuple(fact if line in inside else False for line, fact in enumerate(lines))
        pieces = tuple(
            tuple(
                False if line in inside else all_of((own, fact)) for line, fact in enumerate(lines)
            )
            for own in turn
        )
        return Move(sticks, pieces)

    def one_move(self, position: Any, move: Move) -> Fact:
        """State that one line is chosen."""
        del position, move
        return exactly_one([boolean(f"action {line}") for line in self.names])

    def sound(self, position: Position) -> Fact:
        """State that a line carries one thing at most, and that sticks lie inside, pieces at the rim."""
        inside = set(self.engine.rules.board.interior)
        columns = zip(position.sticks, *position.pieces, strict=True)
        facts = []
        for line, (stick, *pieces) in enumerate(columns):
            facts += [at_most(1, pieces), not_(any_of(pieces) if line in inside else stick)]
        return all_of(facts)

    def due(self, position: Position) -> Sequence[Fact]:
        """Return the turn."""
        return position.turn

    def outlook(self, position: Position) -> Outlook:
        """Return what follows from a position, as `Evaluation.outlook` does for one without unknowns."""
        for known, outlook in self._outlooks:
            if known is position:
                return outlook
        able = self.able(position)
        evaluation = self.engine.evaluation
        nobody = none_of(position.turn)
        due = tuple(any_of((own, nobody)) for own in position.turn)
        made = Outlook(able, evaluation.over(position, due, able))
        self._outlooks.append((position, made))
        return made

    def able(self, position: Position) -> tuple[Fact, ...]:
        """Return for each player: some line is legal for them, were it their turn."""
        rules, book = self.engine.rules, self.engine.rulebook
        before = position.with_turn((True,) * len(position.turn))
        size, candidates = len(self.names), self.engine.evaluation.candidates
        legal = []
        for line, owner in candidates.moves:
            chosen = tuple(each == line for each in range(size))
            nothing = (False,) * size
            pieces = tuple(chosen if owner == at else nothing for at in range(len(rules.players)))
            move = Move(nothing if owner is not None else chosen, pieces)
            legal.append(all_of(book.permitting(rules, before, move).values()))
        return tuple(
            any_of(legal[each] for each in candidates.of(player))
            for player in range(len(rules.players))
        )

    def holds(self, formula: Formula, position: Position) -> Fact:
        """Evaluate a formula about positions."""
        return formula(self.engine.rules, position, self.outlook(position))

    def after(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        placed = self.engine.evaluation.placed(position, move)
        return self.engine.evaluation.passed_on(placed, self.able(placed))

    def results(self, position: Position) -> Sequence[Any]:
        """Return the winners."""
        return self.engine.evaluation.wins(position)

    def facts(self, position: Position) -> Sequence[Any]:
        """Return sticks, pieces and turn."""
        return [
            *position.sticks,
            *(fact for own in position.pieces for fact in own),
            *position.turn,
        ]

    def spelled(self, position: Position) -> Mapping[Action, Move]:
        """Return each line as a move of the player to move."""
        size = len(self.names)
        return {
            name: self.put_down(tuple(each == line for each in range(size)), position.turn)
            for line, name in enumerate(self.names)
        }

    def values(self, state: Position) -> Mapping[str, bool | int]:
        """Return the values of the unknowns in a position of the engine."""
        names = [f"stick {line}" for line in self.names]
        players = self.engine.rules.players
        names += [f"{player} {line}" for player in players for line in self.names]
        names += [f"turn {player}" for player in players]
        return dict(zip(names, self.facts(state), strict=True))

    def state(self, values: Mapping[str, bool | int]) -> tuple[Position, Action | None]:
        """Return the position of a model, and the line that it chooses."""

        def known(prefix: str) -> tuple[bool, ...]:
            return tuple(bool(values.get(f"{prefix} {line}", False)) for line in self.names)

        players = self.engine.rules.players
        turn = tuple(bool(values.get(f"turn {player}", False)) for player in players)
        position = Position(known("stick"), tuple(map(known, players)), turn)
        return position, next((n for n in self.names if values.get(f"action {n}")), None)
