"""Check small boards in full: every reachable position, every action, every ruling."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from attrs import asdict, frozen

from rulewright.checks.outcome import Effort, Outcome, Progress
from rulewright.checks.scope import OptionSet, Scope, scope_of, sweeps_left_out
from rulewright.checks.story import story
from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.lockstep import Disagreement
from rulewright.play.rulings import sample
from rulewright.spec.coverage import Coverage, RecordingRefuted
from rulewright.wording.numbers import counted
from rulewright.wording.options import options

MOST_RULINGS = 64
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


def sweep(
    game: str, params: dict[str, Any], rulings: dict[str, str], most: int
) -> tuple[Sweep, Coverage]:
    """Compare both sides in every reachable position, or in the nearest `most`.

    Raises `Disagreement` or `RecordingRefuted`.
    """
    reference = games.specification(game, params, rulings)
    found = driver_of(games.implementation(game, params, rulings)).sweep(reference, most)
    done = Sweep(
        *(params, rulings, found.positions, found.actions),
        *(found.finished, found.depth, found.complete),
    )
    return done, found.coverage


@frozen
class ExhaustiveCheck:
    """Check every reachable position of the small boards that the specification names."""

    name: str = "exhaustive"

    def run(self, game: str, effort: Effort, seed: int, progress: Progress) -> Outcome:
        """Sweep each small board under a sample of the rulings (all if they are few)."""
        began, failure = perf_counter(), ""
        sweeps: list[Sweep] = []
        plan = self.plan(game, seed)
        left = effort.positions
        for number, (params, rulings) in enumerate(plan):
            if not left:
                break
            progress(f"{effort.positions - left} positions; next {options(params, rulings)}")
            try:
                done, _ = sweep(game, params, rulings, min(left, self.share(game, params, effort)))
            except (Disagreement, RecordingRefuted) as found:
                engine = games.specification(game, params, rulings)
                failure = story(engine, found.moves, str(found))
                break
            sweeps.append(done)
            left -= done.positions
            progress(f"{sum(each.positions for each in sweeps)} positions, {number + 1} games")
        complete = sum(each.complete for each in sweeps)
        partial = len(sweeps) - complete
        positions = sum(each.positions for each in sweeps)
        played = sum(each.steps for each in sweeps)
        return Outcome(
            game=game,
            check=self.name,
            held=not failure and positions > 0,
            cases=positions,
            unit="positions",
            seconds=perf_counter() - began,
            detail=f"{counted(complete, 'games')} in full, {partial} in part, {played} actions",
            failure=failure or ("" if positions else why_nothing(game)),
            scope=swept_scope(game, plan, sweeps),
            data={"sweeps": [asdict(each) for each in sweeps]},
        )

    def share(self, game: str, params: dict[str, Any], effort: Effort) -> int:
        """Return the most positions to visit in one game: fewer if it is too large to finish."""
        if params in map(dict, games.specified(game).exhausted):
            return effort.positions
        tested = games.implementation(game, params, {})
        branching = len(tested.legal_actions(tested.initial()))
        return max(effort.positions // (SHARE * branching), 1)

    def plan(self, game: str, seed: int) -> list[tuple[dict[str, Any], dict[str, str]]]:
        """Return the parameters and rulings to sweep.

        First the small boards under the default rulings, then the games that are too large to
        finish, then the small boards under all other rulings, in an order drawn from the seed.
        """
        specified = games.specified(game)
        default, *others = sample(specified.readings, MOST_RULINGS, seed)
        small = [dict(params) for params in specified.exhausted]
        first = [(dict(params), default) for params in (*small, *specified.explored)]
        rest = [(params, rulings) for params in small for rulings in others]
        every = first + Random(seed).sample(rest, len(rest))
        return [options for options in every if games.offered(game, *options)]


def swept_scope(game: str, plan: Sequence[OptionSet], sweeps: Sequence[Sweep]) -> Scope:
    """Return what was swept, and what of the plan was not."""
    parts = [(each.params, each.rulings) for each in sweeps if not each.complete]
    swept = [(each.params, each.rulings) for each in sweeps]
    return scope_of(game, swept, *sweeps_left_out(plan, len(sweeps), parts), sampled=False)


def why_nothing(game: str) -> str:
    """Return why no position was compared."""
    if game not in games.game_names("impl"):
        return "there is no implementation to compare the specification with"
    return "the specification names no small board that the implementation plays"
