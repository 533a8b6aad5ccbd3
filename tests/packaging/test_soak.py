"""What CI runs instead of a test that only `make soak` runs is there, and is run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
ENTRIES: list[dict[str, Any]] = json.loads((TESTS / "soak.json").read_text("utf-8"))
FUNCTION = re.compile(r"\btest_\w+\b(?!\.py)")
PLACE = re.compile(r"\btests/[\w/]+(?:\.py)?")


def functions(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the tests that are not marked `soak`: file and name."""
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                marks = {ast.unparse(each) for each in node.decorator_list}
                if "pytest.mark.soak" not in marks:
                    yield path.relative_to(folder.parent).as_posix(), node.name


def in_vain(entries: list[dict[str, Any]]) -> list[str]:
    """List what reasons name that CI does not run, or that there is not."""
    moved = {each["test"] for each in entries if not each["cases"]}
    run = {name for file, name in functions(TESTS) if f"{file}::{name}" not in moved}
    reasons = [each["kept"] for each in entries]
    named = {name for kept in reasons for name in FUNCTION.findall(kept)}
    places = {place for kept in reasons for place in PLACE.findall(kept)}
    missing = {place for place in places if not (TESTS.parent / place).exists()}
    return sorted(named - run | missing)


def test_what_is_kept_instead_is_run() -> None:
    """Tests that a reason names run in CI, and the files that it names exist."""
    assert len(ENTRIES) > 50
    assert all(each["kept"] for each in ENTRIES)
    assert in_vain(ENTRIES) == []


def test_a_reason_that_names_what_is_not_run_is_noticed() -> None:
    """A test that is moved as well, one that there is not, and a file that there is not."""
    (whole, *_) = (each["test"] for each in ENTRIES if not each["cases"])
    name = whole.rpartition("::")[2]
    kept = f"{name}, test_that_nobody_wrote and tests/nowhere/test_nothing.py"
    planted = [*ENTRIES, {"test": "tests/a.py::test_b", "cases": [], "kept": kept}]
    assert in_vain(planted) == sorted(
        [name, "test_that_nobody_wrote", "tests/nowhere/test_nothing.py"]
    )
