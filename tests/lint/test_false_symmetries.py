"""Symmetries that are claimed, and false in what an action leads to, of the players, or of nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from common.planted import line_of, planted

from rulewright.cli import application
from rulewright.lint import lint
from rulewright.lint.effort import LintEffort

SMALL = LintEffort(positions=80, most=3, reading=1, images=2, kept=2)
CLAIMED = 'board_symmetries(BOARD, upright if engine.rulings["row"] == "across" else None)'
MORE = f"return (*{CLAIMED}, Symmetry({{}}))"
FALSE = [
    (
        '"other", lambda a: {"a1": "a2", "a2": "a1"}.get(a, a), dict, str',
        "a2 in the image leads to another position than a1: its image differs in position",
    ),
    ('"other", str, dict, lambda name: "x"', "of `symmetries`, 'other' makes x, x of x, o"),
    (
        '"other", str, dict, str, lambda position: False',
        "the symmetry 'other' is claimed, but applies to none of",
    ),
]


@pytest.mark.parametrize("false", FALSE, ids=str)
def test_a_false_symmetry_is_found(
    false: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By `lint`, at the line where it is made."""
    edit = ("spec.py", f"return {CLAIMED}", MORE.format(false[0]))
    name = planted(tmp_path, monkeypatch, edit)
    (found, *_) = lint(name, effort=SMALL).findings
    assert found.kind in {"symmetry", "result"}
    assert false[1] in found.what
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "spec.py", '"other"')


def test_players_that_are_not_renamed_are_no_bug_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a symmetry that applies nowhere is told, since nothing held of it."""
    said = [
        CliRunner().invoke(application, ["verify", name, "--quick", "--check", "laws"])
        for name in [
            planted(tmp_path, monkeypatch, ("spec.py", f"return {CLAIMED}", MORE.format(false)))
            for false, _ in FALSE[1:]
        ]
    ]
    assert "'other' makes x, x of x, o" in said[0].stdout
    assert said[0].exit_code == 1
    assert "laws left out the symmetry 'other': it applied to no position" in said[1].stdout
    assert said[1].exit_code == 0
