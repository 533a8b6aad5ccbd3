"""What a scope leaves out has its default, and that is said: a statement may say more."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli import application
from rulewright.play import games
from rulewright.proofs.scope import TheoremScope

PARAMETERS, RULINGS = {"n": 5, "k": 2}, {"closure": "coloured", "end": "full"}


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        (TheoremScope("board", "all"), {**PARAMETERS, **RULINGS}),
        (TheoremScope("board", "all", params={"n": (1, 2)}), {"k": 2, **RULINGS}),
        (
            TheoremScope("window", "all", readings={"end": ("full", "exhausted")}),
            {**PARAMETERS, "closure": "coloured"},
        ),
        (TheoremScope("board", "all", params={"n": (1,)}, any_others=True), {"k": 2}),
        (TheoremScope("facts", "all"), {}),
    ],
)
def test_what_is_left_out_has_its_default(scope: TheoremScope, left: dict[str, Any]) -> None:
    """Not where readings do not matter, nor where the scope has them all."""
    assert scope.by_default(PARAMETERS, RULINGS) == left


@pytest.mark.parametrize("name", ["three_connected_cells_are_a_line_a_triangle_or_a_hook"])
def test_it_is_printed_with_the_scope(name: str) -> None:
    """Its reader need not know the defaults to see for which readings it was proved."""
    found = CliRunner().invoke(application, ["prove", "nonaga", "--theorem", name])
    scope, default = (
        next(line for line in found.output.splitlines() if line.startswith(start))
        for start in ("  scope: ", "  by default: ")
    )
    specified = games.specified("nonaga")
    assert "n=2" in scope
    assert " n=" not in default
    for question, reading in specified.default_rulings.items():
        assert f"{question}={reading}" in default
