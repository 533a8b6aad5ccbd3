"""The site: an entry page and a page for each game; each is written completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from rulewright.checks import Progress
from rulewright.console.files import UnusableFile, replace
from rulewright.console.progress import Silent
from rulewright.report.kept import EntryOfGame, linked_anew
from rulewright.report.pages import entry_of, entry_page, game_page, links_on
from rulewright.report.study import GameStudy, ReportRun

UNHEARD = Silent()
NOTHING: Mapping[str, EntryOfGame] = MappingProxyType({})


def pages_of(
    studies: Iterable[GameStudy],
    run: ReportRun,
    progress: Progress = UNHEARD.note,
    kept: Mapping[str, EntryOfGame] = NOTHING,
) -> dict[str, str]:
    """Render all pages: file name -> HTML.

    The games `kept` from earlier runs come first on the entry page, and are linked from the pages.
    """
    every = tuple(studies)
    entries = {**kept, **{study.game: entry_of(study, run) for study in every}}
    pages = {"index.html": entry_page(entries, run)}
    for study in every:
        progress(f"{study.game}: drawing the games of its page")
        pages[f"{study.game}.html"] = game_page(study, tuple(entries), run)
    return pages


def add_to_site(folder: Path, pages: dict[str, str], kept: Mapping[str, EntryOfGame]) -> None:
    """Write pages into an existing folder, and link the pages kept there to them.

    Raises `UnusableFile`.
    """
    names = [*kept, *(name.removesuffix(".html") for name in pages if name != "index.html")]
    write_site(
        folder, {**linked_anew(folder, {game: links_on(game, names) for game in kept}), **pages}
    )


def write_site(folder: Path, pages: dict[str, str]) -> None:
    """Write pages into an existing folder; raises `UnusableFile`."""
    for name, text in pages.items():
        try:
            replace(folder / name, text)
        except OSError as error:
            raise UnusableFile(f"cannot write {str(folder / name)!r}: {error.strerror}") from error
