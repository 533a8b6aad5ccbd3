"""A reading of which what is left over is right by the ruling in force: a bug may be so like it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from types import SimpleNamespace
from typing import Any

from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.verdict.doubts import ENOUGH, FEW, Doubts, Weighed
from rulewright.play import games

NONAGA = Hypothesis.of(games.specified("nonaga").default_rulings)
RIM = NONAGA.but(removal="rim", bar="none")
GAME = (
    *("2,-2>-1,1", "-1,-1>1,2", "0,-2>2,-2", "1,1>2,1", "-1,1>1,-1", "1,2>-1,3"),
    *("2,0>2,-1", "-1,0>1,-3", "1,-1>-1,1"),
)
"""One of `rim`: the fourth move is none of `path`. A disc is to be relocated after 5, 7 and 9 moves."""


def squeezes_through(positions: int, *, spares: bool, dropping: int = 2) -> Doubts:
    """An engine that relocates discs as `rim` has it, but for some that `path` does not let out.

    If it does not spare what both readings permit, it lacks an action of these.
    """
    laboratory = Laboratory("nonaga")
    found = []
    for plies in (5, 7, 9)[:positions]:
        moves = GAME[:plies]
        rim = laboratory.reference(RIM, {"first": "black"})
        path = laboratory.reference(RIM.but(removal="path"), {"first": "black"})
        assert rim is not None
        assert path is not None
        state = rim.state(moves)
        legal = rim.engine.legal_actions(state)
        strict = path.engine.legal_actions(path.engine.from_json(rim.engine.to_json(state)))
        dropped = sorted({*legal} - {*strict})[:dropping] + sorted(strict)[: 0 if spares else 1]
        seen = tuple(each for each in legal if each not in dropped)
        found.append(Observation({"first": "black"}, moves, Seen(legal=seen)))
    weigher: Any = SimpleNamespace(in_force=NONAGA, wrong=laboratory.wrong, laboratory=laboratory)
    return Doubts(weigher, RIM, (), tuple(found))


def is_right_instead(
    positions: int, question: str, reading: str, *, shows: int, spares: bool, dropping: int = 2
) -> bool:
    """Ask it about the reading in force, which is wrong in so many positions."""
    doubts = squeezes_through(positions, spares=spares, dropping=dropping)
    weighed = Weighed(reading, shows=Counter({(LEGAL, True): shows}))
    return doubts.is_right_instead(question, weighed)


def test_a_bug_that_is_like_a_reading_is_found_in_games_that_only_this_permits() -> None:
    """Nothing speaks for the reading in force there, but what is wrong is what it would have right."""
    asked = partial(is_right_instead, question="removal", reading="path", shows=ENOUGH)
    assert asked(FEW, spares=True)
    assert not asked(FEW - 1, spares=True)
    assert not asked(FEW, spares=False)
    assert not is_right_instead(FEW, "bar", "opponent", shows=ENOUGH, spares=True)


def test_where_a_departure_shows_in_few_positions_one_is_enough() -> None:
    """*removal=local or four or rim* was told for 16, of an engine whose discs squeeze through."""
    asked = partial(is_right_instead, question="removal", reading="path", shows=ENOUGH - 1)
    assert asked(1, spares=True)
    assert not asked(1, spares=False)


def test_where_many_actions_are_left_over_two_positions_are_enough() -> None:
    """*removal=rim* was told of an engine whose discs squeeze through: 32 actions spoke against it."""
    many = partial(is_right_instead, question="removal", reading="path", dropping=ENOUGH)
    asked = partial(many, shows=ENOUGH)
    assert asked(FEW - 1, spares=True)
    assert not asked(1, spares=True)
    assert not asked(FEW - 1, spares=False)
