"""A formula that depends on more than it is given is told as that, and combinators do not mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import z3
from common.planted import planted

from rulewright.author.bulk import LaneFact
from rulewright.lint import lint
from rulewright.lint.effort import LintEffort
from rulewright.lint.formulas import differs, no_plain_facts

SMALL = LintEffort(positions=80, most=3, reading=6, images=3, kept=8)
SAYS = "    return none_of(map(all_of, zip(*here.marks, strict=True)))\n"
AGAIN = "says something else when it is asked the same again"


@pytest.mark.parametrize(
    ("first", "new"),
    [
        ("import random\n", "    return random.random() < 0.5\n"),
        ("CALLS = []\n", "    CALLS.append(1)\n    return len(CALLS) % 97 != 5\n"),
    ],
    ids=["chance", "calls"],
)
def test_a_formula_that_varies_is_told_as_that(
    first: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told to use the combinators."""
    edits = ("clauses.py", SAYS, new), ("clauses.py", "Facts = ", f"{first}\nFacts = ")
    name = planted(tmp_path, monkeypatch, *edits)
    found = [each for each in lint(name, effort=SMALL).findings if each.kind == "formula"]
    assert found
    assert all(AGAIN in each.what for each in found), found
    assert all("nothing but what it is given" in each.remedy for each in found)


@pytest.mark.parametrize(
    ("there", "kind"),
    [
        (np.array([True, False]), "NumPy arrays"),
        (z3.Bool("kept"), "Z3 terms"),
        (LaneFact(3, 0, (2,)), "bit vectors"),
        (True, ""),
        (1, ""),
    ],
)
def test_facts_of_many_positions_are_no_fact_of_one(there: Any, kind: str) -> None:
    """Such as one that was kept from another evaluation: it was told as a bug of ours."""
    assert no_plain_facts((False, [there])) == kind
    assert differs((False, (there,)), (False, (True,))) == bool(kind)
    assert not differs((False, True), (False, True))
    assert differs((False,), (False, True))
