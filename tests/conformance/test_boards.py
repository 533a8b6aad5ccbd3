"""Where an engine reports another position, both boards are drawn, and what differs is marked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from common.players import AcceptsAnything, ForgetsOne, Playing
from jsonschema import Draft202012Validator

from rulewright.conformance import QUICK, Report, check
from rulewright.conformance.adapter.observation import (
    Discrepancy,
    Observation,
    PartialState,
    Seen,
)
from rulewright.conformance.evidence.deviations import Detection
from rulewright.conformance.evidence.report import ReportedDeviation
from rulewright.conformance.outputs import texts
from rulewright.conformance.outputs.lines import SCHEMA
from rulewright.conformance.outputs.summary import terminal
from rulewright.conformance.verdict.boards import Boards, boards, telling
from rulewright.conformance.verdict.outlining import outlined
from rulewright.conformance.verdict.underlining import underlined
from rulewright.interface import Json
from rulewright.play import games
from rulewright.protocol.messages import StateAnswer

BRIEF = evolve(
    QUICK, games=2, by_hand=20, whole=20, count=500, replays=20, nearest=10, separations=2
)
SMALL = {"n": 1}
EXAMPLES = Path(__file__).parents[2] / "examples"
THEIRS = "the position as the engine reports it, ^ under what differs"


class TellsAnotherPosition(Playing):
    """Tells another position than the one it plays on."""

    def __init__(self, tells: Callable[[Json], Any]) -> None:
        """Keep how it differs."""
        super().__init__()
        self.tells = tells

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        return answer | {"position": self.tells(answer["position"])}


def first_piece_changes_hands(position: Json) -> Json:
    """Give the first piece to the other player."""
    pieces = dict(position["pieces"])
    for line in sorted(pieces)[:1]:
        pieces[line] = "blue" if pieces[line] == "red" else "red"
    return position | {"pieces": pieces}


def of_kind(report: Report, kind: str) -> ReportedDeviation:
    """Return the first deviation of a kind."""
    return next(each for each in report.games[0].deviations if each.kind == kind)


@pytest.fixture(scope="module")
def recoloured() -> Report:
    """An engine that tells one piece in the wrong colour."""
    player = TellsAnotherPosition(first_piece_changes_hands)
    return check(player, "minoa", SMALL, effort=BRIEF, seed=1)


def carets(drawing: str) -> list[tuple[str, str]]:
    """Return each line with carets below, with them."""
    lines = drawing.splitlines()
    return [(line, below) for line, below in pairwise(lines) if below and set(below) == {" ", "^"}]


def marked(drawing: str) -> str:
    """Return the signs above the carets of the board; the sentences below it are left out."""
    return "".join(
        line[at : at + 1]
        for line, below in carets(drawing.partition("in hand")[0])
        for at, sign in enumerate(below)
        if sign == "^"
    )


def test_the_differing_piece_is_marked_in_both_drawings(recoloured: Report) -> None:
    """It stands above the caret, in each colour once."""
    deviation = of_kind(recoloured, "position")
    assert deviation.their_text is not None
    both = marked(deviation.text) + marked(
        deviation.their_text
    )  # with the areas that follow, in small letters
    assert [sign for sign in both if sign.isupper()] in (["R", "B"], ["B", "R"])
    assert len(deviation.moves) > 0


def test_the_terminal_and_the_summary_show_both_boards(recoloured: Report) -> None:
    """Each under its heading, all lines of the one and of the other."""
    deviation = of_kind(recoloured, "position")
    lines = [line.strip() for line in terminal(recoloured)]
    ours, theirs = lines.index("the position by the rules:"), lines.index(f"{THEIRS}:")
    assert ours < theirs
    for begin, drawing in ((ours, deviation.text), (theirs, deviation.their_text or "")):
        drawn = [line.strip() for line in drawing.splitlines()]
        assert lines[begin + 1 : begin + 1 + len(drawn)] == drawn
    made = texts(recoloured)["summary.md"]
    assert f"The position by the rules.\n\n```text\n{deviation.text}\n```" in made
    assert f"{THEIRS.capitalize()}.\n\n```text\n{deviation.their_text}\n```" in made


def test_the_records_hold_both_drawings(recoloured: Report) -> None:
    """As the schema says."""
    validator = Draft202012Validator(json.loads(SCHEMA.read_text()))
    records = [json.loads(line) for line in texts(recoloured)["report.jsonl"].splitlines()]
    for record in records:
        validator.validate(record)
    deviation = of_kind(recoloured, "position")
    assert deviation.their_text in [each.get("their_text") for each in records]


def outlines(picture: str) -> list[ET.Element]:
    """Return what is outlined in a picture."""
    return [each for part in marks_of(picture) for each in part]


def marks_of(picture: str) -> ET.Element:
    """Return the marks of what differs in a picture."""
    root = ET.fromstring(picture)  # noqa: S314 - our own output
    (found,) = (each for each in root.iter() if each.get("class") == "differs")
    return found


def test_the_differing_piece_is_outlined_in_both_pictures(recoloured: Report) -> None:
    """Both pieces, in each picture; the names of the filters are no other's."""
    deviation = of_kind(recoloured, "position")
    filters = set()
    for picture in (deviation.svg, deviation.their_svg or ""):
        found = marks_of(picture)
        kinds = [each.get("class", "") for each in found.iter()]
        assert {"piece red", "piece blue"} <= set(kinds)
        assert not any(kind.startswith(("last", "board", "stick")) for kind in kinds)
        filters |= {each.get("filter") for each in found}
    assert len(filters) == 2


# --------------------------------------------------------------------------- a board without an engine


def met(
    game: str,
    tells: Callable[[Json], Any],
    plies: int = 4,
    winners: tuple[str, ...] = (),
    **difference: Any,
) -> Boards:
    """Draw what is made of an answer after some first moves."""
    engine = games.specification(game)
    state, moves = engine.initial(), []
    for _ in range(plies):
        moves.append(engine.legal_actions(state)[-1])
        state = engine.play(state, moves[-1])
    answer = StateAnswer(bool(winners), None, winners, {}, tells(engine.to_json(state)))
    observation = Observation({}, tuple(moves), Seen((), answer))
    about = {"kind": "position", "expected": {}, "given": {}, **difference}
    return boards(engine, Detection(observation, Discrepancy(**about), "test"))


NOTHING = {
    "no position": lambda _: None,
    "no object": lambda _: ["red"],
    "empty": lambda _: {},
    "null": dict.fromkeys,
    "a tower": lambda position: {name: [[[[[[]]]]]] for name in position},
    "markup": lambda position: dict.fromkeys(position, "<script>alert(1)</script>"),
    "far away": lambda position: {name: [[10**9, 0], [0, 10**9]] for name in position},
    "a part is missing": lambda position: dict(list(position.items())[1:]),
}


@pytest.mark.parametrize("game", games.game_names())
@pytest.mark.parametrize("what", NOTHING)
def test_what_cannot_be_read_is_not_drawn(game: str, what: str) -> None:
    """There is only our board, and no caret on it."""
    found = met(game, NOTHING[what])
    assert (found.their_text, found.their_svg) == (None, None)
    assert not carets(found.text)
    assert "differs" not in found.svg


@pytest.mark.parametrize("game", games.game_names())
def test_equal_positions_are_drawn_once(game: str) -> None:
    """Whatever the deviation is about."""
    found = met(game, lambda position: position)
    assert found.their_svg is None
    assert found.text == games.specified(game).draw.text(*position_of(game))


def position_of(game: str, plies: int = 4) -> tuple[Any, Json]:
    """Return an engine and the position after the same moves."""
    engine = games.specification(game)
    state = engine.initial()
    for _ in range(plies):
        state = engine.play(state, engine.legal_actions(state)[-1])
    return engine, engine.to_json(state)


@pytest.mark.parametrize("game", games.game_names())
def test_an_earlier_position_differs_on_every_board(game: str) -> None:
    """An engine that is one move behind: marked in text and picture, whatever the game."""
    _, before = position_of(game, 3)
    found = met(game, lambda _: before)
    assert found.their_text is not None
    assert carets(found.text)
    assert carets(found.their_text)
    assert len(outlines(found.svg)) > 0
    assert len(outlines(found.their_svg or "")) > 0


@pytest.mark.parametrize("winners", [("red",), ("black",), ()])
def test_who_has_won_is_what_the_engine_says(winners: tuple[str, ...]) -> None:
    """Positions of Nonaga have no winner: *nobody wins* was said of whoever could not move and lost."""
    over = {"turn": None, "step": None, "barred": None}
    found = met("nonaga", lambda position: position | over, winners=winners)
    assert found.their_text is not None
    won = f"{winners[0]} wins" if winners else "the position does not say who has won"
    assert f"over, {won}" in found.their_text
    later = met("nonaga", lambda position: position, 4, kind="refusal", given=told(winners, over))
    assert f"over, {won}" in (later.their_text or "")


def told(winners: tuple[str, ...], changed: Json) -> Json:
    """Return what an engine answers after a refusal."""
    _, position = position_of("nonaga")
    return {"winners": [*winners], "position": position | changed}


def test_who_has_won_by_the_rules_is_drawn() -> None:
    """Where it is not in the position, and where it is."""
    engine, position = position_of("nonaga")
    over = position | {"turn": None, "step": None, "barred": None}
    draw = games.specified("nonaga").draw
    assert "over, the position does not say who has won" in draw.text(engine, over)
    assert "over, black wins" in draw.text(telling(engine, over, ("black",)), over)
    assert telling(engine, position, ()) is engine


def test_an_impossible_position_is_drawn_all_the_same() -> None:
    """Its form is right: nobody is to move, though the game is on."""
    found = met("ari", lambda position: position | {"turn": None})
    assert found.their_svg is not None


def test_parts_that_are_declared_as_left_out_are_ours() -> None:
    """So that the rest can be drawn, and nothing of them is marked."""
    engine, ours = position_of("minoa")
    partial = {name: ours[name] for name in ours if name != "sticks"}
    answer = PartialState(False, None, (), {}, partial | {"turn": None}, left_out=("sticks",))
    moves = []
    state = engine.initial()
    for _ in range(4):
        moves.append(engine.legal_actions(state)[-1])
        state = engine.play(state, moves[-1])
    seen = Observation({}, tuple(moves), Seen((), answer))
    found = boards(engine, Detection(seen, Discrepancy("position", {}, {}), "test"))
    assert found.their_text is not None
    assert marked(found.text) == marked(found.their_text) == ""


def test_a_game_of_a_guest_is_drawn_and_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pictures show marks, and the names of empty squares."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    found = met("tictactoe", lambda position: position | {"x": ["a1", *position["x"][1:]]})
    assert (marked(found.text), marked(found.their_text or "")) == (".x", "x.")
    for picture in (found.svg, found.their_svg or ""):
        shown = [each.text for each in marks_of(picture).iter() if each.text]
        assert sorted(shown) == ["a1", "c1", "x", "x"]
    assert met("tictactoe", lambda _: {"x": "a1", "o": "", "turn": "x"}).their_svg is None


def test_after_a_refusal_it_is_the_later_position_that_differs() -> None:
    """The answer before it was right."""
    _, before = position_of("minoa", 3)
    found = met("minoa", lambda position: position, kind="refusal", given={"position": before})
    assert found.their_text is not None
    assert carets(found.their_text)


@pytest.mark.parametrize(
    ("player", "kind", "sign"),
    [
        (AcceptsAnything(), "illegal action accepted", 'class="refused"'),
        (ForgetsOne(), "legal action missing", 'class="option"'),
    ],
)
def test_the_action_in_question_is_marked(player: Playing, kind: str, sign: str) -> None:
    """As forbidden or as legal, once."""
    deviation = of_kind(check(player, "minoa", SMALL, effort=BRIEF, seed=1), kind)
    assert deviation.svg.count(sign) == 1
    assert deviation.their_svg is None or sign in deviation.their_svg


# -------------------------------------------------------------------------------------- marks alone


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("x . o", "x o o", ("x . o\n  ^", "x o o\n  ^")),
        ("a\nb", "a\nb", ("a\nb", "a\nb")),
        (
            "aaaaa 9 of us  ",
            "aaaaa 10 of us",
            ("aaaaa 9 of us  \n      ^", "aaaaa 10 of us\n      ^^"),
        ),
        (
            "board board\na b\nend of the board",
            "board board\nend of the board",
            ("board board\na b\n^ ^\nend of the board", "board board\n\n^ ^\nend of the board"),
        ),
    ],
)
def test_carets(one: str, other: str, expected: tuple[str, str]) -> None:
    """Sign by sign on a board, word by word in sentences, line by line where one is missing."""
    assert underlined(one, other) == expected


def picture(*elements: str, size: str = "0 0 100 100") -> tuple[str, str]:
    """Draw a picture of a guest."""
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}">{"".join(elements)}</svg>'
    return drawn, drawn


DISCS = [f'<circle cx="{x}" cy="{y}" r="4"/>' for x in (10, 20, 30) for y in (10, 25)]
SHIFTED = [f'<circle cx="{x}" cy="{y}" r="4"/>' for x in (30, 40, 50) for y in (10, 25)]
ADDED = '<rect x="70" y="70" width="9" height="9"/>'


def test_a_picture_that_begins_elsewhere_is_compared_all_the_same() -> None:
    """Only what is new is outlined, where it would be in the other picture."""
    one, other = outlined(picture(*DISCS), picture(*SHIFTED, ADDED, size="0 0 120 100"))
    assert [each.tag.rpartition("}")[2] for each in outlines(other)] == ["rect"]
    (group,) = outlines(one)
    assert group.get("transform") == "translate(-20 0)"


def test_what_is_in_a_group_keeps_it() -> None:
    """Its colours may come from there."""
    grouped = picture('<g class="tiles">', ADDED, "</g>")
    one, _ = outlined(picture(*DISCS), grouped)
    assert outlines(one)[0].get("class") == "tiles"


@pytest.mark.parametrize("odd", ["", "<svg", "no picture", '<svg viewBox="wide"/>'])
def test_what_is_no_picture_is_left_as_it_is(odd: str) -> None:
    """A game of somebody else may draw what it wants."""
    assert outlined((odd, odd), picture(*DISCS)) == (odd, picture(*DISCS)[1])


# --------------------------------------------------------------------------------------- in a browser


@pytest.fixture
def tab(browser: Any, recoloured: Report, tmp_path: Path) -> Iterator[Any]:
    """The page of the report, on a phone."""
    path = tmp_path / "report.html"
    path.write_text(texts(recoloured)["report.html"], encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(path.as_uri())
    yield page
    page.close()


@pytest.mark.slow
def test_the_page_shows_both_boards_side_by_side(tab: Any) -> None:
    """Or one below the other on a phone; outlines can be seen on both, and nothing is cut off."""
    figures = tab.locator("article").first.locator("figure")
    assert [each.split(".")[0] for each in figures.all_inner_texts()] == [
        "The position by the rules",
        "The position as the engine reports it",
    ]
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert figures.locator("g.differs").count() == 2
    one, other = (figures.nth(at).bounding_box() for at in (0, 1))
    assert other["y"] >= one["y"] + one["height"]
    tab.set_viewport_size({"width": 1280, "height": 900})
    one, other = (figures.nth(at).locator("svg").bounding_box() for at in (0, 1))
    assert other["x"] >= one["x"] + one["width"]
    assert abs(other["y"] - one["y"]) < 1
    assert abs(other["width"] - one["width"]) < 1
    before = figures.nth(1).screenshot()
    tab.add_style_tag(content="g.differs { display: none; }")
    assert figures.nth(1).screenshot() != before
