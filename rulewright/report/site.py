"""The site: one entry page, one page for each game, written in full or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.console.files import UnusableFile, replace
from rulewright.report.pages import entry_page, game_page
from rulewright.report.study import GameStudy, Run


def pages_of(studies: Iterable[GameStudy], run: Run) -> dict[str, str]:
    """Make all pages: name of the file -> HTML."""
    every = tuple(studies)
    pages = {f"{study.game}.html": game_page(study, every, run) for study in every}
    return {"index.html": entry_page(every, run), **pages}


def write_site(folder: Path, pages: dict[str, str]) -> None:
    """Write pages into a folder that exists; raises `UnusableFile`."""
    for name, text in pages.items():
        try:
            replace(folder / name, text)
        except OSError as error:
            raise UnusableFile(f"cannot write {str(folder / name)!r}: {error.strerror}") from error
