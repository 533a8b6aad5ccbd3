"""The site: an entry page and a page for each game; each is written completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.checks import Progress
from rulewright.console.files import UnusableFile, replace
from rulewright.console.progress import Silent
from rulewright.report.pages import entry_page, game_page
from rulewright.report.study import GameStudy, ReportRun

UNHEARD = Silent()


def pages_of(
    studies: Iterable[GameStudy], run: ReportRun, progress: Progress = UNHEARD.note
) -> dict[str, str]:
    """Render all pages: file name -> HTML."""
    every = tuple(studies)
    pages = {"index.html": entry_page(every, run)}
    for study in every:
        progress(f"{study.game}: drawing the games of its page")
        pages[f"{study.game}.html"] = game_page(study, every, run)
    return pages


def write_site(folder: Path, pages: dict[str, str]) -> None:
    """Write pages into an existing folder; raises `UnusableFile`."""
    for name, text in pages.items():
        try:
            replace(folder / name, text)
        except OSError as error:
            raise UnusableFile(f"cannot write {str(folder / name)!r}: {error.strerror}") from error
