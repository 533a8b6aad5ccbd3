"""Nonaga in bulk: many games at once, judged in windows that follow their fields.

A game whose field is too wide for that is judged singly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from attrs import define, evolve, field
from numpy.typing import NDArray

from rulewright.interface import Action
from rulewright.spec.bulk import Actions, Bulk, Codes, Numbers, Results, Table
from rulewright.spec.coverage import Coverage, tally
from rulewright.spec.engine import Verdicts
from rulewright.spec.lanes import ones, pack, unpack
from rulewright.spec.logic import Fact, all_of
from rulewright.spec.nonaga.board import Window, spell_step
from rulewright.spec.nonaga.evaluation import (
    Candidates,
    Evaluation,
    about_to_relocate,
    about_to_step,
    outlook_of,
)
from rulewright.spec.nonaga.facts import Facts, Move, Position, Rules
from rulewright.spec.nonaga.notation import State, read_step
from rulewright.spec.nonaga.windows import (
    AT_ONCE,
    NOBODY,
    Boards,
    Windows,
    by_step,
    in_order,
    keys,
    listed,
    truths,
)
from rulewright.spec.registry import Rulebook
from rulewright.spec.words import WordFact, packed, vector_of

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
        self.legal = self.candidates.table(all_of(self.permitted.values()))
        self.legal &= (self.targets.T >= 0)[:, None, :] & (self.origins.T >= 0)

    @property
    def on(self) -> NDArray[np.intp]:
        """The games whose verdicts matter."""
        return self.lanes.games[self.live]


@define(eq=False)
class States:
    """Positions side by side, and what was judged of them already."""

    boards: Boards
    known: list[Judged] = field(factory=list)
    """Disc steps that were judged to see whether there are any."""
    complete: bool = False
    """Whether all that `known` leaves out are wide fields and games that are over."""

    @property
    def states(self) -> list[State]:
        """The positions one by one."""
        return [self.boards.state(game) for game in range(len(self.boards))]

    @property
    def on(self) -> Table:
        """Which games go on."""
        found: Table = self.boards.turn >= 0
        return found

    @property
    def wide(self) -> NDArray[np.intp]:
        """The games that go on and are judged singly."""
        return np.flatnonzero(self.on & self.boards.are_wide)


class InBulk(Bulk[States]):
    """Nonaga's rules, applied to many positions at once."""

    actions = None
    at_once = 16 * AT_ONCE

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
        return self.codes_of([action])[0]

    def codes_of(self, actions: Sequence[Action]) -> list[int | None]:
        """Number several steps."""
        read = list(map(read_step, actions))
        steps = np.array([step or ((0, 0), (0, 0)) for step in read], np.int64).reshape(-1, 2, 2)
        codes = coded(*steps.transpose(1, 0, 2))
        kept = (np.stack(decoded(codes), axis=1) == steps).all(axis=(1, 2))
        return [
            code if step and is_kept and spell_step(*step) == action else None
            for action, step, is_kept, code in zip(
                actions, read, kept.tolist(), codes.tolist(), strict=True
            )
        ]

    def name(self, code: int) -> Action:
        """Spell the step of a number."""
        begins, ends = decoded(np.array([code]))
        return spell_step(*listed(np.concatenate([begins, ends])))

    # --- positions --------------------------------------------------------------------------------

    def start(self, games: int) -> States:
        """Set so many games up (NON-1)."""
        return States(Boards.of([self.engine.initial()]).taken(np.zeros(games, np.intp)))

    def read(self, board: Numbers, turn: Numbers, winners: Table) -> States:
        """Take positions as they are recorded, coordinates as near the origin as can be."""
        count, half = self.engine.rules.discs, MODULUS // 2
        rows = board - 1
        near = (rows[:, : 2 * count] + half) % MODULUS - half
        cells, carriers = near.reshape(-1, count, 2), rows[:, 2 * count :]
        barred, step = carriers[:, 2 * PIECES :].T
        lanes = np.arange(len(rows))
        pieces = cells[lanes[:, None], carriers[:, : 2 * PIECES]]
        is_barred = barred >= 0
        boards = Boards(
            discs=in_order(cells),
            pieces=tuple(in_order(pieces[:, at : at + PIECES]) for at in (0, PIECES)),
            turn=np.where(turn < 0, NOBODY, turn),
            disc_step=step == 1,
            barred=cells[lanes, barred] * is_barred[:, None],
            is_barred=is_barred,
            winner=np.where(winners.any(axis=1), winners.argmax(axis=1), NOBODY),
        )
        return States(boards)

    def written(self, positions: States) -> Numbers:
        """Write positions as they are recorded; -1 throughout where things are lost or doubled."""
        return written(positions.boards, len(self.places))

    def are_same(self, positions: States, others: States) -> bool:
        """Return whether all things lie on the same cells, and the same is due."""
        pairs = zip(positions.boards.tables, others.boards.tables, strict=True)
        return all(map(np.array_equal, *zip(*pairs, strict=True)))

    def results(self, positions: States) -> Results:
        """Find turns, scores and winners; who wins has one point."""
        won = positions.boards.winner[:, None] == range(len(self.players))
        return Results(positions.boards.turn, won.astype(np.int64), won)

    def state(self, positions: States, game: int) -> State:
        """Take one position out."""
        return positions.boards.state(game)

    # --- what is legal ----------------------------------------------------------------------------

    def coverage(self, positions: States) -> Coverage:
        """Count what each clause says of every candidate of the games that go on."""
        if not positions.complete:
            positions.known.extend(self.judged(positions, only_legal=False))
            positions.complete = True
        coverage = Coverage()
        for judged in positions.known:
            coverage += tallied(judged)
        for game in positions.wide.tolist():
            verdicts = self.engine.verdicts(positions.boards.state(game))
            width = len(verdicts.candidates)
            coverage += Coverage(1, tally(verdicts.lanes, ones(width), width))
        return coverage

    def legal(self, positions: States) -> Actions:
        """Find the complete legal sets."""
        judged = positions.known
        if not positions.complete:
            judged = [*judged, *self.judged(positions, only_legal=True)]
        found = [steps(each) for each in judged]
        for game in positions.wide.tolist():
            verdicts = self.engine.verdicts(positions.boards.state(game))
            legal = np.flatnonzero(unpack(verdicts.legal(), len(verdicts.candidates)))
            codes = [self.code(verdicts.candidates[at]) for at in legal]
            found.append(Actions(np.full(len(codes), game), np.array(codes, np.int64)))
        return Actions.joined(found)

    def judged(self, positions: States, *, only_legal: bool) -> Iterator[Judged]:
        """Judge all candidates of the games that are on and not known, but for wide fields.

        If only what is legal matters, discs that no disc step can begin with are left out.
        """
        left = positions.on & ~positions.boards.are_wide
        for judged in positions.known:
            left[judged.on] = False
        for lanes in by_step(np.flatnonzero(left), positions.boards):
            if only_legal:
                yield self.judged_where_promising(lanes)
            else:
                yield self.judged_lanes(lanes, lanes.in_words, lanes.discs)

    def promising(self, lanes: Windows) -> NDArray[np.intp]:
        """The discs ``[game, index]`` that the clauses about the origin let pass, -1 for none."""
        origins = lanes.discs
        candidates = Candidates.of_many(lanes.cells, origins, origins[:, :1])
        passes = self.evaluation(lanes).origins_let_pass(lanes.position, candidates).T
        order = np.argsort(~passes, axis=1, kind="stable")[:, : int(passes.sum(axis=1).max())]
        rows = np.arange(len(origins))[:, None]
        return np.where(passes[rows, order], origins[rows, order], -1)

    def judged_where_promising(self, lanes: Windows) -> Judged:
        """Judge the steps of some lanes from promising origins, by the clauses not yet asked."""
        return self.judged_lanes(lanes, lanes.in_words, self.promising(lanes), asked_before=True)

    def judged_lanes(
        self,
        lanes: Windows,
        position: Position,
        origins: NDArray[np.intp],
        *,
        asked_before: bool = False,
    ) -> Judged:
        """Judge the steps of some lanes from the origins listed to every disc and beside it.

        The position is in words.
        Clauses that do not look at the target may have been `asked_before`: they let the origins pass.
        """
        targets = lanes.targets
        candidates = Candidates.of_many(lanes.cells, origins, targets)
        evaluation = self.evaluation(lanes)
        if asked_before:
            evaluation = looking_at_targets(evaluation, disc_step=position.disc_step)
        move = Move(candidates.origin, candidates.target)
        permitted = evaluation.rulebook.permitting(evaluation.rules, position, move)
        live = np.ones(len(lanes.games), np.bool_)
        return Judged(lanes, candidates, origins, targets, permitted, live)

    def evaluation(self, lanes: Windows) -> Evaluation:
        """The formulas on windows of the lanes' shape."""
        window = Window(tuple(range(lanes.width)), tuple(range(lanes.height)))
        return Evaluation(self.engine.rules.seen_through(window), self.engine.rulebook)

    # --- what is played ---------------------------------------------------------------------------

    def played(self, positions: States, chosen: Actions) -> States:
        """Make the steps, and pass the turns on."""
        after, known = positions.boards, []
        codes = np.zeros(len(after), np.int64)
        codes[chosen.games] = chosen.codes
        plays = np.zeros(len(after), np.bool_)
        plays[chosen.games] = True
        wide = after.are_wide
        for game in np.flatnonzero(plays & wide).tolist():
            follows = self.engine.successor(after.state(game), self.name(codes[game].item()))
            after = after.with_others(np.array([game]), Boards.of([follows]))
        side_by_side = np.flatnonzero(plays & ~wide)
        for lanes in by_step(side_by_side, after):
            after = after.with_others(lanes.games, self.made(lanes, codes[lanes.games]))
        for lanes in by_step(side_by_side, after):
            following, judged = self.passed_on(lanes)
            known += judged
            after = after.with_others(lanes.games, following)
        return States(after, known)

    def made(self, lanes: Windows, codes: Codes) -> Boards:
        """Make a step in each lane; the turn is not passed on (NON-2)."""
        begins, ends = (lanes.numbers(cells[:, None]) for cells in decoded(codes))
        move = Move(lanes.facts(begins), lanes.facts(ends))
        made = lanes.read(self.evaluation(lanes).made(lanes.position, move))
        if (made.winner >= 0).any():
            raise LookupError("a step is made, and says who has won: that is for NON-9 to say")
        return made

    def passed_on(self, lanes: Windows) -> tuple[Boards, list[Judged]]:
        """Find what is to be done next and by whom in each lane (NON-9)."""
        position, width = lanes.in_words, len(lanes.games)
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
        following = lanes.read(self.evaluation(lanes).passed_on(lanes.position, outlook))
        for judged in judged_discs:
            judged.live = are_judged_so(lanes.boards, following)
        return following, judged_discs


def looking_at_targets(evaluation: Evaluation, *, disc_step: Fact) -> Evaluation:
    """Leave out the clauses that are known not to look at the target of a step."""
    clauses = tuple(
        clause
        for clause in evaluation.rulebook.clauses
        if clause.permits is not None and evaluation.looks(clause, disc_step=disc_step)
    )
    return evolve(evaluation, rulebook=evolve(evaluation.rulebook, clauses=clauses))


def are_judged_so(boards: Boards, following: Boards) -> Table:
    """Where a disc step is due that was judged on the board before the turn was passed on."""
    found = following.disc_step & (following.turn >= 0) & ~following.are_wide
    found &= boards.is_barred == following.is_barred
    pairs = zip(boards.tables, following.tables, strict=True)
    for before, after in pairs:
        if before.ndim > 1:  # the cells of its things
            found &= (before == after).reshape(len(found), -1).all(axis=1)
    return found


def steps(judged: Judged) -> Actions:
    """List the legal steps."""
    legal = judged.legal & judged.live
    target, origin, lane = np.unravel_index(np.flatnonzero(legal), legal.shape)
    begins = judged.lanes.where(judged.origins[lane, origin], lane)
    ends = judged.lanes.where(judged.targets[lane, target], lane)
    return Actions(judged.lanes.games[lane], coded(begins, ends))


def tallied(judged: Judged) -> Coverage:
    """Count what each clause said."""
    shape = judged.candidates.shape
    live = vector_of(packed((judged.targets.T >= 0) & judged.live)[:, None], shape)
    said = {
        clause: vector_of(fact.words, shape) if isinstance(fact, WordFact) else fact
        for clause, fact in judged.permitted.items()
    }
    return Coverage(len(judged.on), tally(said, live, live.bit_length()))


def written(boards: Boards, places: int) -> Numbers:
    """Write positions as recordings have them; -1 throughout where things are lost or doubled."""
    discs = in_order(boards.discs, row_by_row=True)
    carriers = [np.sort(index_in(discs, own), axis=1) for own in boards.pieces]
    barred = np.where(boards.is_barred, index_in(discs, boards.barred[:, None])[:, 0], 0)
    said = np.column_stack([*carriers, barred])
    found = np.column_stack(
        [
            discs.reshape(len(discs), -1) % MODULUS + 1,
            said[:, :-1] % MODULUS + 1,
            np.where(boards.is_barred, barred % MODULUS + 1, 0),
            np.where(boards.turn < 0, 0, 1 + boards.disc_step),
        ]
    )
    if found.shape[1] != places:
        return np.full((len(found), places), -1)
    found[(said < 0).any(axis=1)] = -1
    return found


def index_in(discs: Numbers, cells: Numbers) -> Numbers:
    """Number the discs on cells ``[game, index, 2]`` of their games; -1 where there is none."""
    same = keys(discs)[:, None] == keys(cells)[:, :, None]
    return np.where(same.any(axis=-1), same.argmax(axis=-1), -1)


def coded(begins: Numbers, ends: Numbers) -> Codes:
    """Pack steps ``[index, 2]`` in one number each; no two steps of a field have the same."""
    ways = ends - begins
    parts = (begins[:, 0], begins[:, 1], ways[:, 0], ways[:, 1])
    packed = np.zeros(len(begins), np.uint64)
    for part, bits in zip(parts, FIELDS, strict=True):
        packed = packed << np.uint64(bits) | (part & (1 << bits) - 1).astype(np.uint64)
    return packed.view(np.int64)


def decoded(codes: Codes) -> tuple[Numbers, Numbers]:
    """Return where the steps of some codes begin and end: ``[index, 2]``."""
    parts, rest = [], codes
    for bits in reversed(FIELDS):
        half = 1 << bits - 1
        parts.append((rest + half) % (2 * half) - half)
        rest = rest >> bits
    down, right, row, column = parts
    begins = np.stack([column, row], axis=1)
    return begins, begins + np.stack([right, down], axis=1)
