"""Dreieck nimmt in bulk: how recorded tiles become facts, and how tiles are laid in many games at once.

All games are looked at through one window that reaches beyond every tile laid in any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any

import numpy as np
from attrs import define, evolve, frozen

from rulewright.interface import Action
from rulewright.spec.bulk import Actions, Numbers, Table
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.dreieck.board import Cell, ways_to_lie, window_around
from rulewright.spec.dreieck.evaluation import Evaluation, legal_of
from rulewright.spec.dreieck.facts import Move, Position, Rules, Symbols, refitted, seen_through
from rulewright.spec.dreieck.notation import CELL, PASS, Laying, laying_of
from rulewright.spec.dreieck.tiles import numbered
from rulewright.spec.lanes import (
    lanes_in,
    numbers_as_lanes,
    numbers_in,
    pack,
    pack_columns,
    tile,
    unpack,
    unpack_rows,
)
from rulewright.spec.logic import Fact, Number, any_of, is_constant, not_
from rulewright.spec.registry import Rulebook
from rulewright.spec.side_by_side import Lanes, SideBySide
from rulewright.spec.structure import mapped

KINDS = "ud"
FARTHEST = 123
"""The largest coordinate, either way, that recordings tell."""
FAR = 1 << 15
"""No cell that can be laid on has a coordinate as large, either way."""
NUMBERS = (0, *(number for size in range(1, FARTHEST + 1) for number in (-size, size)))
CONTENTS = (
    *("", "captured"),
    *(f"{kind}{turn}" for kind in KINDS for turn in range(3)),
    *map(str, NUMBERS),
    "more",
)
CAPTURED, LYING, FIRST_NUMBER, MORE = 1, 2, 8, len(CONTENTS) - 1
"""Contents of a place: a tile is taken; it lies; numbers; a number beyond them."""
WRONG = -1


@define(eq=False)
class Judgement:
    """What the clauses say of laying on each cell, and of passing."""

    layings: dict[Cell, dict[str, Fact]]
    passing: dict[str, Fact]


@frozen(eq=False)
class Lying:
    """Recorded tiles that lie on the table, one entry each."""

    cells: list[Cell]
    cell: Numbers
    """Which of the cells."""
    player: Numbers
    tile: Numbers
    turned: Numbers
    """How far, in thirds."""
    game: Numbers


class InBulk(SideBySide[Position]):
    """The rules of Dreieck nimmt, applied to many positions at once."""

    actions = None

    def __init__(self, rules: Rules, rulebook: Rulebook) -> None:
        """Name tiles and what is recorded of them."""
        self.rules = rules
        self.rulebook = rulebook
        self.players = rules.players
        self.contents = CONTENTS
        tiles = [f"{player} {name}" for player in rules.players for name in rules.tiles]
        self.places = (
            *(f"{tile} {what}" for tile in tiles for what in ("lies", "q", "r")),
            *(f"{player} {what}" for player in rules.players for what in ("captured", "top")),
            "passes",
        )
        self.ways = {way: number for number, way in enumerate(ways_to_lie(rules.params.s))}
        self._evaluation: Evaluation | None = None

    def on(self, games: int) -> Evaluation:
        """The formulas on so many lanes."""
        if self._evaluation is None or self._evaluation.width != games:
            self._evaluation = Evaluation(self.rules, self.rulebook, games)
        return self._evaluation

    # --- actions ----------------------------------------------------------------------------------

    def code(self, action: Action) -> int | None:
        """Number an action: 0 is a pass; None for a text that is none, or too far away to be laid."""
        if action == PASS:
            return 0
        laying = laying_of(self.rules, action)
        if laying is None or max(map(abs, laying.cell[1:])) >= FAR:
            return None
        return 1 + self.code_of_cell(laying.cell) + 2 * self.ways[laying.way] + laying.leaves

    def code_of_cell(self, cell: Cell) -> int:
        """Number a cell, with room for the ways to lie on it."""
        kind, q, r = cell
        place = ((q + FAR) * 2 * FAR + r + FAR) * 2 + KINDS.index(kind)
        return place * 2 * len(self.ways)

    def laying(self, code: int) -> Laying:
        """Find what an action lays."""
        rest, leaves = divmod(code - 1, 2)
        rest, way = divmod(rest, len(self.ways))
        rest, kind = divmod(rest, 2)
        q, r = divmod(rest, 2 * FAR)
        return Laying((KINDS[kind], q - FAR, r - FAR), list(self.ways)[way], bool(leaves))

    def name(self, code: int) -> Action:
        """Spell the action of a number."""
        return str(self.laying(code)) if code else PASS

    # --- positions --------------------------------------------------------------------------------

    def start(self, games: int) -> Lanes[Position]:
        """Set so many games up (DRE-1)."""
        position: Position = self.on(games).effect("DRE-1", self.rules)
        numbers = tuple(numbers_as_lanes(np.full(games, each)) for each in position.captured)
        return Lanes(evolve(position, captured=numbers), games)

    def read(self, board: Numbers, turn: Numbers, winners: Table) -> Lanes[Position]:
        """Take positions as they are recorded."""
        del winners
        rules, games = self.rules, len(board)
        tiles = 3 * len(rules.players) * len(rules.tiles)
        lies = board[:, 0:tiles:3].reshape(games, len(rules.players), -1)
        counts = numbers_of(board[:, tiles:])
        lying = self.lying(board)
        window = window_around(set(lying.cells))
        start = seen_through(self.on(games).effect("DRE-1", rules), window)
        at = np.array([window.number[cell] for cell in lying.cells], np.int64)[lying.cell]
        owner = np.zeros((len(rules.players), len(window.cells), games), np.bool_)
        owner[lying.player, at, lying.game] = True
        symbols = np.zeros((len(window.cells), 3, len(rules.symbols), games), np.bool_)
        for corner, symbol in enumerate(np.array(numbered(rules)).T):
            symbols[at, (corner + lying.turned) % 3, symbol[lying.tile], lying.game] = True
        left = tuple(tuple(pack_columns(lies[:, player] == 0)) for player, _ in enumerate(owner))
        position = evolve(
            start,
            owner=also(start.owner, owner),
            symbols=also(start.symbols, symbols),
            left=left,
            top=tuple(
                one_hot(counts[:, 2 * player + 1], map(order.index, range(len(order))))
                for player, order in enumerate(rules.stacks)
            ),
            captured=tuple(numbers_as_lanes(each) for each in counts[:, 0:-1:2].T),
            passes=one_hot(counts[:, -1], range(len(start.passes))),
            begun=any_of(not_(fact) for own in left for fact in own),
            turn=tuple(pack_columns(turn[:, None] == range(len(self.players)))),
        )
        return Lanes(settled(position, games), games)

    def lying(self, board: Numbers) -> Lying:
        """Read which tiles are recorded as lying; one on no cell that can be told lies nowhere."""
        tiles = len(self.rules.tiles)
        places = board[:, : 3 * len(self.players) * tiles]
        how, q, r = places.reshape(len(board), -1, 3).transpose(2, 0, 1)
        lies = (how >= LYING) & (how < FIRST_NUMBER)
        for number in (q, r):
            lies &= (number >= FIRST_NUMBER) & (number < MORE)
        game, number = np.nonzero(lies)
        kind, turned = np.divmod(how[lies] - LYING, 3)
        cells, cell = np.unique(np.stack([kind, q[lies], r[lies]]), axis=1, return_inverse=True)
        named = [
            (KINDS[each], CONTENTS[right], CONTENTS[down]) for each, right, down in cells.T.tolist()
        ]
        found = [(each, int(right), int(down)) for each, right, down in named]
        player, tile = np.divmod(number, tiles)
        return Lying(found, cell.reshape(-1), player, tile, turned, game)

    def written(self, positions: Lanes[Position]) -> Numbers:
        """Write positions as they are recorded; -1 for what cannot be."""
        rules, games, position = self.rules, positions.games, positions.position
        board = np.zeros((games, len(self.places)), np.int64)
        tiles = len(rules.tiles)
        for player, left in enumerate(position.left):
            begin, end = 3 * player * tiles, 3 * (player + 1) * tiles
            board[:, begin:end:3] = np.where(unpack_rows(left, games).T, 0, CAPTURED)
        self.write_tiles(positions, board)
        place = 3 * len(self.players) * tiles
        for player, captured in enumerate(position.captured):
            board[:, place + 2 * player] = contents_of(numbers_in(captured, games))
        for player, order in enumerate(rules.stacks):
            tops = [position.top[player][tile] for tile in order]
            board[:, place + 2 * player + 1] = content_of_the_one(tops, games, none=0)
        board[:, -1] = content_of_the_one(position.passes, games, none=WRONG)
        return board

    def write_tiles(self, positions: Lanes[Position], board: Numbers) -> None:
        """Write where tiles lie; -1 where one is left as well, or lies twice."""
        games, position = positions.games, positions.position
        width, tiles = len(self.rules.symbols), len(self.rules.tiles)
        seen = np.zeros((games, len(self.players) * tiles), np.int64)
        for at, (kind, q, r) in enumerate(position.window.cells):
            owners = unpack_rows([own[at] for own in position.owner], games)
            players, lanes = np.nonzero(owners)
            if not len(lanes):
                continue
            way = np.zeros(games, np.int64)
            is_clear = np.ones(games, np.bool_)
            for facts in position.symbols[at]:
                shown = unpack_rows(facts, games)
                way = width * way + shown.argmax(axis=0)
                is_clear &= shown.sum(axis=0) == 1
            tile, turned = self.tile_of_way[:, way[lanes]]
            number = players * tiles + tile
            place = 3 * number
            is_clear = is_clear[lanes] & (board[lanes, place] == CAPTURED)
            how = LYING + 3 * KINDS.index(kind) + turned
            board[lanes, place] = np.where(is_clear, how, WRONG)
            board[lanes, place + 1], board[lanes, place + 2] = contents_of(np.array([q, r]))
            seen[lanes, number] += 1
        games_twice, twice = np.nonzero(seen > 1)
        board[games_twice, 3 * twice] = WRONG

    @cached_property
    def tile_of_way(self) -> Numbers:
        """For each way to lie: which tile that is, and how far it is turned."""
        names = {name: number for number, name in enumerate(self.rules.tiles)}
        found = np.zeros((2, len(self.ways)), np.int64)
        for way, number in self.ways.items():
            turned = next(by for by in range(3) if way[by:] + way[:by] in names)
            found[:, number] = names[way[turned:] + way[:turned]], turned
        return found

    def outcome(self, positions: Lanes[Position]) -> tuple[Sequence[Number], Sequence[Fact]]:
        """Find scores and winners (DRE-8, DRE-10, DRE-11)."""
        position, games = positions.position, positions.games
        evaluation = self.on(games)
        minus = evaluation.effect("DRE-10", self.rules, position)
        scores = [
            numbers_in(points, games) - numbers_in(unlaid, games)
            for points, unlaid in zip(position.captured, minus, strict=True)
        ]
        return scores, evaluation.wins(position)

    def state(self, positions: Lanes[Position], game: int) -> Position:
        """Take one position out, seen through a window round its own tiles."""
        position: Position = super().state(positions, game)
        return refitted(position)

    # --- what is legal ----------------------------------------------------------------------------

    def judgement(self, positions: Lanes[Position]) -> Judgement:
        """Judge all that can be laid near laid tiles, and a pass."""
        if positions.known is None:
            evaluation, position = self.on(positions.games), positions.position
            layings = evaluation.layings(position, evaluation.cells_near(position))
            could_lay = any_of(evaluation.some_way(legal_of(lanes)) for lanes in layings.values())
            positions.known = Judgement(layings, evaluation.passing(position, could_lay))
        known: Judgement = positions.known
        return known

    def coverage(self, positions: Lanes[Position]) -> Coverage:
        """Count what each clause says of every candidate of the games that go on."""
        judged, width = self.judgement(positions), positions.games
        moving = lanes_in(any_of(positions.turn), width)
        blocks = len(self.on(width).candidates.ways)
        on = tile(moving, width, blocks)
        coverage = Coverage(moving.bit_count(), tally(judged.passing, moving, width))
        for lanes in judged.layings.values():
            coverage += Coverage(0, tally(lanes, on, width * blocks))
        return coverage

    def legal(self, positions: Lanes[Position]) -> Actions:
        """Find the complete legal sets."""
        judged, width = self.judgement(positions), positions.games
        ways = self.on(width).candidates.ways
        codes = np.array([2 * self.ways[way] + leaves for way, leaves in ways])
        moving = unpack(any_of(positions.turn), width)
        passes = np.flatnonzero(unpack(legal_of(judged.passing), width) & moving)
        found = [Actions(passes, np.zeros(len(passes), np.int64))]
        for cell, lanes in judged.layings.items():
            legal = lanes_in(legal_of(lanes), width * len(ways))
            if legal:
                table = unpack(legal, width * len(ways)).reshape(-1, width) & moving
                blocks, games = np.nonzero(table)
                found.append(Actions(games, 1 + self.code_of_cell(cell) + codes[blocks]))
        return Actions.joined(found)

    # --- what is played ---------------------------------------------------------------------------

    def played(self, positions: Lanes[Position], chosen: Actions) -> Lanes[Position]:
        """Lay what is played, and take what it captures."""
        games = positions.games
        layings: list[tuple[Laying, int]] = []
        passes = 0
        for code in np.unique(chosen.codes).tolist():
            lanes = np.zeros(games, np.bool_)
            lanes[chosen.games[chosen.codes == code]] = True
            if code:
                layings.append((self.laying(code), pack(lanes)))
            else:
                passes = pack(lanes)
        wide = refitted(positions.position, {one.cell for one, _ in layings})
        after = self.on(games).played(wide, self.move(wide, layings, passes))
        return Lanes(settled(after, games), games)

    def move(self, before: Position, layings: Sequence[tuple[Laying, int]], passes: int) -> Move:
        """What is laid, and by which games; the window holds all the cells."""

        def where(lanes: Iterable[int]) -> Fact:
            return reduce(or_, lanes, 0) or False

        first, second, third = (
            tuple(
                where(lanes for one, lanes in layings if one.way[corner] == symbol)
                for symbol in self.rules.symbols
            )
            for corner in range(3)
        )
        symbols: Symbols = (first, second, third)
        at: dict[int, Fact] = {}
        for one, lanes in layings:
            cell = before.window.number[one.cell]
            at[cell] = any_of((at.get(cell, False), lanes))
        return Move(
            at=at,
            symbols=symbols,
            tile=self.rulebook.effect("DRE-5")(self.rules, symbols),
            named=where(lanes for one, lanes in layings if one.way in self.rules.tiles),
            leaves=where(lanes for one, lanes in layings if one.leaves),
            passes=passes or False,
        )


def settled(position: Position, games: int) -> Position:
    """Make constants of the facts that are alike in all lanes: most of the table is empty."""
    every = (1 << games) - 1

    def constant(fact: Fact) -> Fact:
        if not isinstance(fact, int) or is_constant(fact):
            return fact
        lanes = fact & every
        return bool(lanes) if lanes in {0, every} else lanes

    made: Position = mapped(constant, position)
    return made


def cell_at(how: str, q: str, r: str) -> Cell | None:
    """Read the cell of a tile as it is recorded; None where it lies on none that can be told."""
    found = CELL.fullmatch(f"{how[:1]}{q},{r}")
    return None if found is None else (found[1], int(found[2]), int(found[3]))


def also(facts: Any, table: Table) -> Any:
    """Add the last axis of a table, as lanes, to the facts at its other axes."""
    if table.ndim > 1:
        return tuple(also(each, part) for each, part in zip(facts, table, strict=True))
    return any_of((facts, pack(table) or False))


def numbers_of(contents: Numbers) -> Numbers:
    """Find the numbers that contents stand for; -1 where they stand for none."""
    table = np.full(len(CONTENTS), -1)
    table[FIRST_NUMBER:MORE] = NUMBERS
    found: Numbers = table[contents]
    return found


def contents_of(numbers: Numbers) -> Numbers:
    """Find the contents that stand for numbers."""
    codes: Numbers = FIRST_NUMBER + np.where(numbers >= 0, 2 * numbers, -2 * numbers - 1)
    return np.minimum(codes, MORE)


def content_of_the_one(facts: Sequence[Fact], games: int, none: int) -> Numbers:
    """Find the content that stands for the index of the one fact that holds."""
    rows = unpack_rows(facts, games)
    holding = rows.sum(axis=0)
    found = contents_of(rows.argmax(axis=0))
    return np.where(holding == 1, found, np.where(holding == 0, none, WRONG))


def one_hot(numbers: Numbers, values: Iterable[int]) -> tuple[Fact, ...]:
    """For each value, find the games that have it."""
    return tuple(pack(numbers == value) for value in values)
