"""Counterexamples are replayed: what the solver is told of reachability may be too little."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulewright.proofs.prove import TheoremVerdict, prove
from rulewright.proofs.reachability import AbstractReach, Reached
from rulewright.proofs.replay import replayed
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.unknowns import boolean, integer, is_replaying, once
from rulewright.spec.logic import Fact, all_of, implies, not_
from rulewright.spec.minoa.clauses import turn_is_exactly_one_stick_or_one_own_piece
from rulewright.spec.minoa.facts import Move, Position, Rules
from rulewright.spec.minoa.options import Parameters

FACTS = TheoremScope("facts", "two nodes and a link")


def asked() -> tuple[Fact, Reached]:
    """Whether the link is open, and what is reached from its first node."""
    link = boolean("open")
    return link, AbstractReach("node").answer((True, False), ((0, 1, link),))


def reaches() -> Case:
    """Along an open link the second node is reached."""
    link, call = asked()
    return Case("reaches", call.closed(), implies(link, call.marks[1]))


def reaches_anyway() -> Case:
    """The same, said wrongly whether or not the link is open."""
    _, call = asked()
    return Case("reaches anyway", call.closed(), call.marks[1])


def reaches_if(*, linked: bool) -> Case:
    """True; but there is a model against it unless the solver is told what is true of reachability."""
    link, call = asked()
    return Case("reaches", call.closed() if linked else (), implies(link, call.marks[1]))


def verdict(make: Callable[[], Case], **rest: str) -> TheoremVerdict:
    """Prove that an open link is followed, with a twin."""
    claim = Claim("reaches", reaches, why_not_real="a link is no position")
    twin = Twin("twin", make, of="reaches", changed="what is given", **rest)
    return prove(Theorem("a_link_is_followed", "A statement.", FACTS, (), (claim, twin)))


def test_a_true_counterexample_is_replayed() -> None:
    """With the link closed nothing more is reached, and so in the replay."""
    found = verdict(reaches_anyway)
    assert found.holds
    assert found.replayed == "1 of 1 counterexamples replayed"


def test_a_counterexample_of_nothing_but_too_little_told_is_refused() -> None:
    """No graph is like that: the twin is true, and refuted only because the solver knows too little."""
    found = verdict(lambda: reaches_if(linked=False))
    assert not found.holds
    assert "its counterexample cannot be replayed: the conclusion does not fail" in found.detail
    assert "the broken twin was proved" in verdict(lambda: reaches_if(linked=True)).detail


def test_a_twin_may_say_why_it_is_not_replayed() -> None:
    """It is counted."""
    found = verdict(lambda: reaches_if(linked=False), not_replayed="no graph is like that")
    assert found.holds
    assert found.replayed == "0 of 1 counterexamples replayed"


def test_a_model_of_no_graph_does_not_hide_one_that_is() -> None:
    """Whichever the solver finds first: it is asked again, with all that is true of reachability."""

    def two_ways_to_fail() -> Case:
        link, call = asked()
        follows = implies(link, call.marks[1])
        return Case("reaches", (), all_of((follows, implies(call.marks[1], boolean("fact")))))

    of_no_graph = {"open": True, "fact": True}
    assert "the conclusion does not fail" in replayed(two_ways_to_fail, of_no_graph)
    assert replayed(two_ways_to_fail, {"open": True}) == ""
    assert verdict(two_ways_to_fail).replayed == "1 of 1 counterexamples replayed"


@pytest.mark.parametrize("stick", [True, False])
def test_clauses_are_computed_on_plain_values(stick: bool) -> None:
    """The very clause of Minoa: no Z3 term is made while a model is replayed."""
    rules = Rules(Parameters(n=1))
    made: list[Any] = []

    def nobody_puts_down_a_stick() -> Case:
        def facts(name: str) -> tuple[Fact, ...]:
            return tuple(boolean(f"{name}.{line}") for line in rules.board.names)

        turn = (boolean("red"), boolean("blue"))
        before = Position(facts("stick"), (facts("red"), facts("blue")), turn)
        move = Move(facts("new"), (facts("new red"), facts("new blue")))
        made.append(turn_is_exactly_one_stick_or_one_own_piece(rules, before, move))
        return Case("no stick", (made[-1],), not_(all_of((*move.stick[:1], turn[0]))))

    line = rules.board.names[0]
    values = {"red": True, f"new.{line}": stick, f"new red.{line}": not stick}
    why = replayed(nobody_puts_down_a_stick, values)
    assert made == [True]
    assert why == (
        "" if stick else "the conclusion does not fail in it, with what is really reached"
    )


def test_an_unknown_without_a_value_is_false_or_nothing() -> None:
    """So is each that was made before the replay."""
    before = integer("before")

    def never_negative() -> Case:
        assert is_replaying()
        return Case("never", (boolean("fact"),), before + integer("number") > 2)

    assert replayed(never_negative, {"fact": True, "number": 2}) == ""
    assert "a premise" in replayed(never_negative, {"number": 2})
    assert "the conclusion" in replayed(never_negative, {"fact": True, "number": 2, "before": 1})


def test_what_is_made_once_is_made_again_for_a_replay() -> None:
    """Terms that were kept have no values; and what a replay makes is not kept after it."""
    seen: list[object] = []

    @once
    def fact(name: str) -> Fact:
        seen.append(name)
        return boolean(name)

    def case() -> Case:
        return Case("fact", (), fact("x"))

    case()
    case()
    assert len(seen) == 1
    assert "does not fail" in replayed(case, {"x": True})
    assert replayed(case, {"x": False}) == ""
    assert len(seen) == 1 + 2
    case()
    assert len(seen) == 1 + 2
