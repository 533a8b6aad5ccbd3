"""Dreieck nimmt, judged in bulk: recorded games ply by ply, one lane of a bit vector a game.

All games are looked at through one window that reaches beyond every tile laid in any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.interface import Recording
from rulewright.spec.counting import LaneCount
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.dreieck.board import Cell, Window, window_around
from rulewright.spec.dreieck.clauses import numbered, turned
from rulewright.spec.dreieck.evaluation import Evaluation, legal_of
from rulewright.spec.dreieck.facts import Move, Position, Rules, Symbols, seen_through
from rulewright.spec.dreieck.notation import CELL, PASS, Laying, laying_of
from rulewright.spec.lanes import lanes_in, pack, pack_columns, split, tile, unpack
from rulewright.spec.logic import Fact, all_of, any_of, count, not_
from rulewright.spec.registry import Rulebook


def check(rules: Rules, rulebook: Rulebook, recording: Recording) -> Coverage:
    """Play recorded games again and compare all that the recording says of every position.

    Compared are the complete legal set, where every tile is, the turn, the scores and the winners.
    Raises `RecordingRefuted` at the first ply on which anything differs, for the first such game.
    """
    plies, games = recording.turn.shape
    evaluation = Evaluation(rules, rulebook, games)
    comparison = Comparison(evaluation, recording)
    comparison.names()
    position = (
        seen_through(evaluation.effect("DRE-1", rules), window_around(comparison.laid))
        if recording.from_start
        else comparison.at(0, window_around(comparison.laid))
    )
    coverage = Coverage()
    for ply in range(plies):
        comparison.position(ply, position)
        coverage += comparison.legal(ply, position)
        if ply < plies - 1:
            position = settled(evaluation.played(position, comparison.played(ply, position)), games)
    return coverage


def legal_sets(rules: Rules, rulebook: Rulebook, recording: Recording, ply: int) -> int:
    """Find the complete legal sets of one ply; returns in how many games there is one to move."""
    evaluation = Evaluation(rules, rulebook, recording.turn.shape[1])
    comparison = Comparison(evaluation, recording)
    window = window_around({cell for _, _, cell, _, _ in comparison.lying(ply)})
    position = settled(comparison.at(ply, window), evaluation.width)
    layings = evaluation.layings(position, evaluation.cells_near(position))
    could_lay = any_of(evaluation.some_way(legal_of(lanes)) for lanes in layings.values())
    may_pass = legal_of(evaluation.passing(position, could_lay))
    moving = lanes_in(any_of(position.turn), evaluation.width)
    return (lanes_in(any_of((could_lay, may_pass)), evaluation.width) & moving).bit_count()


def settled(position: Position, width: int) -> Position:
    """Make constants of the facts that are alike in all lanes: most of the table is empty."""

    def constant(fact: Fact) -> Fact:
        lanes = lanes_in(fact, width)
        return {0: False, (1 << width) - 1: True}.get(lanes, lanes)

    def constants(facts: Sequence[Fact]) -> tuple[Fact, ...]:
        return tuple(map(constant, facts))

    def shown(symbols: Symbols) -> Symbols:
        first, second, third = map(constants, symbols)
        return first, second, third

    return evolve(
        position,
        owner=tuple(map(constants, position.owner)),
        symbols=tuple(map(shown, position.symbols)),
        left=tuple(map(constants, position.left)),
        top=tuple(map(constants, position.top)),
        passes=constants(position.passes),
        begun=constant(position.begun),
        turn=constants(position.turn),
    )


@frozen
class Comparison:
    """The specification's facts held against a recording's tables."""

    evaluation: Evaluation
    recording: Recording
    layings: dict[int, Laying] = field(init=False, repr=False)
    """For the number of each recorded action that lays a tile: what it lays."""

    @layings.default
    def _read(self) -> dict[int, Laying]:
        found = {}
        for number, action in enumerate(self.recording.actions):
            laying = laying_of(self.rules, action)
            self.same("spelling of an action", laying is not None or action == PASS, given=True)
            if laying is not None:
                found[number] = laying
        return found

    @property
    def rules(self) -> Rules:
        """The rules played under."""
        return self.evaluation.rules

    @cached_property
    def laid(self) -> list[Cell]:
        """The cells on which a tile lies or is laid in some game."""
        played = set(np.unique(self.recording.played).tolist())
        laid = {one.cell for number, one in self.layings.items() if number in played}
        begun = () if self.recording.from_start else self.lying(0)
        return sorted(laid | {cell for _, _, cell, _, _ in begun})

    def lying(self, ply: int) -> Iterator[tuple[int, int, Cell, int, int]]:
        """Give the tiles recorded as lying: player, tile, cell, turned how far, in which games."""
        for player, name in enumerate(self.rules.players):
            for number, tile_name in enumerate(self.rules.tiles):
                for (how, q, r), lanes in self.recorded(ply, f"{name} {tile_name}"):
                    cell = cell_at(how, q, r)
                    if cell is not None:
                        yield player, number, cell, int(how[1:]), lanes

    def recorded(self, ply: int, name: str) -> Iterator[tuple[tuple[str, str, str], int]]:
        """Give what is recorded of a tile, and in which games: how it lies, and its coordinates."""
        contents = self.recording.contents
        how, q, r = (
            self.recording.board[ply][:, self.place[f"{name} {what}"]].astype(np.int64)
            for what in ("lies", "q", "r")
        )
        # One number for the three codes, each of which is a byte: numbers are sorted much faster.
        together = how << 16 | q << 8 | r
        for number in np.unique(together).tolist():
            codes = number >> 16, number >> 8 & 255, number & 255
            first, second, third = (contents[code] for code in codes)
            yield (first, second, third), pack(together == number)

    @cached_property
    def place(self) -> dict[str, int]:
        """The column of a place."""
        return {name: column for column, name in enumerate(self.recording.places)}

    def recorded_number(self, ply: int, name: str) -> NDArray[np.int64]:
        """Give a recorded number in all games; -1 where none is recorded."""
        contents = self.recording.contents
        numbers = [int(name) if name.isdecimal() else -1 for name in contents]
        codes = self.recording.board[ply][:, self.place[name]]
        found: NDArray[np.int64] = np.array(numbers, np.int64)[codes]
        return found

    def at(self, ply: int, window: Window) -> Position:
        """The positions before a ply as they are recorded, as facts."""
        rules, recording = self.rules, self.recording
        start = seen_through(self.evaluation.effect("DRE-1", rules), window)
        owner = [list(own) for own in start.owner]
        symbols = [[list(facts) for facts in shown] for shown in start.symbols]
        for player, number, cell, turn, lanes in self.lying(ply):
            at = window.number[cell]
            owner[player][at] = any_of((owner[player][at], lanes))
            for corner, symbol in enumerate(numbered(rules)[number]):
                shown = symbols[at][(corner + turn) % 3]
                shown[symbol] = any_of((shown[symbol], lanes))
        left = tuple(
            tuple(self.left_over(ply, f"{player} {name}") for name in rules.tiles)
            for player in rules.players
        )
        return evolve(
            start,
            owner=tuple(map(tuple, owner)),
            symbols=tuple((tuple(a), tuple(b), tuple(c)) for a, b, c in symbols),
            left=left,
            top=tuple(self.tops(ply, player) for player, _ in enumerate(rules.stacks)),
            captured=tuple(
                LaneCount(planes_of(self.recorded_number(ply, f"{player} captured")))
                for player in rules.players
            ),
            passes=self.one_hot(self.recorded_number(ply, "passes"), range(rules.params.k + 1)),
            begun=any_of(not_(fact) for own in left for fact in own),
            turn=tuple(pack_columns(recording.turn[ply][:, None] == range(rules.params.k))),
        )

    def left_over(self, ply: int, name: str) -> int:
        """Find the games in which a tile is recorded as left."""
        return sum(lanes for (how, _, _), lanes in self.recorded(ply, name) if not how)

    def tops(self, ply: int, player: int) -> tuple[Fact, ...]:
        """Find, for each tile of a stack, the games in which it is recorded as the top one."""
        order = self.rules.stacks[player]
        places = self.recorded_number(ply, f"{self.rules.players[player]} top")
        return self.one_hot(places, map(order.index, range(len(order))))

    def one_hot(self, numbers: NDArray[np.int64], values: Iterable[int]) -> tuple[Fact, ...]:
        """For each value, find the games that have it."""
        return tuple(pack(numbers == value) for value in values)

    @property
    def places_of_numbers(self) -> list[str]:
        """Name the places that carry numbers."""
        players = self.rules.players
        return [f"{name} {what}" for name in players for what in ("captured", "top")] + ["passes"]

    def names(self) -> None:
        """Demand that both speak of the same tiles and players."""
        rules, recording = self.rules, self.recording
        places = [
            f"{player} {name} {what}"
            for player in rules.players
            for name in rules.tiles
            for what in ("lies", "q", "r")
        ]
        places += self.places_of_numbers
        self.same("names of places", sorted(places), sorted(recording.places))
        self.same("names of players", rules.players, recording.players)
        self.same("actions named twice", len(set(recording.actions)), len(recording.actions))
        self.same("contents named twice", len(set(recording.contents)), len(recording.contents))

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `RecordingRefuted` unless two values are equal."""
        if expected != given:
            raise RecordingRefuted(what, 0, [], expected, given)

    # what is played

    def played(self, ply: int, position: Position) -> Move:
        """What the recorded actions of a ply do, in all games at once."""
        row = self.recording.played[ply]
        chosen = {number: pack(row == number) for number in np.unique(row).tolist() if number >= 0}
        layings = [(self.layings[n], lanes) for n, lanes in chosen.items() if n in self.layings]
        first, second, third = (
            tuple(
                any_of(lanes for one, lanes in layings if one.way[corner] == symbol)
                for symbol in self.rules.symbols
            )
            for corner in range(3)
        )
        symbols: Symbols = (first, second, third)
        at: dict[int, Fact] = {}
        for one, lanes in layings:
            cell = position.window.number[one.cell]
            at[cell] = any_of((at.get(cell, False), lanes))
        return Move(
            at=at,
            symbols=symbols,
            tile=self.evaluation.effect("DRE-5", self.rules, symbols),
            named=any_of(lanes for one, lanes in layings if one.way in self.rules.tiles),
            leaves=any_of(lanes for one, lanes in layings if one.leaves),
            passes=any_of(lanes for n, lanes in chosen.items() if n not in self.layings),
        )

    # what lies

    def position(self, ply: int, position: Position) -> None:
        """Compare where every tile is, the turn, the scores and the winners."""
        recording, rules = self.recording, self.rules
        turns = pack_columns(recording.turn[ply][:, None] == range(len(rules.players)))
        minus = self.evaluation.effect("DRE-10", rules, position)
        for player, name in enumerate(rules.players):
            lying = np.zeros(self.evaluation.width, np.int64)
            for number, tile_name in enumerate(rules.tiles):
                lying += self.tile(ply, position, player, number, f"{name} {tile_name}")
            self.numbers(ply, f"tiles on the table of {name}", count(position.owner[player]), lying)
            self.equal(ply, f"turn of {name}", position.turn[player], turns[player])
            taken = self.recorded_number(ply, f"{name} captured")
            self.numbers(ply, f"tiles taken by {name}", position.captured[player], taken)
            # What the score lacks of these is never below zero, so it can be compared by planes.
            lacking = taken - recording.scores[ply, :, player].astype(np.int64)
            self.numbers(ply, f"minus points of {name}", minus[player], lacking)
        passes = self.one_hot(self.recorded_number(ply, "passes"), range(len(position.passes)))
        for number, given in enumerate(passes):
            self.equal(ply, f"{number} passes", position.passes[number], given)
        for player, (order, name) in enumerate(zip(rules.stacks, rules.players, strict=False)):
            tops = self.one_hot(self.recorded_number(ply, f"{name} top"), range(len(order)))
            for number, given in zip(order, tops, strict=True):
                mine = position.top[player][number]
                self.equal(ply, f"{rules.tiles[number]} on top of {name}", mine, given)
        wins = pack_columns(recording.winners[ply])
        for name, mine, given in zip(
            rules.players, self.evaluation.wins(position), wins, strict=True
        ):
            self.equal(ply, f"win of {name}", mine, given)

    def tile(
        self, ply: int, position: Position, player: int, number: int, name: str
    ) -> NDArray[np.int64]:
        """Compare where one tile is; give 1 for the games in which it lies on the table, else 0.

        Each recorded place is confirmed. That no tile lies anywhere else follows from the number of
        tiles on the table, which is compared too.
        """
        on_table = 0
        for (how, q, r), lanes in self.recorded(ply, name):
            found = self.whereabouts(position, player, number, (how, q, r))
            self.equal(ply, f"{name} is {how} {q} {r}".rstrip(), found, lanes, among=lanes)
            on_table |= 0 if how in ("", "captured") else lanes
        return unpack(on_table, self.evaluation.width).astype(np.int64)

    def whereabouts(
        self, position: Position, player: int, number: int, given: tuple[str, str, str]
    ) -> Fact:
        """Say in which games a tile is where a recording has it: left, taken, or on a cell, turned."""
        left = position.left[player][number]
        known = {("", "", ""): left, ("captured", "", ""): not_(left)}
        cell = cell_at(*given)
        if cell not in position.window.number:
            return known.get(given, False)
        at = position.window.number[cell]
        shown = turned(position.symbols[at], numbered(self.rules)[number], int(given[0][1:]))
        return all_of((not_(left), position.owner[player][at], shown))

    def numbers(self, ply: int, what: str, number: object, given: NDArray[np.int64]) -> None:
        """Compare one number in all games."""
        for value in np.unique(given).tolist():
            lanes = pack(given == value)
            self.equal(ply, f"{what}: {value}", number == value, lanes, among=lanes)

    # what is legal

    def legal(self, ply: int, position: Position) -> Coverage:
        """Compare the complete legal sets; count what each clause said of the candidates."""
        evaluation, width = self.evaluation, self.evaluation.width
        ways = evaluation.candidates.ways
        given = self._given(ply)
        self._is_founded(ply)
        moving = lanes_in(any_of(position.turn), width)
        on = tile(moving, width, len(ways))
        layings = evaluation.layings(position, evaluation.cells_near(position))
        could_lay: Fact = False
        coverage = Coverage(moving.bit_count())
        for cell, lanes in layings.items():
            legal = lanes_in(legal_of(lanes), width * len(ways)) & on
            could_lay = any_of((could_lay, evaluation.some_way(legal)))
            theirs = given.pop(cell, None)
            if legal or theirs is not None:
                vectors = split(legal, width, len(ways))
                expected = dict(zip(ways, vectors, strict=True))
                self._compare(ply, cell, expected, theirs or {})
            coverage += Coverage(0, tally(lanes, on, width * len(ways)))
        for cell, theirs in given.items():
            self._compare(ply, cell, {}, theirs)
        passing = evaluation.passing(position, could_lay)
        may_pass = all_of((legal_of(passing), moving))
        self.equal(ply, f"legality of {PASS}", may_pass, self._passes(ply))
        return coverage + Coverage(0, tally(passing, moving, width))

    def _is_founded(self, ply: int) -> None:
        """Demand that what is played next is among what is recorded as legal.

        The recorded legal sets are compared with the specification's own, so a play that the rules
        forbid is found here, or there.
        """
        if ply == len(self.recording.played):
            return
        row, legal = self.recording.played[ply], self.recording.legal[ply]
        for game in np.nonzero(row >= 0)[0].tolist():
            if not legal[game, row[game]]:
                action = self.recording.actions[row[game]]
                moves = self.recording.moves(game, ply)
                raise RecordingRefuted(f"illegal play of {action}", game, moves, False, True)

    def _given(self, ply: int) -> dict[Cell, dict[tuple[str, bool], int]]:
        """Turn the recorded legal sets round: cell and way to the games in which it is legal."""
        vectors = self._vectors(ply)
        found: dict[Cell, dict[tuple[str, bool], int]] = {}
        for number, one in self.layings.items():
            if vectors[number]:
                found.setdefault(one.cell, {})[one.way, one.leaves] = vectors[number]
        return found

    def _passes(self, ply: int) -> int:
        return sum(pack(self.recording.legal[ply][:, n]) for n in self._numbers_of_pass())

    def _numbers_of_pass(self) -> Iterator[int]:
        return (n for n in range(len(self.recording.actions)) if n not in self.layings)

    def _vectors(self, ply: int) -> list[int]:
        return pack_columns(self.recording.legal[ply])

    def _compare(
        self,
        ply: int,
        cell: Cell,
        expected: dict[tuple[str, bool], int],
        given: dict[tuple[str, bool], int],
    ) -> None:
        for way, leaves in {**expected, **given}:
            mine, theirs = expected.get((way, leaves), 0), given.get((way, leaves), 0)
            if mine != theirs:
                self.equal(ply, f"legality of {Laying(cell, way, leaves)}", mine, theirs)

    def equal(
        self, ply: int, what: str, expected: Fact, given: int, *, among: int | None = None
    ) -> None:
        """Raise `RecordingRefuted` unless two vectors are equal (in the lanes `among`, if given)."""
        wrong = lanes_in(expected, self.evaluation.width) ^ given
        if among is not None:
            wrong &= among
        if wrong:
            game = (wrong & -wrong).bit_length() - 1
            truth = bool(given >> game & 1)
            moves = self.recording.moves(game, ply)
            raise RecordingRefuted(what, game, moves, not truth, truth)


def cell_at(how: str, q: str, r: str) -> Cell | None:
    """Read the cell of a tile as it is recorded; None where it lies on none that can be told."""
    found = CELL.fullmatch(f"{how[:1]}{q},{r}")
    return None if found is None else (found[1], int(found[2]), int(found[3]))


def planes_of(numbers: NDArray[np.int64]) -> list[int]:
    """Turn a number for each game into bit planes, lowest first."""
    return [
        pack(numbers >> bit & 1 == 1) for bit in range(int(numbers.max(initial=0)).bit_length())
    ]
