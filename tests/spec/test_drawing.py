"""Minoa, drawn: what must be seen, on every board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from rulewright.interface import Draw, MalformedPosition
from rulewright.spec.minoa import GAME, drawing

DRAW: Draw = drawing.DRAWING
SVG = "{http://www.w3.org/2000/svg}"
SIZES = [(1, 2), (1, 3), (2, 4), (3, 3), (4, 2), (4, 4), (5, 3), (6, 4)]


def positions(
    n: int, k: int, most: int = 400, **rulings: str
) -> Iterator[tuple[Any, dict[str, Any], str | None]]:
    """Play a random game; give its engine, some of its positions, and the actions that led to them."""
    engine = GAME.engine({"n": n, "k": k}, rulings)
    state, last, random = engine.initial(), None, Random(n * 10 + k)
    for ply in range(most):
        if ply % 7 == 0 or engine.is_over(state):
            yield engine, engine.to_json(state), last
        if engine.is_over(state):
            return
        last = random.choice(engine.legal_actions(state))
        state = engine.play(state, last)


def elements(picture: str, name: str, kind: str = "") -> list[ET.Element]:
    """Find the elements of that name whose class begins with `kind`."""
    root = ET.fromstring(picture)  # noqa: S314 - our own output
    return [one for one in root.iter(SVG + name) if one.get("class", "").startswith(kind)]


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_a_picture_shows_every_stick_piece_and_claimed_triangle(n: int, k: int) -> None:
    """One bar, one capsule, one tinted polygon each, in the colours of their players."""
    for engine, position, last in positions(n, k, most=30 if n > 4 else 400):
        picture = DRAW.svg(engine, position, last)
        assert len(elements(picture, "path", "stick")) == len(position["sticks"]) + 1
        scores = engine.scores(engine.from_json(position))
        for player in engine.players:
            own = [line for line, owner in position["pieces"].items() if owner == player]
            assert len(elements(picture, "path", f"piece {player}")) == len(own) + 1
            assert len(elements(picture, "polygon", f"claimed {player}")) == scores[player]
        assert len(elements(picture, "path", "last")) == (last is not None)


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_text_shows_every_stick_piece_and_claimed_triangle(n: int, k: int) -> None:
    """One sign each; no trailing newline or white space."""
    for engine, position, _ in positions(n, k, most=30 if n > 4 else 400):
        drawn = DRAW.text(engine, position)
        rows = "\n".join(drawn.splitlines()[: 4 * n + 1])
        assert rows.count("·") == 3 * n * (n + 1) + 1
        sticks = rows.count("\u2501" * 3) + rows.count("\u2571") + rows.count("\u2572")
        assert sticks == len(position["sticks"])
        scores = engine.scores(engine.from_json(position))
        for player in engine.players:
            own = list(position["pieces"].values()).count(player)
            assert rows.count(player[0].upper()) == own
            assert rows.count(player[0]) == scores[player]
        assert not any(line != line.rstrip() for line in drawn.split("\n"))


def small_game() -> tuple[Any, dict[str, Any]]:
    """Play four actions on the smallest board."""
    engine = GAME.engine({"n": 1})
    state = engine.initial()
    for move in ("-1,0-0,0", "-1,0--1,1", "0,0-1,0", "0,-1-1,-1"):
        state = engine.play(state, move)
    return engine, engine.to_json(state)


def test_text_of_a_small_game() -> None:
    """The whole of it, as a terminal shows it."""
    assert DRAW.text(*small_game()).splitlines() == [
        "0,-1    · B ·",
        "        b b b",
        "-1,0  ·━━━·━━━·",
        "       Bb b b",
        "-1,1    ·   ·",
        "",
        "red 0 (3 in hand)   blue 6 (1 in hand)   4 of 6 sticks left   red to move",
        "\u2501 \u2571 \u2572 stick   R B piece   r b claimed triangle",
    ]


def partners_in_one_area() -> tuple[Any, dict[str, Any]]:
    """Divide the board in two; red and yellow meet in the upper half, blue is alone below."""
    engine = GAME.engine({"n": 2, "k": 4}, {"partners": "shared", "end": "exhausted"})
    return engine, {
        "sticks": ["-1,0-0,0", "-2,0--1,0", "0,0-1,0", "1,0-2,0"],
        "pieces": {"-1,-1-0,-2": "yellow", "-2,1--2,2": "blue", "0,-2-1,-2": "red"},
        "turn": "green",
    }


def test_an_area_that_partners_share_is_drawn_in_both_colours() -> None:
    """Triangle by triangle in the picture; with a sign of its own in the text."""
    engine, position = partners_in_one_area()
    picture, drawn = DRAW.svg(engine, position), DRAW.text(engine, position)
    tints = [len(elements(picture, "polygon", f"claimed {p}")) for p in engine.players]
    assert tints == [5, 12, 7, 0]  # triangles that point down, all, those that point up, none
    assert drawn.count("+") == 12 + 1
    assert "+ (partners)" in drawn


def test_an_area_that_partners_share_is_nobodys_when_they_do_not_share() -> None:
    """`partners=separate`: it is not assigned, so it is not tinted."""
    _, position = partners_in_one_area()
    engine = GAME.engine({"n": 2, "k": 4}, {"end": "exhausted"})
    assert len(elements(DRAW.svg(engine, position), "polygon", "claimed")) == 12


def test_a_picture_is_one_element_that_can_be_read_without_seeing_it() -> None:
    """It has a role, a title, a view box, nothing from elsewhere; two pictures are alike."""
    engine, position = small_game()
    picture = DRAW.svg(engine, position, "0,-1-1,-1")
    root = ET.fromstring(picture)  # noqa: S314 - our own output
    assert root.get("role") == "img"
    assert root.get("viewBox", "").startswith("0 0 ")
    assert root.findtext(f"{SVG}title") == (
        "Minoa, size 1: red 0, blue 6; red to move; 2 sticks on the board."
    )
    assert "prefers-color-scheme: dark" in picture
    assert "url(" not in picture
    assert "href" not in picture
    assert picture == DRAW.svg(engine, position, "0,-1-1,-1")


def test_all_lines_of_the_picture_are_equally_long() -> None:
    """The board is a regular hexagon: axial coordinates are mapped to the plane without distortion."""
    engine = GAME.engine({"n": 3})
    picture = DRAW.svg(engine, engine.to_json(engine.initial()))
    paths = [
        path.get("d", "")
        for path in elements(picture, "path")
        if path.find(f"{SVG}title") is not None
    ]
    ends = [list(map(float, path[1:].replace("L", " ").split())) for path in paths]
    assert len(ends) == 90
    assert all(
        abs(((x - u) ** 2 + (y - v) ** 2) ** 0.5 - drawing.UNIT) < 0.2 for x, y, u, v in ends
    )


def test_a_last_action_that_is_no_line_of_the_board_is_not_marked() -> None:
    """Whatever an engine calls its last action, the picture is drawn."""
    assert not elements(DRAW.svg(*small_game(), "9,9-9,9"), "path", "last")


@pytest.mark.parametrize("draw", [DRAW.text, DRAW.svg])
def test_a_malformed_position_is_refused(draw: Any) -> None:
    """Drawing reads positions as the engines do."""
    engine, position = small_game()
    with pytest.raises(MalformedPosition, match="'turn' must be null or one of red, blue"):
        draw(engine, position | {"turn": "green"})


def test_a_drawing_needs_no_engine_of_the_specification() -> None:
    """Parameters and rulings are all it takes, so any engine's positions can be drawn."""

    class Foreign:
        game, players = "minoa", ("red", "blue")
        params, rulings = {"n": 1}, dict[str, str]()

    engine, position = small_game()
    assert DRAW.text(Foreign(), position) == DRAW.text(engine, position)  # type: ignore[arg-type]
