"""Dreieck nimmt in bulk: how recorded tiles become facts, and how tiles are laid in many games at once.

All games are looked at through one window that reaches beyond every tile laid in any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from rulewright.interface import Action
from rulewright.spec.bulk import Actions, Codes, Numbers, Table
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.dreieck.board import Cell, ways_to_lie, window_around
from rulewright.spec.dreieck.evaluation import Evaluation, legal_of
from rulewright.spec.dreieck.facts import (
    Move,
    Position,
    Rules,
    Symbols,
    refitted,
    seen_through,
)
from rulewright.spec.dreieck.judging import Judged, Judging, Ways
from rulewright.spec.dreieck.notation import CELL, PASS, Laying, laying_of
from rulewright.spec.dreieck.surroundings import KINDS, Lookout, Surroundings
from rulewright.spec.dreieck.tiles import numbered
from rulewright.spec.lanes import (
    lanes_in,
    numbers_as_lanes,
    numbers_in,
    pack,
    pack_columns,
    unpack,
    unpack_rows,
)
from rulewright.spec.logic import Fact, Number, any_of, is_constant, not_
from rulewright.spec.registry import Rulebook
from rulewright.spec.side_by_side import Lanes, SideBySide
from rulewright.spec.structure import mapped

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


class Known:
    """What has been found out about some positions: each is worked out once, when it is asked for."""

    def __init__(self, evaluation: Evaluation, ways: Ways, positions: Lanes[Position]) -> None:
        """Prepare the positions to be judged."""
        self.evaluation = evaluation
        self.positions = positions
        self.view = Surroundings.of(evaluation.rules, positions.position, positions.games)
        self.judging = Judging(evaluation, ways, self.view)

    @cached_property
    def layings(self) -> list[Judged]:
        """What the clauses say of what can be laid near laid tiles."""
        return [*self.judging.judged()]

    @cached_property
    def lying(self) -> Table:
        """On which cells tiles lie in each game, ``[cell, game]``."""
        position, games = self.positions.position, self.positions.games
        return unpack_rows(
            [position.lies(cell) for cell in range(len(position.window.cells))], games
        )

    @cached_property
    def passing(self) -> dict[str, Fact]:
        """What the clauses say of a pass."""
        could_lay = np.zeros(self.view.games, np.bool_)
        for each in self.layings:
            could_lay[each.lookout.games[each.able()]] = True
        return self.evaluation.passing(self.view.position, pack(could_lay) or False)


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
    at_once = 1_024

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
        self.laid = Ways(rules, rulebook)
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
        return self.code_of_cell(laying.cell) + 2 * self.ways[laying.way] + laying.leaves

    def code_of_cell(self, cell: Cell) -> int:
        """Number a cell, with room for the ways to lie on it."""
        kind, q, r = cell
        place = ((q + FAR) * 2 * FAR + r + FAR) * 2 + KINDS.index(kind)
        return 1 + place * 2 * len(self.ways)

    def codes_of_cells(self, lookout: Lookout) -> Codes:
        """Number the cells that are looked at."""
        model = self.code_of_cell(lookout.model)
        q, r = (lookout.cells - lookout.model[1:]).T
        found: Codes = model + (q * 2 * FAR + r) * 4 * len(self.ways)
        return found

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
        shape = len(KINDS), len(CONTENTS), len(CONTENTS)
        where = np.ravel_multi_index((kind, q[lies], r[lies]), shape)
        cells = np.flatnonzero(np.bincount(where, minlength=prod(shape)))
        cell = np.searchsorted(cells, where)
        every = np.unravel_index(cells, shape)
        found = [
            (KINDS[each], int(CONTENTS[right]), int(CONTENTS[down]))
            for each, right, down in zip(*(axis.tolist() for axis in every), strict=True)
        ]
        player, tile = np.divmod(number, tiles)
        return Lying(found, cell, player, tile, turned, game)

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
        view, tiles = self.known(positions).view, len(self.rules.tiles)
        shape = len(self.players), len(view.laid) + 1, positions.games
        rows, players, games = np.nonzero(view.owners.reshape(shape).swapaxes(0, 1))
        shown = view.symbols.take(rows * positions.games + games, axis=1)
        shown = shown.reshape(3, len(self.rules.symbols), -1)
        way = np.ravel_multi_index(tuple(shown.argmax(axis=1)), (shown.shape[1],) * 3)
        tile, turned = self.tile_of_way[:, way]
        number = players * tiles + tile
        place = 3 * number
        is_clear = (shown.sum(axis=1) == 1).all(axis=0) & (board[games, place] == CAPTURED)
        cells = [view.position.window.cells[cell] for cell in view.laid]
        where = np.array([(KINDS.index(kind), q, r) for kind, q, r in cells], np.int64)
        kind, *at = where.reshape(-1, 3)[rows].T
        board[games, place] = np.where(is_clear, LYING + 3 * kind + turned, WRONG)
        board[games, place + 1], board[games, place + 2] = map(contents_of, at)
        times = np.bincount(games * len(self.places) + place, minlength=board.size)
        board[times.reshape(board.shape) > 1] = WRONG

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

    def are_same(self, positions: Lanes[Position], others: Lanes[Position]) -> bool:
        """Return whether all facts are the same, seen through windows round the tiles that lie."""
        one, other = (
            evolve(each, position=refitted(each.position)) for each in (positions, others)
        )
        return one.position.window == other.position.window and super().are_same(one, other)

    def state(self, positions: Lanes[Position], game: int) -> Position:
        """Take one position out, seen through a window round its own tiles."""
        # The window of all games is far wider: most of what is seen through it lies in other games.
        whole = positions.position
        laid = np.flatnonzero(self.known(positions).lying[:, game]).tolist()
        own = seen_through(whole, window_around([whole.window.cells[cell] for cell in laid]))
        position: Position = super().state(Lanes(own, positions.games), game)
        return position

    # --- what is legal ----------------------------------------------------------------------------

    def known(self, positions: Lanes[Position]) -> Known:
        """Find what is known of some positions; it is kept with them."""
        if positions.known is None:
            positions.known = Known(self.on(positions.games), self.laid, positions)
        found: Known = positions.known
        return found

    def coverage(self, positions: Lanes[Position]) -> Coverage:
        """Count what each clause says of every candidate of the games that go on.

        Candidates are those of each game by itself.
        """
        judged, width = self.known(positions), positions.games
        moving = lanes_in(any_of(positions.turn), width)
        coverage = Coverage(moving.bit_count(), tally(judged.passing, moving, width))
        for each in judged.layings:
            coverage += each.tallied()
        return coverage

    def legal(self, positions: Lanes[Position]) -> Actions:
        """Find the complete legal sets."""
        judged = self.known(positions)
        moving = judged.judging.on
        passes = np.flatnonzero(unpack(legal_of(judged.passing), positions.games) & moving)
        found = [Actions(passes, np.zeros(len(passes), np.int64))]
        codes = np.arange(len(self.ways))
        codes = np.concatenate([2 * codes + leaves for leaves in self.laid.forms])
        for each in judged.layings:
            ways, lanes = each.listed()
            cells = self.codes_of_cells(each.lookout)
            found.append(Actions(each.lookout.games[lanes], cells[lanes] + codes[ways]))
        return Actions.joined(found)

    # --- what is played ---------------------------------------------------------------------------

    def played(self, positions: Lanes[Position], chosen: Actions) -> Lanes[Position]:
        """Lay what is played, and take what it captures."""
        games, lays = positions.games, chosen.codes > 0
        rest, leaves = np.divmod(chosen.codes[lays] - 1, 2)
        cells, ways = np.divmod(rest, len(self.ways))
        codes, rows = np.unique(cells, return_inverse=True)
        found = [self.laying(1 + 2 * len(self.ways) * code).cell for code in codes.tolist()]
        wide = refitted(positions.position, found)
        numbers = [wide.window.number[cell] for cell in found]
        lanes = chosen.games[lays]

        def among(where: Numbers, count: int) -> list[Fact]:
            """For each number: the games in which it is that of what is laid."""
            table = np.zeros((count, games), np.bool_)
            table[where, lanes] = True
            return [fact or False for fact in pack_columns(table.T)]

        corners = np.unravel_index(ways, (len(self.rules.symbols),) * 3)
        first, second, third = (
            tuple(among(symbols, len(self.rules.symbols))) for symbols in corners
        )
        symbols: Symbols = (first, second, third)
        passes = np.zeros(games, np.bool_)
        passes[chosen.games[~lays]] = True
        move = Move(
            at=dict(zip(numbers, among(rows, len(found)), strict=True)),
            symbols=symbols,
            tile=self.rulebook.effect("DRE-5")(self.rules, symbols),
            named=among(self.are_names[ways] * 1, 2)[1],
            leaves=among(leaves, 2)[1],
            passes=pack(passes) or False,
        )
        after = self.on(games).played(wide, move)
        return Lanes(settled(after, games), games)

    @cached_property
    def are_names(self) -> Table:
        """For each way to lie: it is the name of a tile."""
        return np.isin(list(self.ways), self.rules.tiles)


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
    return also_packed(facts, np.packbits(table, axis=-1, bitorder="little"))


def also_packed(facts: Any, rows: NDArray[np.uint8]) -> Any:
    """Do so with eight lanes to a byte."""
    if rows.ndim > 1:
        return tuple(also_packed(each, part) for each, part in zip(facts, rows, strict=True))
    return any_of((facts, int.from_bytes(rows.tobytes(), "little") or False))


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
