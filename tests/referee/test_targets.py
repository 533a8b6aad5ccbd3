"""Where actions can be pointed at: a place that is right, for every action that has one."""

from __future__ import annotations

import re
from random import Random

import pytest

from rulewright.play import games
from rulewright.referee.lines import LineOfPlay, reached
from rulewright.referee.pictures import drawing_of
from rulewright.referee.targets import targets_of


@pytest.mark.parametrize("game", ["dreieck", "minoa", "nonaga"])
def test_every_action_has_places_and_those_are_marked_in_the_drawing(game: str) -> None:
    """In random games; the frame of Nonaga moves with what is marked, and the places with it."""
    random, moves = Random(3), list[str]()
    for _ in range(5):
        here = reached(LineOfPlay(game, {}, {}, None, tuple(moves)))
        found = targets_of(here, "legal")
        drawn = drawing_of(here)["svg"]
        marked = re.findall(r'<\w+ class="rw-legal[^>]*>', drawn)
        assert found["more"] == 0
        assert found["actions"] == list(here.seen.legal)
        assert all(found["steps"])
        for target in found["targets"]:
            written = [f'{name}="{value}"' for name, value in target["attributes"].items()]
            assert any(all(each in mark for each in written) for mark in marked), target
        assert {tuple(each) for each in found["steps"]} == {
            tuple(dict.fromkeys(each)) for each in found["steps"]
        }
        moves += (random.choice(here.seen.legal),)
    assert found["targets"]


def test_an_origin_comes_before_where_it_goes() -> None:
    """So a click on a piece narrows down what may follow."""
    here = reached(LineOfPlay("nonaga", {}, {}, None, ()))
    found = targets_of(here, "legal")
    by_origin = {
        action.split(">")[0]: step[0]
        for action, step in zip(found["actions"], found["steps"], strict=True)
    }
    assert len({*by_origin.values()}) == len(by_origin)


def test_what_is_illegal_has_places_too() -> None:
    """For a click that is to be explained."""
    here = reached(LineOfPlay("minoa", {"n": 2}, {}, None, ("0,0-1,0",)))
    found = targets_of(here, "all")
    at = found["actions"].index("0,0-1,0")
    assert not found["legal"][at]
    assert found["steps"][at]
    assert found["legal"].index(False) == sum(found["legal"])


def test_a_label_of_several_actions_says_what_they_share() -> None:
    """ARI marks a cell once for all dice that may be put there."""
    here = reached(LineOfPlay("ari", {"n": 5}, {}, None, ()))
    labels = [each["label"] for each in targets_of(here, "legal")["targets"]]
    assert labels
    assert all(re.fullmatch(r"to [a-o]\d+", label) for label in labels)


def test_the_engines_of_a_line_are_made_once() -> None:
    """Positions and engines are kept; the same question has the same answer."""
    asked = LineOfPlay("minoa", {"n": 2}, {}, None, ("0,0-1,0",))
    assert reached(asked) is reached(asked)
    assert reached(asked).engine is not games.specification("minoa", {"n": 2})
