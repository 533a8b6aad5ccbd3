"""Some mistakes show only where two readings meet, so every check under named options has such sets."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from rulewright.checks.narrowing import only_under
from rulewright.checks.outcome import NORMAL
from rulewright.checks.sizes import SizesPlan
from rulewright.checks.witness import OWN
from rulewright.play import games
from rulewright.play.rulings import Rulings, deviations, pairs, revealing

QUESTIONS = {"capture": ("next", "none", "all"), "tie": ("shared", "nobody"), "swap": ("no", "yes")}
EVERYTHING = evolve(NORMAL, option_sets=1_000)


def met(sets: list[Rulings]) -> set[frozenset[tuple[str, str]]]:
    """Return the pairs of readings of different questions that meet in some set."""
    return {pair for each in sets for pair in pairs({name: (way,) for name, way in each.items()})}


@pytest.mark.parametrize("seed", range(5))
def test_any_two_readings_meet_and_each_deviation_is_there(seed: int) -> None:
    """The defaults come first, and nothing comes twice."""
    sets = revealing(QUESTIONS, Random(seed))
    assert sets[0] == deviations(QUESTIONS)[0]
    assert met(sets) == pairs(QUESTIONS)
    assert all(each in sets for each in deviations(QUESTIONS))
    assert len({tuple(each.items()) for each in sets}) == len(sets)


def test_single_deviations_do_not_meet() -> None:
    """So that the test above can fail."""
    assert met(deviations(QUESTIONS)) < pairs(QUESTIONS)


@pytest.mark.parametrize("game", ["minoa", "nonaga", "dreieck", "ari"])
def test_a_board_that_is_named_is_played_under_all_pairs(game: str) -> None:
    """As many as the effort allows; a reading that is named is in force in each."""
    readings = games.specified(game).readings
    sets = [dict(rulings) for _, rulings in only_under(game, {}, {}, EVERYTHING)]
    assert met(sets) == pairs(readings)
    question, ways = next(iter(readings.items()))
    fixed = only_under(game, {}, {question: ways[-1]}, EVERYTHING)
    assert {rulings[question] for _, rulings in fixed} == {ways[-1]}
    assert met([dict(rulings) for _, rulings in fixed]) == pairs(readings | {question: ways[-1:]})


@pytest.mark.parametrize("game", ["minoa", "nonaga", "dreieck", "ari"])
def test_each_size_is_played_under_all_pairs(game: str) -> None:
    """Where games are played by time, too."""
    for _, rulings in SizesPlan(game, 1, 1.0, OWN).sizes():
        assert met(rulings) == pairs(games.specified(game).readings)
