"""Play the committed vectors on both engines: a mistake that both make alike is still one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from attrs import evolve, field, frozen

from rulewright.checks.outcome import QUICK, Effort, Outcome, Progress, skipped
from rulewright.checks.scope import OptionSet, scope_of
from rulewright.checks.story import story
from rulewright.checks.witness import OWN, SecondWitness, limit
from rulewright.play import games
from rulewright.play.difference import SPECIFICATION, difference
from rulewright.play.driver import Allowance, driver_of
from rulewright.play.perft import perfts
from rulewright.play.watch import Alive, watched
from rulewright.vectors import PerftTable, Vector, load, perft_tables
from rulewright.vectors.failures import Failure, MakeEngine, Playing
from rulewright.vectors.suite import is_altered, matrix_of, missing_from
from rulewright.wording.numbers import counted

NONE = "it has no vectors"
NONE_OF_THESE = "no vector is about these options"
SHOWN = 3
"""Failures after which a check stops: each is described with its game."""
SHORT = 4
"""Moves of the vectors that a quick run plays on the specification, beside those that mutants need."""
COUNTED = Allowance(compiled=1 << 62, plain=400)
"""Counts of a perft table up to this are made again."""


@frozen
class UnmetVector:
    """A vector or table that does not hold."""

    side: str
    """What the engine is called; empty where the data are wrong."""
    what: str
    options: tuple[dict[str, Any], dict[str, str]]
    moves: tuple[str, ...] = ()

    def report(self, game: str) -> str:
        """Describe it with its game."""
        where = f"{self.side} fails " if self.side else ""
        return story(games.specification(game, *self.options), self.moves, f"{where}{self.what}")


@frozen
class SideCount:
    """The numbers of what was compared on one side."""

    side: str
    make: MakeEngine
    offered: Callable[[str, dict[str, Any], dict[str, str]], bool]
    chosen: frozenset[str] | None = None
    """The vectors that are played, if not all."""
    counts: dict[str, int] = field(
        factory=lambda: {"vectors": 0, "tables": 0, "unsupported": 0, "longer": 0}
    )

    def plays(self, each: Vector | PerftTable) -> bool:
        """Return whether this side plays it: it is chosen, and the options are supported; else count."""
        if not self.chooses(each):
            self.counts["longer"] += 1
            return False
        able = self.offered(each.game, each.params, each.rulings)
        self.counts["unsupported"] += not able
        return able

    def chooses(self, each: Vector | PerftTable) -> bool:
        """Return whether it is among those that are played."""
        return self.chosen is None or isinstance(each, PerftTable) or each.id in self.chosen


@frozen
class VectorsCheck:
    """Check what no code of ours computes at that moment: the committed vectors and perft tables."""

    name: str = "vectors"

    def left_out(self, game: str) -> str:
        """Return why this check is skipped: a guest brings no vectors. Our own games have theirs."""
        bare = not load(game) and not perft_tables(game) and not matrix_of(game)
        return NONE if games.is_guest(game) and bare else ""

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Play all vectors on both engines, unless the effort names options.

        A quick run leaves out long ones that no mutant needs, on the specification, where another engine
        plays them.
        """
        del seed
        began = perf_counter()
        data = committed(game, effort.only)
        specification, *others = sides_of(game, effort.witness)
        if effort.name == QUICK.name:
            alone = {
                each.id
                for each in data.vectors
                if not any(other.offered(game, each.params, each.rulings) for other in others)
            }
            specification = evolve(specification, chosen=short_or_needed(data) | alone)
        sides = (specification, *others)
        if effort.only and not data.vectors and not data.tables:
            return skipped(game, self.name, NONE_OF_THESE)
        with watched(game, limit(effort.witness, game, effort.answer)) as alive:
            found = list(islice(deviations(data, sides, progress, alive), SHOWN))
        compared = sum(each.counts["vectors"] + each.counts["tables"] for each in sides)
        detail = "; ".join(said(each) for each in sides)
        stopped = ["stopped at these: there may be more"] if len(found) == SHOWN else []
        return Outcome(
            game,
            self.name,
            not found and compared > 0,
            compared,
            "cases",
            perf_counter() - began,
            detail,
            "\n\n".join([each.report(game) for each in found] + stopped)
            or ("" if compared else NONE),
            scope=scope_of(game, option_sets_of(data, sides), sampled=False),
            data={"sides": {each.side.removeprefix("the "): dict(each.counts) for each in sides}},
        )


@frozen
class Committed:
    """Vectors and perft tables of one game."""

    game: str
    vectors: tuple[Vector, ...]
    tables: tuple[PerftTable, ...]
    is_whole: bool = False
    """Whether these are all that there are."""


def committed(game: str, only: tuple[OptionSet, ...] = ()) -> Committed:
    """Return all vectors and tables of a game, or those of some options."""
    specified = games.specified(game)
    usual, default = specified.default_parameters, specified.default_rulings
    chosen = [({**usual, **params}, {**default, **rulings}) for params, rulings in only]

    def wanted(each: Vector | PerftTable) -> bool:
        """A vector is about all rulings that agree with those it names."""
        return not only or any(
            {**usual, **each.params} == params and each.rulings.items() <= rulings.items()
            for params, rulings in chosen
        )

    vectors, tables = filter(wanted, load(game)), filter(wanted, perft_tables(game))
    return Committed(game, tuple(vectors), tuple(tables), is_whole=not only)


def short_or_needed(data: Committed) -> frozenset[str]:
    """Return the vectors with few moves, and of those that kill a mutant of the game the shortest."""
    moves = {each.id: len(each.moves) for each in data.vectors}
    rows = (matrix_of(data.game) or {}).get("mutants", ())
    killing = ([name for name in row["killed_by"] if name in moves] for row in rows)
    needed = {min(names, key=lambda name: moves[name]) for names in killing if names}
    short = {name for name, plies in moves.items() if plies <= SHORT}
    return frozenset(short | needed)


def option_sets_of(data: Committed, sides: tuple[SideCount, ...]) -> list[OptionSet]:
    """Return the options of all vectors and tables that every side supports."""
    every: list[Vector | PerftTable] = [*data.vectors, *data.tables]
    return [
        (each.params, each.rulings)
        for each in every
        if all(
            side.chooses(each) and side.offered(data.game, each.params, each.rulings)
            for side in sides
        )
    ]


def sides_of(game: str, witness: SecondWitness = OWN) -> tuple[SideCount, ...]:
    """Return the engines of a game: the specification, and the second witness if there is one."""
    both = (
        SideCount(SPECIFICATION, games.specification, lambda *_: True),
        SideCount(witness.called, witness.engine, witness.plays),
    )
    return both[:1] if witness.missing(game) and not witness.asked else both


def said(tally: SideCount) -> str:
    """Say what was compared on one side."""
    counts = tally.counts
    left = f", {counts['unsupported']} left out: not supported" if counts["unsupported"] else ""
    left += f", {counts['longer']} longer ones left out" if counts["longer"] else ""
    vectors, tables = (
        counted(counts["vectors"], "vectors"),
        counted(counts["tables"], "perft tables"),
    )
    return f"{tally.side.removeprefix('the ')}: {vectors}, {tables}{left}"


def deviations(
    data: Committed,
    sides: tuple[SideCount, ...],
    progress: Progress,
    alive: Alive = lambda: None,
) -> Iterator[UnmetVector]:
    """Yield what does not hold: of the data themselves, then on each side."""
    vectors, tables = data.vectors, data.tables
    if data.is_whole and (what := missing_from(data.game, vectors)):
        yield UnmetVector("", what, ({}, {}))
    for vector in vectors:
        if is_altered(vector):
            what = f"{vector.id}: it was changed, since its identifier is not that of its content"
            yield UnmetVector("", what, (vector.params, vector.rulings), vector.moves)
    for tally in sides:
        playing = Playing(tally.make)
        for vector in filter(tally.plays, vectors):
            alive()
            failure = playing.first_failure(vector)
            tally.counts["vectors"] += 1
            if failure is not None:
                options = vector.params, vector.rulings
                yield UnmetVector(tally.side, differing(failure, tally.side), options, vector.moves)
            progress(f"{tally.side}: {tally.counts['vectors']} of {len(vectors)} vectors")
        for table in filter(tally.plays, tables):
            alive()
            wrong = miscount(tally, table)
            tally.counts["tables"] += 1
            if wrong:
                yield UnmetVector(tally.side, wrong, (table.params, table.rulings))
            progress(f"{tally.side}: {tally.counts['tables']} of {len(tables)} perft tables")


def differing(failure: Failure, side: str) -> str:
    """Describe a failure without the moves of its vector, which are shown below."""
    said = difference(failure.expected, failure.given, ("the vector", side))
    return f"{failure.vector.id}: {failure.what}: {said}"


def miscount(tally: SideCount, table: PerftTable) -> str:
    """Count a table again, in small depths where that is slow; return what differs, if anything."""
    engine = tally.make(table.game, table.params, table.rulings)
    most = driver_of(engine).allowed(COUNTED)
    expected = {
        depth: count for depth, count in table.counts.items() if count <= most or depth == 1
    }
    given = dict(enumerate(perfts(engine, engine.initial(), max(expected, default=0)), start=1))
    differ = [depth for depth, count in expected.items() if given.get(depth) != count]
    return "; ".join(
        f"perft {table.name}: {expected[depth]:,} sequences of {counted(depth, 'actions')} in the "
        f"table, {given.get(depth, 0):,} counted"
        for depth in differ[:1]
    )
