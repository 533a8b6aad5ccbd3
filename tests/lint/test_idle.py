"""A clause that is true of whatever it is given demands nothing, and no game shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from common.planted import line_of, planted

from rulewright.lint import lint
from rulewright.lint.effort import LintEffort

SMALL = LintEffort(positions=80, most=3, reading=6, images=3, kept=8)
HOLDS = "    return none_of(map(all_of, zip(*here.marks, strict=True)))\n"
PERMITS = "    return none_of(row(rules, marks) for marks in before.marks)\n"
MARKS = "for own in here.marks for mark in own"


@pytest.mark.parametrize(
    ("old", "new", "what", "where"),
    [
        (HOLDS, "    return True\n", "`holds` of TTT-3 holds of every position", "def no_square"),
        (
            HOLDS,
            f"    return all_of(any_of((mark, not_(mark))) {MARKS})\n",
            "`holds` of TTT-3 holds of every position there could be",
            "def no_square",
        ),
        (
            PERMITS,
            "    return all_of(implies(fact, fact) for fact in put)\n",
            "`permits` of TTT-4 permits every action in every position",
            "def three_in_a_row_end",
        ),
    ],
)
def test_a_clause_that_demands_nothing_is_found(  # noqa: PLR0917
    old: str, new: str, what: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it says so at once, or only whatever its facts are."""
    name = planted(tmp_path, monkeypatch, ("clauses.py", old, new))
    (found,) = lint(name, effort=SMALL).findings
    assert found.kind == "unused"
    assert what in found.what
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "clauses.py", where)


@pytest.mark.parametrize(
    "new",
    [
        f"    return any_of(not_(mark) {MARKS})\n",
        "    return rules.rulings.row == 'any' or not_(all_of(here.marks[0]))\n",
    ],
    ids=["a full board of both", "by one reading"],
)
def test_what_some_position_could_break_is_no_idle_clause(
    new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A demand is there for positions that no game has, and may be one by some readings alone."""
    name = planted(tmp_path, monkeypatch, ("clauses.py", HOLDS, new))
    assert not [each for each in lint(name, effort=SMALL).findings if each.kind == "unused"]
