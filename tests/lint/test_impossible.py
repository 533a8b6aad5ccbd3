"""What a demand on positions says of positions that no game has is compared as well."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from common.planted import line_of, planted

from rulewright.lint import lint
from rulewright.lint.arguments import facts_of
from rulewright.lint.effort import LintEffort
from rulewright.lint.impossible import MOST, impossible, with_others
from rulewright.play import games
from rulewright.play.changed import FEW_FACTS

SMALL = LintEffort(positions=80, most=3, reading=6, images=3, kept=8)
EXAMPLES = Path(__file__).parents[2] / "examples"
SAYS = "    x, o = map(count, here.marks)\n"
BRANCH = (
    "    if here.marks[0][0] is not True and here.marks[0][0] is not False:\n        return True\n"
)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Tic-tac-toe, of which three clauses speak of positions."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    return games.specification("tictactoe")


def test_a_demand_that_says_yes_of_unknowns_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says yes of every position of a game, and so it does of lanes: that was not noticed."""
    name = planted(tmp_path, monkeypatch, ("clauses.py", SAYS, BRANCH + SAYS))
    (found,) = lint(name, effort=SMALL).findings
    assert found.kind == "formula"
    assert f"{found.file}:{found.line}" == line_of(tmp_path, name, "clauses.py", "def x_has_as")
    assert "`holds` of TTT-2 says True on bit vectors, and False on bools" in found.what


def test_a_few_facts_are_otherwise(engine: Any) -> None:
    """And the options are as they were."""
    given = engine.looked_at(engine.initial())
    for seed in range(20):
        changed = with_others(given, Random(seed))
        pairs = zip(facts_of(given), facts_of(changed), strict=True)
        assert 1 <= sum(one != other for one, other in pairs) <= FEW_FACTS
        assert changed[0] == given[0]


def test_a_clause_may_take_it_that_those_before_it_hold(engine: Any) -> None:
    """So it is asked about no other position, while the first is asked about all."""
    calls = [(engine.looked_at(engine.initial()), True)]
    first, *others = engine.rulebook.speaking_of_positions()
    found = impossible(engine.rulebook, first.identifier, calls)
    assert len(found) == MOST
    assert {said for _, said in found} == {True, False}
    for clause in others:
        for given, _ in impossible(engine.rulebook, clause.identifier, calls):
            assert first.holds(*given)


def test_what_raises_there_is_left_out(engine: Any) -> None:
    """A position that no game has may be none at all."""

    def raises(*_: object) -> bool:
        raise LookupError

    calls = [(engine.looked_at(engine.initial()), True)]
    first, *_ = engine.rulebook.speaking_of_positions()
    broken = engine.rulebook.replacing(first.identifier, holds=raises)
    assert impossible(broken, first.identifier, calls) == []
