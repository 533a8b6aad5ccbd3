"""Reasons why no theorem notices a mutant are of theorems and clauses that there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from common.planted import planted

from rulewright.cli import application
from rulewright.lint import lint
from rulewright.lint.effort import LintEffort

SMALL = LintEffort(positions=80, most=3, reading=1, images=1, kept=2)
THEOREM = "no_square_ever_carries_two_marks"
REASONS = [
    ('UNNOTICED = (Unnoticed("no_square", ("TTT-3",), "so"),)', "which is no theorem: name one"),
    (f'UNNOTICED = (Unnoticed("{THEOREM}", ("TTT-33 off",), "so"),)', "'TTT-33 off' in UNNOTICED"),
    (f'UNNOTICED = (Unnoticed("{THEOREM}", ("TTT-3 off"), "so"),)', "a text: name mutants"),
    ("UNNOTICED = 5", "UNNOTICED of type int: it must be a tuple of Unnoticed(...)"),
    ('UNNOTICED = (NoticedByNone(("TTT-3",), "a"),)', "it must consist of Unnoticed(...)"),
    ('NOTICED_BY_NONE = (NoticedByNone(("TTT-9",), "a"),)', "'TTT-9' in NOTICED_BY_NONE"),
]
IMPORTED = "from rulewright.proofs.mutation import NoticedByNone, Unnoticed\n"


@pytest.mark.parametrize("reason", REASONS, ids=str)
def test_a_reason_for_what_there_is_not_is_refused(
    reason: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one line, by `lint` and by `prove`."""
    edit = ("proofs.py", "", IMPORTED + reason[0])
    name = planted(tmp_path, monkeypatch, edit, parts=("proofs",))
    found = [each.sentence for each in lint(name, effort=SMALL).findings]
    assert len(found) == 1
    assert reason[1] in found[0]
    said = CliRunner().invoke(application, ["prove", name])
    assert reason[1] in said.output
    assert said.exit_code == 5


def test_a_reason_for_what_there_is_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clause stands for all of its mutants, of which each has a name that begins with it."""
    said = f'UNNOTICED = (Unnoticed("{THEOREM}", ("TTT-3", "TTT-3 off"), "so"),)'
    name = planted(tmp_path, monkeypatch, ("proofs.py", "", IMPORTED + said), parts=("proofs",))
    assert [each.sentence for each in lint(name, effort=SMALL).findings] == []
