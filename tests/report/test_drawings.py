"""What is marked in the pictures of all games: the last action, legal actions, a forbidden one."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import rulewright
from rulewright.play import games
from rulewright.spec.ari.examples import EXAMPLES
from rulewright.spec.svg import number, smooth

GAMES = ["minoa", "nonaga", "dreieck", "ari"]
SVG = "{http://www.w3.org/2000/svg}"


def kinds(picture: str) -> list[str]:
    """List the first class of every element; raises unless the picture is XML."""
    root = ET.fromstring(picture)  # noqa: S314 - our own output
    assert root.tag == f"{SVG}svg"
    return [one.get("class", "").partition(" ")[0] for one in root.iter()]


def middle_game(game: str, plies: int, seed: int = 3, **options: Any) -> tuple[Any, list[Any]]:
    """Play random actions on the specification and return all states."""
    engine = games.specification(game, **options)
    states, random = [engine.initial()], Random(seed)
    while len(states) <= plies and not engine.is_over(states[-1]):
        legal = engine.legal_actions(states[-1])
        states.append(engine.play(states[-1], random.choice(legal)))
    return engine, states


@pytest.mark.parametrize("game", GAMES)
def test_legal_actions_are_marked_and_nothing_else_changes(game: str) -> None:
    """Without them there is no mark; with them, the rest of the picture is the same."""
    engine, states = middle_game(game, 7)
    draw, position = games.specified(game).draw, engine.to_json(states[-1])
    plain = draw.svg(engine, position)
    marked = draw.svg(engine, position, legal=engine.legal_actions(states[-1]))
    assert not any(kind.startswith(("option", "refused", "cross")) for kind in kinds(plain))
    new = [kind for kind in kinds(marked) if kind.startswith("option")]
    assert new
    rest = [kind for kind in kinds(marked) if not kind.startswith("option")]
    assert [kind for kind in rest if kind] == [kind for kind in kinds(plain) if kind]


@pytest.mark.parametrize("game", GAMES)
def test_a_forbidden_action_is_crossed_out(game: str) -> None:
    """Each of several forbidden actions of a position, exactly once."""
    engine, states = middle_game(game, 7)
    draw, state = games.specified(game).draw, states[-1]
    legal = set(engine.legal_actions(state))
    forbidden = [each for each in engine.candidates(state) if each not in legal]
    chosen = Random(1).sample(forbidden, min(20, len(forbidden)))
    crossed = 0
    for action in chosen:
        seen = kinds(draw.svg(engine, engine.to_json(state), forbidden=action))
        crossed += "cross" in seen
        assert ("refused" in seen) == ("cross" in seen)
        assert seen.count("cross") in {0, 2}
    assert (
        crossed >= 0.75 * len(chosen) >= 3
    )  # the others lie outside the part of the table that is drawn


@pytest.mark.parametrize("game", GAMES)
def test_marks_that_do_not_fit_are_left_out(game: str) -> None:
    """The picture is drawn, whatever an engine calls an action."""
    engine, states = middle_game(game, 5)
    draw, position = games.specified(game).draw, engine.to_json(states[-1])
    plain = draw.svg(engine, position)
    odd = ("nonsense", "9,9-9,9", "9,9>8,8", "u99,99:abc", "III@z99:1234", "")
    for text in odd:
        assert kinds(draw.svg(engine, position, text, legal=odd)) == kinds(plain)
        kinds(draw.svg(engine, position, forbidden=text))


@pytest.mark.parametrize("game", GAMES)
def test_texts_in_pictures_are_escaped(game: str) -> None:
    """Only the actions in a picture may come from other code."""
    engine, states = middle_game(game, 3)
    draw, position = games.specified(game).draw, engine.to_json(states[-1])
    evil = "<script>alert(1)</script>"
    assert evil not in draw.svg(engine, position, evil, legal=[evil], forbidden=evil)


def test_the_sides_of_a_forbidden_die_are_escaped() -> None:
    """What follows the cell of a die is a text of other code, too."""
    engine, states = middle_game("ari", 3)
    draw, position = games.specified("ari").draw, engine.to_json(states[-1])
    drawn = [draw.svg(engine, position, forbidden=f"III@{cell}:<b>") for cell in ("a1", "b2", "c3")]
    assert any("refused" in kinds(each) for each in drawn)
    assert not any("<b>" in each for each in drawn)


def test_nonaga_shows_the_way_of_a_disc() -> None:
    """The path is dotted and leads round the field, through empty cells only."""
    engine, states = middle_game("nonaga", 2)
    draw = games.specified("nonaga").draw
    positions = [engine.to_json(state) for state in states]
    (gone,) = {*map(tuple, positions[1]["discs"])} - {*map(tuple, positions[2]["discs"])}
    (come,) = {*map(tuple, positions[2]["discs"])} - {*map(tuple, positions[1]["discs"])}
    action = f"{gone[0]},{gone[1]}>{come[0]},{come[1]}"
    seen = kinds(draw.svg(engine, positions[2], action, before=positions[1]))
    assert seen.count("way") == 2  # the way, and the head of its arrow
    assert seen.count("left") == 1


def test_dreieck_shows_what_was_captured() -> None:
    """A tile that left the table with the last action, faintly, where it lay."""
    engine, states = middle_game("dreieck", 5)
    draw, position = games.specified("dreieck").draw, engine.to_json(states[-1])
    name, (owner, _) = max(position["tiles"].items())
    fewer = position | {"tiles": {k: v for k, v in position["tiles"].items() if k != name}}
    fewer["captured"] = {player: int(player != owner) for player in fewer["captured"]}
    assert kinds(draw.svg(engine, fewer, before=position)).count("taken") == 1
    assert kinds(draw.svg(engine, position, before=fewer)).count("taken") == 0
    assert kinds(draw.svg(engine, fewer)).count("taken") == 0


def test_dreieck_has_an_emoji_in_each_corner() -> None:
    """Three for each tile, and one of each kind in the legend; letters beyond the fourth."""
    engine, states = middle_game("dreieck", 9)
    position = engine.to_json(states[-1])
    seen = kinds(games.specified("dreieck").draw.svg(engine, position))
    assert seen.count("emoji") == 3 * len(position["tiles"]) + 4
    many, later = middle_game("dreieck", 9, params={"s": 7})
    drawn = games.specified("dreieck").draw.svg(many, many.to_json(later[-1]))
    letters = sum(
        symbol in "efg" for _, way in many.to_json(later[-1])["tiles"].values() for symbol in way
    )
    assert kinds(drawn).count("symbol") == letters > 0


def test_minoa_marks_the_pieces_that_follow_automatically() -> None:
    """MIN-10: the last piece of one player brings those of the other."""
    engine, states = middle_game("minoa", 99, params={"n": 1})
    draw, most = games.specified("minoa").draw, 0
    for earlier, later in pairwise(states):
        old, new = engine.to_json(earlier), engine.to_json(later)
        came = set(new["pieces"]) - set(old["pieces"])
        picture = draw.svg(engine, new, before=old)
        assert kinds(picture).count("last") == len(came)
        most = max(most, len(came))
    assert most > 1


def test_ari_points_rays_at_a_threatened_queen() -> None:
    """A beam and a ring for each threat of the rulebook's examples; a struck queen is crossed out."""
    engine, draw, struck = games.specification("ari"), games.specified("ari").draw, 0
    for example in EXAMPLES:
        position = example.position()
        seen = kinds(draw.svg(engine, position))
        assert seen.count("beam") == seen.count("danger") >= example.threatened
        legal = engine.legal_actions(engine.from_json(position))
        for strike in [each for each in legal if each.endswith("*")]:
            after = engine.to_json(engine.play(engine.from_json(position), strike))
            assert kinds(draw.svg(engine, after, strike, before=position)).count("cross") == 2
            marked = kinds(draw.svg(engine, position, legal=[strike]))
            assert marked.count("option") == 1
            struck += 1
    assert struck > 0


def test_a_position_draws_itself_in_a_notebook() -> None:
    """As SVG and as HTML, with the same picture; the last action is named below."""
    position = rulewright.start("minoa", n=1).play("-1,0-0,0")
    assert position._repr_svg_() == position.svg()
    html = position._repr_html_()
    assert position.svg() in html
    assert "<code>-1,0-0,0</code>" in html
    assert "option" in kinds(position.svg(legal=True))
    assert "refused" in kinds(position.svg(forbidden="-1,0-0,0"))


def test_coordinates_are_short() -> None:
    """Tenths, without a zero that says nothing, and no minus before a zero."""
    assert [number(each) for each in (1.0, 2.25, -0.04, 1 / 3)] == ["1", "2.2", "0", "0.3"]
    assert smooth([(0, 0), (4, 0)]) == "M0 0L4 0"
    assert smooth([(0, 0), (4, 0), (4, 4)]) == "M0 0L2 0Q4 0 4 2L4 4"
