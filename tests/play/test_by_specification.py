"""Games played by the rules alone, in bulk, are those that the rules allow one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulewright.impl.comparison import Manner
from rulewright.play import games
from rulewright.play.by_specification import SpecificationDriver
from rulewright.play.driver import driver_of
from rulewright.play.pair import PlainPair
from rulewright.play.pair_of_specifications import SpecificationPair
from rulewright.play.replay import replay
from rulewright.play.view import view
from rulewright.spec.engine import Specification

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL: list[tuple[str, dict[str, Any]]] = [
    ("tictactoe", {}),
    ("minoa", {"n": 1}),
    ("nonaga", {"n": 1}),
]
READINGS: list[tuple[str, dict[str, Any], dict[str, str], dict[str, str]]] = [
    ("tictactoe", {}, {"row": "any"}, {"row": "across"}),
    ("minoa", {"n": 1}, {"end": "full"}, {"end": "literal"}),
    ("nonaga", {"n": 1}, {"removal": "path"}, {"removal": "rim"}),
]


@pytest.fixture(autouse=True)
def _a_game_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))


@pytest.mark.parametrize(("game", "params"), SMALL)
def test_sampled_games_have_the_states_that_their_moves_lead_to(
    game: str, params: dict[str, Any]
) -> None:
    """Each is legal, goes on to its end, and is the same whatever else is played with it."""
    engine = games.specification(game, params)
    driver = driver_of(engine)
    assert isinstance(driver, SpecificationDriver)
    sample = list(driver.sample(4, range(6), 40))
    for line in sample:
        assert list(line.states) == list(replay(engine, line.moves))
        over = engine.is_over(line.states[-1]) or not engine.legal_actions(line.states[-1])
        assert over or len(line.moves) == 40
    assert list(driver.sample(4, [3], 40)) == [sample[3]]
    assert len({line.moves for line in sample}) > 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "params", "one", "other"), READINGS)
def test_games_under_two_readings_are_judged_as_one_by_one(
    game: str, params: dict[str, Any], one: dict[str, str], other: dict[str, str]
) -> None:
    """Where they part, whether both permit them, whether they end, and whether otherwise."""
    first, second = games.specification(game, params, one), games.specification(game, params, other)
    found = SpecificationPair(first, second).play(3, 24, Manner.UNIFORM, 60)
    assert found.games == 24
    for number, moves in enumerate(found.moves):
        sides = (second, first) if number % 2 else (first, second)
        assert one_by_one(*sides, moves) == (
            found.parted[number],
            found.comparable[number],
            found.broken_off[number],
            found.changed[number],
        )


def one_by_one(
    leader: Specification[Any], follower: Specification[Any], moves: tuple[str, ...]
) -> tuple[int, bool, bool, bool]:
    """Replay a game of the leader on both."""
    other, parted, together = follower.initial(), -1, True
    states = list(replay(leader, moves))
    for ply, state in enumerate(states):
        if parted < 0 and view(leader, state) != view(follower, other):
            parted = ply
        if ply < len(moves) and together and not follower.is_over(other):
            together = moves[ply] in follower.legal_actions(other)
            other = follower.play(other, moves[ply]) if together else other
    ends = leader.is_over(states[-1]), follower.is_over(other)
    same = ends[0] == ends[1] and leader.winners(states[-1]) == follower.winners(other)
    return (
        parted,
        together and any(ends),
        together and not any(ends),
        (together and any(ends) and not same),
    )


@pytest.mark.slow
def test_the_shares_are_those_of_games_played_one_by_one() -> None:
    """The draws differ, the shares agree within their error."""
    first, second = (
        games.specification("tictactoe", {}, {"row": row}) for row in ("any", "across")
    )
    bulk = SpecificationPair(first, second).play(1, 400, Manner.UNIFORM, 20)
    plain = PlainPair(first, second).play(1, 400, Manner.UNIFORM, 20)
    for one, other in (
        (bulk.parted >= 0, plain.parted >= 0),
        (bulk.changed, plain.changed),
        (bulk.comparable, plain.comparable),
    ):
        assert abs(np.mean(one) - np.mean(other)) < 0.12
    assert 0.02 < np.mean(bulk.changed) < 0.98
