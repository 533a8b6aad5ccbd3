"""Games of each result are played in every run: a bug may lie in one way to tie alone."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.each_result import MOST, endings, shortest
from rulewright.conformance.stages.late_games import late_games
from rulewright.conformance.stages.run import GameRun
from rulewright.play import games
from rulewright.play.driver import driver_of

COLOURS = ("red", "blue", "yellow")
LONGEST = 160


class WrongTie(Playing):
    """Names only the first of some players who tie."""

    def __init__(self, *tied: str) -> None:
        """Name the players."""
        super().__init__()
        self.tied = tied

    def state(self) -> dict[str, Any]:
        """Return the state, with too few winners where just these tie."""
        answer = super().state()
        wrong = sorted(answer["winners"]) == sorted(self.tied)
        return answer | ({"winners": answer["winners"][:1]} if wrong else {})


TIES = [
    *(("minoa", tied, {}) for size in (2, 3) for tied in combinations(COLOURS, size)),
    *(("minoa", tied, {"end": "literal"}) for tied in combinations(COLOURS, 2)),
    *(("dreieck", tied, {}) for tied in combinations(("p1", "p2", "p3"), 2)),
    ("dreieck", ("p2", "p3", "p4"), {}),
    ("dreieck", ("p1", "p2", "p3", "p4"), {}),
]


@pytest.mark.parametrize(("game", "tied", "rulings"), TIES)
def test_a_wrong_tie_is_found(game: str, tied: tuple[str, ...], rulings: dict[str, str]) -> None:
    """Whoever ties."""
    readings = games.specified(game).default_rulings | rulings
    with Crew(Object(WrongTie(*tied)), 1) as crew:
        run = GameRun(Setup(game, {}, readings, QUICK, 1), crew, lambda _: None)
        late_games(run)
    assert run.evidence.detections
    assert {each.difference.kind for each in run.evidence.detections} == {"winners"}


@pytest.mark.parametrize(
    ("game", "params", "number"),
    [("minoa", {"n": 2, "k": 3}, 7), ("dreieck", {"k": 4, "s": 3}, 15), ("ari", {"n": 4}, 3)],
)
def test_each_result_is_met(game: str, params: dict[str, Any], number: int) -> None:
    """Each set of players who can win together, once, with a game that ends so."""
    engine = games.implementation(game, params)
    driver = driver_of(engine)
    found = shortest(endings(driver, Random(1), LONGEST))
    assert len({each.winners for each in found}) == len(found) == number
    for each in found:
        (moves,) = driver.lines(each.seed, 1, max_plies=LONGEST)
        state = engine.initial()
        for move in moves:
            state = engine.play(state, move)
        assert (len(moves), tuple(sorted(engine.winners(state)))) == (each.plies, each.winners)


def test_of_many_results_ties_come_first() -> None:
    """With eleven players there are more than can be looked at."""
    driver = driver_of(games.implementation("dreieck", {"k": 11, "s": 2}))
    found = shortest(endings(driver, Random(1), LONGEST))
    assert len(found) == MOST
    assert all(len(each.winners) > 1 for each in found)
