"""What earlier runs left in a folder: pages of other games, which stay on the entry page."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from attrs import frozen
from markupsafe import Markup

MARKED = re.compile(r"<!-- (card|checks|links) of ([\w.-]+) -->(.*?)<!-- end -->", re.DOTALL)
"""A part of a page; texts are escaped, so nothing else on it looks so."""


@frozen
class EntryOfGame:
    """What the entry page says of one game, as HTML."""

    card: Markup
    checks: Markup
    """Rows of the table of all checks."""


def kept_in(folder: Path, but: Collection[str]) -> dict[str, EntryOfGame]:
    """Read the entries of the games whose pages lie in a folder, except some, in their order.

    Empty if there is no entry page, or none that a run of this version has written.
    """
    try:
        index = (folder / "index.html").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, dict[str, str]] = {}
    for part, game, text in MARKED.findall(index):
        found.setdefault(game, {})[part] = text
    return {
        game: EntryOfGame(Markup(parts["card"]), Markup(parts["checks"]))  # noqa: S704 - written by us
        for game, parts in found.items()
        if game not in but and {"card", "checks"} <= set(parts) and page_of(folder, game).is_file()
    }


def page_of(folder: Path, game: str) -> Path:
    """Return the path of a game's page."""
    return folder / f"{game}.html"


def linked_anew(folder: Path, links: Mapping[str, str]) -> dict[str, str]:
    """Return pages that lie in a folder with other links: file name -> HTML.

    `links` has the links on the page of each game. A page that is not marked stays as it is.
    """
    pages = {}
    for game, text in links.items():
        path = page_of(folder, game)
        try:
            page = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        before, mark, rest = page.partition(f"<!-- links of {game} -->")
        _, end, after = rest.partition("<!-- end -->")
        if mark and end:
            pages[path.name] = f"{before}{text.strip()}{after}"
    return pages
