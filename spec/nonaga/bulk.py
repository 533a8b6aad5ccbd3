"""Nonaga, judged in bulk: many recorded games ply by ply, one lane of a bit vector a game.

Each game is seen through a window of its own, all of the same shape: the lanes of a vector are games,
the cells those of the windows. A game whose field is too wide for that is judged on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod
from typing import Any, NoReturn, Protocol

import numpy as np
from attrs import define, evolve, field, frozen
from numpy.typing import NDArray

from rulewright.interface import LegalSets, Recording
from rulewright.spec.coverage import Coverage, RecordingRefuted, tally
from rulewright.spec.engine import Verdicts
from rulewright.spec.lanes import ones, pack, stack, unpack
from rulewright.spec.logic import Fact, all_of, differ
from rulewright.spec.nonaga.board import MARGIN, Cell, Window
from rulewright.spec.nonaga.evaluation import (
    Candidates,
    Evaluation,
    about_to_relocate,
    about_to_step,
)
from rulewright.spec.nonaga.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.nonaga.notation import State, read_step
from rulewright.spec.registry import Rulebook

WIDEST = 24
"""Columns or rows of a field that is judged together with others."""
AT_ONCE = 512
"""Games judged at a time: enough lanes to be quick, few enough to fit the processor's caches."""
MODULUS = 128
"""Recordings tell numbers modulo this one."""
PIECES = 3

Table = NDArray[np.bool_]
Numbers = NDArray[np.int64]


class Judge(Protocol):
    """What of the specification a check uses."""

    rules: Rules
    rulebook: Rulebook
    players: tuple[str, ...]

    def initial(self) -> State:
        """Set the game up."""

    def verdicts(self, state: State) -> Verdicts:
        """Judge a position."""

    def successor(self, state: State, action: str) -> State:
        """Find the position after a legal action."""


def check(judge: Judge, recording: Recording) -> Coverage:
    """Play recorded games again and compare all that the recording says of every position.

    Compared are the complete legal set, the board with the barred disc and the step, the turn, the
    scores and the winners. Raises `RecordingRefuted` at the first ply on which anything differs.
    """
    plies, games = recording.turn.shape
    comparison = Comparison(judge, recording)
    comparison.names()
    start = recording.from_start
    states = [judge.initial()] * games if start else comparison.recorded(0)
    coverage = Coverage()
    for ply in range(plies):
        comparison.boards(ply, states)
        on = [game for game, state in enumerate(states) if state.turn is not None]
        coverage += comparison.legal(ply, states, on)
        if ply < plies - 1:
            following = comparison.played(ply, states)
            states = [following.get(game, state) for game, state in enumerate(states)]
    return coverage


def legal_sets(judge: Judge, recording: Recording, ply: int) -> int:
    """Find the complete legal sets of one ply; returns in how many games there is one to move."""
    comparison = Comparison(judge, recording)
    states = comparison.recorded(ply)
    on = [game for game, state in enumerate(states) if state.turn is not None]
    wide = sum(judge.verdicts(states[game]).legal() > 0 for game in on if is_wide(states[game]))
    judged = comparison.judged(states, on, only_legal=True)
    return wide + sum(int(each.legal.any(axis=(0, 1)).sum()) for each in judged)


@frozen(eq=False)
class Lanes:
    """Some games side by side, each in a window of its own; the windows have one shape."""

    games: tuple[int, ...]
    states: tuple[State, ...]
    corners: Numbers
    """`[game, 2]`: the first column and the first row of the window."""
    width: int
    height: int

    @classmethod
    def of(cls, games: Sequence[int], states: Sequence[State]) -> Lanes:
        """Choose the windows: as for one game, and as large as the largest of them needs."""
        discs = np.array([state.discs for state in states], np.int64)
        corners = discs.min(axis=1) - MARGIN
        sizes = discs.max(axis=1) + MARGIN + 1 - corners
        width, height = map(int, sizes.max(axis=0))
        return cls(tuple(games), tuple(states), corners, width, height)

    @property
    def cells(self) -> int:
        """Number of cells of a window."""
        return self.width * self.height

    def numbers(self, things: Any) -> NDArray[np.intp]:
        """Number cells ``[game, index, 2]`` in the windows of their games."""
        local = np.array(things, np.int64) - self.corners[:, None, :]
        numbers: NDArray[np.intp] = local[..., 0] * self.height + local[..., 1]
        return numbers

    def where(self, cells: Numbers, lanes: Numbers) -> Numbers:
        """Find the true cells ``[index, 2]`` of cells in the windows of some lanes."""
        local = np.stack([cells // self.height, cells % self.height], axis=-1)
        true: Numbers = local + self.corners[lanes]
        return true

    def facts(self, numbers: NDArray[np.intp], among: Table | None = None) -> Facts:
        """State which cell carries one of the things numbered ``[game, index]`` (of games `among`)."""
        table = np.zeros((len(self.games), self.cells), np.bool_)
        lanes = np.arange(len(self.games))[:, None]
        table[lanes, numbers] = True if among is None else among[:, None]
        rows = np.packbits(table.T, axis=1, bitorder="little")
        return tuple(int.from_bytes(row.tobytes(), "little") or False for row in rows)

    def position(self, *, disc_step: bool) -> Position:
        """State the facts of all positions; all have the same step to be made."""
        states = self.states
        barred = [state.barred or state.discs[0] for state in states]
        is_barred = np.array([state.barred is not None for state in states])
        return Position(
            discs=self.facts(self.numbers([state.discs for state in states])),
            pieces=tuple(
                self.facts(self.numbers([state.pieces[player] for state in states]))
                for player in range(2)
            ),
            turn=tuple(pack([state.turn == player for state in states]) for player in range(2)),
            disc_step=disc_step,
            barred=self.facts(self.numbers([[cell] for cell in barred]), is_barred),
            won=(False, False),
        )

    @property
    def discs(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` of the discs."""
        return self.numbers([state.discs for state in self.states])

    @property
    def pieces(self) -> NDArray[np.intp]:
        """The cells ``[game, index]`` of the pieces."""
        return self.numbers([[*state.pieces[0], *state.pieces[1]] for state in self.states])

    def targets(self, position: Position) -> NDArray[np.intp]:
        """The cells ``[game, index]`` on a disc or beside one, -1 for none."""
        near = self.table(position.discs)
        grid = near.reshape(self.width, self.height, -1)
        beside = grid.copy()
        for column, row in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)):
            beside |= np.roll(grid, (column, row), axis=(0, 1))  # the margin keeps it from wrapping
        lanes, cells = np.nonzero(beside.reshape(self.cells, -1).T)
        counts = np.bincount(lanes, minlength=len(self.games))
        index = np.arange(len(lanes)) - np.repeat(np.cumsum(counts) - counts, counts)
        targets = np.full((len(self.games), int(counts.max())), -1, np.intp)
        targets[lanes, index] = cells
        return targets

    def table(self, facts: Facts) -> Table:
        """Unpack facts: ``[cell, game]``."""
        return np.array([unpack(fact, len(self.games)) for fact in facts])

    def things(self, facts: Facts, count: int) -> list[tuple[Cell, ...]]:
        """Find for each game the true cells of which a fact holds, `count` of them."""
        lanes, cells = np.nonzero(self.table(facts).T)
        true = self.where(cells, lanes).tolist()
        found: list[list[Cell]] = [[] for _ in self.games]
        for lane, (q, r) in zip(lanes.tolist(), true, strict=True):
            found[lane].append((q, r))
        if any(len(each) > count for each in found):
            raise LookupError("there are more things on the board than there should be")
        return list(map(tuple, found))


@define(eq=False)
class Judged:
    """The candidates of some lanes, judged."""

    lanes: Lanes
    candidates: Candidates
    origins: NDArray[np.intp]
    targets: NDArray[np.intp]
    permitted: dict[str, Fact]
    live: Table
    """`[game]`: the games whose verdicts matter."""
    legal: Table = field(init=False)
    """`[target, origin, game]`"""

    def __attrs_post_init__(self) -> None:
        """Find what every clause permits."""
        shape = (self.candidates.targets, self.candidates.origins, self.candidates.width)
        self.legal = unpack(all_of(self.permitted.values()), self.candidates.lanes).reshape(shape)
        self.legal &= (self.targets.T >= 0)[:, None, :] & (self.origins.T >= 0)

    @property
    def on(self) -> list[int]:
        """The games whose verdicts matter."""
        return [game for game, live in zip(self.lanes.games, self.live, strict=True) if live]


@frozen(eq=False)
class Comparison:
    """The specification's facts held against a recording's tables."""

    judge: Judge
    recording: Recording
    kept: list[Judged] = field(factory=list, init=False, repr=False)
    """Disc steps that were judged to see whether there are any, for the next ply."""

    @cached_property
    def steps(self) -> dict[str, tuple[Cell, Cell]]:
        """The actions of the recording, read."""
        read = {name: read_step(name) for name in self.recording.actions}
        return {name: step for name, step in read.items() if step is not None}

    @cached_property
    def codes(self) -> NDArray[np.uint64]:
        """For each action of the recording its two cells in one number."""
        listed = [self.steps.get(name, ((0, 0), (0, 0))) for name in self.recording.actions]
        table = np.array(listed, np.int64).reshape(-1, 2, 2)
        return coded(table[:, 0], table[:, 1])

    @cached_property
    def order(self) -> Numbers:
        """The actions of the recording, by their codes."""
        return np.argsort(self.codes, kind="stable")

    def names(self) -> None:
        """Demand that both speak of the same numbers and players, and of actions at all."""
        self.same("names of places", sorted(self.places), sorted(self.recording.places))
        self.same("names of players", self.judge.players, self.recording.players)
        self.same("names of contents", self.contents, self.recording.contents)
        self.same("names that are actions", len(self.recording.actions), len(self.steps))

    @property
    def contents(self) -> tuple[str, ...]:
        """Names of what a place can say."""
        return ("none", *map(str, range(MODULUS)))

    @property
    def places(self) -> tuple[str, ...]:
        """Names of the numbers that tell a position, discs in order row by row."""
        discs = range(self.judge.rules.discs)
        return (
            *(f"{number} of disc {disc}" for disc in discs for number in ("column", "row")),
            *(
                f"disc of {player} {piece}"
                for player in self.judge.players
                for piece in range(PIECES)
            ),
            "disc barred",
            "disc step",
        )

    def same(self, what: str, expected: object, given: object) -> None:
        """Raise `RecordingRefuted` unless two values are equal."""
        if expected != given:
            raise RecordingRefuted(what, 0, [], expected, given)

    def differ(self, what: str, game: int, ply: int, expected: object, given: object) -> NoReturn:
        """Raise `RecordingRefuted`."""
        raise RecordingRefuted(what, game, self.recording.moves(game, ply), expected, given)

    # --- positions --------------------------------------------------------------------------------

    def boards(self, ply: int, states: Sequence[State]) -> None:
        """Compare board, turn, scores and winners."""
        recording = self.recording
        order = [self.places.index(name) for name in recording.places]
        expected = np.array([written(state) for state in states], np.uint8)[:, order]
        wrong = np.argwhere(expected != recording.board[ply])
        if len(wrong):
            game, place = wrong[0].tolist()
            said = (int(table[game, place]) for table in (expected, recording.board[ply]))
            self.differ(recording.places[place], game, ply, *(code - 1 for code in said))
        turns = [-1 if state.turn is None else state.turn for state in states]
        self.equal(ply, "turn", turns, recording.turn[ply])
        for player, name in enumerate(self.judge.players):
            wins = [int(state.winner == player) for state in states]
            self.equal(ply, f"score of {name}", wins, recording.scores[ply, :, player])
            self.equal(ply, f"win of {name}", wins, recording.winners[ply, :, player])

    def equal(self, ply: int, what: str, expected: Sequence[int], given: NDArray[Any]) -> None:
        """Raise `RecordingRefuted` unless two rows of numbers are equal."""
        wrong = np.flatnonzero(np.array(expected) != given)
        if len(wrong):
            game = int(wrong[0])
            self.differ(what, game, ply, expected[game], given[game].item())

    def recorded(self, ply: int) -> list[State]:
        """The positions of a ply as recorded, coordinates taken as near the origin as can be."""
        order = [self.recording.places.index(name) for name in self.places]
        count = self.judge.rules.discs
        rows = self.recording.board[ply][:, order].astype(np.int64) - 1
        half = MODULUS // 2
        near = (rows[:, : 2 * count] + half) % MODULUS - half
        found = []
        for game, (numbers, said) in enumerate(
            zip(near.tolist(), rows[:, 2 * count :].tolist(), strict=True)
        ):
            cells = list(zip(numbers[0::2], numbers[1::2], strict=True))
            carriers = [
                tuple(sorted(cells[disc] for disc in said[at : at + PIECES])) for at in (0, PIECES)
            ]
            barred, step = said[2 * PIECES :]
            turn = int(self.recording.turn[ply, game])
            winners = np.flatnonzero(self.recording.winners[ply, game])
            found.append(
                State(
                    discs=tuple(sorted(cells)),
                    pieces=tuple(carriers),
                    turn=None if turn < 0 else turn,
                    disc_step=step == 1,
                    barred=None if barred < 0 else cells[barred],
                    winner=int(winners[0]) if len(winners) else None,
                )
            )
        return found

    # --- legal sets -------------------------------------------------------------------------------

    def legal(self, ply: int, states: Sequence[State], on: Sequence[int]) -> Coverage:
        """Compare the complete legal sets; count what each clause said of the candidates."""
        coverage = Coverage()
        games: list[Numbers] = [np.zeros(0, np.int64)]
        columns: list[Numbers] = [np.zeros(0, np.int64)]
        for judged in self.judged(states, on):
            coverage += self.tallied(judged)
            target, origin, lane = np.nonzero(judged.legal & judged.live)
            begins = judged.lanes.where(judged.origins[lane, origin], lane)
            ends = judged.lanes.where(judged.targets[lane, target], lane)
            games.append(np.array(judged.lanes.games)[lane])
            columns.append(self.columns(ply, games[-1], begins, ends))
        for game in on:
            if is_wide(states[game]):
                verdicts = self.judge.verdicts(states[game])
                width = len(verdicts.candidates)
                coverage += Coverage(1, tally(verdicts.lanes, ones(width), width))
                names = [
                    verdicts.candidates[at]
                    for at in np.flatnonzero(unpack(verdicts.legal(), width))
                ]
                steps = np.array([read_step(name) for name in names], np.int64).reshape(-1, 2, 2)
                games.append(np.full(len(names), game))
                columns.append(self.columns(ply, games[-1], steps[:, 0], steps[:, 1]))
        expected = np.concatenate(games) * len(self.codes) + np.concatenate(columns)
        self.same_sets(ply, np.sort(expected))
        if ply < len(self.recording.played):
            self.same_play(ply, expected)
        return coverage

    def columns(self, ply: int, games: Numbers, begins: Numbers, ends: Numbers) -> Numbers:
        """Find the recording's columns for steps."""
        wanted = coded(begins, ends)
        ascending = self.codes[self.order]
        at = np.minimum(np.searchsorted(ascending, wanted), max(len(ascending) - 1, 0))
        missing = (
            np.flatnonzero(ascending[at] != wanted) if len(ascending) else np.arange(len(wanted))
        )
        if len(missing):
            first = int(missing[0])
            step = f"{tuple(begins[first].tolist())}>{tuple(ends[first].tolist())}"
            self.differ(f"legality of {step}", int(games[first]), ply, True, False)
        return self.order[at]

    def same_sets(self, ply: int, expected: Numbers) -> None:
        """Raise `RecordingRefuted` unless the legal sets of a ply are as expected."""
        sets = self.recording.legal
        games, columns = sets.listed(ply) if isinstance(sets, LegalSets) else np.nonzero(sets[ply])
        given = np.sort(games.astype(np.int64) * len(self.codes) + columns)
        wrong = np.setxor1d(expected, given)
        if len(wrong):
            game, column = divmod(int(wrong[0]), len(self.codes))
            legal = bool(np.isin(wrong[0], expected))
            self.differ(
                f"legality of {self.recording.actions[column]}", game, ply, legal, not legal
            )

    def same_play(self, ply: int, expected: Numbers) -> None:
        """Raise `RecordingRefuted` if an action of a ply is none that is legal (in no game if over)."""
        played = self.recording.played[ply].astype(np.int64)
        games = np.flatnonzero(played >= 0)
        unfounded = games[~np.isin(games * len(self.codes) + played[games], expected)]
        if len(unfounded):
            game = int(unfounded[0])
            action = self.recording.actions[played[game]]
            self.differ(f"illegal play of {action}", game, ply, False, True)

    def tallied(self, judged: Judged) -> Coverage:
        """Count what each clause said."""
        candidates = judged.candidates
        per_target = [pack((row >= 0) & judged.live) for row in judged.targets.T]
        width = candidates.width
        live = stack([lanes for lanes in per_target for _ in range(candidates.origins)], width)
        return Coverage(len(judged.on), tally(judged.permitted, live, candidates.lanes))

    def judged(
        self, states: Sequence[State], on: Sequence[int], *, only_legal: bool = False
    ) -> Iterator[Judged]:
        """Judge all candidates of the games that are on, but for wide fields.

        If only what is legal matters, discs that no disc step can begin with are left out.
        """
        done = {game for judged in self.kept for game in judged.on}
        yield from self.kept
        self.kept.clear()
        left = [game for game in on if game not in done and not is_wide(states[game])]
        for disc_step in (False, True):
            chosen = [game for game in left if states[game].disc_step == disc_step]
            for lanes in groups(chosen, states):
                position = lanes.position(disc_step=disc_step)
                origins = self.promising(lanes, position) if only_legal else lanes.discs
                yield self.judged_lanes(lanes, position, origins)

    def promising(self, lanes: Lanes, position: Position) -> NDArray[np.intp]:
        """The discs ``[game, index]`` that the clauses about the origin let pass, -1 for none."""
        origins = lanes.discs
        candidates = Candidates.of_many(lanes.cells, origins, origins[:, :1])
        fact = all_of(self.evaluation(lanes).about_the_origin(position, candidates).values())
        passes = unpack(fact, candidates.narrow).reshape(origins.T.shape).T
        order = np.argsort(~passes, axis=1, kind="stable")[:, : int(passes.sum(axis=1).max())]
        rows = np.arange(len(origins))[:, None]
        return np.where(passes[rows, order], origins[rows, order], -1)

    def judged_lanes(self, lanes: Lanes, position: Position, origins: NDArray[np.intp]) -> Judged:
        """Judge the steps of some lanes from the origins listed to every disc and beside it."""
        targets = lanes.targets(position)
        candidates = Candidates.of_many(lanes.cells, origins, targets)
        permitted = self.evaluation(lanes).permitted(position, candidates)
        return Judged(
            lanes, candidates, origins, targets, permitted, np.ones(len(lanes.games), np.bool_)
        )

    def evaluation(self, lanes: Lanes) -> Evaluation:
        """The formulas on windows of the lanes' shape."""
        window = Window(tuple(range(lanes.width)), tuple(range(lanes.height)))
        return Evaluation(self.judge.rules.seen_through(window), self.judge.rulebook)

    # --- play -------------------------------------------------------------------------------------

    def played(self, ply: int, states: Sequence[State]) -> dict[int, State]:
        """Find the positions after the recorded actions of a ply, by game."""
        indices = self.recording.played[ply].tolist()
        moving = [game for game, action in enumerate(indices) if action >= 0]
        after: dict[int, State] = {}
        for game in moving:
            if is_wide(states[game]):
                name = self.recording.actions[indices[game]]
                after[game] = self.judge.successor(states[game], name)
        for disc_step in (False, True):
            chosen = [
                game for game in moving if states[game].disc_step == disc_step and game not in after
            ]
            for lanes in groups(chosen, states):
                steps = [self.steps[self.recording.actions[indices[game]]] for game in lanes.games]
                made = self.made(ply, lanes, steps, disc_step=disc_step)
                after |= zip(lanes.games, self.passed_on(ply, made), strict=True)
        return after

    def left_alone(
        self, ply: int, lanes: Lanes, clause: str, before: Position, after: Position, *names: str
    ) -> None:
        """Raise `RecordingRefuted` where a clause changes what it says nothing of.

        These facts are not read from what follows: so they must be what they were.
        """
        for name in names:
            facts = [np.ravel(np.array(getattr(each, name), object)) for each in (before, after)]
            for old, new in zip(*facts, strict=True):
                if old != new:
                    lane = int(np.flatnonzero(unpack(differ(old, new), len(lanes.games)))[0])
                    what = f"{clause} leaves the {name.replace('_', ' ')} as it is"
                    self.differ(what, lanes.games[lane], ply + 1, False, True)

    def made(
        self, ply: int, lanes: Lanes, steps: Sequence[tuple[Cell, Cell]], *, disc_step: bool
    ) -> Lanes:
        """Make a step in each lane: the lanes with the boards that follow, the turn not passed on."""
        begins, ends = (lanes.numbers([[step[end]] for step in steps]) for end in range(2))
        position = lanes.position(disc_step=disc_step)
        move = Move(lanes.facts(begins), lanes.facts(ends))
        board = self.evaluation(lanes).made(position, move)
        self.left_alone(ply, lanes, "NON-2", position, board, "turn", "disc_step", "won")
        discs = lanes.things(board.discs, len(lanes.states[0].discs))
        pieces = [lanes.things(own, len(lanes.states[0].pieces[0])) for own in board.pieces]
        barred = lanes.things(board.barred, 1)
        states = [
            evolve(
                state,
                discs=discs[lane],
                pieces=(pieces[0][lane], pieces[1][lane]),
                barred=barred[lane][0] if barred[lane] else None,
            )
            for lane, state in enumerate(lanes.states)
        ]
        return Lanes.of(lanes.games, states)

    def passed_on(self, ply: int, made: Lanes) -> list[State]:
        """Find what is to be done next and by whom in each lane."""
        disc_step = made.states[0].disc_step
        position = made.position(disc_step=disc_step)
        width = len(made.games)

        def can_step() -> Facts:
            judged = self.judged_lanes(made, about_to_step(position), made.pieces)
            able: Table = np.any(judged.legal, axis=0)
            half = len(able) // 2
            return tuple(pack(truths(each)) for each in (able[:half], able[half:]))

        judged_discs: list[Judged] = []

        def can_relocate(barred: bool) -> Fact:
            judged = self.judged_lanes(made, about_to_relocate(position, barred=barred), made.discs)
            if barred:
                judged_discs.append(judged)
            return pack(truths(judged.legal.reshape(-1, width)))

        outlook = Outlook(can_step, lambda: can_relocate(True), lambda: can_relocate(False))
        board = self.evaluation(made).passed_on(position, outlook)
        self.left_alone(ply, made, "NON-9", position, board, "discs", "pieces")
        turns, wins = (
            np.array([unpack(fact, width) for fact in facts]) for facts in (board.turn, board.won)
        )
        steps = unpack(board.disc_step, width)
        barred = truths(made.table(board.barred))
        following = [
            evolve(
                state,
                turn=int(turns[1, lane]) if turns[:, lane].any() else None,
                disc_step=bool(steps[lane]),
                barred=state.barred if barred[lane] else None,
                winner=int(wins[1, lane]) if wins[:, lane].any() else None,
            )
            for lane, state in enumerate(made.states)
        ]
        for judged in judged_discs[:1]:
            judged.live = np.array(
                [
                    after.disc_step and after.turn is not None and after.barred == state.barred
                    for state, after in zip(made.states, following, strict=True)
                ]
            ) & ~np.array([is_wide(state) for state in following])
            self.kept.append(judged)
        return following


def is_wide(state: State) -> bool:
    """Tell whether a field spreads over too many columns or rows to be judged with others."""
    return any(max(numbers) - min(numbers) >= WIDEST for numbers in zip(*state.discs, strict=True))


def breadth(state: State) -> int:
    """Count the cells of the smallest rectangle round a field."""
    return prod(max(numbers) - min(numbers) + 1 for numbers in zip(*state.discs, strict=True))


def groups(games: Sequence[int], states: Sequence[State]) -> Iterator[Lanes]:
    """Put games side by side, not too many at once, and those of like size: their windows are small."""
    in_turn = sorted(games, key=lambda game: breadth(states[game]))
    for begin in range(0, len(games), AT_ONCE):
        chosen = in_turn[begin : begin + AT_ONCE]
        yield Lanes.of(chosen, [states[game] for game in chosen])


def truths(table: Table) -> Table:
    """Tell for each column whether any row is true."""
    found: Table = np.asarray(table.any(axis=0), np.bool_)
    return found


def written(state: State) -> list[int]:
    """Write a position as recordings have it."""
    discs = sorted(state.discs, key=lambda cell: (cell[1], cell[0]))
    index = {cell: disc for disc, cell in enumerate(discs)}
    carriers = [disc for own in state.pieces for disc in sorted(index[cell] for cell in own)]
    numbers = [
        *(number for cell in discs for number in cell),
        *carriers,
        *(() if state.barred is None else (index[state.barred],)),
    ]
    told = [number % MODULUS + 1 for number in numbers]
    if state.barred is None:
        told.append(0)
    return [*told, 0 if state.turn is None else 1 + state.disc_step]


def coded(begins: Numbers, ends: Numbers) -> NDArray[np.uint64]:
    """Pack steps ``[index, 2]`` in one number each; no two steps of a field have the same."""
    ways = ends - begins
    parts = (begins[:, 0], begins[:, 1], ways[:, 0], ways[:, 1])
    packed = np.zeros(len(begins), np.uint64)
    for part, bits in zip(parts, (24, 24, 8, 8), strict=True):
        packed = packed << np.uint64(bits) | (part & (1 << bits) - 1).astype(np.uint64)
    return packed
