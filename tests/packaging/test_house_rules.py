"""Rules of the house that no linter knows: sizes, one meaning for a name, one fork for compiled code."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("rulewright", "spec", "impl", "proofs")
LONGEST_FILE, LONGEST_FUNCTION = 500, 60
"""Lines."""
OF_A_GAME = re.compile(r"^(spec|impl|proofs)/\w+/")
"""Folders of one game: each has names of its own, the same in all."""
FORKS = re.compile(r"is_compiled\(|hasattr\(\w+, \"kernel\"\)|isinstance\([^)]*CompiledEngine")
ASKS_FOR_A_KERNEL = {
    "rulewright/play/driver.py": 3,  # the function that asks, and the choice of a driver
    "rulewright/play/pair.py": 2,  # two engines side by side: only if both are, with equal keys
    "rulewright/vectors/variants.py": 2,  # how much is worth generating
    "rulewright/checks/witness.py": 1,  # whether recorded games make the volume of a check
    "rulewright/checks/exhaustive.py": 1,  # what a sweep reads of positions
    "rulewright/lint/bounds.py": 1,  # only compiled code reads beyond an array in silence
    "rulewright/gaps/subject.py": 1,  # else the rules record themselves, in bulk
}
"""Where it is asked whether an engine is compiled, and how often."""


def python_files(*folders: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file; the links to spec, impl and proofs are not followed."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            inside = path.relative_to(ROOT)
            if not any((ROOT / part).is_symlink() for part in inside.parents):
                yield inside.as_posix(), path.read_text(encoding="utf-8")


@cache
def tree_of(text: str) -> ast.Module:
    """Parse a file, once for all rules."""
    return ast.parse(text)


def long_functions(text: str) -> list[str]:
    """Name the functions that are too long."""
    return [
        node.name
        for node in ast.walk(tree_of(text))
        if isinstance(node, ast.FunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]


def public_classes(text: str) -> list[str]:
    """Name the public classes of a module."""
    return [
        node.name
        for node in tree_of(text).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


@pytest.mark.parametrize("folder", [*SOURCES, "tests", "benchmarks", "docs", "examples"])
def test_no_file_is_too_long(folder: str) -> None:
    """A file fits one idea."""
    files = list(python_files(folder))
    assert files
    assert [path for path, text in files if text.count("\n") > LONGEST_FILE] == []


def test_no_function_is_too_long() -> None:
    """In the code; a long one is noticed."""
    found = {path: long for path, text in python_files(*SOURCES) if (long := long_functions(text))}
    assert found == {}
    assert long_functions("def f():\n" + "    x = 1\n" * LONGEST_FUNCTION) == ["f"]


def test_no_two_public_classes_share_a_name() -> None:
    """Outside the folders of the games, where parallel names are the point."""
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path, text in python_files(*SOURCES):
        if not OF_A_GAME.match(path):
            for name in public_classes(text):
                homes[name].append(path)
    assert len(homes) > 100
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_whether_an_engine_is_compiled_is_asked_in_one_place_for_one_engine_and_for_two() -> None:
    """Everything else goes through a driver."""
    found = {
        path: len(asked)
        for path, text in python_files("rulewright")
        if (asked := FORKS.findall(text))
    }
    assert found == ASKS_FOR_A_KERNEL


def demanding_asserts(text: str) -> list[str]:
    """Return the assertions that do more than narrow a type: with -O nothing would be checked."""
    found = []
    for node in ast.walk(tree_of(text)):
        if isinstance(node, ast.Assert):
            asked = ast.unparse(node.test)
            if not re.fullmatch(r"[\w.]+ is not None|isinstance\([\w.]+, \w+\)|_kernel", asked):
                found.append(asked)
    return found


def test_no_check_of_ours_is_an_assertion() -> None:
    """Python runs without them under -O."""
    assert demanding_asserts("assert counted() == 3\nassert self.taken") == [
        "counted() == 3",
        "self.taken",
    ]
    found = {path: demanding_asserts(text) for path, text in python_files(*SOURCES)}
    assert {path: asked for path, asked in found.items() if asked} == {}
