"""Ways to prove nothing, planted: each is refused in one line that says why."""

# ruff: noqa: D102, D103 (the name of a test is a sentence)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit, replay
from rulewright.proofs.prove import prove
from rulewright.proofs.reachability import AbstractReach
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import (
    Assumption,
    Case,
    Claim,
    Lemma,
    Part,
    Theorem,
    Twin,
    added_up,
    lemma,
)
from rulewright.spec.logic import count
from rulewright.spec.minoa.game import Minoa

A, B, C, D = z3.Bools("a b c d")


def one(label: str, given: tuple[Any, ...], then: Any, **rest: Any) -> Callable[[], Case]:
    return lambda: Case(label, given, then, **rest)


OF_FACTS = "it is about facts, not about positions"
GIVEN = (z3.Implies(B, A), B)
CLAIM = Claim("if b then a", one("if b then a", GIVEN, A), why_not_real=OF_FACTS)
BROKEN: dict[str, str] = {"of": CLAIM.name, "changed": "what is given, or what follows"}
TWIN = Twin("b gives a", one("b gives a", (B,), A), **BROKEN)


FACTS = TheoremScope("facts", "all of it")


def refused(
    *parts: Part, assumptions: tuple[Assumption, ...] = (), scope: TheoremScope = FACTS
) -> str:
    """Return why a theorem of some parts is not proved; empty if it is."""
    theorem = Theorem("planted", "A statement.", scope, ("MIN-1",), parts, assumptions)
    verdict = prove(theorem)
    assert "\n" not in verdict.detail
    return "" if verdict.holds else verdict.detail


def test_the_parts_with_nothing_planted_are_proved() -> None:
    assert refused(CLAIM, TWIN) == ""


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (z3.Int("whole") / 0 == 1, ""),
        (z3.Int("whole") / z3.Int("whole") == 1, "refuted"),
        (z3.Real("part") > 0, "only facts and whole numbers can"),
        (
            z3.Const("odd", z3.DeclareSort("Things"))
            == z3.Const("other", z3.DeclareSort("Things")),
            "only facts",
        ),
    ],
)
def test_what_cannot_be_evaluated_fails_the_theorem_and_not_the_run(
    given: z3.BoolRef, why: str
) -> None:
    """A division by 0, and unknowns that are neither facts nor whole numbers."""
    claim = Claim("so it is", one("so", (given,), B), why_not_real=OF_FACTS)
    said = refused(claim, TWIN)
    assert said
    assert why in said


# ------------------------------------------------------------------------- the class decides


@pytest.mark.parametrize("make", [Claim, Twin])
def test_no_part_says_itself_what_kind_it_is(make: Any) -> None:
    with pytest.raises(TypeError, match="kind"):
        make("either", CLAIM.make, kind="twin")


def test_a_claim_that_calls_itself_a_twin_is_a_claim() -> None:
    class Disguised(Claim):
        kind = "twin"

    hidden = Disguised("another", one("another", GIVEN, A), why_not_real=OF_FACTS)
    assert "no broken twin" in refused(CLAIM, hidden)


def test_a_twin_that_calls_itself_a_claim_is_a_twin() -> None:
    class Disguised(Twin):
        kind = "claim"

    assert "no part that proves anything" in refused(Disguised(TWIN.name, TWIN.case))


# ------------------------------------------------------------------------- nothing looked at


@pytest.mark.parametrize("kind", [Enumeration, Exhibit])
def test_a_computation_that_looked_at_nothing_holds_nothing(kind: Any) -> None:
    empty = kind("all of none", lambda: Computed.of_each((), "no case"))
    assert "it looked at nothing" in refused(CLAIM, empty, TWIN)


def test_a_game_without_an_action_shows_nothing() -> None:
    game = Minoa({"n": 1})
    shown = Exhibit("a game", lambda: Computed.of_game(game, (), True, "a game of none"))
    assert "it looked at nothing" in refused(CLAIM, shown, TWIN)


def test_a_false_exhibit_that_looked_at_nothing_refutes_nothing() -> None:
    empty = FalseExhibit("none of none", lambda: Computed(False, "no case", 0), **BROKEN)
    assert "it looked at nothing" in refused(CLAIM, TWIN, empty)


@pytest.mark.parametrize(
    ("holds", "looked", "why"),
    [
        ("no", 3, "whether it holds is a str"),
        (1, 3, "whether it holds is a int"),
        (z3.BoolVal(True), 3, "whether it holds is a BoolRef"),
        (True, float("nan"), "how much it looked at is a float"),
        (True, float("inf"), "how much it looked at is a float"),
        (True, True, "how much it looked at is a bool"),
    ],
)
def test_what_is_no_truth_value_or_no_count_shows_nothing(
    holds: Any, looked: Any, why: str
) -> None:
    odd = Enumeration("odd", lambda: Computed(holds, "some cases", looked))
    assert why in refused(CLAIM, odd, TWIN)


def test_a_false_exhibit_that_is_neither_true_nor_false_refutes_nothing() -> None:
    odd = FalseExhibit("odd", lambda: Computed(None, "a case", 1), **BROKEN)  # type: ignore[arg-type]
    assert "neither true nor false" in refused(CLAIM, TWIN, odd)


@pytest.mark.parametrize("case", ["no", 1, z3.BoolVal(False), A == B])
def test_a_case_that_is_neither_true_nor_false_is_not_counted(case: Any) -> None:
    with pytest.raises(TypeError, match="a case holds or does not"):
        Computed.of_each([True, case], "two cases")


class AsksNothing(Case):
    """Asks something that has no model, whatever it claims."""

    def query(self) -> tuple[Any, ...]:
        return (z3.BoolVal(False),)

    def what_follows(self, known: set[int]) -> Any:  # noqa: ARG002 - as in the class
        return z3.BoolVal(False)


def test_a_case_of_its_own_class_proves_nothing() -> None:
    hidden = Claim("a gives b", lambda: AsksNothing("a gives b", (A,), B))
    assert "it is a AsksNothing, not a Case" in refused(CLAIM, hidden, TWIN)


def test_a_lemma_of_its_own_class_proves_nothing() -> None:
    # its statement is that of a claim that was proved, but what is used of it is false
    used = AsksNothing(CLAIM.name, GIVEN, A)
    hidden = Claim("a gives b", lambda: Case("a gives b", (A,), B, lemmas=(used,)))
    assert "it is a AsksNothing, not a Case" in refused(CLAIM, hidden, TWIN)


def test_a_twin_of_its_own_class_refutes_nothing() -> None:
    class AsksAnything(Case):
        def in_full(self) -> tuple[Any, ...]:
            return (A,)

    twin = Twin("a twin", lambda: AsksAnything("a twin", (A, B), A), **BROKEN)
    assert "not a Case" in refused(CLAIM, twin)


def test_what_was_looked_at_is_counted() -> None:
    each = Enumeration("each", lambda: Computed.of_each([True] * 7, "seven cases"))
    settled = Claim(
        "settled",
        one("settled", (A,), True, decided="nothing is left to ask"),
        why_not_real=OF_FACTS,
    )
    theorem = Theorem("counted", "A statement.", FACTS, (), (CLAIM, each, settled, TWIN))
    verdict = prove(theorem)
    assert verdict.holds
    assert verdict.enumerated == 7 + 1


# ------------------------------------------------------------------- nothing left to be asked


@pytest.mark.parametrize("then", [True, z3.BoolVal(True), z3.Or(A, z3.Not(A)), z3.Implies(A, A)])
def test_a_conclusion_that_is_true_before_it_is_asked_proves_nothing(then: Any) -> None:
    constant = Claim("constant", one("constant", (A,), then))
    assert "true before anything is asked" in refused(CLAIM, constant, TWIN)


def test_a_conclusion_declared_to_be_decided_must_be_so() -> None:
    wrong = Claim("wrong", one("wrong", (A, B), A, decided="as it seems"))
    assert "not constant" in refused(CLAIM, wrong, TWIN)


def test_a_decided_conclusion_still_needs_premises_with_a_model() -> None:
    vacuous = Claim("vacuous", one("vacuous", (A, z3.Not(A)), True, decided="as it seems"))
    assert "vacuous" in refused(CLAIM, vacuous, TWIN)


def test_a_twin_whose_conclusion_is_false_before_it_is_asked_refutes_nothing() -> None:
    assert "false before anything is asked" in refused(
        CLAIM, Twin("never", one("never", (A,), False), **BROKEN)
    )


# ------------------------------------------------------------------------- twins asked in part

FEW = [z3.Bool(f"few.{index}") for index in range(2)]
BOTH = z3.And(FEW[0] == FEW[1], z3.Or(*FEW))


def test_a_twin_refuted_only_because_counts_are_generalised_is_proved() -> None:
    """Two facts that are equal, one of which holds, are two."""
    two = one("two", (BOTH,), count(FEW) == 2, adds_up=True)
    counted = Twin("two of them", two, **BROKEN)
    assert "the broken twin was proved as well" in refused(CLAIM, counted)


def test_a_twin_refuted_only_because_premises_are_left_out_is_proved() -> None:
    partly = Twin("a", one("a", (A, B), A, using=()), **BROKEN)
    assert "the broken twin was proved as well" in refused(CLAIM, partly)


# ------------------------------------------------------------------------- lemmas and sums

FIRST, SECOND = z3.Implies(A, C), z3.Implies(C, D)
STEP = Case("a gives c", (A, FIRST), C)
RESTING = Claim(
    "resting",
    lambda: Case("resting", (A, FIRST, SECOND), D, (STEP,), using=(SECOND,)),
    why_not_real=OF_FACTS,
)


def test_a_lemma_that_a_claim_uses_is_a_lemma() -> None:
    assert refused(lemma("step", lambda: STEP), RESTING, CLAIM, TWIN) == ""


def test_a_lemma_that_no_claim_uses_is_refused() -> None:
    assert "lemma 'step': no claim uses it" in refused(lemma("step", lambda: STEP), CLAIM, TWIN)


def test_a_lemma_that_only_an_unused_lemma_uses_is_refused() -> None:
    further = lemma("further", RESTING.make)
    assert "lemma 'step': no claim uses it" in refused(
        lemma("step", lambda: STEP), further, CLAIM, TWIN
    )


SETTLED = Lemma("step", lambda: STEP, why_not_real=OF_FACTS)
"""One that no claim has to give what it presupposes."""


def test_a_lemma_on_which_an_enumeration_rests_is_used() -> None:
    found = Computed(True, "three cases", 3)
    each = Enumeration("each", lambda: found, rests_on=("step",))
    assert refused(SETTLED, each, TWIN, CLAIM) == ""
    other = Enumeration("each", lambda: found, rests_on=("a step",))
    assert "rests on 'a step', which was not proved" in refused(other, CLAIM, TWIN)


def test_an_assumption_drawn_from_lemmas_needs_their_proof() -> None:
    drawn = Assumption("drawn", "It goes on.", "elsewhere", ("step",))
    assert "does not prove the lemma 'step'" in refused(CLAIM, TWIN, assumptions=(drawn,))
    assert refused(SETTLED, CLAIM, TWIN, assumptions=(drawn,)) == ""


def test_a_sum_without_lemmas_adds_nothing_up() -> None:
    """Whole numbers that are called sums have nothing to do with what they are to be sums of."""
    before, after = z3.Ints("before after")
    loose = Claim("loose", lambda: added_up("loose", (after == before,), before == after))
    assert "no lemmas that it adds up" in refused(CLAIM, loose, TWIN)


def test_a_sum_whose_lemmas_it_does_not_need_adds_nothing_up() -> None:
    """The lemma is proved, and named, but the sum is one of other numbers."""
    before, after = z3.Ints("before after")
    given = (after == before + 1,)

    def loose() -> Case:
        return added_up("loose", given, before == after - 1, (STEP,), using=given)

    assert "it follows without the lemmas" in refused(
        lemma("step", lambda: STEP), Claim("loose", loose), CLAIM, TWIN
    )


def test_two_parts_of_one_name_are_refused() -> None:
    assert "2 parts are called 'if b then a'" in refused(CLAIM, CLAIM, TWIN)


# ------------------------------------------------------------------------- games and certificates


@pytest.mark.parametrize("moves", [("0.0--1,0",), ("0,0-1,0", "0,0-1,0")])
def test_a_game_that_was_not_replayed_shows_nothing(moves: tuple[str, ...]) -> None:
    """Whatever its author says of it: neither that it holds, nor that it does not."""

    def shown(*, holds: bool) -> Computed:
        return Computed.of_game(Minoa({"n": 1}), moves, holds, "a game")

    exhibit = Exhibit("a game", lambda: shown(holds=True))
    assert moves[-1] in refused(exhibit, CLAIM, TWIN)
    false = FalseExhibit("no game", lambda: shown(holds=False), **BROKEN)
    assert "its game is illegal, so nothing was looked at" in refused(CLAIM, TWIN, false)


def test_a_false_exhibit_that_fails_for_a_misspelt_move_is_refused() -> None:
    """That the game is illegal says nothing of what it was to show."""
    game = Minoa({"n": 1})

    def misspelt() -> Computed:
        replay(game, ("0.0--1,0",))
        return Computed.of_game(game, ("0.0--1,0",), True, "it holds")

    why = refused(CLAIM, TWIN, FalseExhibit("a misspelt move", misspelt))
    assert "its game is illegal, so nothing was looked at" in why
    assert "0.0--1,0" in why


def clash(first: str, second: str) -> Case:
    """From one end of an open link, and from the end of another link that is closed."""
    forward = AbstractReach(first).answer([True, False], [(0, 1, A)])
    back = AbstractReach(second).answer([False, True], [(0, 1, B)])
    return Case("clash", (*forward.closed(), *back.closed()), forward.marks[1])


def test_two_certificates_under_one_name_are_refused() -> None:
    """Their facts were the same: node 1 was reached from node 0 because node 1 was reached."""
    both = Claim("both", lambda: clash("reach", "reach"))
    assert "two reachability certificates are called 'reach.0'" in refused(both, CLAIM, TWIN)
    assert "refuted" in refused(Claim("both", lambda: clash("one", "other")), CLAIM, TWIN)


def test_two_answers_to_one_question_are_one_certificate() -> None:
    """A question that is asked again, of an equal graph, has the same facts for an answer."""
    once, again = (AbstractReach("reach").answer([A, B], [(0, 1, C)]) for _ in range(2))
    same = Claim(
        "same",
        lambda: Case("same", (*once.closed(), A, C), again.marks[1]),
        why_not_real=OF_FACTS,
    )
    assert refused(same, CLAIM, TWIN) == ""


# ------------------------------------------------------------------------- twins of something else


def odd(*parts: Part) -> str:
    """Return why a theorem is not proved to which some parts are added."""
    return refused(CLAIM, TWIN, *parts)


def test_a_twin_says_what_it_breaks_and_what_is_changed() -> None:
    case = one("b gives a", (B,), A)
    for nothing in ({}, {"of": CLAIM.name}, {"changed": "a is not given"}):
        assert "does not say what it breaks" in odd(Twin("silent", case, **nothing))


def test_two_twins_that_are_the_same_case_are_refused() -> None:
    """One of them says that something else is changed, and nothing else is."""
    again = Twin("again", TWIN.case, of=CLAIM.name, changed="something else")
    assert f"twins {TWIN.name!r} and 'again' are the same case" in odd(again)


@pytest.mark.parametrize("name", ["if b", TWIN.name])
def test_a_twin_breaks_what_is_proved(name: str) -> None:
    other = Twin("other", one("b gives a", (B,), A), of=name, changed="a is not given")
    assert f"breaks {name!r}, which is not proved here" in odd(other)


UNRELATED = {
    "of other facts": ((C,), D),
    "of other facts, with a premise of the claim": ((A, C), D),
    "of a fact of the claim, and nothing else of it": ((C,), B),
    "of a constant premise": ((True,), D),
}


@pytest.mark.parametrize(("given", "then"), UNRELATED.values(), ids=UNRELATED)
def test_a_twin_that_has_nothing_to_do_with_the_claim_is_refused(
    given: tuple[Any, ...], then: Any
) -> None:
    unrelated = Twin("unrelated", one("unrelated", given, then), **BROKEN)
    assert f"shares no formula with {CLAIM.name!r}" in odd(unrelated)


def counted(limit: int) -> Computed:
    return Computed.of_each((number < limit for number in range(7)), f"below {limit}")


def of_something_else() -> Computed:
    return Computed(False, "no", 1)


def test_a_false_exhibit_computes_what_it_breaks() -> None:
    seven = Enumeration("below seven", lambda: counted(7))
    broken = {"of": seven.name, "changed": "the limit"}
    assert odd(seven, FalseExhibit("below six", lambda: counted(6), **broken)) == ""
    other = FalseExhibit("no", of_something_else, **broken)
    assert "computes nothing that 'below seven' computes" in odd(seven, other)


def test_a_twin_of_an_enumeration_is_no_twin_of_formulas() -> None:
    seven = Enumeration("below seven", lambda: counted(7))
    formulas = Twin("formulas", one("b gives a", (B,), A), of=seven.name, changed="all of it")
    assert "breaks 'below seven', which is no claim" in odd(seven, formulas)
