"""Formulas of a game with structures of its own: a fact that is used as a Python truth is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from rulewright.lint.refusing import RefusingFactsLint
from rulewright.lint.sampling import Calls, played
from rulewright.lint.sources import SourceFiles
from rulewright.play import games
from rulewright.spec.logic import all_of, iff, implies, not_


def by_if(before: Any) -> Any:
    """Branch on a fact."""
    return not (before.turn[0] and before.sticks[0])


def by_comparison(before: Any) -> Any:
    """Compare facts as Python objects."""
    return before.turn[0] != before.turn[1]


def by_any(before: Any) -> Any:
    """Ask Python whether one of several facts holds."""
    return any(before.turn)


def by_combinators(before: Any) -> Any:
    """Say what `by_if` says."""
    return implies(before.turn[0], not_(before.sticks[0]))


def by_equivalence(before: Any) -> Any:
    """Say what `by_comparison` says."""
    return not_(iff(before.turn[0], before.turn[1]))


def by_options(rules: Any) -> Any:
    """Branch on a reading, which is no fact."""
    return rules.rulings.closure in {"line", "coloured"} and len(rules.players) > 1


def found(also: Callable[..., Any], *, by_rules: bool = False) -> tuple[list[str], int]:
    """Lint Minoa, one of whose clauses says something more; return findings and evaluations."""
    specified = games.specified("minoa")
    rulebook = specified.rulebook
    right: Any = rulebook["MIN-9"].permits

    def wrong(rules: Any, before: Any, move: Any) -> Any:
        more = also(rules) if by_rules else also(before)
        return all_of((right(rules, before, move), more))

    clauses = tuple(
        evolve(clause, permits=wrong) if clause.identifier == "MIN-9" else clause
        for clause in rulebook.clauses
    )
    calls = Calls(most=8)
    planted = evolve(rulebook, clauses=clauses)
    engine = specified.engine({"n": 1}, {}, rulebook=calls.watched(planted))
    played(engine, seed=1, most=2, positions=400)
    looked = RefusingFactsLint(planted, SourceFiles.of("minoa"), calls)
    return [each.sentence for each in looked.findings()], looked.evaluated


@pytest.mark.parametrize("wrong", [by_if, by_comparison, by_any])
def test_a_fact_that_is_used_as_a_truth_is_found(wrong: Callable[..., Any]) -> None:
    """Once, with the clause and what to use instead."""
    (sentence,), evaluated = found(wrong)
    assert "`permits` of MIN-9: a rule must not" in sentence
    assert "use the combinators" in sentence
    assert evaluated > 5


@pytest.mark.parametrize("right", [by_combinators, by_equivalence])
def test_what_is_said_with_the_combinators_is_clean(right: Callable[..., Any]) -> None:
    """The same as above, as a formula."""
    sentences, evaluated = found(right)
    assert sentences == []
    assert evaluated > 5


def test_a_formula_may_branch_on_the_readings() -> None:
    """They are the same for all positions."""
    assert found(by_options, by_rules=True)[0] == []
