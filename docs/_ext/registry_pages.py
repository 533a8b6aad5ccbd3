"""Write the pages that come from the registry, for every game that is found.

Before Sphinx reads the sources, this extension writes `docs/generated/`: an index, and for each game
its rules, its sentences, its theorems, the counts of its shrunken games, the matrix of its mutants, and
which theorems notice wrong clauses.
Verdicts of theorems are shown if the folder in the option `rulewright_verdicts` has a file
`<game>.json`, as printed by `rulewright prove <game> --json`; `docs/verdicts.py` writes these files.
The games of the findings (`findings.json`) are drawn into complete pages beside these, which Sphinx
copies. Pages are touched only when their text changes, so a second build is quick.
"""  # noqa: INP001

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counts_page import counts_page
from findings_page import pages as pages_of_findings
from matrix_page import matrix_page
from mutants_page import mutants_page
from rules_page import rules_page, sentences_page
from theorems_page import read_verdicts, theorems_page

from rulewright.play import games

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MUTANTS = Path(__file__).parents[1] / "theorem-mutants"
VECTORS = Path(__file__).parents[2] / "vectors"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.add_config_value("rulewright_verdicts", "generated/verdicts", "env", types=[str])
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write_pages(app: Sphinx) -> None:
    """Write all pages; remove those of games that are gone."""
    folder = Path(app.srcdir) / "generated"
    pages = dict(all_pages(Path(app.srcdir) / app.config.rulewright_verdicts))
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in pages:
            path.unlink()
    for name, lines in pages.items():
        write(folder / name, "\n".join(lines).rstrip() + "\n")
    for name, text in pages_of_findings():
        write(folder / "pages" / name, text)


def write(path: Path, text: str) -> None:
    """Write a page, unless it has that text already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def all_pages(verdicts: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the path under `generated/` and the lines of each page."""
    names = games.game_names()
    yield "index.md", list(index_page(names))
    for name in names:
        game = games.specified(name)
        yield f"{name}/index.md", list(game_page(game.rulebook.title))
        yield f"{name}/rules.md", list(rules_page(game))
        yield f"{name}/sentences.md", list(sentences_page(game))
        yield (
            f"{name}/theorems.md",
            list(theorems_page(game, read_verdicts(verdicts / f"{name}.json"))),
        )
        yield f"{name}/counts.md", list(counts_page(game))
        yield f"{name}/matrix.md", list(matrix_page(game, VECTORS))
        yield f"{name}/mutants.md", list(mutants_page(game, MUTANTS))


def index_page(names: tuple[str, ...]) -> Iterator[str]:
    """List the games."""
    yield from ("# The games", "")
    yield "These pages are written from the registry each time the documentation is built."
    yield from ("", "```{toctree}", ":maxdepth: 2", "")
    yield from (f"{name}/index" for name in names)
    yield "```"


def game_page(title: str) -> Iterator[str]:
    """List the pages of a game."""
    yield from (f"# {title}", "", "```{toctree}", ":maxdepth: 2", "")
    yield from ("rules", "sentences", "theorems", "counts", "matrix", "mutants", "```")
