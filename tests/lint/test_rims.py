"""Tests that a theorem names for its rim, and that are not there."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from pathlib import Path

import pytest
from common.planted import line_of, planted

from rulewright.lint import LintFinding
from rulewright.lint.rims import rims
from rulewright.lint.sources import SourceFiles

SCOPE = 'TheoremScope("facts", "every set of marks"'
TEST = "tests/test_marks.py::test_marks_stay"


def named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, below: str, text: str = ""
) -> tuple[str, list[LintFinding]]:
    """Name a test for the rim of a theorem, and write one to a file below a folder."""
    edit = ("proofs.py", SCOPE, f"{SCOPE}, rim=({TEST!r},)")
    name = planted(folder / "games", monkeypatch, edit, parts=("proofs",))
    if below:
        file = folder / below / "tests" / "test_marks.py"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
    return name, list(rims(name, SourceFiles.of(name)))


@pytest.mark.parametrize("below", [".", "games"])
def test_a_test_in_a_folder_above_the_game_is_found(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "class TestMarks:\n    def test_marks_stay(self): ...\n"
    assert named(tmp_path, monkeypatch, below, text)[1] == []


@pytest.mark.parametrize(
    ("below", "text", "why"),
    [
        ("games/tests", "", "there is no tests/test_marks.py in "),
        (".", "def test_marks_stay_not(): ...\n", "test_marks.py has no function test_marks_stay"),
        (".", "def test_marks_stay(:\n", "test_marks.py has no function test_marks_stay"),
    ],
)
def test_a_test_that_is_not_there_is_a_finding(
    below: str, text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, (found,) = named(tmp_path, monkeypatch, below, text)
    assert found.kind == "reference"
    assert f"names {TEST!r} for its rim, but " in found.what
    assert why in found.what
    assert f"{found.file}:{found.line}" == line_of(tmp_path / "games", name, "proofs.py", TEST)


def test_a_game_that_is_installed_has_no_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor has a copy of a package; a folder of that name may be anybody's there."""
    assert named(tmp_path / "copy", monkeypatch, "")[1] == []
    assert named(tmp_path / "site-packages", monkeypatch, ".", "def test_other(): ...\n")[1] == []
