"""The prover: what is false is not proved, what is vacuous is not proved, silence is not a proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import verdicts
import z3

from rulewright.play import games
from rulewright.proofs import second_solver
from rulewright.proofs.prove import prove
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.second_solver import cross_checked
from rulewright.proofs.solving import SAT, UNSAT, Query
from rulewright.proofs.theorem import (
    Case,
    Claim,
    Computed,
    Enumeration,
    Exhibit,
    FalseExhibit,
    Part,
    Theorem,
    Twin,
    lemma,
)

A, B, C, D = z3.Bools("a b c d")
X = z3.Int("x")

ALL = TheoremScope("facts", "all of it")


def case(label: str, given: tuple[Any, ...], then: Any, **rest: Any) -> Callable[[], Case]:
    """Make a maker of a case."""
    return lambda: Case(label, given, then, **rest)


def claim(name: str, given: tuple[Any, ...], then: Any) -> Claim:
    """Make a claim of one case."""
    return Claim(name, lambda: (Case(name, given, then),), why_not_real=OF_FACTS)


OF_FACTS = "it is about facts, not about positions"
IF_B_THEN_A = z3.Implies(B, A)


TRUE_CLAIM = claim("b gives a, if it does", (IF_B_THEN_A, B), A)
FALSE_CLAIM = claim("a gives b", (A,), B)
VACUOUS_CLAIM = claim("a and not a give b", (A, z3.Not(A)), B)
BROKEN: dict[str, str] = {"of": TRUE_CLAIM.name, "changed": "what is given, or what follows"}
GOOD_TWIN = Twin("b gives a", case("b gives a", (B,), A), **BROKEN)
BAD_TWIN = Twin("a gives a", case("a gives a", (A,), A), **BROKEN)


def theorem(*parts: Part) -> Theorem:
    """Make a theorem of some parts."""
    return Theorem("a_name", "A statement.", ALL, ("MIN-1",), parts)


def test_a_true_claim_with_a_good_twin_holds() -> None:
    """Proved, with a model of what is given, and the twin refuted."""
    verdict = prove(theorem(TRUE_CLAIM, GOOD_TWIN))
    assert (verdict.status, verdict.holds) == ("proved", True)
    assert [part.status for part in verdict.parts] == ["proved", "refuted"]
    assert verdict.queries == 3


@pytest.mark.parametrize(
    ("parts", "status", "why"),
    [
        ((FALSE_CLAIM, GOOD_TWIN), "refuted", "a gives b"),
        ((VACUOUS_CLAIM, GOOD_TWIN), "open", "vacuous"),
        ((TRUE_CLAIM, BAD_TWIN), "open", "the broken twin was proved as well: what is wrong in it"),
        ((TRUE_CLAIM,), "open", "no broken twin"),
        ((GOOD_TWIN,), "open", "no part that proves anything"),
        ((Claim("nothing", lambda: ()), GOOD_TWIN), "open", "no case"),
        (
            (Exhibit("a game", lambda: Computed(False, "it is not so", 1)), GOOD_TWIN),
            "refuted",
            "not so",
        ),
        (
            (Enumeration("all", lambda: Computed(False, "not all", 1)), GOOD_TWIN),
            "refuted",
            "not all",
        ),
        (
            (TRUE_CLAIM, FalseExhibit("a lie", lambda: Computed(True, "it is so", 1))),
            "open",
            "a lie",
        ),
    ],
)
def test_whatever_is_wrong_is_not_proved(parts: tuple[Part, ...], status: str, why: str) -> None:
    """The verdict does not hold, and its detail says why."""
    verdict = prove(theorem(*parts))
    assert (verdict.status, verdict.holds) == (status, False)
    assert why in verdict.detail


def test_a_timeout_is_no_proof() -> None:
    """A question beyond the time limit leaves the verdict open."""
    bits = [z3.BitVec(name, 64) for name in "pqr"]
    hard = z3.And(bits[0] * bits[1] == 0x7FFFFFFF12345671, z3.UGT(bits[0], 2), z3.UGT(bits[1], 2))
    factors = claim("no factors", (z3.UGT(bits[2], 0),), z3.Not(hard))
    verdict = prove(theorem(factors, GOOD_TWIN), time_limit=0.001)
    assert not verdict.holds
    assert verdict.status in {"open", "refuted"}


def test_a_lemma_counts_only_after_its_proof() -> None:
    """A claim that rests on an unproved lemma, or on one that was refuted, is not proved."""
    step = Case("a gives c, if it does", (A, z3.Implies(A, C)), C)
    wrong = Case("a gives b", (A,), B)

    def resting(on: Case) -> Claim:
        given = (*on.given, z3.Implies(on.then, D))
        case = Case("it", given, D, (on,), using=given[-1:])
        return Claim("it follows", lambda: (case,), why_not_real=OF_FACTS)

    proved = lemma("step", lambda: (step,))
    assert prove(theorem(proved, resting(step), TRUE_CLAIM, GOOD_TWIN)).holds
    unproved = prove(theorem(resting(step), GOOD_TWIN))
    assert not unproved.holds
    assert "not proved before" in unproved.detail
    assert not prove(theorem(lemma("step", lambda: (wrong,)), resting(wrong), GOOD_TWIN)).holds


def test_a_lemma_is_used_as_the_implication_it_is() -> None:
    """Its conclusion does not hold where its premises are not given."""
    step = Case("a gives a", (A,), A)
    beyond = Claim("a from nothing", lambda: (Case("a", (B,), A, (step,)),))
    verdict = prove(theorem(lemma("step", lambda: (step,)), beyond, GOOD_TWIN))
    assert not verdict.holds


def test_a_part_of_the_premises_must_be_a_part() -> None:
    """What is used must be given."""
    with pytest.raises(ValueError, match="not given"):
        prove(theorem(Claim("more", lambda: (Case("more", (A,), B, using=(B,)),)), GOOD_TWIN))


QUERIES = [Query("yes", "(set-logic ALL)\n(declare-const a Bool)\n(assert a)\n(check-sat)\n", SAT)]


class Contrary:
    """A second solver that contradicts, or says nothing."""

    def __init__(self, answer: str) -> None:
        """Choose the answer."""
        self.said = answer

    def answer(self, path: Path) -> str:
        """Give it, whatever is asked."""
        assert path.exists()
        return self.said

    def stop(self) -> None:
        """Nothing runs."""

    def wrong(self, name: str) -> str:
        """Nothing is wrong with it."""
        del name
        return ""


def test_a_contradiction_between_solvers_is_found() -> None:
    """It names the query; silence is counted, and is no contradiction."""
    contrary: Any = Contrary(UNSAT)
    assert str(cross_checked(QUERIES, contrary)).startswith("disagreed on yes: ")
    silent: Any = Contrary("unknown")
    assert str(cross_checked(QUERIES, silent)) == "agreed on 0 queries, no answer on 1"


def test_queries_that_the_second_solver_had_no_time_for_are_counted() -> None:
    """They are no agreement."""
    agreeing: Any = Contrary(SAT)
    hurried = cross_checked(QUERIES * 3, agreeing, most_seconds=0.0)
    assert str(hurried) == "agreed on 1 queries, 2 not asked for want of time"
    assert str(cross_checked(QUERIES * 3, agreeing)) == "agreed on 3 queries"


@pytest.mark.slow
@pytest.mark.skipif(not second_solver.is_installed(), reason="cvc5 is an optional extra")
def test_the_second_solver_reads_what_is_written(tmp_path: Path) -> None:
    """Every query goes to a file that cvc5 answers as Z3 did."""
    verdict = prove(theorem(TRUE_CLAIM, GOOD_TWIN), cross_check=True, smt2=tmp_path)
    assert verdict.holds
    assert verdict.cross_check == "agreed on 3 queries"
    assert len(list(tmp_path.glob("*.smt2"))) == 3


EVERY = [(game, each) for game in games.game_names() for each in games.theorems(game)]


def kept(game: str) -> set[str]:
    """Return the theorems that held when `make docs` proved them from the very sources of today."""
    path = verdicts.FOLDER / f"{game}.json"
    if not verdicts.is_kept(path, verdicts.digest_of(verdicts.sources(game))):
        return set()
    return {
        each["name"] for each in json.loads(path.read_text("utf-8"))["theorems"] if each["holds"]
    }


@pytest.mark.parametrize("game", games.game_names())
def test_every_theorem_says_what_it_is_about(game: str) -> None:
    """Its scope, a sentence, and clauses that there are."""
    rulebook = games.specified(game).rulebook
    known = {clause.identifier for clause in rulebook.clauses}
    known |= {question.name for question in rulebook.questions}
    for stated in games.theorems(game):
        assert stated.scope
        assert stated.statement.rstrip(")").endswith(".")
        assert set(stated.clauses) <= known


@pytest.mark.slow
@pytest.mark.parametrize(("game", "stated"), EVERY, ids=lambda value: getattr(value, "name", value))
def test_every_theorem_holds(game: str, stated: Theorem) -> None:
    """It is proved, unless `make docs` has proved it from the same sources."""
    if stated.name not in kept(game):
        verdict = prove(stated, time_limit=900)
        assert verdict.holds, verdict.detail
