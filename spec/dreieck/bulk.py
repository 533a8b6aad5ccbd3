"""Dreieck nimmt, judged in bulk: recorded games ply by ply, one lane of a bit vector a game.

All games are looked at through one window that reaches beyond every tile laid in any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from rulewright.interface import Recording
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.dreieck.board import Cell, window_around
from rulewright.spec.dreieck.clauses import numbered, turned
from rulewright.spec.dreieck.evaluation import Evaluation, legal_of
from rulewright.spec.dreieck.facts import Move, Position, Rules, Symbols, seen_through
from rulewright.spec.dreieck.notation import PASS, Laying, laying_of
from rulewright.spec.lanes import lanes_in, pack, pack_columns, split, tile
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
    position = seen_through(evaluation.effect("DRE-1", rules), window_around(comparison.laid))
    coverage = Coverage()
    for ply in range(plies):
        comparison.position(ply, position)
        coverage += comparison.legal(ply, position)
        if ply < plies - 1:
            position = settled(
                evaluation.played(position, comparison.played(ply, position)), games
            )
    return coverage


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
        """The cells on which a tile is laid in some game."""
        played = set(np.unique(self.recording.played).tolist())
        return sorted({one.cell for number, one in self.layings.items() if number in played})

    def names(self) -> None:
        """Demand that both speak of the same tiles and players."""
        rules, recording = self.rules, self.recording
        places = [
            f"{player} {name} {what}"
            for player in rules.players
            for name in rules.tiles
            for what in ("lies", "q", "r")
        ]
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
        for player, name in enumerate(rules.players):
            lying = np.zeros(self.evaluation.width, np.int64)
            for number, tile_name in enumerate(rules.tiles):
                lying += self.tile(ply, position, player, number, f"{name} {tile_name}")
            self.numbers(ply, f"tiles on the table of {name}", count(position.owner[player]), lying)
            # The score and the full set make a number that is never below zero.
            laid = count(map(not_, position.left[player]))
            score = recording.scores[ply, :, player] + len(rules.tiles)
            self.numbers(ply, f"score of {name}", position.captured[player] + laid, score)
            self.equal(ply, f"turn of {name}", position.turn[player], turns[player])
        wins = pack_columns(recording.winners[ply])
        for name, mine, given in zip(
            rules.players, self.evaluation.wins(position), wins, strict=True
        ):
            self.equal(ply, f"win of {name}", mine, given)

    def tile(
        self, ply: int, position: Position, player: int, number: int, name: str
    ) -> NDArray[np.int64]:
        """Compare where one tile is; give the games in which it lies on the table.

        Each recorded place is confirmed. That no tile lies anywhere else follows from the number of
        tiles on the table, which is compared too.
        """
        recording = self.recording
        columns = [recording.places.index(f"{name} {what}") for what in ("lies", "q", "r")]
        board = recording.board[ply][:, columns]
        for codes in np.unique(board, axis=0):
            lanes = pack((board == codes).all(axis=1))
            how, q, r = (recording.contents[code] for code in codes.tolist())
            self.equal(
                ply,
                f"{name} is {how} {q} {r}".rstrip(),
                self.whereabouts(position, player, number, (how, q, r)),
                lanes,
                among=lanes,
            )
        on_table = ~np.isin(board[:, 0], [recording.contents.index(name) for name in ("", "captured")])
        return on_table.astype(np.int64)

    def whereabouts(
        self, position: Position, player: int, number: int, given: tuple[str, str, str]
    ) -> Fact:
        """Say in which games a tile is where a recording has it: left, taken, or on a cell, turned."""
        how, q, r = given
        left = position.left[player][number]
        if how in ("", "captured"):
            return {"": left, "captured": not_(left)}[how] if q == r == "" else False
        cell = position.window.number.get((how[0], int(q), int(r)))
        if cell is None:
            return False
        ways = turned(position.symbols[cell], numbered(self.rules)[number])
        return all_of((not_(left), position.owner[player][cell], ways[int(how[1:])]))

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

    def _given(self, ply: int) -> dict[Cell, dict[tuple[str, bool], int]]:
        """Turn the recorded legal sets round: cell and way to the games in which it is legal."""
        vectors = self._vectors(ply)
        found: dict[Cell, dict[tuple[str, bool], int]] = {}
        for number, one in self.layings.items():
            if vectors[number]:
                found.setdefault(one.cell, {})[one.way, one.leaves] = vectors[number]
        return found

    def _passes(self, ply: int) -> int:
        return any_of(
            [0, *(pack(self.recording.legal[ply][:, n]) for n in self._numbers_of_pass())]
        )

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
            action = Laying(cell, way, leaves)
            mine = expected.get((way, leaves), 0)
            self.equal(ply, f"legality of {action}", mine, given.get((way, leaves), 0))

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
