"""Tests share code through `tests/common`, and none changes the search path."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FILES = sorted(TESTS.rglob("*.py"))
PATHS = ("sys.path", "syspath_prepend")


def place(path: Path) -> str:
    """Return the path of a file relative to the tests."""
    return path.relative_to(TESTS).as_posix()


EXEMPT = {
    "impl/test_guests.py": "a package is made anew by each test, under the same name",
    "common/one_place_server.py": "a fork imports a copy of the package, which is named to it",
}
"""Files that may use the search path, and why."""


def changes_the_path(text: str) -> list[str]:
    """List the expressions that use Python's search path."""
    found = (
        ast.unparse(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)
    )
    return [each for each in found if each.endswith(PATHS)]


def test_no_file_touches_the_search_path() -> None:
    """`pythonpath` in pyproject.toml is enough; a program gets PYTHONPATH from the test that runs it."""
    assert len(FILES) > 100
    touched = {place(path): changes_the_path(path.read_text("utf-8")) for path in FILES}
    assert {name for name, found in touched.items() if found} == set(EXEMPT)


@pytest.mark.parametrize(
    "line", ["sys.path.insert(0, 'x')", "sys.path[:0] = []", "m.syspath_prepend('x')"]
)
def test_a_change_of_the_search_path_is_detected(line: str) -> None:
    """In any of its usual forms."""
    assert changes_the_path(line)
