"""What there is no time for is left out, and told; it is no finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from common.planted import planted

from rulewright.lint import lint
from rulewright.lint.effort import LintEffort, TooSlow
from rulewright.lint.readings import ReadingsSearch

SMALL = LintEffort(positions=80, most=3, reading=6, images=3, kept=8)


def test_what_there_was_no_time_for_is_left_out_and_no_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reading that no game told apart in no time at all may be told apart on another machine."""
    edit = ("clauses.py", '["e", "s"]', '["e", "s", "ne", "se"]')
    name = planted(tmp_path, monkeypatch, edit)
    hurried = lint(name, 1, evolve(SMALL, seconds=0.0))
    assert [each.sentence for each in hurried.findings] == []
    assert [each for each in hurried.left_out if "want of time" in each] == [
        "some random games, which were cut short for want of time",
        "some symmetries (claims), for want of time",
        "readings that make no difference, for want of time",
    ]
    (found,) = lint(name, 1, SMALL).findings
    assert "the reading row=straight differs from row=any in none of" in found.what


def test_readings_that_were_alike_until_time_was_up_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is no finding; the others are compared all the same."""

    def differs(search: ReadingsSearch, _: object, __: str, reading: str) -> bool:
        search.games += 200
        if reading == "straight":
            raise TooSlow
        return False

    monkeypatch.setattr(ReadingsSearch, "differs", differs)
    found = lint(planted(tmp_path, monkeypatch), 1, SMALL)
    assert {"row=straight is like row=any in all 200 random games so far"} == {
        each.partition("(")[2].removesuffix(")")
        for each in found.left_out
        if each.startswith("readings that make no difference, for want of time (")
    }
    assert len(found.findings) == 2
