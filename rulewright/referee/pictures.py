"""Drawings for the page: the style sheet apart, and the marks of legal actions recognisable."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from html import unescape

from rulewright.interface import Action, Json
from rulewright.referee.lines import PositionReached
from rulewright.spec.drawing import Drawing

STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
SCRIPT = re.compile(r"<script\b.*?(?:</script>|/>|$)", re.DOTALL | re.IGNORECASE)
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
SIZE = re.compile(r'\bviewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')
KIND = re.compile(r'(<\w+ class=")([^"]*)"')
MARK = "rw-legal"
"""The class of elements that mark legal actions."""
OPTION = "option"
"""How the classes of such marks begin in the drawings of this package."""


def svg_of(
    here: PositionReached, legal: Sequence[Action] = (), forbidden: Action | None = None
) -> str:
    """Draw a position as one SVG element, the last action marked."""
    draw = here.draw
    if here.before is None:
        return str(draw.svg(here.engine, here.position, legal=legal, forbidden=forbidden))
    before = here.before.position
    return str(
        draw.svg(
            here.engine, here.position, here.last, before=before, legal=legal, forbidden=forbidden
        )
    )


def drawing_of(here: PositionReached) -> Json:
    """Draw a position with its legal actions marked, for the page."""
    legal = here.seen.legal
    drawn = svg_of(here, legal)
    if not legal:
        return apart(drawn)
    own = isinstance(here.draw, Drawing)
    return apart(marked(drawn, drawn if own else svg_of(here)))


def refusal_of(here: PositionReached, action: Action) -> Json:
    """Draw a position with an action that is forbidden in it, for the page."""
    return apart(svg_of(here, forbidden=action))


def marked(drawn: str, bare: str) -> str:
    """Add the class `MARK` to the elements that mark legal actions.

    In the drawings of this package their class tells; in others, that the same drawing without legal
    actions lacks them, as long as the marks do not move the frame.
    """
    lines = drawn.split("\n")
    own = Counter(bare.split("\n"))
    added = [line not in own for line in lines]
    moved = frame(drawn) != frame(bare)
    return "\n".join(
        KIND.sub(rf'\1{MARK} \2"', line) if is_mark(line, new=new and not moved) else line
        for line, new in zip(lines, added, strict=True)
    )


def is_mark(line: str, *, new: bool) -> bool:
    """Return whether a line of a drawing marks a legal action."""
    found = KIND.match(line)
    if found is None:
        return False
    kinds = found[2].split()
    return any(kind.startswith(OPTION) for kind in kinds) or (new and "small" not in kinds)


def frame(drawn: str) -> tuple[float, float]:
    """Return the width and the height of a drawing; zeros if it does not say."""
    found = SIZE.search(drawn)
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


def apart(drawn: str) -> Json:
    """Take a drawing apart for a page that allows no style sheets and scripts in it."""
    width, height = frame(drawn)
    title = TITLE.search(drawn)
    return {
        "svg": SCRIPT.sub("", STYLE.sub("", drawn)),
        "style": "\n".join(STYLE.findall(drawn)),
        "width": width,
        "height": height,
        "title": unescape(title[1]) if title else "",
    }
