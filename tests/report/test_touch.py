"""Where drawings can be touched: every action has its places, in the frame of the picture shown."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.play import games
from rulewright.play.random_games import random_line
from rulewright.report.touch import Pictured, Place, common, places, targets, touches

EXAMPLES = Path(__file__).parents[2] / "examples"
PLACELESS = {"pass": "dreieck", "skip": "ari"}
OURS = [("minoa", {"n": 2}), ("nonaga", {}), ("dreieck", {}), ("ari", {"n": 5})]


def shown(game: str, params: dict[str, Any], plies: int) -> tuple[Pictured, Any, Any]:
    """Play some random actions; returns what is drawn, the engine and the state."""
    engine = games.specification(game, params)
    line = random_line(engine, Random(3), plies).moves
    state, before = engine.initial(), None
    for action in line:
        state, before = engine.play(state, action), engine.to_json(state)
    last = line[-1] if line else None
    draw = games.specified(game).draw
    legal = engine.legal_actions(state)
    return Pictured(draw, engine, engine.to_json(state), legal, last, before), engine, state


@pytest.mark.parametrize(("game", "params"), OURS)
@pytest.mark.parametrize("plies", [0, 1, 7])
def test_every_legal_action_has_a_place_in_the_picture(
    game: str, params: dict[str, Any], plies: int
) -> None:
    """And its places are those that the picture with all marks shows, so that nothing is beside them."""
    pictured, engine, state = shown(game, params, plies)
    legal = engine.legal_actions(state)
    found = targets(pictured, legal)
    picture = pictured.draw.svg(
        engine, pictured.position, pictured.last, before=pictured.before, legal=legal
    )
    drawn = {place for place, _ in places(picture)}
    touched = touches(pictured, legal)
    assert {each.place for each in touched} <= drawn
    with_place = {action for each in touched for action in each.actions}
    assert {legal[n] for n in {*range(len(legal))} - with_place} <= {*PLACELESS}
    assert all(len(steps) > 0 for n, steps in enumerate(found["steps"]) if n in with_place)


@pytest.mark.parametrize(("game", "params"), OURS)
def test_an_illegal_action_has_a_place_too_in_the_same_frame(
    game: str, params: dict[str, Any]
) -> None:
    """What is legal keeps its place when everything else is asked for as well."""
    pictured, engine, state = shown(game, params, 7)
    every, legal = engine.candidates(state), engine.legal_actions(state)
    assert len(every) > len(legal)
    of_all = {each.place for each in touches(pictured, every)}
    assert {each.place for each in touches(pictured, legal)} <= of_all


def test_a_step_begins_at_the_piece_and_ends_where_it_goes() -> None:
    """Nonaga: the place of a piece stands for its three steps; each ends at a place of its own."""
    pictured, engine, state = shown("nonaga", {}, 0)
    legal = engine.legal_actions(state)
    found = targets(pictured, legal)
    for action, (first, last) in zip(legal, found["steps"], strict=True):
        origin, _, target = action.partition(">")
        begins = [legal[n] for n in found["targets"][first]["actions"]]
        assert all(each.startswith(f"{origin}>") for each in begins), action
        assert found["targets"][last]["label"] == f"to {target}"


def test_a_line_is_touched_in_its_middle() -> None:
    """Minoa: one place for each of the 42 lines of the small board."""
    pictured, engine, state = shown("minoa", {"n": 2}, 0)
    found = targets(pictured, engine.legal_actions(state))["targets"]
    assert len(found) == len({(each["x"], each["y"]) for each in found}) == 42
    assert {each["label"] for each in found} == {*engine.legal_actions(state)}


def test_ready_made_boards_and_drawings_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a drawing that is not taken apart, each action is drawn alone."""
    guests = Path(__file__).parents[1] / "common" / "guests"
    monkeypatch.setenv("RULEWRIGHT_GAMES", f"{EXAMPLES}:{guests}")
    for game, places_expected in (("breakthrough", 8 + 8), ("trefoil", None)):
        pictured, engine, state = shown(game, {}, 0)
        legal = engine.legal_actions(state)
        found = touches(pictured, legal)
        assert len(found) == (places_expected or len(legal)), game


@pytest.mark.parametrize(
    ("place", "middle"),
    [
        (Place("rect", (("x", "2"), ("y", "4"), ("width", "10"), ("height", "2"))), (7, 5)),
        (Place("circle", (("cx", "2"), ("cy", "4"), ("r", "1"))), (2, 4)),
        (Place("ellipse", (("cx", "2"), ("cy", "4"), ("rx", "1"), ("ry", "2"))), (2, 4)),
        (Place("line", (("x1", "2"), ("y1", "4"), ("x2", "4"), ("y2", "8"))), (3, 6)),
        (Place("path", (("d", "M-1 2L3 4"),)), (1, 3)),
        (Place("polygon", (("points", "0,0 3,0 0,3"),)), (1, 1)),
    ],
)
def test_the_middle_of_a_shape(place: Place, middle: tuple[float, float]) -> None:
    """Of each kind of shape that drawings are made of."""
    assert place.middle == middle


def test_what_labels_share() -> None:
    """The words with which all of them end."""
    assert common({"III to c4", "IV to c4", ""}) == "to c4"
    assert common({"a", "b"}) == common(set()) == ""


def test_titles_are_read_and_styles_are_not_taken_along() -> None:
    """Only geometry goes into the page; the look is the page's own."""
    ((place, label),) = places(
        '<g><circle class="x" onclick="no()" cx="1" cy="2" r="3"><title>a &amp; b</title></circle></g>'
    )
    assert (label, dict(place.attributes)) == ("a & b", {"cx": "1", "cy": "2", "r": "3"})
    assert re.search("onclick", str(place)) is None
