"""The pages in a real browser: no errors, the replayer steps, links work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
PAGES = ["index.html", "minoa.html", "nonaga.html", "dreieck.html", "ari.html"]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


@pytest.fixture
def opened(browser: Any, site: Path) -> Iterator[Any]:
    """Open pages by name; any console message or network request fails the test."""
    complaints: list[str] = []
    tabs = []

    def open_page(name: str, **options: Any) -> Any:
        tab = browser.new_page(**({"viewport": DESK} | options))
        tabs.append(tab)
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on(
            "request",
            lambda request: (
                request.url.startswith(("file:", "data:"))
                or complaints.append(f"asked for {request.url}")
            ),
        )
        file, _, place = name.partition("#")
        tab.goto((site / file).as_uri() + f"#{place}" * bool(place))
        return tab

    yield open_page
    for tab in tabs:
        tab.close()
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_and_fits_a_phone(opened: Any, name: str, scheme: str) -> None:
    """Without an error, without the network, and without scrolling sideways, folded or not."""
    tab = opened(name, viewport=PHONE, color_scheme=scheme)
    assert tab.locator("h1").count() == 1
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    width = "document.documentElement.scrollWidth"
    assert tab.evaluate(width) <= PHONE["width"]
    assert tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (scheme == "dark")


CONTRAST = """
() => {
  const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const part = (v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll("main *, header *, footer *")) {
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!words || element.closest("svg") || !element.getClientRects().length) continue;
    const [one, two] = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    if (ratio < 4.5) poor.push(`${element.outerHTML.slice(0, 80)}: ${ratio.toFixed(2)}`);
  }
  return poor;
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "minoa.html"])
def test_texts_have_enough_contrast(opened: Any, name: str, scheme: str) -> None:
    """4.5 to 1, as WCAG AA asks, for every text of the page outside pictures."""
    tab = opened(name, color_scheme=scheme)
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert tab.evaluate(CONTRAST) == []


def said(figure: Any) -> str:
    """The replayer's caption."""
    return str(figure.locator(".said").inner_text())


def title(figure: Any) -> str:
    """The title of the picture."""
    return str(figure.locator(".board svg > title").text_content())


def test_the_replayer_steps_by_button(opened: Any) -> None:
    """To the start, next, back, to the end; picture and caption follow."""
    figure = opened("minoa.html").locator("#of-sample")
    end = title(figure)
    assert said(figure).startswith("Action 12 of 12")
    figure.get_by_role("button", name="To the start").click()
    assert said(figure).startswith("The start. red to move, 156 legal actions.")
    assert "0 sticks on the board" in title(figure)
    figure.get_by_role("button", name="Next").click()
    assert said(figure).startswith("Action 1 of 12")
    assert figure.locator(".moves [aria-current=step]").count() == 1
    figure.get_by_role("button", name="Next").click()
    figure.get_by_role("button", name="Back").click()
    assert said(figure).startswith("Action 1 of 12")
    figure.get_by_role("button", name="To the end").click()
    assert title(figure) == end
    assert figure.locator(".board .last").count() == 1


@pytest.mark.parametrize("name", PAGES[1:])
def test_the_replayer_steps_by_key(opened: Any, name: str) -> None:
    """Arrow keys, Home and End, with the focus on the figure; the page does not scroll away."""
    tab = opened(name)
    figure = tab.locator("#of-sample")
    figure.focus()
    last = said(figure)
    tab.keyboard.press("Home")
    assert said(figure).startswith("The start.")
    tab.keyboard.press("ArrowLeft")
    assert said(figure).startswith("The start.")
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert said(figure).startswith("Action 2 of")
    tab.keyboard.press("ArrowLeft")
    assert said(figure).startswith("Action 1 of")
    tab.keyboard.press("End")
    assert said(figure) == last


@pytest.mark.parametrize("name", PAGES[1:])
def test_legal_moves_are_shown_on_request(opened: Any, name: str) -> None:
    """As many in the list as in the caption, marked in the picture, and hidden again."""
    figure = opened(name).locator("#of-sample")
    figure.get_by_role("button", name="To the start").click()
    button = figure.get_by_role("button", name="Legal moves")
    assert figure.locator(".board .option").count() == 0
    assert not figure.locator(".legal").is_visible()
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    count = int(said(figure).split("move, ")[1].split(" legal")[0].replace(",", ""))
    assert figure.locator(".legal li").count() == count > 0
    assert "option" in figure.locator("div.board").inner_html()
    button.click()
    assert figure.locator(".board .option").count() == 0


def test_a_forbidden_action_is_crossed_out_with_its_clause(opened: Any) -> None:
    """The last step of the game of a clause; the clause is named and linked."""
    tab = opened("minoa.html")
    tab.locator("#rule-MIN-6 summary", has_text="it alone forbids").click()
    figure = tab.locator("#of-clause-MIN-6")
    figure.locator(".refused.now a").wait_for()  # what is opened is drawn when the browser says so
    assert said(figure) == "-1,0-0,0 is forbidden by MIN-6."
    assert figure.locator(".board .refused").count() == 1
    assert figure.locator(".refused.now a").inner_text() == "MIN-6"
    figure.get_by_role("button", name="Back").click()
    assert figure.locator(".board .refused").count() == 0
    assert figure.locator(".refused.now").count() == 0


def test_everything_that_can_be_used_has_a_name(opened: Any) -> None:
    """Buttons, sliders, figures and pictures: a screen reader has a name for each."""
    tab = opened("minoa.html")
    tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    nameless = tab.evaluate("""
      () => [...document.querySelectorAll("a, button, input, [role=group], [role=region], svg")]
        .filter((each) => !each.matches("[aria-hidden=true]")
          && !(each.getAttribute("aria-label") || each.textContent.trim()
            || each.closest("label")?.textContent.trim()))
        .map((each) => each.outerHTML.slice(0, 100))
    """)
    assert nameless == []
    assert tab.locator("svg:not([role=img]):not([aria-hidden=true])").count() == 0
    assert tab.locator(".said[role=status]").count() == tab.locator("[data-replay]").count() > 4


def test_links_lead_where_they_say(opened: Any) -> None:
    """From the entry page to a game, to a clause by its sentence, and back."""
    tab = opened("index.html")
    tab.get_by_role("link", name="The report on Minoa").click()
    assert tab.url.endswith("minoa.html")
    tab.locator(".sentences a", has_text="MIN-9").first.click()
    assert tab.url.endswith("#rule-MIN-9")
    assert tab.locator("#rule-MIN-9").is_visible()
    tab.get_by_role("link", name="rulewright").click()
    assert tab.url.endswith("index.html")


def test_a_link_opens_what_is_folded(opened: Any) -> None:
    """A link to a folded game unfolds it."""
    tab = opened("minoa.html#of-clause-MIN-6")
    assert tab.locator("#of-clause-MIN-6").is_visible()


SMALLEST = """
() => Math.min(...[...document.querySelectorAll(".board svg text")]
  .filter((text) => text.getClientRects().length)
  .map((text) => {
    const picture = text.ownerSVGElement;
    const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
    return parseFloat(getComputedStyle(text).fontSize) * scale;
  }))
"""


@pytest.mark.parametrize("name", PAGES[1:])
def test_texts_in_boards_can_be_read_on_a_phone(opened: Any, name: str) -> None:
    """None is smaller than 8 pixels, after every step; ARI's were 4 when its board was shrunk to fit."""
    tab = opened(name, viewport=PHONE)
    figure = tab.locator("#of-sample")
    assert tab.evaluate(SMALLEST) >= 8
    figure.get_by_role("button", name="To the start").click()
    assert tab.evaluate(SMALLEST) >= 8
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_board_that_does_not_fit_scrolls_sideways_by_key(opened: Any) -> None:
    """The arrow keys scroll the board that has the focus, and step elsewhere; it has a name."""
    tab = opened("ari.html", viewport=PHONE)
    figure = tab.locator("#of-sample")
    board = figure.get_by_role("group", name="Board, scrolls sideways")
    assert figure.locator(".sideways").is_visible()
    figure.get_by_role("button", name="To the start").click()
    start = said(figure)
    board.focus()
    board.evaluate("(each) => { each.scrollLeft = 0; }")
    tab.keyboard.press("ArrowRight")
    tab.wait_for_function("document.activeElement.scrollLeft > 0", timeout=5_000)
    assert said(figure) == start
    figure.focus()
    tab.keyboard.press("ArrowRight")
    assert said(figure).startswith("Action 1 of")


def test_the_last_action_is_seen_where_a_board_scrolls(opened: Any) -> None:
    """After each step its mark lies in the part of the board that is shown."""
    tab = opened("ari.html", viewport=PHONE)
    figure = tab.locator("#of-sample")
    figure.get_by_role("button", name="To the start").click()
    within = """(board) => {
      const [shown, mark] = [board, board.querySelector(".last")].map((x) => x.getBoundingClientRect());
      return mark.left >= shown.left && mark.right <= shown.right;
    }"""
    for _ in range(7):
        figure.get_by_role("button", name="Next").click()
        assert figure.locator("div.board").evaluate(within)


def test_a_board_that_fits_is_no_stop_for_the_keyboard(opened: Any) -> None:
    """On a desktop nothing scrolls, so the board is not focusable and has no label."""
    figure = opened("ari.html").locator("#of-sample")
    assert figure.locator("div.board").get_attribute("tabindex") is None
    assert not figure.locator(".sideways").is_visible()
