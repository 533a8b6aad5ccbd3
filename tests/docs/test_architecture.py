"""The picture of the packages says what the imports say, and the page has an entry for each package."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from architecture_picture import PICTURE, below, floors, imports, packages

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
BOX = re.compile(r'data-package="(\w+)" data-floor="(\d+)"')
ARROW = re.compile(r'data-from="(\w+)" data-to="(\w+)"')

Arrows = frozenset[tuple[str, str]]


def imported(path: Path) -> Iterator[str]:
    """Name what a file imports, dotted; read from its syntax, without the drawing's own means."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imports_in_the_tree() -> Arrows:
    """Pair each package with those that it imports."""
    found = set()
    for name in packages():
        files = [*(ROOT / "rulewright" / name).rglob("*.py"), ROOT / "rulewright" / f"{name}.py"]
        assert any(path.exists() for path in files)
        for path in filter(Path.exists, files):
            parts = (text.split(".") for text in imported(path) if text.startswith("rulewright."))
            found |= {(name, part[1]) for part in parts if part[1] in packages() - {name}}
    return frozenset(found)


def closure(arrows: Arrows) -> Arrows:
    """Add all that chains of arrows imply."""
    grown = arrows | {(a, d) for a, b in arrows for c, d in arrows if b == c}
    return arrows if grown == arrows else closure(grown)


def complaints(drawing: str, tree: Arrows) -> list[str]:
    """List what a drawing gets wrong."""
    boxes: Mapping[str, int] = {name: int(number) for name, number in BOX.findall(drawing)}
    drawn = frozenset(ARROW.findall(drawing))
    wrong = [f"{name} is not drawn" for name in sorted(packages() - set(boxes))]
    wrong += [f"{name} is no package" for name in sorted(set(boxes) - packages())]
    wrong += [f"no import: {a} > {b}" for a, b in sorted(drawn - tree)]
    wrong += [f"not shown: {a} > {b}" for a, b in sorted(tree - closure(drawn))]
    wrong += [
        f"implied by others: {a} > {b}"
        for a, b in sorted(drawn)
        if (a, b) in closure(drawn - {(a, b)})
    ]
    wrong += [f"upwards: {a} > {b}" for a, b in sorted(tree) if boxes.get(a, 0) <= boxes.get(b, 0)]
    wrong += [
        f"{name} is on the wrong floor" for name in boxes if boxes[name] != floors().get(name)
    ]
    return wrong


def test_the_picture_is_that_of_the_imports() -> None:
    """After a change of imports: `python docs/architecture_picture.py`."""
    assert complaints(PICTURE.read_text("utf-8"), imports_in_the_tree()) == []


def test_a_wrong_arrow_is_noticed() -> None:
    """One that no import stands behind, one that is missing, one that is implied; a box too high."""
    drawing, tree = PICTURE.read_text("utf-8"), imports_in_the_tree()
    lines = drawing.splitlines()
    (first, *_) = [line for line in lines if ARROW.search(line)]
    assert any("not shown" in each for each in complaints(drawing.replace(first, ""), tree))
    upward = f'{drawing}<path data-from="interface" data-to="cli"/>'
    assert "no import: interface > cli" in complaints(upward, tree)
    implied = f'{drawing}<path data-from="commands" data-to="interface"/>'
    assert "implied by others: commands > interface" in complaints(implied, tree)
    floor = 'data-package="interface" data-floor="{}"'
    (number,) = (each for each in range(3) if floor.format(each) in drawing)
    raised = drawing.replace(floor.format(number), floor.format(number + 1))
    assert "interface is on the wrong floor" in complaints(raised, tree)


def test_an_import_from_above_is_noticed() -> None:
    """Even one that closes a circle, which has no picture."""
    drawing, tree = PICTURE.read_text("utf-8"), imports_in_the_tree()
    assert "upwards: play > cli" in complaints(drawing, tree | {("play", "cli")})
    with pytest.raises(ValueError, match="circle: a > b > a"):
        below({"a": frozenset("b"), "b": frozenset("a")}, "a")


def test_the_drawing_reads_imports_as_this_test_does() -> None:
    """Two ways to read them: from the syntax, and by the library of the import contracts."""
    assert {(a, b) for a, targets in imports().items() for b in targets} == imports_in_the_tree()
    assert set(floors()) == packages()


def test_every_package_has_an_entry() -> None:
    """One each, on the page beside the picture."""
    text = PAGE.read_text("utf-8")
    assert f"images/{PICTURE.name}" in text
    entries = re.findall(r"^`rulewright\.(\w+)`", text, re.MULTILINE)
    assert sorted(entries) == sorted(packages())
