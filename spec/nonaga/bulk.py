"""Nonaga in bulk: many games at once, judged in windows that follow their fields.

A game whose field is too wide for that is judged singly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from rulewright.interface import Action
from rulewright.spec.bulk import Actions, Bulk, Codes, Numbers, Results, Table
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.engine import Verdicts
from rulewright.spec.lanes import ones, pack, stack, unpack
from rulewright.spec.logic import Fact, all_of
from rulewright.spec.nonaga.board import Cell, Window, spell_step
from rulewright.spec.nonaga.evaluation import (
    Candidates,
    Evaluation,
    about_to_relocate,
    about_to_step,
    outlook_of,
)
from rulewright.spec.nonaga.facts import Facts, Move, Position, Rules
from rulewright.spec.nonaga.notation import State, read_step
from rulewright.spec.nonaga.windows import Windows, groups, is_wide, truths
from rulewright.spec.registry import Rulebook

MODULUS = 128
"""Recordings tell numbers modulo this one."""
PIECES = 3
FIELDS = (24, 24, 8, 8)
"""How a step is coded: bits of the column and row it begins on, and of the way to where it ends."""


class Engine(Protocol):
    """What of the specification is used for single games."""

    rules: Rules
    rulebook: Rulebook
    players: tuple[str, ...]

    def initial(self) -> State:
        """Set the game up."""

    def verdicts(self, state: State) -> Verdicts:
        """Judge a position."""

    def successor(self, state: State, action: str) -> State:
        """Find the position after a legal action."""


@define(eq=False)
class Judged:
    """The candidates of some lanes, judged."""

    lanes: Windows
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


@define(eq=False)
class States:
    """Positions by the true cells of their things, and what was judged of them already."""

    states: list[State]
    known: list[Judged] = field(factory=list)
    """Disc steps that were judged to see whether there are any."""
    complete: bool = False
    """Whether all that `known` leaves out are wide fields and games that are over."""

    @property
    def on(self) -> list[int]:
        """The games that go on."""
        return [game for game, state in enumerate(self.states) if state.turn is not None]

    @property
    def wide(self) -> list[int]:
        """Those of them that are judged singly."""
        return [game for game in self.on if is_wide(self.states[game])]


class InBulk(Bulk[States]):
    """Nonaga's rules, applied to many positions at once."""

    actions = None

    def __init__(self, engine: Engine) -> None:
        """Name the numbers that tell a position, discs in order row by row."""
        self.engine = engine
        self.players = engine.players
        self.contents = ("none", *map(str, range(MODULUS)))
        discs = range(engine.rules.discs)
        self.places = (
            *(f"{number} of disc {disc}" for disc in discs for number in ("column", "row")),
            *(f"disc of {player} {piece}" for player in self.players for piece in range(PIECES)),
            "disc barred",
            "disc step",
        )

    # --- actions ----------------------------------------------------------------------------------

    def code(self, action: Action) -> int | None:
        """Number a step; None for a text that is none, or for one that no rule allows."""
        step = read_step(action)
        if step is None:
            return None
        code = coded(*np.array(step, np.int64)[:, None])[0].item()
        return code if self.name(code) == action else None

    def name(self, code: int) -> Action:
        """Spell the step of a number."""
        parts, rest = [], code
        for bits in reversed(FIELDS):
            half = 1 << bits - 1
            parts.append((rest + half) % (2 * half) - half)
            rest >>= bits
        down, right, row, column = parts
        return spell_step((column, row), (column + right, row + down))

    # --- positions --------------------------------------------------------------------------------

    def start(self, games: int) -> States:
        """Set so many games up (NON-1)."""
        return States([self.engine.initial()] * games)

    def read(self, board: Numbers, turn: Numbers, winners: Table) -> States:
        """Take positions as they are recorded, coordinates as near the origin as can be."""
        count, half = self.engine.rules.discs, MODULUS // 2
        rows = board - 1
        near = (rows[:, : 2 * count] + half) % MODULUS - half
        found = []
        for numbers, said, mover, won in zip(
            near.tolist(), rows[:, 2 * count :].tolist(), turn.tolist(), winners, strict=True
        ):
            cells = list(zip(numbers[0::2], numbers[1::2], strict=True))
            barred, step = said[2 * PIECES :]
            found.append(
                State(
                    discs=tuple(sorted(cells)),
                    pieces=tuple(
                        tuple(sorted(cells[disc] for disc in said[at : at + PIECES]))
                        for at in (0, PIECES)
                    ),
                    turn=None if mover < 0 else mover,
                    disc_step=step == 1,
                    barred=None if barred < 0 else cells[barred],
                    winner=int(won.argmax()) if won.any() else None,
                )
            )
        return States(found)

    def written(self, positions: States) -> Numbers:
        """Write positions as they are recorded; -1 throughout where things are lost or doubled."""
        size, wrong = len(self.places), [-1] * len(self.places)
        rows = [written(state) for state in positions.states]
        return np.array([row if len(row) == size else wrong for row in rows], np.int64)

    def results(self, positions: States) -> Results:
        """Find turns, scores and winners; who wins has one point."""
        turns = [-1 if state.turn is None else state.turn for state in positions.states]
        winners = np.array([-1 if s.winner is None else s.winner for s in positions.states])
        won = winners[:, None] == range(len(self.players))
        return Results(np.array(turns), won.astype(np.int64), won)

    def state(self, positions: States, game: int) -> State:
        """Take one position out."""
        return positions.states[game]

    # --- what is legal ----------------------------------------------------------------------------

    def coverage(self, positions: States) -> Coverage:
        """Count what each clause says of every candidate of the games that go on."""
        if not positions.complete:
            positions.known.extend(self.judged(positions, only_legal=False))
            positions.complete = True
        coverage = Coverage()
        for judged in positions.known:
            coverage += tallied(judged)
        for game in positions.wide:
            verdicts = self.engine.verdicts(positions.states[game])
            width = len(verdicts.candidates)
            coverage += Coverage(1, tally(verdicts.lanes, ones(width), width))
        return coverage

    def legal(self, positions: States) -> Actions:
        """Find the complete legal sets."""
        judged = positions.known
        if not positions.complete:
            judged = [*judged, *self.judged(positions, only_legal=True)]
        found = [listed(each) for each in judged]
        for game in positions.wide:
            verdicts = self.engine.verdicts(positions.states[game])
            legal = np.flatnonzero(unpack(verdicts.legal(), len(verdicts.candidates)))
            codes = [self.code(verdicts.candidates[at]) for at in legal]
            found.append(Actions(np.full(len(codes), game), np.array(codes, np.int64)))
        return Actions.joined(found)

    def judged(self, positions: States, *, only_legal: bool) -> Iterator[Judged]:
        """Judge all candidates of the games that are on and not known, but for wide fields.

        If only what is legal matters, discs that no disc step can begin with are left out.
        """
        states = positions.states
        done = {game for judged in positions.known for game in judged.on} | {*positions.wide}
        left = [game for game in positions.on if game not in done]
        for lanes in by_step(left, states):
            position = lanes.position(disc_step=lanes.states[0].disc_step)
            origins = self.promising(lanes, position) if only_legal else lanes.discs
            yield self.judged_lanes(lanes, position, origins)

    def promising(self, lanes: Windows, position: Position) -> NDArray[np.intp]:
        """The discs ``[game, index]`` that the clauses about the origin let pass, -1 for none."""
        origins = lanes.discs
        candidates = Candidates.of_many(lanes.cells, origins, origins[:, :1])
        passes = self.evaluation(lanes).origins_let_pass(position, candidates).T
        order = np.argsort(~passes, axis=1, kind="stable")[:, : int(passes.sum(axis=1).max())]
        rows = np.arange(len(origins))[:, None]
        return np.where(passes[rows, order], origins[rows, order], -1)

    def judged_lanes(self, lanes: Windows, position: Position, origins: NDArray[np.intp]) -> Judged:
        """Judge the steps of some lanes from the origins listed to every disc and beside it."""
        targets = lanes.targets(position)
        candidates = Candidates.of_many(lanes.cells, origins, targets)
        permitted = self.evaluation(lanes).permitted(position, candidates)
        live = np.ones(len(lanes.games), np.bool_)
        return Judged(lanes, candidates, origins, targets, permitted, live)

    def evaluation(self, lanes: Windows) -> Evaluation:
        """The formulas on windows of the lanes' shape."""
        window = Window(tuple(range(lanes.width)), tuple(range(lanes.height)))
        return Evaluation(self.engine.rules.seen_through(window), self.engine.rulebook)

    # --- what is played ---------------------------------------------------------------------------

    def played(self, positions: States, chosen: Actions) -> States:
        """Make the steps, and pass the turns on."""
        after, known = list(positions.states), []
        codes = dict(zip(chosen.games.tolist(), chosen.codes.tolist(), strict=True))
        side_by_side = []
        for game, code in codes.items():
            if is_wide(after[game]):
                after[game] = self.engine.successor(after[game], self.name(code))
            else:
                side_by_side.append(game)
        for lanes in by_step(side_by_side, after):
            steps = [read_step(self.name(codes[game])) for game in lanes.games]
            for game, state in zip(lanes.games, self.made(lanes, steps), strict=True):
                after[game] = state
        for lanes in by_step(side_by_side, after):
            following, judged = self.passed_on(lanes)
            known += judged
            for game, state in zip(lanes.games, following, strict=True):
                after[game] = state
        return States(after, known)

    def made(self, lanes: Windows, steps: Sequence[Any]) -> list[State]:
        """Make a step in each lane; the turn is not passed on (NON-2)."""
        begins, ends = (lanes.numbers([[step[end]] for step in steps]) for end in range(2))
        position = lanes.position(disc_step=lanes.states[0].disc_step)
        move = Move(lanes.facts(begins), lanes.facts(ends))
        made = lanes.read(self.evaluation(lanes).made(position, move), position)
        if any(state.winner is not None for state in made):
            raise LookupError("a step is made, and says who has won: that is for NON-9 to say")
        return made

    def passed_on(self, lanes: Windows) -> tuple[list[State], list[Judged]]:
        """Find what is to be done next and by whom in each lane (NON-9)."""
        position = lanes.position(disc_step=lanes.states[0].disc_step)
        width = len(lanes.games)
        judged_discs: list[Judged] = []

        def pieces_that_can_step() -> Facts:
            judged = self.judged_lanes(lanes, about_to_step(position), lanes.pieces)
            able: Table = np.any(judged.legal, axis=0)
            return tuple(pack(truths(each)) for each in (able[:PIECES], able[PIECES:]))

        def can_relocate(*, barred: bool) -> Fact:
            judged = self.judged_lanes(
                lanes, about_to_relocate(position, barred=barred), lanes.discs
            )
            if barred:
                judged_discs.append(judged)
            return pack(truths(judged.legal.reshape(-1, width)))

        outlook = outlook_of(
            pieces_that_can_step,
            lambda: can_relocate(barred=True),
            lambda: can_relocate(barred=False),
        )
        following = lanes.read(self.evaluation(lanes).passed_on(position, outlook), position)
        for judged in judged_discs:
            pairs = zip(lanes.states, following, strict=True)
            judged.live = np.array([is_judged_so(*pair) for pair in pairs])
        return following, judged_discs


def is_judged_so(board: State, state: State) -> bool:
    """Whether a disc step is due that was judged on the board before the turn was passed on."""
    due = state.disc_step and state.turn is not None and not is_wide(state)
    return due and (state.barred, state.discs, state.pieces) == (
        board.barred,
        board.discs,
        board.pieces,
    )


def by_step(games: Sequence[int], states: Sequence[State]) -> list[Windows]:
    """Put games side by side that have the same step to be made."""
    return [
        lanes
        for disc_step in (False, True)
        for lanes in groups([game for game in games if states[game].disc_step == disc_step], states)
    ]


def listed(judged: Judged) -> Actions:
    """List the legal steps."""
    target, origin, lane = np.nonzero(judged.legal & judged.live)
    begins = judged.lanes.where(judged.origins[lane, origin], lane)
    ends = judged.lanes.where(judged.targets[lane, target], lane)
    return Actions(np.array(judged.lanes.games)[lane], coded(begins, ends))


def tallied(judged: Judged) -> Coverage:
    """Count what each clause said."""
    candidates = judged.candidates
    per_target = [pack((row >= 0) & judged.live) for row in judged.targets.T]
    width = candidates.width
    live = stack([lanes for lanes in per_target for _ in range(candidates.origins)], width)
    return Coverage(len(judged.on), tally(judged.permitted, live, candidates.lanes))


@lru_cache(maxsize=1 << 12)
def in_rows(discs: tuple[Cell, ...]) -> tuple[tuple[int, ...], dict[Cell, int]]:
    """Order discs row by row; give what recordings have of them, and the number of each."""
    ordered = sorted(discs, key=lambda cell: (cell[1], cell[0]))
    numbers = tuple(number % MODULUS + 1 for cell in ordered for number in cell)
    return numbers, {cell: disc for disc, cell in enumerate(ordered)}


def written(state: State) -> list[int]:
    """Write a position as recordings have it."""
    numbers, index = in_rows(state.discs)
    carriers = [disc for own in state.pieces for disc in sorted(index[cell] for cell in own)]
    barred = 0 if state.barred is None else index[state.barred] % MODULUS + 1
    step = 0 if state.turn is None else 1 + state.disc_step
    return [*numbers, *(disc % MODULUS + 1 for disc in carriers), barred, step]


def coded(begins: Numbers, ends: Numbers) -> Codes:
    """Pack steps ``[index, 2]`` in one number each; no two steps of a field have the same."""
    ways = ends - begins
    parts = (begins[:, 0], begins[:, 1], ways[:, 0], ways[:, 1])
    packed = np.zeros(len(begins), np.uint64)
    for part, bits in zip(parts, FIELDS, strict=True):
        packed = packed << np.uint64(bits) | (part & (1 << bits) - 1).astype(np.uint64)
    return packed.view(np.int64)
