"""ARI in bulk: one element of an array a game; how recorded boards become armies, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from attrs import define, evolve
from numpy.typing import NDArray

from rulewright.interface import Action
from rulewright.spec.ari.board import PLAYERS, cells
from rulewright.spec.ari.clauses import queens_stand
from rulewright.spec.ari.evaluation import Evaluation
from rulewright.spec.ari.facts import Army, Cell, Die, Facts, Move, Piece, Position, Queen
from rulewright.spec.ari.options import DICE
from rulewright.spec.bulk import Actions, Bulk, Numbers, Results, Table
from rulewright.spec.coverage import Coverage, tally_arrays
from rulewright.spec.logic import Fact, Number, all_of, any_of, is_constant, none_of, not_
from rulewright.spec.structure import mapped

SMALL = np.int8
"""Wide enough for a column, a row, a number on a die, and any sum or difference of two of them."""
QUEEN = 3
"""The kind of an action of the queen; 0 to 2 are those of the dice, 4 to 6 their strikes."""
LAST, LOST = "last", "lost"
"""Places of a recording that are no cells: the die put down just before, and who had no action left."""


@define(eq=False)
class Positions:
    """Positions as arrays, and what is permitted in them: asked for again when it is known already."""

    facts: Position
    games: int
    known: dict[str, list[Fact]] | None = None


class InBulk(Bulk[Positions]):
    """ARI's rules, applied to many positions at once."""

    at_once = 512

    def __init__(self, evaluation: Evaluation) -> None:
        """Name cells and what they can carry."""
        self.evaluation = evaluation
        self.rules = evaluation.rules
        self.players = PLAYERS
        self.actions: tuple[Action, ...] = evaluation.names
        self.cells = cells(self.rules.n)
        self.places = (*self.cells, LAST, LOST)
        self.shown = {
            f"{player} {die}:{''.join(map(str, sides))}": sides
            for player in PLAYERS
            for die in DICE
            for sides in self.rules.orientations(die)
        }
        queens = (f"{player} Q" for player in PLAYERS)
        dice = (f"{player} {die}" for player in PLAYERS for die in DICE)
        self.contents = ("vacant", *self.shown, *queens, *dice, *PLAYERS)
        self.content = {name: number for number, name in enumerate(self.contents)}

    def code(self, action: Action) -> int | None:
        """Number an action; None for a text that is none."""
        return self.evaluation.number.get(action)

    def name(self, code: int) -> Action:
        """Spell the action of a number."""
        return self.evaluation.names[code]

    # --- positions --------------------------------------------------------------------------------

    def start(self, games: int) -> Positions:
        """Set so many games up (ARI-1)."""
        start = self.evaluation.effect("ARI-1", self.rules)
        return Positions(settled(spread_over(start, games)), games)

    def read(self, board: Numbers, turn: Numbers, winners: Table) -> Positions:
        """Take positions as they are recorded."""
        del winners
        dice = [f"{player} {die}" for player in PLAYERS for die in DICE]
        last = self.carries(board[:, -2], dice)
        lost = self.carries(board[:, -1], PLAYERS)
        lying = iter(self.lying(board))
        white, black = (
            Army(
                tuple(Die(*next(lying)) for _ in DICE),
                Queen(*next(lying)[:2]),
            )
            for _ in PLAYERS
        )
        turns = wide(turn == 0), wide(turn == 1)
        position = Position((white, black), (last[:3], last[3:]), turns, (lost[0], lost[1]))
        return Positions(settled(position), len(board))

    def carries(self, column: Numbers, names: Sequence[str]) -> Facts:
        """For each name: a place carries it, by the contents of the place in each game."""
        return tuple(wide(column == self.content[name]) for name in names)

    def lying(self, board: Numbers) -> Iterator[tuple[Any, Cell, tuple[Any, Any, Any, Any]]]:
        """Find for each player's dice and queen whether they lie, on which cell, and what they show."""
        games, places = np.nonzero(board[:, : len(self.cells)])
        contents = board[games, places]
        pieces = self.piece_of_content[contents]
        found = np.zeros((self.piece_of_content.max() + 1, len(board), 7), SMALL)
        every = self.columns_and_rows[places], self.sides_of_content[contents]
        lies = np.column_stack([np.ones(len(places), SMALL), *every])
        found[pieces[::-1], games[::-1]] = lies[::-1]  # of several places, the first
        for numbers in found[1:]:
            present, x, y, *sides = (wide(column) for column in np.ascontiguousarray(numbers.T))
            north, east, south, west = sides
            yield present.astype(np.bool_), Cell(x, y), (north, east, south, west)

    @cached_property
    def columns_and_rows(self) -> NDArray[np.int8]:
        """The column and the row of each place that is a cell."""
        return np.array(list(self.cells.values()), SMALL)

    @cached_property
    def piece_of_content(self) -> Numbers:
        """For each content: the piece that lies there, numbered from 1, a player's queen last; or 0."""
        table = np.zeros(len(self.contents), np.int64)
        for name in self.shown:
            player, die = name.partition(":")[0].split()
            table[self.content[name]] = 1 + 4 * PLAYERS.index(player) + DICE.index(die)
        for number, player in enumerate(PLAYERS, 1):
            table[self.content[f"{player} Q"]] = 4 * number
        return table

    @cached_property
    def sides_of_content(self) -> NDArray[np.int8]:
        """For each content: what the die shows that lies there, or zeros."""
        table = np.zeros((len(self.contents), 4), SMALL)
        for name, sides in self.shown.items():
            table[self.content[name]] = sides
        return table

    def written(self, positions: Positions) -> Numbers:
        """Write positions as they are recorded."""
        position, games = positions.facts, positions.games
        table = np.zeros((games, len(self.places)), np.int64)
        lanes = np.arange(games)
        for player, army in zip(PLAYERS, position.armies, strict=True):
            queen = np.full(games, self.content[f"{player} Q"])
            lying: list[tuple[Numbers, Piece]] = [
                (self.content_of_sides[player, name][row(numbered(die.sides), games)], die)
                for name, die in zip(DICE, army.dice, strict=True)
            ]
            for contents, piece in [*lying, (queen, army.queen)]:
                there = row(piece.present, games).astype(np.bool_)
                where = self.at[row(piece.cell.x, games), row(piece.cell.y, games)]
                table[lanes[there], where[there]] = contents[there]
        marks = [
            (-2, f"{player} {die}", fact)
            for player, own in zip(PLAYERS, position.last, strict=True)
            for die, fact in zip(DICE, own, strict=True)
        ] + [(-1, *pair) for pair in zip(PLAYERS, position.lost, strict=True)]
        for place, name, fact in marks:
            table[row(fact, games).astype(np.bool_), place] = self.content[name]
        return table

    @cached_property
    def at(self) -> Numbers:
        """The place of the cell at each column and row, both from 1."""
        table = np.zeros((self.rules.n + 1, self.rules.n + 1), np.int64)
        for place, (column, up) in enumerate(self.cells.values()):
            table[column, up] = place
        return table

    @cached_property
    def content_of_sides(self) -> dict[tuple[str, str], Numbers]:
        """For each die of each player: what its cell carries, by its sides in digits."""
        tables = {}
        for player in PLAYERS:
            for die in DICE:
                table = tables[player, die] = np.full(10_000, -1)
                for sides in self.rules.orientations(die):
                    shown = "".join(map(str, sides))
                    table[int(shown)] = self.content[f"{player} {die}:{shown}"]
        return tables

    def are_same(self, positions: Positions, others: Positions) -> bool:
        """Return whether all facts and numbers are the same in all games."""
        games = positions.games
        same: list[bool] = []

        def compare(one: Any, other: Any) -> Any:
            same.append(np.array_equal(row(one, games), row(other, games)))
            return one

        mapped(compare, positions.facts, others.facts)
        return all(same)

    def results(self, positions: Positions) -> Results:
        """Find turns, scores and winners; who wins has one point."""
        games = positions.games
        turn = np.full(games, -1)
        for player, fact in enumerate(positions.facts.turn):
            turn[row(fact, games).astype(np.bool_)] = player
        won = np.array([row(fact, games) for fact in self.evaluation.wins(positions.facts)]).T
        return Results(turn, won, won.astype(np.bool_))

    def state(self, positions: Positions, game: int) -> Position:
        """Take one position out."""

        def taken(value: Any) -> Any:
            return value.reshape(-1)[game].item() if isinstance(value, np.ndarray) else value

        return mapped(taken, positions.facts)

    # --- actions ----------------------------------------------------------------------------------

    def permitted(self, positions: Positions) -> dict[str, list[Fact]]:
        """For each clause and each batch of candidates: which ones it lets pass."""
        if positions.known is None:
            positions.known = self.evaluation.permitted(positions.facts.view)
        return positions.known

    def moving(self, positions: Positions) -> Table:
        """Find the games that are not over."""
        return row(any_of(positions.facts.turn), positions.games).astype(np.bool_)

    def coverage(self, positions: Positions) -> Coverage:
        """Count what each clause says of every candidate of the games that go on."""
        moving, games = self.moving(positions), positions.games
        permitted, coverage = self.permitted(positions), Coverage(int(moving.sum()))
        for index, batch in enumerate(self.evaluation.batches):
            said = {clause: facts[index] for clause, facts in permitted.items()}
            coverage += Coverage(0, tally_arrays(said, wide(moving), (games, *batch.shape)))
        return coverage

    def legal(self, positions: Positions) -> Actions:
        """Find the complete legal sets."""
        table = self.legal_table(positions)
        games, codes = np.nonzero(table)
        return Actions(games, codes)

    def legal_table(self, positions: Positions) -> Table:
        """Find the complete legal sets as a table."""
        games, moving = positions.games, wide(self.moving(positions))
        table = np.empty((games, len(self.evaluation.names)), np.bool_)
        facts, end = map(all_of, zip(*self.permitted(positions).values(), strict=True)), 0
        for fact, batch in zip(facts, self.evaluation.batches, strict=True):
            begin, end = end, end + len(batch.names)
            part = table[:, begin:end].reshape(games, *batch.shape)
            part[...] = moving & fact  # it is a view: the axis of candidates is only divided
        return table

    def played(self, positions: Positions, chosen: Actions) -> Positions:
        """Carry out what is played, and pass the turn on; the verdicts of who is due are kept."""
        evaluation, before = self.evaluation, positions.facts
        placed = settled(evaluation.placed(before, self.move(positions, chosen)))
        due = evolve(placed, turn=tuple(reversed(placed.turn)))
        permitted = evaluation.permitted(due.view)
        idle = any_of((none_of(due.turn), not_(queens_stand(due))))
        able = constant(any_of((idle, evaluation.some(permitted))))
        outlook = evaluation.outlook(due, able)
        after = settled(evaluation.passed_on(placed, before.turn, outlook))
        passed_over = constant(anybody_is_passed_over(due, after)) is not False
        return Positions(after, positions.games, None if passed_over else permitted)

    def move(self, positions: Positions, chosen: Actions) -> Move:
        """What the chosen actions do; nothing in a game where none is."""
        codes = np.full(positions.games, len(self.evaluation.names))
        codes[chosen.games] = chosen.codes
        kind, x, y, *sides = self.deeds[:, codes][:, :, None, None, None]
        die = tuple(constant(kind == code) for code in range(3))
        strike = tuple(constant(kind == code) for code in range(4, 7))
        north, east, south, west = sides
        return Move(die, constant(kind == QUEEN), strike, Cell(x, y), (north, east, south, west))

    @cached_property
    def deeds(self) -> NDArray[np.int8]:
        """For each action, and then for none: kind, column, row, and the four sides, as rows."""
        rows: list[tuple[int, ...]] = []
        for name in self.evaluation.names:
            piece, _, rest = name.partition("@")
            cell, _, shown = rest.partition(":")
            if piece.endswith("*"):
                rows.append((4 + DICE.index(piece[:-1]), 0, 0, 0, 0, 0, 0))
            else:
                kind = QUEEN if piece == "Q" else DICE.index(piece)
                rows.append((kind, *self.cells[cell], *map(int, shown or "0000")))
        return np.array([*rows, (-1, 0, 0, 0, 0, 0, 0)], SMALL).T


def anybody_is_passed_over(due: Position, position: Position) -> Fact:
    """The player who was due does not have the turn, but the other one has."""
    return any_of(
        all_of((has, not_(had))) for has, had in zip(position.turn, due.turn, strict=True)
    )


def constant(fact: Fact) -> Fact:
    """Make a constant of a fact that is the same in all lanes, so that rules can stop early."""
    if is_constant(fact) or (fact.any() and not fact.all()):
        return fact
    return bool(fact.any())


def settled(position: Position) -> Position:
    """Make constants of the facts of a position where they are the same in all lanes."""

    def alike(value: Any) -> Any:
        is_fact = isinstance(value, np.ndarray) and value.dtype == np.bool_
        return constant(value) if is_fact else value

    return mapped(alike, position)


def spread_over(position: Position, games: int) -> Position:
    """Give a position of plain numbers to every lane."""
    none = np.zeros((games, 1, 1, 1), SMALL)

    def wide_number(value: Any) -> Any:
        return value if is_constant(value) else none + value

    return mapped(wide_number, position)


def numbered(sides: Sequence[Any]) -> Any:
    """Write four sides as one number of four digits."""
    north, east, south, west = (np.asarray(side, np.int64) for side in sides)
    return 1000 * north + 100 * east + 10 * south + west


def wide(column: Any) -> Any:
    """Put one value for each game where the axis of positions is."""
    return column[:, None, None, None]


def row(value: Number, games: int) -> Numbers:
    """Write a number, or a fact as 0 or 1, of each position in a row."""
    return np.broadcast_to(np.asarray(value, np.int64), (games, 1, 1, 1)).reshape(-1)
