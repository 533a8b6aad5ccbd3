"""Noughts and crosses: the rulebook, its formulas, and the specification."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, frozen

from rulewright.author import (
    Action,
    Clause,
    Engine,
    Fact,
    Json,
    OneByOne,
    Question,
    Quotation,
    Reading,
    Rulebook,
    Rules,
    Sentence,
    Source,
    Specification,
    SpecifiedGame,
    Symmetry,
    all_of,
    any_of,
    implies,
    none_of,
    not_,
    reading_field,
    whole_number_field,
)

TEXT = """The board is an empty square; X begins.
The players take turns.
A player marks an empty cell.
Whoever first has a whole row wins.
A full board ends the game."""
LINES = [Quotation(line, "en") for line in TEXT.splitlines()]
Facts = tuple[Fact, ...]


@frozen
class Parameters:
    """The size of the board."""

    n: int = whole_number_field(3, 1, 4)


@frozen
class Rulings:
    """What the rulebook leaves open."""

    row: str = reading_field("any", "straight")


@frozen
class Position:
    """For each player, for each cell: whether a mark of theirs is on it; and whose turn it is."""

    marks: tuple[Facts, Facts]
    turn: tuple[Fact, Fact] = (True, False)


def cells(n: int) -> tuple[str, ...]:
    """Name the cells, row by row from the bottom."""
    return tuple(f"{column}{row + 1}" for row in range(n) for column in "abcd"[:n])


def lines(n: int, row: str) -> list[tuple[int, ...]]:
    """List the lines that are rows under a reading."""
    found = [tuple(range(n * y, n * y + n)) for y in range(n)]
    found += [tuple(range(x, n * n, n)) for x in range(n)]
    if row == "any":
        found += [tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1 or 1, max(n - 1, 1)))]
    return found


def empty_and_x_begins(rules: Rules) -> Position:
    """The board is empty, and X begins (N-1)."""
    none = (False,) * rules.params.n**2
    return Position((none, none))


def the_turn_passes(rules: Rules, turn: Facts, over: Fact) -> Facts:
    """The players take turns until the game is over (N-2)."""
    del rules
    return tuple(all_of((due, not_(over))) for due in (turn[1], turn[0]))


def an_empty_cell(rules: Rules, before: Position, put: Facts) -> Fact:
    """A mark goes on an empty cell (N-3)."""
    del rules
    taken = map(any_of, zip(*before.marks, strict=True))
    return all_of(implies(cell, not_(full)) for cell, full in zip(put, taken, strict=True))


def the_movers_mark(rules: Rules, before: Position, put: Facts) -> Position:
    """The mark is the mover's."""
    del rules
    marks = tuple(
        tuple(any_of((mark, all_of((due, new)))) for mark, new in zip(own, put, strict=True))
        for own, due in zip(before.marks, before.turn, strict=True)
    )
    return evolve(before, marks=marks)


def nobody_has_a_row(rules: Rules, before: Position, put: Facts) -> Fact:
    """Nobody plays on once a row is complete (N-4)."""
    del put
    return none_of(who_has_a_row(rules, before))


def who_has_a_row(rules: Rules, here: Position) -> Facts:
    """Who has a row wins."""
    rows = lines(rules.params.n, rules.rulings.row)
    return tuple(any_of(all_of(marks[at] for at in row) for row in rows) for marks in here.marks)


def one_mark_on_a_cell(rules: Rules, here: Position) -> Fact:
    """No cell carries two marks."""
    del rules
    return none_of(map(all_of, zip(*here.marks, strict=True)))


def is_full(rules: Rules, here: Position) -> Fact:
    """The board is full (N-5)."""
    del rules
    return all_of(map(any_of, zip(*here.marks, strict=True)))


RULEBOOK = Rulebook(
    game="noughts",
    title="Noughts and crosses",
    sources=(Source("en", "English", "Noughts and crosses", TEXT),),
    clauses=(
        Clause("N-1", (LINES[0],), effect=empty_and_x_begins),
        Clause("N-2", (LINES[1],), effect=the_turn_passes),
        Clause(
            "N-3",
            (LINES[2],),
            permits=an_empty_cell,
            effect=the_movers_mark,
            holds=one_mark_on_a_cell,
        ),
        Clause("N-4", (LINES[3],), permits=nobody_has_a_row, effect=who_has_a_row),
        Clause("N-5", (LINES[4],), effect=is_full),
    ),
    questions=(
        Question(
            "row",
            "What is a row?",
            (LINES[3],),
            (
                Reading("any", "Cells in line: across, down or along a diagonal."),
                Reading("straight", "Cells across or down."),
            ),
            ("N-4",),
            {"en": "Whoever first has a whole row, column or diagonal wins."},
        ),
    ),
    settled=(),
    sentences={
        "en": tuple(
            Sentence(line.text, bears, "")
            for line, bears in zip(
                LINES, (("N-1",), ("N-2",), ("N-3",), ("N-4", "row"), ("N-5",)), strict=True
            )
        )
    },
)


class Noughts(OneByOne[Position]):
    """The specification of noughts and crosses."""

    rulebook = RULEBOOK
    players = ("x", "o")
    ending_clause = "N-4"
    parameters = Parameters
    readings = Rulings

    @property
    def actions(self) -> tuple[Action, ...]:  # type: ignore[override]
        """The cells."""
        return cells(self.rules.params.n)

    def initial(self) -> Position:
        """Set the game up."""
        start: Position = self.effect("N-1", self.rules)
        return start

    def played(self, state: Position, move: Facts) -> Position:
        """Put the mark down, and pass the turn."""
        here: Position = self.effect("N-3", self.rules, state, move)
        over = any_of((*self.wins(here), self.effect("N-5", self.rules, here)))
        return evolve(here, turn=self.effect("N-2", self.rules, state.turn, over))

    def wins(self, state: Position) -> Any:
        """Whether each player has won."""
        return self.effect("N-4", self.rules, state)

    def to_json(self, state: Position) -> Json:
        """Write the cells of each player, and whose turn it is."""
        names = self.actions
        taken = {
            player: [name for name, mark in zip(names, marks, strict=True) if mark]
            for player, marks in zip(self.players, state.marks, strict=True)
        }
        return taken | {"turn": self.turn(state)}

    def parsed(self, position: Json) -> Position:
        """Read the same."""
        x, o = (tuple(cell in position[name] for cell in self.actions) for name in self.players)
        return Position((x, o), (position["turn"] == "x", position["turn"] == "o"))


class Drawing:
    """The board in letters, and as a picture."""

    def text(self, engine: Engine[Any], position: Json) -> str:
        """Draw the rows, the top one first."""
        n = engine.params["n"]
        sign = {cell: player for player in ("x", "o") for cell in position[player]}
        rows = [cells(n)[n * y : n * y + n] for y in reversed(range(n))]
        return "\n".join(" ".join(sign.get(cell, ".") for cell in row) for row in rows)

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
        """Draw the rows as text."""
        del last, before, legal, forbidden
        rows = self.text(engine, position).splitlines()
        lines_of_text = "".join(
            f'<text x="0" y="{14 * at + 14}" font-family="monospace">{row}</text>'
            for at, row in enumerate(rows)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 {14 * len(rows) + 4}">'
            f"{lines_of_text}</svg>"
        )


def mirrors(engine: Specification[Any]) -> tuple[Symmetry, ...]:
    """Rows and columns may be exchanged."""
    del engine

    def turned(cell: Action) -> Action:
        return f"{'abcd'[int(cell[1]) - 1]}{'abcd'.index(cell[0]) + 1}"

    def order(cell: Action) -> tuple[str, str]:
        return cell[1], cell[0]

    return (
        Symmetry(
            "rows and columns",
            turned,
            lambda here: (
                here | {name: sorted(map(turned, here[name]), key=order) for name in ("x", "o")}
            ),
            lambda player: player,
        ),
    )


GAME = SpecifiedGame(
    rulebook=RULEBOOK,
    parameters=Parameters,
    rulings=Rulings,
    engine=Noughts,
    draw=Drawing(),
    played=({}, {"n": 2}),
    exhausted=({}, {"n": 2}),
    symmetries=mirrors,
    renamings=mirrors,
)
