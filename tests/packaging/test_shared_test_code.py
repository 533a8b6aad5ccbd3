"""Tests share code through `tests/common`, and are short enough to be read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
FILES = sorted(TESTS.rglob("*.py"))
MOST_LINES, MOST_LINES_OF_A_FUNCTION = 500, 60
PATHS = ("sys.path", "syspath_prepend")


def place(path: Path) -> str:
    """Return the path of a file relative to the tests."""
    return path.relative_to(TESTS).as_posix()


def changes_the_path(text: str) -> list[str]:
    """List the expressions that use Python's search path."""
    found = (
        ast.unparse(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)
    )
    return [each for each in found if each.endswith(PATHS)]


def long_functions(text: str) -> list[str]:
    """Return the names of the functions that are too long."""
    return [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    ]


def test_no_file_touches_the_search_path() -> None:
    """`pythonpath` in pyproject.toml is enough; a program gets PYTHONPATH from the test that runs it."""
    assert len(FILES) > 100
    touched = {place(path): changes_the_path(path.read_text("utf-8")) for path in FILES}
    assert {name: found for name, found in touched.items() if found} == {}


@pytest.mark.parametrize(
    "line", ["sys.path.insert(0, 'x')", "sys.path[:0] = []", "m.syspath_prepend('x')"]
)
def test_a_change_of_the_search_path_is_detected(line: str) -> None:
    """In any of its usual forms."""
    assert changes_the_path(line)


def test_files_and_functions_are_short() -> None:
    """No file has more than 500 lines, no function more than 60."""
    texts = {place(path): path.read_text("utf-8") for path in FILES}
    assert [name for name, text in texts.items() if len(text.splitlines()) > MOST_LINES] == []
    assert {name: found for name, text in texts.items() if (found := long_functions(text))} == {}


def test_a_long_function_is_detected() -> None:
    """61 lines are too many, 60 are not."""
    body = "    pass\n" * (MOST_LINES_OF_A_FUNCTION - 1)
    assert long_functions(f"def f():\n{body}") == []
    assert long_functions(f"def f():\n{body}    pass\n") == ["f"]
