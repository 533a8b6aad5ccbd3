"""ARI's rare occasions: the rows of the rulebook's figure are told apart, and recordings are counted."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from rulewright.impl.drivers import record
from rulewright.play import games
from rulewright.spec.ari.examples import EXAMPLES, Example, lying
from rulewright.spec.ari.occasions import (
    BEHIND_A_DEFENDER,
    BEHIND_A_QUEEN,
    BEHIND_AN_ATTACKER,
    COVERED,
    OCCASIONS,
    OFF_THE_BOARD,
    OVER_A_PIECE,
    counted,
    occasions,
)

NAMES = {occasion.name for occasion in OCCASIONS}
SHOWN = {
    "exactly on the target cell": {OVER_A_PIECE},
    "swept over": set(),
    "target cell covered": {COVERED},
    "number too small": set(),
    "own die between": {BEHIND_A_DEFENDER},
    "second attacker between": {BEHIND_AN_ATTACKER},
}


def met(position: dict[str, Any]) -> set[str]:
    """Name the occasions of a position."""
    engine = games.specification("ari")
    state: Any = engine.from_json(position)
    return {name for name, fact in occasions(engine.rules, state.view) if fact}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name.replace(" ", "-"))
def test_the_rows_of_the_figure_are_the_occasions(example: Example) -> None:
    """Two rows are nothing rare: a queen swept over, and one out of reach."""
    assert met(example.position()) == SHOWN[example.name]


def test_the_attackers_queen_between_is_one() -> None:
    """The second row, with white's queen on the way; a queen who is met exactly is not helped by her."""
    (swept,) = [each for each in EXAMPLES if each.name == "swept over"]
    position = deepcopy(swept.position())
    position["queens"] = {"white": "d8", "black": "f8"}
    assert met(position) == {BEHIND_A_QUEEN}
    position["queens"]["black"] = "g8"
    assert met(position) == {OVER_A_PIECE}
    position["turn"] = "black"
    assert met(position) == set()


def test_a_target_cell_off_the_board_is_one() -> None:
    """White's die on b8 shows 9 to the north, and seven rows are left there; on b6 nine are."""
    (swept,) = [each for each in EXAMPLES if each.name == "number too small"]
    position = deepcopy(swept.position())
    north = next(way for way in games.specification("ari").rules.orientations("III") if way[0] == 9)
    position["dice"]["white"]["IV"] = ["d2", lying("IV", None)]
    position["dice"]["white"]["III"] = ["b8", "".join(map(str, north))]
    position["queens"]["black"] = "b12"
    assert met(position) == {OFF_THE_BOARD}
    position["dice"]["white"]["III"][0] = "b6"
    assert met(position) == set()


def test_recordings_are_counted_like_single_positions() -> None:
    """Every position of some games is looked at both ways."""
    engine, measure = games.implementation("ari", {"n": 5}), games.specification("ari", {"n": 5})
    recording = record(engine, 2, 6, biased=True, max_plies=40)
    expected = dict.fromkeys(NAMES, 0)
    for game in range(6):
        states = [engine.initial()]
        for action in recording.moves(game):
            states.append(engine.play(states[-1], action))
        for state in states:
            if not engine.is_over(state):
                position: Any = measure.from_json(engine.to_json(state))
                for name, fact in occasions(measure.rules, position.view):
                    expected[name] += bool(fact)
    assert dict(counted(recording)) == {name: times for name, times in expected.items() if times}
    assert sum(expected.values()) > 0
