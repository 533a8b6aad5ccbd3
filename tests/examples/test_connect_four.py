"""Connect Four: two engines, and OpenSpiel's counts."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.play import games
from rulewright.play.driver import driver_of
from rulewright.play.lockstep import Lockstep

GAME = "connect_four"
SIDES = ("spec", "impl")
ENDS = {
    "across": ("aabbccd", ("any", "straight")),
    "upright": ("abababa", ("any", "straight")),
    "rising": ("abbccdcddfd", ("any",)),
    "falling": ("gffeededdbd", ("any",)),
    "three only": ("ababagb", ()),
}
"""Moves, and the readings under which the first player has four in a row after them."""


@pytest.mark.parametrize("reading", ["any", "straight"])
@pytest.mark.parametrize("name", ENDS)
def test_both_engines_find_the_rows(name: str, reading: str) -> None:
    """In every direction, and only where the reading counts it."""
    moves, counted = ENDS[name]
    options: Any = ({}, {"row": reading})
    game = Lockstep.begin(games.specification(GAME, *options), games.engine(GAME, *options))
    for move in moves:
        assert not game.seen.over
        game = game.play(move)
        game.reread()
    assert game.seen.winners == (("first",) if reading in counted else ())


def test_both_engines_refuse_the_same() -> None:
    """Full columns, columns that are not there, and moves after the end."""
    params = {"columns": 3, "rows": 2, "line": 2}
    game = Lockstep.begin(games.specification(GAME, params), games.engine(GAME, params))
    for action in ("d", "a1", "a", "a", "a", "c", "b", "c", ""):
        if action in game.seen.legal:
            game = game.play(action)
            game.reread()
        else:
            game.refuse(action)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("clause", "position"),
    [
        ("CON-2", {"first": ["a1", "b1"], "second": [], "turn": "second"}),
        ("CON-2", {"first": ["a1"], "second": ["b1"], "turn": "second"}),
        ("CON-3", {"first": ["a1"], "second": ["a1"], "turn": "first"}),
        ("CON-3", {"first": ["a2"], "second": [], "turn": "second"}),
        ("CON-[24]", {"first": ["a1", "a2"], "second": ["b1"], "turn": "second"}),
    ],
)
def test_positions_that_no_game_reaches_are_refused(
    side: str, clause: str, position: dict[str, Any]
) -> None:
    """By both engines; two in line end this game."""
    engine = games.engine(GAME, {"columns": 3, "rows": 3, "line": 2}, None, side)
    with pytest.raises(games.UsageError, match=f"{clause}|as a position"):
        engine.from_json(position)


def test_openspiel_counts_the_same() -> None:
    """Sequences of up to six moves on a small frame, by both engines."""
    pyspiel = pytest.importorskip("pyspiel")
    depth = 6

    def leaves(state: Any, left: int) -> int:
        actions = state.legal_actions()
        if left == 1 or state.is_terminal():
            return 0 if state.is_terminal() else len(actions)
        return sum(leaves(state.child(action), left - 1) for action in actions)

    start = pyspiel.load_game("connect_four(rows=4,columns=4)").new_initial_state()
    expected = [leaves(start, each) for each in range(1, depth + 1)]
    for side in SIDES:
        engine = games.engine(GAME, {"columns": 4, "rows": 4}, None, side)
        assert list(driver_of(engine).perfts(engine.initial(), depth)) == expected
