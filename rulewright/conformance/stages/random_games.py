"""Random games, uniform and biased to rare events, with illegal actions offered on the way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attrs import evolve

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.collected import ROOM
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.interface import Action, Json
from rulewright.play import games
from rulewright.play.driver import driver_of


def random_games(
    run: GameRun, stage: str = "random games", hypothesis: Hypothesis | None = None
) -> None:
    """Play random games, uniform and biased to rare events, and look everywhere."""
    scripts = [
        script
        for number, params in enumerate(run.parameters())
        for script in drawn(run, params, hypothesis or run.rules.in_force, number)
    ]
    play_cases(run, stage, scripts)


def drawn(run: GameRun, params: Json, hypothesis: Hypothesis, number: int) -> Iterator[Script]:
    """Draw random games under some parameters."""
    driver = driver_of(games.fastest(run.setup.game, params, hypothesis.readings))
    seed = Random(f"{run.setup.seed} {number}").randrange(2**31)
    for biased in (False, True):
        wanted = (run.setup.effort.games + (not biased)) // 2
        played = driver.lines(seed, wanted, biased=biased, max_plies=run.setup.effort.plies)
        for game, moves in enumerate(played):
            name = f"{'biased' if biased else 'uniform'} game {game + 1} {spelled(params)}"
            script = Script(name, params, moves, everywhere=True)
            if hypothesis == run.rules.in_force:
                yield with_offers(run, script, seed + game)
            else:
                yield evolve(script, looks=spread(len(moves), run.setup.effort.looks))


def with_offers(run: GameRun, script: Script, seed: int) -> Script:
    """Choose where to look in a random game, and which illegal actions to offer there."""
    reference = run.rules.reference(script.params)
    random = Random(seed)
    offers: dict[int, tuple[Action, ...]] = {}
    earlier: list[Action] = []  # in order, as sorting two ordered parts takes no time
    looks: set[int] = set()
    entries = 0
    order = [len(script.moves), *range(len(script.moves))]
    for ply in order:
        state = reference.state(script.moves[:ply])
        listed = reference.engine.legal_actions(state)
        legal = set(listed)
        if entries + len(legal) <= run.setup.effort.entries or not looks:
            looks.add(ply)
            entries += len(legal)
        wrong = [each for each in earlier if each not in legal]
        if ply < len(script.moves) and wrong:
            offers[ply] = (random.choice(wrong),)
        new = legal.difference(earlier)
        earlier = sorted([*earlier, *(each for each in listed if each in new)])
        if len(earlier) > ROOM // 100:
            earlier = sorted(legal)
    offers[len(script.moves)] = ("no action",)
    return evolve(script, offers=offers, looks=frozenset(looks))


def spread(plies: int, most: int) -> frozenset[int]:
    """Choose positions of a game, at equal distances, the last one among them."""
    return frozenset(range(plies, -1, -max(plies // most, 1)))
