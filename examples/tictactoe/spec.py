"""Tic-tac-toe, run: the rulebook as objects, and the game interface over the formulas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rulewright.interface import (
    Action,
    Engine,
    Json,
    MalformedPosition,
    Symmetry,
    options_from,
)
from rulewright.spec.catalogue import SpecifiedGame
from rulewright.spec.engine import Specification, Verdicts
from rulewright.spec.logic import any_of
from rulewright.spec.one_by_one import OneByOne
from rulewright.spec.registry import (
    Clause,
    Question,
    Quotation,
    Reading,
    Rulebook,
    Sentence,
    Source,
)
from tictactoe import clauses as says
from tictactoe.clauses import SQUARES, Parameters, Position, Rulings

TEXT = Path(__file__).with_name("rulebook.txt").read_text(encoding="utf-8")
LINES = [Quotation(line, "en") for line in TEXT.splitlines()]
BEARS = ((), ("TTT-1",), ("TTT-1", "TTT-2"), ("TTT-3",), ("TTT-4", "row"), ("TTT-5",))

RULEBOOK = Rulebook(
    game="tictactoe",
    title="Tic-tac-toe",
    sources=(Source("en", "English", "Tic-tac-toe", TEXT),),
    clauses=(
        Clause("TTT-1", (LINES[1],), effect=says.board_is_empty_and_x_begins),
        Clause("TTT-2", (LINES[2],), holds=says.players_take_turns),
        Clause(
            "TTT-3",
            (LINES[3],),
            permits=says.a_mark_goes_on_an_empty_square,
            holds=says.no_square_carries_two_marks,
        ),
        Clause(
            "TTT-4",
            (LINES[4],),
            permits=says.three_in_a_row_win_and_end_the_game,
            holds=says.nobody_has_the_turn_exactly_when_it_is_over,
        ),
        Clause("TTT-5", (LINES[5],), effect=says.a_full_board_is_a_draw),
    ),
    questions=(
        Question(
            "row",
            "What is a row?",
            (LINES[4],),
            (
                Reading("any", "Three squares in line: across, down or along a diagonal."),
                Reading("straight", "Three squares across or down."),
                Reading("across", "Three squares across: down, they are a column."),
            ),
            ("TTT-4",),
            {
                "en": "Whoever first has three marks in line, across, down or diagonally, wins at once."
            },
        ),
    ),
    settled=(),
    sentences={
        "en": tuple(
            Sentence(line.text, bears, "" if bears else "title")
            for line, bears in zip(LINES, BEARS, strict=True)
        )
    },
)


@frozen
class Options:
    """What a game is played under."""

    params: Parameters
    rulings: Rulings
    players: tuple[str, ...] = ("x", "o")


class TicTacToe(OneByOne[Position]):
    """The specification of tic-tac-toe under fixed rulings."""

    ending_clause = "TTT-4"

    def __init__(
        self,
        params: Mapping[str, Any] | None = None,
        rulings: Mapping[str, str] | None = None,
        rulebook: Rulebook = RULEBOOK,
    ) -> None:
        """Fix the rulings; another `rulebook` makes a mutant of the game."""
        self.rules = options_from(Rulings, rulings or {})
        super().__init__(Options(options_from(Parameters, params or {}), self.rules), rulebook)

    def initial(self) -> Position:
        """Set the game up."""
        return says.board_is_empty_and_x_begins()

    def is_action(self, action: Action) -> bool:
        """An action is a square."""
        return action in SQUARES

    def judge(self, state: Position) -> Verdicts:
        """Evaluate the clauses on all nine squares at once: one bit for each."""
        put = tuple(1 << square for square in range(9))
        lanes = {
            clause.identifier: clause.permits(self.rules, state, put)
            for clause in self.rulebook.speaking_of_actions()
            if clause.permits is not None
        }
        return Verdicts(SQUARES, lanes)

    def successor(self, state: Position, action: Action) -> Position:
        """Put the mark down, and pass the turn on unless the game is over."""
        square, mover = SQUARES.index(action), state.turn.index(True)
        own = tuple(mark or place == square for place, mark in enumerate(state.marks[mover]))
        marks = (state.marks[0], own) if mover else (own, state.marks[1])
        after = Position(marks, (bool(mover), not mover))
        full = all(map(any, zip(*marks, strict=True)))
        return evolve(after, turn=(False, False)) if full or any(self.wins(after)) else after

    def wins(self, state: Position) -> tuple[bool, bool]:
        """Whether each player has won."""
        return says.a_full_board_is_a_draw(self.rules, state)

    def turn(self, state: Position) -> str | None:
        """Name the player to move."""
        return self.players[state.turn.index(True)] if any_of(state.turn) else None

    def scores(self, state: Position) -> dict[str, int]:
        """One for the winner."""
        return {name: int(won) for name, won in zip(self.players, self.wins(state), strict=True)}

    def to_json(self, state: Position) -> Json:
        """Write the squares that each player has, and whose turn it is."""
        taken = [
            sorted(name for name, mark in zip(SQUARES, marks, strict=True) if mark)
            for marks in state.marks
        ]
        return {"x": taken[0], "o": taken[1], "turn": self.turn(state)}

    def read(self, position: Json) -> Position:
        """Read the same; raises `MalformedPosition`."""
        form = '{"x": ["b2"], "o": [], "turn": "o"}'
        if not isinstance(position, dict) or set(position) != {"x", "o", "turn"}:
            raise MalformedPosition(f"a position of tic-tac-toe looks like {form}")
        for name in self.players:
            squares = position[name]
            if not isinstance(squares, list) or squares != sorted(set(squares) & set(SQUARES)):
                raise MalformedPosition(f"{name!r} must be a sorted list of squares, as in {form}")
        if position["turn"] not in {*self.players, None}:
            raise MalformedPosition('\'turn\' must be "x", "o" or null')
        x, o = (tuple(square in position[name] for square in SQUARES) for name in self.players)
        return Position((x, o), (position["turn"] == "x", position["turn"] == "o"))

    def looked_at(self, state: Position) -> tuple[Rulings, Position]:
        """What clauses about positions are asked."""
        return self.rules, state


class Drawing:
    """The board as text and as a picture."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw three lines."""
        signs = {square: name for name in ("x", "o") for square in position[name]}
        cells = [signs.get(square, ".") for square in SQUARES]
        return "\n".join(f"{3 - at // 3} {' '.join(cells[at : at + 3])}" for at in (0, 3, 6)) + (
            "\n  a b c"
        )

    def svg(
        self,
        engine: Engine[Any],
        position: Json,
        last: Action | None = None,
        *,
        before: Json | None = None,
        legal: Sequence[Action] = (),
        forbidden: Action | None = None,
    ) -> str:
        """Draw a grid with letters, the last one bold; dots for what is legal, a ring if forbidden."""
        grid = "M100 0V300M200 0V300M0 100H300M0 200H300"
        marks = "".join(
            f'<text x="{100 * (at % 3) + 50}" y="{100 * (at // 3) + 75}" text-anchor="middle" '
            f'font-size="80" font-weight="{700 if square == last else 300}" fill="#777">{name}</text>'
            for at, square in enumerate(SQUARES)
            for name in ("x", "o")
            if square in position[name]
        )
        marks += "".join(
            f'<circle cx="{100 * (at % 3) + 50}" cy="{100 * (at // 3) + 50}" '
            + (
                'r="8" fill="#0b8f4d"/>'
                if square in legal
                else 'r="40" fill="none" stroke="#d0261b"/>'
            )
            for at, square in enumerate(SQUARES)
            if square in legal or square == forbidden
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" role="img">'
            f'<title>Tic-tac-toe</title><path d="{grid}" stroke="#777" stroke-width="4"/>{marks}</svg>'
        )


def flipped(action: Action) -> Action:
    """Exchange left and right."""
    return action.translate(str.maketrans("ac", "ca"))


def mirror(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """Left and right are the same to every reading; a quarter turn is not."""
    del engine
    return (
        Symmetry(
            "left and right",
            flipped,
            lambda here: here | {name: sorted(map(flipped, here[name])) for name in ("x", "o")},
            lambda player: player,
        ),
    )


GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=TicTacToe,
    draw=Drawing(),
    exhausted=({},),
    symmetries=mirror,
)
