"""An action that an engine lists wherever it is illegal: one bug, which says nothing about a reading."""

from __future__ import annotations

from typing import Any

import pytest
from common.claims import Claims
from common.composites import Composite
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import PLAYED, Observation, Seen
from rulewright.conformance.evidence.hypothesis import Hypothesis, Laboratory
from rulewright.conformance.verdict.residue import Pattern, never, without
from rulewright.conformance.verdict.weighing import Weigher
from rulewright.play import games

LISTS = "it lists 'pass' in "
RULES = Hypothesis.of(games.specified("dreieck").default_rulings)


def test_passing_is_said_to_be_listed_where_it_is_illegal() -> None:
    """It is one bug, whose first game is told, and nothing follows from it."""
    composite = Composite("dreieck", {}, ("passing_is_always_allowed",))
    (found,) = check(composite.player(), "dreieck", {"s": 2}, effort=QUICK, seed=1).games
    assert found.plays.startswith(f"the rules in force, apart from 1 bug: {LISTS}")
    (deviation,) = found.deviations
    assert deviation.explained_by.startswith(LISTS)
    assert [each.clause for each in deviation.clauses] == ["DRE-6"]
    assert len(deviation.moves) == 1
    assert Claims(composite, found, [Composite("dreieck", {})]).false() == []


class PassesLate(Playing):
    """Lets whoever can move pass, but not in the first five actions."""

    def legal(self) -> list[str]:
        """List the legal actions."""
        legal = super().legal()
        return sorted({*legal, "pass"}) if legal and self.plies > 5 else legal


def test_what_is_often_not_listed_is_no_such_bug() -> None:
    """Something else decides where it is."""
    (found,) = check(PassesLate(), "dreieck", {"s": 2}, effort=QUICK, seed=1).games
    assert found.deviations
    assert LISTS not in found.plays


@pytest.mark.slow
@pytest.mark.soak
def test_what_becomes_of_a_tile_is_told_beside_it() -> None:
    """Games in which somebody has passed for nothing say nothing: by some readings they are illegal."""
    composite = Composite("dreieck", {"stuck": "bury"}, ("passing_is_always_allowed",))
    (found,) = check(composite.player(), "dreieck", effort=QUICK, seed=1).games
    assert found.plays.startswith(
        f"stuck=bury explains everything observed, apart from 1 bug: {LISTS}"
    )
    assert Claims(composite, found, [Composite("dreieck", {"stuck": "bury"})]).false() == []


def test_what_is_due_anyway_is_left_out_under_any_readings() -> None:
    """Also of observations in which a bug was not met; what was played then is known to be."""
    tile = min(games.fastest("dreieck", {}, RULES.readings).legal_actions(start()))
    each = Observation({}, (tile, "pass"), Seen(legal=("pass",)))
    weigher = Weigher(Laboratory("dreieck"), RULES)
    assert weigher.wrong(RULES, each) == {(PLAYED, "pass")}
    assert not weigher.is_out_of_play(each, (RULES,))

    def is_pass(_: Observation, item: Any) -> bool:
        return bool(item[1] == "pass")

    weigher.left = without([Pattern("passes", "", {}, never, is_due_anyway=is_pass)])
    assert not weigher.wrong(RULES, each)
    assert weigher.is_out_of_play(each, (RULES,))


def start() -> Any:
    """Return the position that a game begins with."""
    return games.fastest("dreieck", {}, RULES.readings).initial()
