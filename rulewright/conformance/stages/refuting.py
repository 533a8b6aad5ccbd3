"""Games that were not played before, to refute what is said of all games."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from attrs import evolve

from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.stages.late_games import chosen
from rulewright.conformance.stages.random_games import spread
from rulewright.conformance.stages.run import GameRun, play_cases
from rulewright.interface import Json
from rulewright.play.driver import driver_of


def refuting_games(run: GameRun, hypothesis: Hypothesis, every: Iterable[Json]) -> None:
    """Play random games and long ones of a hypothesis with some parameters, with seeds of their own."""
    setup = run.setup
    scripts: list[Script] = []
    for params in every:
        reference = run.rules.laboratory.reference(hypothesis, params)
        if reference is None:
            continue
        driver = driver_of(reference.engine)
        number = Random(f"refuting {setup.seed} {spelled(params)}").randrange(2**31)
        played = driver.lines(number, setup.effort.games, max_plies=setup.effort.plies)
        for game, moves in enumerate(played, start=1):
            name = f"another game {game} {spelled(params)}"
            looks = spread(len(moves), setup.effort.looks)
            scripts.append(Script(name, params, moves, everywhere=True, looks=looks))
        longer = chosen(run, reference, params, number, stage="refuting")
        scripts.extend(evolve(each, name=f"another {each.name}") for each in longer)
    play_cases(run, "confirmation", scripts)
