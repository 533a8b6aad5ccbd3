"""What is wrong everywhere keeps being wrong in its own way while its game is shortened."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright.conformance.adapter.observation import TWICE, Discrepancy, Observation, Seen
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.verdict.everywhere import (
    LEFT_OUT,
    NO_PART,
    REORDERED,
    TWICE_LISTED,
    WRONG,
    WrongEverywhere,
    follows_from,
    shows,
)
from rulewright.play import games

TILES, TURN, WINNERS = "position.tiles", "turn", "winners"


def difference(part: str, expected: Any, given: Any) -> Detection:
    """Return what is wrong with one part of an answer."""
    kind, _, name = part.partition(".")
    if name:
        expected, given = ({} if each is None else {name: each} for each in (expected, given))
    if part == TWICE:
        found = Discrepancy(TWICE, "listed once", "listed more than once", "action")
    else:
        found = Discrepancy(kind, expected, given)
    return Detection(Observation({}, (), Seen()), found, "a test")


@pytest.mark.parametrize(
    ("part", "how", "given", "wrong"),
    [
        (TILES, LEFT_OUT, ([1], None), ([1], [2])),
        (TILES, NO_PART, (None, [1]), ([1], [2])),
        (TILES, "is []", ([1], []), ([1], [2])),
        (TILES, 'is ""', ([1], ""), ([1], None)),
        (WINNERS, REORDERED, (["a", "b"], ["b", "a"]), (["a"], ["b"])),
    ],
)
def test_a_shorter_game_shows_the_same_way_of_being_wrong(
    part: str, how: str, given: tuple[Any, Any], wrong: tuple[Any, Any]
) -> None:
    """Another one may be a reading's; so may any other part."""
    found = WrongEverywhere((part,), how, difference(part, *given))
    assert shows(found, difference(part, *given))
    assert not shows(found, difference(part, *wrong))
    assert not shows(found, difference("scores", *given))


def test_whatever_is_wrong_everywhere_may_be_wrong_in_any_way() -> None:
    """An action that is listed twice is one, too."""
    for part, how in ((TILES, WRONG), (TWICE, TWICE_LISTED)):
        found = WrongEverywhere((part,), how, difference(part, [1], [2]))
        assert shows(found, difference(part, [1], [3]))
        assert not shows(found, difference(TURN, "a", "b"))


def test_a_name_of_a_player_is_shown_by_its_right_name() -> None:
    """Whose turn it is by another reading has nothing to do with how players are called."""
    names = {"white": "p1", "black": "p2"}
    found = WrongEverywhere((TURN,), "names", difference(TURN, "p1", "white"), names=names)
    assert shows(found, difference(TURN, "p2", "black"))
    assert not shows(found, difference(TURN, "p1", "black"))
    assert not shows(found, difference(TURN, None, "white"))


def test_what_follows_from_a_broken_clause_is_not_told_as_well() -> None:
    """Where another player begins, whose turn it is is wrong everywhere: that was told as two bugs."""
    laboratory = Laboratory("dreieck")
    laboratory.aside.add(TURN)
    in_force = Hypothesis.of(games.specified("dreieck").default_rulings)
    followed = Hypothesis(in_force.rulings, ("DRE-1 for the next",))
    reference = laboratory.reference(followed, {"s": 2})
    assert reference is not None
    states = [reference.state(()), reference.state(("u0,0:abb",))]
    seen = [reference.seen(each) for each in states]
    shown = tuple(
        Observation({"s": 2}, moves, each)
        for moves, each in zip([(), ("u0,0:abb",)], seen, strict=True)
    )
    found = WrongEverywhere((TURN,), WRONG, difference(TURN, "p1", "p2"), shown)
    assert follows_from(laboratory, (in_force, followed), found)
    assert not follows_from(laboratory, (in_force, in_force), found)
    assert not follows_from(
        laboratory, (followed, followed), found
    )  # nothing is wrong by the first
    assert not follows_from(laboratory, (in_force, followed), evolve(found, shown=()))
    wrong = tuple(
        evolve(each, seen=evolve(each.seen, state=evolve(each.seen.state, turn="nobody")))
        for each in shown
    )
    assert not follows_from(laboratory, (in_force, followed), evolve(found, shown=wrong))
