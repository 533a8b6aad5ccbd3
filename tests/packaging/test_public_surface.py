"""What is public is documented, has an example, is enough for a game, and changes only with notice."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
import surface
from common.documents import BLOCK, ROOT, blocks

PAGES = sorted((ROOT / "docs").glob("reference*.md"))
ENTRY = re.compile(r"^\.\. (?:auto|py:)\w+:: (?P<name>[\w.]+)$", re.MULTILINE)
CHANGELOG = " ".join((ROOT / "CHANGELOG.md").read_text("utf-8").split())
OWN = re.compile(r"rulewright\.(spec|impl|proofs)\.(?P<game>\w+)")


def sections(path: Path) -> Iterator[str]:
    """Yield the sections of a page, from heading to heading."""
    yield from re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)


def documented() -> dict[str, str]:
    """Return the examples of the section in which each name stands."""
    found = {}
    for path in PAGES:
        for section in sections(path):
            code = "\n".join(m["text"] for m in BLOCK.finditer(section) if m["kind"] == "python")
            for entry in ENTRY.finditer(section):
                found[entry["name"]] = code
    return found


def test_every_public_name_is_in_the_reference() -> None:
    """And nothing else is."""
    assert sorted(documented()) == sorted(
        name for name in surface.surface() if not name.endswith("__version__")
    )


def test_every_public_name_has_an_example_that_runs() -> None:
    """It is used in its section; the tests of the documents run the examples."""
    without = [
        name
        for name, code in documented().items()
        if not re.search(rf"\b{name.rsplit('.', 1)[1]}\b", used(code))
    ]
    assert without == []


def used(code: str) -> str:
    """Return the lines of examples, without the imports: a name is used, not only imported."""
    lines = "\n".join(line[4:] for line in code.splitlines() if line[:3] in {">>>", "..."})
    return re.sub(r"^from [\w.]+ import (\([^)]*\)|.*)$", "", lines, flags=re.MULTILINE)


def test_every_public_name_has_a_docstring() -> None:
    """Functions, classes and modules; constants are described on their page."""
    silent = []
    for path in surface.PUBLIC:
        module = import_module(path)
        things = {name: getattr(module, name) for name in module.__all__}
        silent += [n for n, thing in things.items() if callable(thing) and not thing.__doc__]
    assert [name for name in silent if not re.search(rf"{name}\n\n   \w|{name}\(", TEXTS)] == []


TEXTS = "\n".join(path.read_text("utf-8") for path in PAGES)


def test_the_surface_is_as_recorded() -> None:
    """A change of a public name is recorded by `python docs/surface.py`."""
    known = surface.recorded()
    assert surface.refreshed(known, surface.surface()) == known


def test_the_changelog_says_what_is_recorded() -> None:
    """Each name refers to a line of the changelog."""
    unsaid = {
        name: entry["said"]
        for name, entry in surface.recorded().items()
        if not entry["said"] or entry["said"] not in CHANGELOG
    }
    assert unsaid == {}


@pytest.mark.parametrize(
    ("now", "form"),
    [
        ({"a.f": "function(x)"}, "function(x)"),
        ({"a.f": "function(x, y)"}, "function(x, y)"),
        ({}, surface.GONE),
    ],
    ids=["as it was", "another parameter", "removed"],
)
def test_a_change_has_to_be_announced(now: dict[str, str], form: str) -> None:
    """Power: what is changed or gone loses its line, so that the test above fails."""
    known = {"a.f": {"is": "function(x)", "said": "f."}}
    said = "f." if now == {"a.f": "function(x)"} else ""
    assert surface.refreshed(known, now) == {"a.f": {"is": form, "said": said}}


def test_a_parameter_is_part_of_the_shape() -> None:
    """Power: a default, a keyword and a method are seen."""

    class One:
        def look(self, where: str) -> None: ...

    One.__module__ = "rulewright.one"
    assert surface.shape(One) == "class(): look(self, where)"
    assert surface.shape(lambda a, *, b=1: (a, b)) == "function(a, *, b=...)"


def imports_of_the_games() -> Iterator[tuple[str, str, str]]:
    """Yield what the four games import from the library: file, module and name."""
    for part in ("spec", "impl", "proofs"):
        for path in sorted((ROOT / part).glob("*/**/*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                    "rulewright"
                ):
                    for alias in node.names:
                        yield path.relative_to(ROOT).as_posix(), str(node.module), alias.name


def test_the_four_games_import_nothing_that_a_guest_may_not() -> None:
    """Each thing that they import from the library is public, by the same name or another."""
    public = {
        id(getattr(module, name))
        for path in surface.PUBLIC
        for module in (import_module(path),)
        for name in module.__all__
    }
    private = sorted(
        {
            f"{module}.{name}"
            for path, module, name in imports_of_the_games()
            if not within_a_game(module, path)
            and not {id(import_module(module)), id(thing(module, name))} & public
        }
    )
    assert private == []


def within_a_game(module: str, path: str) -> bool:
    """Return whether a module belongs to the game in whose folder the importing file lies."""
    found = OWN.match(module)
    return bool(found) and (ROOT / path.split("/", maxsplit=1)[0] / found["game"]).is_dir()  # type: ignore[index]


def thing(module: str, name: str) -> object:
    """Return what an import statement binds."""
    home = import_module(module)
    return getattr(home, name) if hasattr(home, name) else import_module(f"{module}.{name}")


def test_examples_and_guests_use_public_paths_alone() -> None:
    """What we show to people is what they may do."""
    guests = [*(ROOT / "examples").rglob("*.py"), *(ROOT / "tests/common/guests").rglob("*.py")]
    wrong = [
        f"{path.relative_to(ROOT)}: {node.module}"
        for path in guests
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").split(".")[0] == "rulewright"
        and node.module not in surface.PUBLIC
    ]
    assert guests
    assert wrong == []


def test_pages_have_no_block_that_is_not_run() -> None:
    """Each block of Python is a session, so that it is run at all."""
    assert all(text.startswith(">>> ") for path in PAGES for _, text in blocks(path, "python"))
