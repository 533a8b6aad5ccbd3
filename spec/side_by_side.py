"""Positions that are structures of facts, side by side: one lane of each bit vector for each game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any, Generic, TypeVar

import numpy as np
from attrs import define, evolve, field, frozen

from rulewright.interface import Action, Json
from rulewright.spec.broadcast import LaneFact, Sizes, flat
from rulewright.spec.bulk import Actions, Bulk, Codes, Numbers, Results, Table
from rulewright.spec.counting import LaneCount
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.lanes import (
    lanes_in,
    numbers_as_lanes,
    numbers_in,
    ones,
    pack,
    pack_columns,
    stack,
    unpack,
    unpack_rows,
)
from rulewright.spec.logic import Fact, Number, all_of, any_of, if_then_else, is_constant
from rulewright.spec.structure import in_every_lane, in_lane, leaves, mapped

P = TypeVar("P")


@frozen(eq=False)
class Judged:
    """What each clause says of all candidates: blocks of lanes, a lane for each game."""

    permitted: dict[str, Fact]
    codes: Codes
    """For each block the code of the action."""
    live: Sequence[int]
    """For each block the games in which it is a candidate of the player to move."""


@define(eq=False)
class Lanes(Generic[P]):
    """Positions as one structure of facts, a lane each; and what is known of their candidates."""

    position: P
    games: int
    permitted: dict[str, Fact] | None = field(default=None, kw_only=True)
    known: Any = field(default=None, init=False)
    """What else a game has found out about them."""

    @property
    def turn(self) -> Sequence[Fact]:
        """For each player: that player is to move."""
        position: Any = self.position
        turn: Sequence[Fact] = position.turn
        return turn


class SideBySide(Bulk[Lanes[P]]):
    """The rules of a game whose facts are bit vectors, applied to all lanes in one evaluation."""

    @abstractmethod
    def outcome(self, positions: Lanes[P]) -> tuple[Sequence[Number], Sequence[Fact]]:
        """Find for each player the score and the win."""

    def results(self, positions: Lanes[P]) -> Results:
        """Find turns, scores and winners."""
        width = positions.games
        scores, wins = self.outcome(positions)
        return Results(
            self.turns(positions),
            np.array([numbers_in(number, width) for number in scores]).T,
            unpack_rows(wins, width).T,
        )

    def turns(self, positions: Lanes[P]) -> Numbers:
        """Find whose turn it is; -2 if two players are to move at once."""
        turn = unpack_rows(positions.turn, positions.games)
        movers = turn.sum(axis=0)
        found: Numbers = np.where(movers == 1, turn.argmax(axis=0), np.where(movers, -2, -1))
        return found

    def are_same(self, positions: Lanes[P], others: Lanes[P]) -> bool:
        """Return whether all facts are the same in all lanes, and nothing else is counted or seen."""
        width = positions.games

        def is_same(one: Any, other: Any) -> bool:
            if isinstance(one, LaneCount) or isinstance(other, LaneCount):
                return np.array_equal(numbers_in(one, width), numbers_in(other, width))
            return lanes_in(one, width) == lanes_in(other, width)

        every, found = (list(leaves(each.position)) for each in (positions, others))
        return [path for path, _ in every] == [path for path, _ in found] and all(
            is_same(one, other) for (_, one), (_, other) in zip(every, found, strict=True)
        )

    def state(self, positions: Lanes[P], game: int) -> Any:
        """Take one position out: facts become bools, numbers ints."""
        return mapped(lambda fact: in_lane(fact, game), positions.position)


class InBlocks(SideBySide[P]):
    """Rules of a game small enough to keep one block of lanes per action."""

    @abstractmethod
    def judged(self, positions: Lanes[P]) -> Judged:
        """Judge all candidates."""

    def coverage(self, positions: Lanes[P]) -> Coverage:
        """Count what each clause says of every candidate of the games that go on."""
        judged, width = self.judged(positions), positions.games
        moving = any_of(positions.turn)
        live = stack(judged.live, width)
        seen = tally(judged.permitted, live, width * len(judged.live))
        return Coverage(lanes_in(moving, width).bit_count(), seen)

    def legal(self, positions: Lanes[P]) -> Actions:
        """Find the complete legal sets."""
        judged, width = self.judged(positions), positions.games
        lanes = width * len(judged.live)
        legal = lanes_in(all_of(judged.permitted.values()), lanes) & stack(judged.live, width)
        blocks, games = np.nonzero(unpack(legal, lanes).reshape(-1, width))
        return Actions(games, judged.codes[blocks])


class Derived(InBlocks[P]):
    """All that bulk judging and bulk play need, derived from a game that lists its actions.

    A game's `played`, `wins` and `points`, and its formulas, are given facts that broadcast.
    """

    def __init__(self, engine: Any) -> None:
        """Name the facts of the game's positions: they are its places."""
        self.engine = engine
        self.first = engine.initial()
        self.players = engine.players
        self.actions: tuple[Action, ...] = engine.actions
        self.places = tuple(" ".join(path) for path in self.paths)
        self.contents = tuple(map(str, range(256)))
        self.codes = {action: code for code, action in enumerate(engine.actions)}

    @cached_property
    def paths(self) -> list[tuple[str, ...]]:
        """Where the facts and numbers of a position are, except the turn."""
        return [path for path, _ in leaves(self.first) if path[0] != "turn"]

    def code(self, action: Action) -> int | None:
        """Return an action's code; None for text that is not an action."""
        return self.codes.get(action)

    def name(self, code: int) -> Action:
        """Return the action with this code."""
        return self.actions[code]

    def start(self, games: int) -> Lanes[P]:
        """Set up this many games."""
        return Lanes(mapped(in_every_lane, self.first), games)

    def read(self, board: Numbers, turn: Numbers, winners: Table) -> Lanes[P]:
        """Take the facts from the places."""
        del winners
        columns: Iterator[Any] = iter(board.T)
        turns = iter(pack_columns(turn[:, None] == range(len(self.players))))

        def recorded(path: tuple[str, ...], value: Any) -> Any:
            if path[0] == "turn":
                return next(turns)
            numbers = next(columns)
            if not isinstance(value, bool):
                return numbers_as_lanes(numbers)
            return pack(numbers != 0)

        found = iter([recorded(path, value) for path, value in leaves(self.first)])
        return Lanes(mapped(lambda _: next(found), self.first), len(board))

    def written(self, positions: Lanes[P]) -> Numbers:
        """Write each fact as 0 or 1, and each number as it is."""
        written = self.facts(positions)[:, self.on_places]
        return np.where(written < len(self.contents), written, -1)

    def facts(self, positions: Lanes[P]) -> Numbers:
        """Write every fact as 0 or 1, and every number as it is."""
        every = [fact for _, fact in leaves(self.broadcast(positions))]
        table = np.array([numbers_in(as_number(fact), positions.games) for fact in every])
        written: Numbers = table.reshape(-1, positions.games).T
        return written

    def facts_of(self, position: Json) -> Numbers:
        """Read a position, and write its facts."""
        state = self.engine.read(position)
        return np.array([int(fact) for _, fact in leaves(state)], np.int64)

    def as_json(self, positions: Lanes[P], game: int) -> Json:
        """Write one position as the game's engine does."""
        written: Json = self.engine.to_json(self.state(positions, game))
        return written

    def from_facts(self, facts: Numbers, turn: Numbers, winners: Table) -> Lanes[P]:
        """Take all facts but the turn."""
        return self.read(facts[:, self.on_places], turn, winners)

    @cached_property
    def on_places(self) -> list[int]:
        """Which of the facts are on places: all but the turn."""
        every = enumerate(path for path, _ in leaves(self.first))
        return [at for at, path in every if path[0] != "turn"]

    def sizes(self, games: int) -> Sizes:
        """The levels of lanes: games, and actions of games."""
        return games, games * len(self.actions)

    def broadcast(self, positions: Lanes[P]) -> P:
        """Wrap the facts so that they broadcast over actions when needed."""
        sizes = self.sizes(positions.games)

        def change(fact: Any) -> Any:
            if is_constant(fact):
                return fact
            if isinstance(fact, LaneCount):
                return LaneCount(map(change, fact.planes))
            return LaneFact(fact, 0, sizes)

        return mapped(change, positions.position)

    def judged(self, positions: Lanes[P]) -> Judged:
        """Judge every action in every game."""
        games, actions = positions.games, range(len(self.actions))
        if positions.permitted is None:
            block = ones(games)
            sizes = self.sizes(games)
            moves = tuple(LaneFact(block << action * games, 1, sizes) for action in actions)
            rules, before = self.engine.rules, self.broadcast(positions)
            said = self.engine.rulebook.permitting(rules, before, moves)
            positions.permitted = {clause: flat(fact) for clause, fact in said.items()}
        moving = lanes_in(any_of(positions.turn), games)
        return Judged(positions.permitted, np.array(actions), [moving for _ in actions])

    def outcome(self, positions: Lanes[P]) -> tuple[Sequence[Number], Sequence[Fact]]:
        """Return the game's own points and wins."""
        here = self.broadcast(positions)
        points = [as_number(number) for number in self.engine.points(here)]
        return points, [flat(fact, 0) for fact in self.engine.wins(here)]

    def results(self, positions: Lanes[P]) -> Results:
        """Find turns, scores and winners; scores game by game if the game computes them itself."""
        found = super().results(positions)
        if self.engine.counts_points:
            return found
        states = (self.state(positions, game) for game in range(positions.games))
        said = map(self.engine.scores, states)
        scores = [[each[player] for player in self.engine.players] for each in said]
        return evolve(found, scores=np.array(scores, np.int64).reshape(-1, len(self.players)))

    def played(self, positions: Lanes[P], chosen: Actions) -> Lanes[P]:
        """Play a legal action in some games; the others stay as they are."""
        games = positions.games
        table = np.zeros((games, len(self.actions)), np.bool_)
        table[chosen.games, chosen.codes] = True
        sizes = self.sizes(games)
        move = tuple(LaneFact(lanes, 0, sizes) for lanes in pack_columns(table))
        plays: Table = np.any(table, axis=1)
        moving = pack(plays)
        after = self.engine.played(self.broadcast(positions), move)

        def followed(before: Any, follows: Any) -> Any:
            if isinstance(before, LaneCount):
                return choice(moving, as_number(follows), before)
            return if_then_else(moving, flat(follows, 0), before)

        return Lanes(mapped(followed, positions.position, after), games)


def as_number(value: Any) -> LaneCount:
    """Read a number, or a fact that stands for 0 or 1, in the lanes of all games."""
    if isinstance(value, LaneCount):
        return LaneCount(flat(plane, 0) for plane in value.planes)
    if isinstance(value, LaneFact):
        return LaneCount([value.at(0)])
    return LaneCount.constant(value)


def choice(condition: int, then: LaneCount, otherwise: LaneCount) -> LaneCount:
    """Choose between two numbers in each lane."""
    pairs = zip_longest(then.planes, otherwise.planes, fillvalue=0)
    return LaneCount(one & condition | other & ~condition for one, other in pairs)
