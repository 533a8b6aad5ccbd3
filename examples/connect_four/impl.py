"""The same game by other means: strings of columns, and lines counted from the piece that fell last."""

from __future__ import annotations

from functools import cached_property

from attrs import frozen

from connect_four.clauses import Parameters
from connect_four.rulebook import RULEBOOK
from rulewright.author import Action, ImpossiblePosition, Json, PlainEngine, PlainGame, rulings_of

Columns = tuple[str, ...]
"""For each column its pieces from the bottom, as digits: 0 of the first player, 1 of the second."""
SLOPES = {"straight": (0,), "any": (0, 1, -1)}


@frozen
class Stacks:
    """The columns, and who has a line: nobody, or both in no game."""

    columns: Columns
    won: frozenset[int] = frozenset()


class Falling(PlainEngine[Stacks]):
    """An engine over columns; whose turn it is follows from the number of pieces."""

    game = "connect_four"
    players = ("first", "second")

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(chr(ord("a") + column) for column in range(self.params["columns"]))

    def run(self, columns: Columns, column: int, right: int, slope: int) -> int:
        """Count the pieces like the top one of a column that follow it in one direction."""
        row = height = len(columns[column]) - 1
        piece, found = columns[column][height], 0
        column, row = column + right, row + slope
        while column in range(len(columns)) and row in range(len(columns[column])):
            if columns[column][row] != piece:
                break
            found, column, row = found + 1, column + right, row + slope
        return found

    def completes(self, columns: Columns, column: int) -> bool:
        """Return whether the top piece of a column is in a line."""
        below = columns[column].endswith(columns[column][-1] * self.params["line"])
        lines = (
            1 + self.run(columns, column, 1, slope) + self.run(columns, column, -1, -slope)
            for slope in SLOPES[self.rulings["row"]]
        )
        return below or max(lines) >= self.params["line"]

    def initial(self) -> Stacks:
        """Set the game up."""
        return Stacks(("",) * self.params["columns"])

    def is_action(self, action: Action) -> bool:
        """The letter of a column."""
        return action in self.letters

    def mover(self, state: Stacks) -> int:
        """Return who puts the next piece, were the game to go on."""
        return sum(map(len, state.columns)) % 2

    def after(self, state: Stacks) -> dict[Action, Stacks]:
        """Drop a piece into every column that has room."""
        mover, found = self.mover(state), {}
        for column, letter in enumerate(self.letters):
            held = state.columns[column]
            if len(held) < self.params["rows"]:
                columns = (*state.columns[:column], f"{held}{mover}", *state.columns[column + 1 :])
                won = {mover} if self.completes(columns, column) else set()
                found[letter] = Stacks(columns, frozenset(won))
        return found

    def turn(self, state: Stacks) -> str | None:
        """Name the player to move."""
        full = all(len(held) == self.params["rows"] for held in state.columns)
        return None if full or state.won else self.players[self.mover(state)]

    def winners(self, state: Stacks) -> tuple[str, ...]:
        """Name who has a line."""
        return tuple(name for player, name in enumerate(self.players) if player in state.won)

    def to_json(self, state: Stacks) -> Json:
        """Write the position."""
        cells: tuple[list[str], list[str]] = ([], [])
        for letter, held in zip(self.letters, state.columns, strict=True):
            for row, piece in enumerate(held):
                cells[int(piece)].append(f"{letter}{row + 1}")
        first, second = map(sorted, cells)
        return {"first": first, "second": second, "turn": self.turn(state)}

    def parsed(self, position: Json) -> Stacks:
        """Read the same; raises `ImpossiblePosition`."""
        held = {cell: number for number in (0, 1) for cell in position[self.players[number]]}
        if len(held) != sum(len(position[player]) for player in self.players):
            raise ImpossiblePosition("CON-3", "two pieces are in one cell")
        columns = tuple(self.column(held, letter) for letter in self.letters)
        won = frozenset(
            int(pieces[height])
            for at, pieces in enumerate(columns)
            for height in range(len(pieces))
            if self.completes((*columns[:at], pieces[: height + 1], *columns[at + 1 :]), at)
        )
        state = Stacks(columns, won)
        first, second = (len(position[player]) for player in self.players)
        if first - second not in {0, 1} or won - {1 - self.mover(state)}:
            raise ImpossiblePosition("CON-2", "the players take turns")
        if (position["turn"] is None) != (self.turn(state) is None):
            raise ImpossiblePosition("CON-4", "the game ends with the first row, or a full frame")
        return state

    def column(self, held: dict[str, int], letter: str) -> str:
        """Pile up the pieces of one column; raises `ImpossiblePosition` for one that hangs."""
        found = "".join(
            str(held.get(f"{letter}{row + 1}", "")) for row in range(self.params["rows"])
        )
        if any(f"{letter}{row + 1}" not in held for row in range(len(found))):
            raise ImpossiblePosition("CON-3", f"a piece hangs in column {letter}")
        return found


GAME = PlainGame(Falling, Parameters, rulings_of(RULEBOOK.questions))
