"""Positions as users handle them."""

from __future__ import annotations

import pytest

import rulewright
from rulewright import Position, start
from rulewright.interface import BadParameter, IllegalAction, UnknownGame, UnknownReading
from rulewright.play import games
from rulewright.play.position import UnknownOption

STICK = "-1,0-0,0"


def test_positions_of_both_engines_are_equal() -> None:
    """Game, options and JSON form count; the engine does not."""
    compiled, specified = (start("minoa", n=1, engine=side) for side in games.SIDES)
    assert compiled == specified
    assert hash(compiled) == hash(specified)
    assert compiled.play(STICK) == specified.play(STICK)
    assert len({compiled, specified, compiled.play(STICK), specified.play(STICK)}) == 2


def test_positions_under_other_options_differ() -> None:
    """The same board is another position under another reading."""
    assert start("minoa", n=1) != start("minoa", n=1, end="literal")
    assert start("minoa", n=1) != start("minoa", n=2)
    assert start("minoa", n=1) != "a position"


def test_playing_on_leaves_a_position_unchanged() -> None:
    """`play` returns a new one."""
    before = start("minoa", n=1)
    after = before.play(STICK)
    assert before == start("minoa", n=1)
    assert (before.turn, after.turn) == ("red", "blue")
    assert set(before.legal_actions) - set(after.legal_actions) == {STICK}
    with pytest.raises(IllegalAction, match="MIN-6"):
        after.play(STICK)


def test_the_end_is_reported() -> None:
    """Under `literal` a first piece wins everything."""
    position = start("minoa", n=1, end="literal").play("-1,0--1,1")
    assert position.over
    assert position.turn is None
    assert position.legal_actions == ()
    assert position.scores == {"red": 6, "blue": 0}
    assert position.winners == ("red",)
    assert "over" in repr(position)


@pytest.mark.parametrize("side", games.SIDES)
def test_the_json_form_reads_again(side: str) -> None:
    """By either engine."""
    position = start("minoa", n=1).play(STICK)
    engine = games.engine("minoa", {"n": 1}, side=side)
    assert Position.from_json(engine, position.json) == position


def test_a_position_draws_itself() -> None:
    """As characters and as a picture, with the last action marked."""
    position = start("minoa", n=1).play(STICK)
    again = Position.from_json(position.engine, position.json)
    assert "blue to move" in str(position)
    assert position._repr_svg_().startswith("<svg")
    assert position.svg() != again.svg()


def test_a_position_explains() -> None:
    """On either engine, in the specification's words."""
    position = start("minoa", n=1).play(STICK)
    assert [each.clause for each in position.explain(STICK)] == ["MIN-6"]
    assert position.explain("0,0-1,0") == ()


def test_wrong_names_are_reported_with_the_nearest_right_one() -> None:
    """One line each."""
    with pytest.raises(UnknownGame, match="did you mean 'minoa'"):
        start("minoaa")
    with pytest.raises(UnknownOption, match="did you mean 'closure'"):
        start("minoa", clozure="line")
    with pytest.raises(UnknownReading, match="did you mean 'line'"):
        start("minoa", closure="lines")
    with pytest.raises(BadParameter, match="whole number"):
        start("minoa", n="4")
    with pytest.raises(games.UnknownSide, match="did you mean 'spec'"):
        start("minoa", engine="specs")


def test_the_package_says_what_it_exports() -> None:
    """It has no other attributes."""
    assert set(rulewright.__all__) <= set(dir(rulewright))
    assert rulewright.start is start
    with pytest.raises(AttributeError, match="no attribute 'begin'"):
        _ = rulewright.begin  # type: ignore[attr-defined]
