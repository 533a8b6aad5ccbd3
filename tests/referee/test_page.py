"""The referee's page in a real browser: played by clicking, by key, and read by axe-core."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from common.accessibility import violations
from common.referee import RefereeClient, refereed

pytestmark = pytest.mark.slow
TESTS = Path(__file__).parents[1]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
PATIENCE = 60_000
"""Milliseconds: the machine may have other work."""
REFUSAL = "Failed to load resource: the server responded with a status of"
"""What a browser says of an answer that says what was wrong; the page shows it."""
OpenPage = Callable[..., Any]
WHOLE_GAMES = {
    "minoa&param.n=1": ("-1,0-0,-1", "0,0-0,1", "-1,0--1,1", "0,-1-0,0", "-1,1-0,1"),
    "nonaga": (
        *("-2,2>1,-1", "-1,-1>3,-1", "0,2>-2,2", "-1,2>3,-2", "2,0>-1,0", "3,-1>-3,1"),
        *("-2,2>0,0", "1,1>-3,2", "-1,0>1,-2"),
    ),
    "dreieck&param.s=2": ("u0,0:abb", "d0,0:bab", "d-1,0:aba", "u-1,0:baa", "pass", "pass"),
    "ari&param.n=4": (
        *("III@d4:5961", "III@c4:6951", "V@b4:7624", "V@b2:3287", "IV@d2:4853", "IV@a2:3981"),
        *("Q@b1", "Q@c3", "V@c1:3287", "IV@b3:9415", "V*"),
    ),
}


@pytest.fixture
def opened(browser: Any, referee: RefereeClient) -> Iterator[OpenPage]:
    """Open the page with a query; console messages, errors and requests elsewhere fail the test."""
    complaints: list[str] = []
    tabs = []

    def open_page(query: str = "", client: RefereeClient = referee, **options: Any) -> Any:
        tab = browser.new_page(**({"viewport": DESK} | options))
        tabs.append(tab)
        tab.set_default_timeout(PATIENCE)
        tab.on(
            "console", lambda message: REFUSAL in message.text or complaints.append(message.text)
        )
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on(
            "request",
            lambda asked: (
                asked.url.startswith((client.address, "data:", "blob:"))
                or complaints.append(f"asked for {asked.url}")
            ),
        )
        tab.goto(f"{client.address}{query}")
        arrived(tab)
        return tab

    yield open_page
    for tab in tabs:
        tab.close()
    assert complaints == []


def arrived(tab: Any, ply: int | None = None) -> None:
    """Wait until a position with its places and readings is there, or the end of a game."""
    if ply is not None:
        tab.wait_for_function(
            "(ply) => document.querySelector('.slide input').value === String(ply)", arg=ply
        )
    tab.wait_for_function(
        "() => document.querySelector('#board').dataset.places === 'all'"
        " || document.querySelector('#said').textContent.includes('The game is over')"
    )
    tab.wait_for_function(
        "() => !document.querySelector('#readings').hasAttribute('aria-busy')"
        " && document.querySelector('#readings').childElementCount > 0"
    )


def said(tab: Any) -> str:
    """What the live region says."""
    return str(tab.locator("#said").inner_text())


def moves(tab: Any) -> list[str]:
    """The moves in the list."""
    return list(tab.locator("#tree [data-action] code").all_inner_texts())


def place(tab: Any, name: str) -> Any:
    """A place of the board by what it stands for."""
    return tab.locator(f'.place[data-place="{name}"]')


def click(tab: Any, action: str) -> None:
    """Play an action with the pointer: its places in order, then its way among those offered."""
    names = action.partition(":")[0].split(">")
    if action in {"pass", "V*"}:
        tab.locator("[data-legal][aria-pressed=false]").click()
        tab.locator(".legal button", has_text=action).first.click()
        tab.locator("[data-legal][aria-pressed=true]").click()
        return
    for name in names:
        cell = name.rpartition("@")[2]
        tab.locator(f'.place[data-label$=" {cell}"], .place[data-place="{cell}"]').first.click()
    for _ in action:
        if not tab.locator("#choice").is_visible():
            return
        offered = tab.locator("#ways button code").all_inner_texts()
        wanted = max((each for each in offered if action.startswith(each)), key=len)
        tab.locator("#ways button", has=tab.locator(f'code:text-is("{wanted}")')).first.click()


@pytest.mark.parametrize("query", WHOLE_GAMES)
def test_a_whole_game_is_played_by_clicking(opened: OpenPage, query: str) -> None:
    """To its end, and the page says who won."""
    tab = opened(f"?game={query}")
    for ply, action in enumerate(WHOLE_GAMES[query], 1):
        click(tab, action)
        arrived(tab, ply)
    assert "The game is over" in said(tab)
    assert moves(tab) == [*WHOLE_GAMES[query]]


def test_an_illegal_action_is_clicked_and_its_clause_shown(opened: OpenPage) -> None:
    """The third side of a triangle inside: MIN-9, in English and German, crossed out; Escape returns."""
    tab = opened("?game=minoa&moves=0,0-1,0+0,0-0,1")
    place(tab, "0,1-1,0").click()
    tab.locator("#why").wait_for()
    why = tab.locator("#why")
    assert "0,1-1,0 is illegal here" in why.inner_text()
    assert why.locator(".tag").all_inner_texts() == ["MIN-9"]
    assert "trace to an edge" in why.inner_text()
    assert why.locator("blockquote p[lang=de]").count() == 1
    assert "closure=line" in why.inner_text()
    assert tab.locator("#board .refused").count() == 1
    assert "MIN-9" in said(tab)
    tab.keyboard.press("Escape")
    arrived(tab, 2)
    assert not why.is_visible()
    assert tab.locator("#board .refused").count() == 0


def test_what_is_typed_is_played_or_explained(opened: OpenPage) -> None:
    """An action, one that is illegal, and a text that is no action; markup in it stays text."""
    tab = opened("?game=minoa&param.n=1")
    tab.get_by_label("Action", exact=True).fill("0,0-1,0")
    tab.get_by_role("button", name="Play", exact=True).click()
    arrived(tab, 1)
    tab.get_by_label("Action", exact=True).fill("0,0-1,0")
    tab.get_by_role("button", name="Why?").click()
    tab.locator("#why").wait_for()
    assert "MIN-6" in tab.locator("#why").inner_text()
    tab.get_by_label("Action", exact=True).fill("<img src=x onerror=alert(1)>")
    tab.get_by_role("button", name="Why?").click()
    tab.wait_for_function(
        "() => document.querySelector('#why').textContent.includes('is no action of this game')"
    )
    assert tab.locator("#why img").count() == 0


def test_readings_part_as_one_plays(opened: OpenPage, referee: RefereeClient) -> None:
    """The shortest game on which closure parts, clicked; the list of moves marks where."""
    asked = {
        "game": "minoa",
        "params": {"n": 1},
        "question": "closure",
        "readings": ["line", "coloured"],
        "seconds": 20,
    }
    parting = referee.fine("parting", asked)
    line, disputed = parting["line"]["moves"], parting["disputed"]
    tab = opened("?game=minoa&param.n=1")
    for ply, action in enumerate(line, 1):
        click(tab, action)
        arrived(tab, ply)
    row = tab.locator('[data-reading="closure=coloured"]')
    assert row.locator(".verdict").inner_text().endswith("fewer")
    assert disputed in row.locator(".examples").inner_text()
    assert "closure=coloured" in tab.locator("#readings-said").inner_text()
    row.get_by_role("button", name=disputed, exact=True).click()
    tab.locator("#why").wait_for()
    assert tab.locator("#why-title").inner_text() == (
        f"{disputed} is illegal here under closure=coloured"
    )
    tab.keyboard.press("Escape")
    arrived(tab, len(line))
    click(tab, disputed)
    arrived(tab, len(line) + 1)
    assert tab.locator("#tree .parting:not(.forbids)", has_text="closure=coloured").count() == 1
    forbidden = tab.locator("#tree .on", has_text=f"{len(line) + 1}.").locator(".forbids")
    assert forbidden.inner_text().startswith("✗ illegal under closure=coloured")
    # Under the other reading that action is illegal: the page goes on from this position, or before it.
    row.get_by_role("button", name="Play on under closure=coloured").click()
    tab.wait_for_function(
        "() => document.querySelector('#under').textContent.includes('closure=coloured')"
    )
    assert "ruling.closure=coloured" in tab.url


def test_the_shortest_game_is_one_click_away(opened: OpenPage) -> None:
    """Read literally, the first piece ends the game."""
    tab = opened("?game=minoa&param.n=1")
    tab.locator('[data-question="end"] summary').click()
    tab.get_by_role("button", name="Shortest game on which end=literal parts").click()
    arrived(tab, 1)
    assert "on which end=full and end=literal part has 1 action" in said(tab)


def test_undo_redo_and_a_variation(opened: OpenPage) -> None:
    """By button and by key; another action in an earlier position begins a variation."""
    tab = opened("?game=minoa&param.n=1&moves=-1,0-0,-1+0,0-0,1")
    tab.get_by_role("button", name="Undo").click()
    arrived(tab, 1)
    assert tab.url.endswith("moves=-1,0-0,-1")
    tab.get_by_role("button", name="Redo").click()
    arrived(tab, 2)
    tab.locator("#title").focus()
    tab.keyboard.press("ArrowLeft")
    arrived(tab, 1)
    click(tab, "0,-1-0,0")
    arrived(tab, 2)
    assert moves(tab) == ["-1,0-0,-1", "0,0-0,1", "0,-1-0,0"]
    assert tab.locator("#tree .variation [data-action]").count() == 1
    tab.locator('#tree [data-action="0,0-0,1"]').click()
    arrived(tab, 2)
    assert tab.url.endswith("moves=-1,0-0,-1+0,0-0,1")


def test_an_address_opened_anew_shows_the_same_position(opened: OpenPage) -> None:
    """What one page shows, another opens: game, options and moves."""
    tab = opened("?game=minoa&param.n=1&ruling.closure=coloured")
    click(tab, "-1,0-0,-1")
    arrived(tab, 1)
    again = opened(tab.url.partition("/?")[2].join(["?", ""]))
    assert said(again).endswith(said(tab).partition(". ")[2])
    assert moves(again) == moves(tab) == ["-1,0-0,-1"]
    assert "closure=coloured" in again.locator("#under").inner_text()


def test_an_address_with_an_illegal_move_opens_what_is_legal(opened: OpenPage) -> None:
    """And says what was wrong with the rest."""
    tab = opened("?game=minoa&param.n=1&moves=-1,0-0,-1+-1,0-0,-1")
    assert moves(tab) == ["-1,0-0,-1"]
    assert "The address could not be opened" in said(tab)
    tab = opened("?game=minoa&param.n=many&moves=0,0-1,0")
    assert "parameter 'n' is 'many', it must be a whole number from 1" in said(tab)
    assert tab.locator("#title").inner_text() == "Minoa"


def test_a_game_is_played_with_keys_alone(opened: OpenPage) -> None:
    """One stop for the whole board: arrows go from place to place, Enter plays."""
    tab = opened("?game=nonaga&param.n=1&ruling.win=immediate")
    assert tab.locator('.place[tabindex="0"]').count() == 1
    tab.locator('.place[tabindex="0"]').focus()
    before = tab.evaluate("document.activeElement.getAttribute('aria-label')")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowRight")
    after = tab.evaluate("document.activeElement.getAttribute('aria-label')")
    assert before
    assert after
    origin = tab.locator('.place.may[data-label="to -1,1"]')
    assert str(origin.get_attribute("aria-label")).startswith("from -1,1: ")
    origin.focus()
    tab.keyboard.press("Enter")
    assert origin.get_attribute("aria-pressed") == "true"
    assert "chosen" in said(tab)
    tab.locator('.place.goes[data-label="to 0,0"]').focus()
    tab.keyboard.press("Enter")
    arrived(tab, 1)
    assert "The game is over" in said(tab)


def test_the_focus_stays_where_keys_go_on(opened: OpenPage) -> None:
    """On the board after a move, on an explanation while it is shown, and on the board after it."""
    on_board = "() => document.activeElement.classList.contains('place')"
    tab = opened("?game=tictactoe")
    tab.locator('.place[tabindex="0"]').focus()
    tab.keyboard.press("Enter")
    arrived(tab, 1)
    tab.wait_for_function(on_board)
    tab.locator(".place:not(.may)").focus()  # the square that is taken
    tab.keyboard.press("Enter")
    tab.locator("#why").wait_for()
    tab.wait_for_function("() => document.activeElement.id === 'why-title'")
    tab.keyboard.press("Escape")
    arrived(tab, 1)
    tab.wait_for_function(on_board)
    tab.keyboard.press("l")
    tab.locator(".legal button").first.focus()
    tab.keyboard.press("Enter")
    arrived(tab, 2)
    tab.wait_for_function(on_board)


def test_the_computer_answers(opened: OpenPage) -> None:
    """Its seat is chosen in the options; one action of a person is followed by one of its own."""
    tab = opened("?game=minoa&param.n=1")
    tab.get_by_role("button", name="Options").click()
    tab.get_by_label("blue").select_option("random")
    click(tab, "-1,0-0,-1")
    arrived(tab, 2)
    assert len(moves(tab)) == 2
    assert said(tab).startswith("blue played ")


def test_the_games_to_look_at_are_stepped_through(opened: OpenPage) -> None:
    """The ambiguities, though the list of all kinds is still being filled; a click opens the first."""
    tab = opened("?game=minoa&param.n=1")
    tab.locator("#shows summary").click()
    tab.locator("#kind").select_option("ambiguity")
    tab.wait_for_function(
        "() => !document.querySelector('#show-list').hasAttribute('aria-busy')"
        " && document.querySelector('#show-list button') !== null"
    )
    kinds = {*tab.locator("#show-list .verdict").all_inner_texts()}
    assert kinds == {"ambiguity"}
    tab.get_by_role("button", name="Next game").click()
    tab.wait_for_function(
        "() => document.querySelector('#said').textContent.includes(' part has ')"
    )
    assert tab.locator("#show-list [aria-current]").count() == 1


def test_the_gaps_of_a_game_are_looked_for_and_opened(opened: OpenPage) -> None:
    """The list says that it looks; what is found is opened at its last position."""
    tab = opened("?game=tictactoe")
    tab.locator("#shows summary").click()
    tab.locator("#kind").select_option("gap")
    tab.locator("#show-list", has_text="Looking for games of kind gap").wait_for()
    tab.locator("#show-list button").first.wait_for()
    assert {*tab.locator("#show-list .verdict").all_inner_texts()} == {"gap"}
    title = tab.locator("#show-list button").first.inner_text()
    tab.get_by_role("button", name="Next game").click()
    tab.locator("#said", has_text=title).wait_for()
    assert len(moves(tab)) > 0


def test_moves_and_positions_are_brought_in_and_pictures_taken_along(
    opened: OpenPage, tmp_path: Path
) -> None:
    """Pasted moves with numbers, a position as JSON, and the board as SVG and PNG."""
    tab = opened("?game=minoa&param.n=1")
    tab.locator("#take summary").click()
    tab.locator("#paste").fill("1. -1,0-0,-1 2. 0,0-0,1")
    tab.get_by_role("button", name="Load").click()
    arrived(tab, 2)
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Position as JSON").click()
    position = json.loads(Path(saved.value.path()).read_text("utf-8"))
    assert position["turn"] == "red"
    for name, begins in (("Picture as SVG", b"<svg"), ("Picture as PNG", b"\x89PNG")):
        with tab.expect_download() as saved:
            tab.get_by_role("button", name=name).click()
        target = tmp_path / saved.value.suggested_filename
        saved.value.save_as(target)
        assert target.read_bytes().startswith(begins)
    tab.locator("#paste").fill(json.dumps(position))
    tab.get_by_role("button", name="Load").click()
    arrived(tab, 0)
    assert "from a position of its own" in tab.locator("#under").inner_text()


def test_a_planted_bug_of_an_engine_is_shown_at_once(browser: Any, opened: OpenPage) -> None:
    """The engine follows closure=coloured, whatever it is asked for: seen after the shortest parting."""
    del browser
    engine = f"{sys.executable} {TESTS / 'conformance' / 'other_rules.py'} closure=coloured"
    with refereed("minoa", "--param", "n=1", "--adapter", engine) as client:
        asked = {
            "game": "minoa",
            "params": {"n": 1},
            "question": "closure",
            "readings": ["line", "coloured"],
        }
        line = client.fine("parting", asked)["line"]["moves"]
        tab = opened("", client)
        tab.locator("#engine .verdict.good").wait_for()
        for ply, action in enumerate(line, 1):
            click(tab, action)
            arrived(tab, ply)
        tab.locator("#engine .verdict.bad").wait_for()
        assert f"The engine differs after move {len(line)}: legal: " in said(tab)
        assert f"after move {len(line)}: " in tab.locator("#engine").inner_text()
        assert "expected" in tab.locator("#engine").inner_text()
        with tab.expect_download() as saved:
            tab.locator("#engine").get_by_role("button", name="Save as a vector").click()
        assert (
            json.loads(Path(saved.value.path()).read_text("utf-8"))["vectors"][0]["moves"] == line
        )
        tab.locator("#engine").get_by_role("button", name="Copy as a report").click()
        tab.wait_for_function("() => document.querySelector('#loaded').textContent !== ''")
        # Of a position that the engine is not asked about nothing is said.
        tab.locator("#take summary").click()
        tab.locator("#paste").fill(
            json.dumps(client.fine("position", {"game": "minoa"})["position"])
        )
        tab.get_by_role("button", name="Load").click()
        tab.wait_for_function(
            "() => document.querySelector('#engine').textContent.includes('Not compared here: ')"
        )
        assert tab.locator("#engine .verdict").count() == 0
        assert "red to move" in said(tab)
        tab.close()  # before its referee ends: a page that still asks would complain


@pytest.mark.parametrize(
    ("viewport", "scheme"),
    [
        pytest.param(PHONE, "light", marks=pytest.mark.soak),
        (PHONE, "dark"),
        (DESK, "light"),
        pytest.param(DESK, "dark", marks=pytest.mark.soak),
    ],
)
def test_axe_finds_nothing_serious(opened: OpenPage, viewport: dict[str, int], scheme: str) -> None:
    """With everything unfolded, an explanation shown, and on a phone nothing scrolls sideways."""
    tab = opened("?game=minoa&param.n=1&moves=-1,0-0,-1", viewport=viewport, color_scheme=scheme)
    tab.get_by_role("button", name="Options").click()
    tab.locator("[data-legal]").click()
    place(tab, "-1,0-0,-1").click()
    tab.locator("#why").wait_for()
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_axe_finds_nothing_serious_where_ways_are_offered(opened: OpenPage) -> None:
    """The tiles of Dreieck nimmt: a list of ways, with a preview."""
    tab = opened("?game=dreieck&param.s=2", viewport=PHONE)
    tab.locator(".place.may").first.click()
    tab.locator("#choice .preview svg").wait_for()
    assert violations(tab) == []
