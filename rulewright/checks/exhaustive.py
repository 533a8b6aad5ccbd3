"""Check small boards in full: every reachable position, every action, every ruling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import Random
from time import perf_counter
from typing import Any, NoReturn

from attrs import asdict, define, field, frozen, has
from attrs import fields as attrs_of

from rulewright.checks.outcome import Effort, Outcome, Progress, skipped
from rulewright.checks.scope import OptionSet, Scope, scope_of, sweeps_left_out
from rulewright.checks.story import story
from rulewright.checks.witness import ALONE, SecondWitness, limit
from rulewright.interface import UsageError
from rulewright.play import games
from rulewright.play.by_clauses import beside_the_clauses
from rulewright.play.difference import SPECIFICATION, difference
from rulewright.play.driver import Swept, driver_of, is_compiled
from rulewright.play.lockstep import Disagreement, Lockstep, stuck
from rulewright.play.nearest import (
    Bound,
    BreadthFirst,
    both_states,
    search_in_lockstep,
    search_of,
)
from rulewright.play.rulings import sample
from rulewright.play.view import View, view
from rulewright.play.watch import Alive, watched
from rulewright.spec.coverage import Coverage, RecordingRefuted
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

MOST_RULINGS = 64
ADAPTER = 5
"""Times the seconds of a size, for all sweeps together where each answer comes from another process."""
SHARE = 8
"""Divides, with the number of actions, the positions allotted to a game too large to finish."""


@frozen
class Sweep:
    """What was compared on one small board."""

    params: dict[str, Any]
    rulings: dict[str, str]
    positions: int
    """Positions compared in full, with every action of each played on both sides."""
    steps: int
    """Actions played."""
    finished: int
    """Positions in which the game is over."""
    depth: int
    """The largest distance of a position from the start, in actions."""
    complete: bool
    """Whether these are all reachable positions."""


@define
class Sweeping:
    """How a small board is swept: with which second witness, if there is one, and for how long."""

    game: str
    witness: SecondWitness | None
    alive: Alive
    seconds: float = inf
    """Of all sweeps together; what is left then is swept in part, or not begun."""
    _began: float = field(factory=perf_counter, init=False)

    @property
    def time_left(self) -> bool:
        """Whether any time is left."""
        return perf_counter() - self._began < self.seconds

    def sweep(self, params: dict[str, Any], rulings: dict[str, str], most: int) -> Sweep:
        """Compare both sides in every reachable position, or in the nearest `most`.

        Raises `Disagreement` or `RecordingRefuted`.
        """
        reference = games.specification(self.game, params, rulings)
        if self.witness is None:
            found = self.alone(reference, most)
        else:
            tested = self.witness.engine(self.game, params, rulings)
            if is_compiled(tested):
                found = driver_of(tested).sweep(reference, most)
            else:
                found = self.stepwise(reference, tested, most)
        return Sweep(
            *(params, rulings, found.positions, found.actions),
            *(found.finished, found.depth, found.complete),
        )

    def stepwise(self, reference: Any, tested: Any, most: int) -> Swept:
        """Compare both sides position by position."""
        start = Lockstep.begin(reference, tested)
        search = search_in_lockstep(start, both_states, Bound(positions=most))

        def look(game: Lockstep, _: tuple[str, ...]) -> bool:
            game.reread()
            return bool(game.seen.over)

        return self.visited(search, look(start, ()), look)

    def alone(self, reference: Any, most: int) -> Swept:
        """Ask the specification alone, position by position."""
        over = sound(reference, reference.initial(), ())
        search = search_of(reference, Bound(positions=most))
        return self.visited(search, over, lambda state, moves: sound(reference, state, moves))

    def visited(
        self, search: BreadthFirst[Any], over: bool, look: Callable[[Any, tuple[str, ...]], bool]
    ) -> Swept:
        """Visit positions; `look` returns whether the game is over in one."""
        finished, depth = int(over), 0
        for step in search.steps():
            self.alive()
            if step.is_new:
                finished, depth = finished + look(step.state, step.moves), len(step.moves)
            if not self.time_left:
                break
        known = search.positions
        return Swept(known, search.tried, finished, depth, search.complete, Coverage())


def sound(engine: Any, state: Any, moves: tuple[str, ...]) -> bool:
    """Check what a specification says of one position; return whether the game is over.

    Raises `Disagreement` if a clause that holds in every position is broken, if somebody is due without
    an action, if a method says something else than the clauses, or if the position cannot be read as it
    is written.
    """

    def wrong(what: str, said: str) -> NoReturn:
        raise Disagreement(what, moves, None, None, said=said)

    broken = next(iter(engine.broken_clauses(state)), None)
    if broken is not None:
        wrong(
            f"clause {broken.identifier}", f"it holds in every position, not here: {broken.demand}"
        )
    seen = view(engine, state)
    if seen.over != (not seen.legal) or seen.over != (seen.turn is None):
        wrong("the end", stuck(seen, SPECIFICATION))
    beside = beside_the_clauses(engine, state, seen)
    if beside is not None:
        wrong(f"{beside.what} by the specification", beside.said)
    try:
        again = engine.from_json(seen.position)
    except UsageError as refusal:
        wrong("reading the position", f"the specification writes it, but {refusal}")
    if again != state:
        wrong("reading the position", read_otherwise(engine, (state, again), seen))
    return seen.over


def read_otherwise(engine: Any, states: tuple[Any, Any], seen: View) -> str:
    """Say in what a position and what is read from its JSON form differ, which are two states."""
    after = view(engine, states[1])
    if seen.differences(after):
        return difference(seen, after, ("the position", "what is read"))
    one, again = states
    names = [each.name for each in attrs_of(type(one))] if has(type(one)) else []
    other = [name for name in names if getattr(one, name) != getattr(again, name)]
    where = f" (in {', '.join(map(repr, other))})" if other else ""
    return f"what is read is another state{where}: the JSON form must carry all of the state"


@frozen
class ExhaustiveCheck:
    """Check every reachable position of the small boards that the specification names."""

    name: str = "exhaustive"
    answers: float = 5.0
    is_slow: bool = True

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Sweep each small board under a sample of the rulings (all if they are few).

        A specification alone is asked whether it keeps its own demands.
        """
        began, failure, witness = perf_counter(), "", effort.witness
        alone = bool(witness.missing(game)) and not witness.asked
        sweeps: list[Sweep] = []
        plan = self.plan(game, effort, seed)
        if not plan and witness.asked:
            return skipped(game, self.name, why_nothing(game, witness))
        left = effort.positions
        with watched(game, limit(witness, game, effort.answer)) as alive:
            seconds = inf if not witness.asked else ADAPTER * effort.seconds_a_size
            sweeping = Sweeping(game, None if alone else witness, alive, seconds)
            for number, (params, rulings) in enumerate(plan):
                if not left or not sweeping.time_left:
                    break
                progress(f"{effort.positions - left} positions; next {options(params, rulings)}")
                try:
                    most = min(left, self.share(game, params, effort))
                    done = sweeping.sweep(dict(params), dict(rulings), most)
                except (Disagreement, RecordingRefuted) as found:
                    failure = failure_of(game, params, rulings, found)
                    break
                sweeps.append(done)
                left -= done.positions
                progress(f"{effort.positions - left} positions, {number + 1} games")
        complete = sum(each.complete for each in sweeps)
        partial = len(sweeps) - complete
        positions = sum(each.positions for each in sweeps)
        played = sum(each.steps for each in sweeps)
        by_itself = "the specification alone, nothing compared: " if alone else ""
        return Outcome(
            game=game,
            check=self.name,
            held=not failure and positions > 0,
            cases=positions,
            unit="positions",
            seconds=perf_counter() - began,
            detail=f"{by_itself}{counted(complete, 'games')} in full, {partial} in part, "
            f"{played} actions",
            failure=failure or ("" if positions else why_nothing(game, witness)),
            scope=swept_scope(game, plan, sweeps, alone=alone),
            data={"sweeps": [asdict(each) for each in sweeps]},
        )

    def share(self, game: str, params: Mapping[str, Any], effort: Effort) -> int:
        """Return the most positions to visit in one game: fewer if it is too large to finish."""
        if dict(params) in [dict(each) for each in games.specified(game).exhausted]:
            return effort.positions
        engine = games.specification(game, params, {})
        branching = len(engine.legal_actions(engine.initial()))
        return max(effort.positions // (SHARE * max(branching, 1)), 1)

    def plan(self, game: str, effort: Effort, seed: int) -> list[OptionSet]:
        """Return the parameters and rulings to sweep.

        First the small boards under the default rulings, then the games that are too large to
        finish, then the small boards under all other rulings, in an order drawn from the seed. A game
        that names neither is looked at from its start, as far as that goes.
        """
        witness = effort.witness
        alone = bool(witness.missing(game))
        if witness.asked and alone:
            return []

        def played(each: OptionSet) -> bool:
            return alone or witness.plays(game, *each)

        if effort.only:
            return list(filter(played, effort.only))
        specified = games.specified(game)
        default, *others = sample(specified.readings, MOST_RULINGS, seed)
        small = [dict(params) for params in specified.exhausted]
        named = (*small, *specified.explored) or specified.full_size
        first: list[OptionSet] = [(dict(params), default) for params in named]
        rest: list[OptionSet] = [(params, rulings) for params in small for rulings in others]
        every = first + Random(seed).sample(rest, len(rest))
        return list(filter(played, every))


def failure_of(
    game: str,
    params: Mapping[str, Any],
    rulings: Mapping[str, str],
    found: Disagreement | RecordingRefuted,
) -> str:
    """Describe a difference; the game is a shortest one already."""
    side = "the implementation"
    said = found.headline if isinstance(found, Disagreement) else found.said_by(side)
    return story(games.specification(game, params, rulings), found.moves, said)


def swept_scope(
    game: str, plan: Sequence[OptionSet], sweeps: Sequence[Sweep], *, alone: bool
) -> Scope:
    """Return what was swept, and what of the plan was not."""
    parts = [(each.params, each.rulings) for each in sweeps if not each.complete]
    swept = [(each.params, each.rulings) for each in sweeps]
    left = sweeps_left_out(plan, len(sweeps), parts)
    compared = (f"the comparison: {ALONE}",) if alone else ()
    return scope_of(game, swept, *compared, *left, sampled=False)


def why_nothing(game: str, witness: SecondWitness) -> str:
    """Return why no position was compared."""
    reason = witness.missing(game)
    return reason or f"{witness.called} plays none of the boards that the specification names"
