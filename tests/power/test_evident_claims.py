"""Claims that say nothing, or are not what they look like: each is refused in one line that says why."""

# ruff: noqa: D102, D103 (the name of a test is a sentence)

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import z3

from rulewright.proofs import refusals
from rulewright.proofs.computed import Computed, FalseExhibit
from rulewright.proofs.prove import prove
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Assumption, Case, Claim, Lemma, Part, Theorem, Twin, lemma
from rulewright.spec.minoa.game import Minoa

A, B, C = z3.Bools("a b c")
X, Y = z3.Ints("x y")
OF_FACTS = "it is about facts, not about positions"
GIVEN = (z3.Implies(B, A), B)
FACTS = TheoremScope("facts", "all of it")


def claim(name: str, given: tuple[Any, ...], then: Any, **rest: Any) -> Claim:
    made: dict[str, Any] = {"why_not_real": OF_FACTS, **rest}
    return Claim(name, lambda: Case(name, given, then), **made)


CLAIM = claim("if b then a", GIVEN, A)
TWIN = Twin("b gives a", lambda: Case("b", (B,), A), of=CLAIM.name, changed="b need not give a")


def refused(*parts: Part, scope: TheoremScope = FACTS, **rest: Any) -> str:
    """Return why a theorem of some parts is not proved; empty if it is."""
    verdict = prove(Theorem("planted", "A statement.", scope, ("MIN-1",), parts, **rest))
    assert "\n" not in verdict.detail
    return "" if verdict.holds else verdict.detail


# ------------------------------------------------------------------ what nothing was proved for

AMONG: dict[str, tuple[tuple[Any, ...], Any]] = {
    "it is one of them": ((A, B), A),
    "it is part of one": ((z3.And(A, z3.And(B, C)),), B),
    "it is several of them": ((A, B, C), z3.And(B, A)),
    "it is one of them or something else": ((A,), z3.Or(A, C)),
    "it is one of them if something else is": ((A,), z3.Implies(B, A)),
    "what it is under is refuted": ((z3.Not(A),), z3.Implies(A, B)),
    "it is the same with less given": ((A, B), z3.Implies(C, z3.And(A, C))),
    "it is negated twice": ((A,), z3.Not(z3.Not(A))),
    "it says so in other words": ((z3.Not(z3.Or(A, B)),), z3.And(z3.Not(A), z3.Not(B))),
    "it is compared with a constant": ((A == True, B), A),  # noqa: E712 - a term of Z3
    "it is one of them, of numbers": ((X + Y >= 3, X >= 1), Y + X >= 3),
}


@pytest.mark.parametrize(("given", "then"), AMONG.values(), ids=AMONG)
def test_a_conclusion_that_is_among_its_premises_proves_nothing(
    given: tuple[Any, ...], then: Any
) -> None:
    planted = claim("planted", given, then)
    why = refused(CLAIM, planted, TWIN)
    assert why == (
        "claim 'planted': planted: its conclusion is among its premises, and it does not say why "
        "(`evident`)"
    )


TRUE: dict[str, tuple[tuple[Any, ...], Any]] = {
    "three cases": ((A,), z3.Or(z3.And(A, B), z3.Not(A), z3.Not(B))),
    "nothing is given": ((), z3.Or(z3.And(A, B), z3.Not(A), z3.Not(B))),
    "Peirce's law": ((C,), z3.Implies(z3.Implies(z3.Implies(A, B), A), A)),
    "two of three are alike": ((A,), z3.Or(A == B, B == C, A == C)),
    "numbers": ((X > 0,), z3.Or(X > Y, Y > X, X - Y == 0)),
}


@pytest.mark.parametrize(("given", "then"), TRUE.values(), ids=TRUE)
def test_a_conclusion_that_holds_whatever_is_given_proves_nothing(
    given: tuple[Any, ...], then: Any
) -> None:
    """Z3's simplifier does not see it, so it is asked."""
    assert not z3.is_true(z3.simplify(then))
    planted = claim("planted", given, then)
    assert "planted: its conclusion holds whatever is given" in refused(CLAIM, planted, TWIN)


def test_what_is_evident_counts_if_it_says_why() -> None:
    for given, then in (*AMONG.values(), *TRUE.values()):
        declared = claim("declared", given, then, evident="it compares two formulas")
        assert refused(CLAIM, declared, TWIN) == ""


def test_a_lemma_that_is_evident_says_why_as_well() -> None:
    step = Case("step", (A, B), A)
    using = claim("using", (A, B, z3.Implies(A, C)), C)
    resting = Claim(
        using.name,
        lambda: Case("using", (A, B, z3.Implies(A, C)), C, (step,), using=(z3.Implies(A, C),)),
        why_not_real=OF_FACTS,
    )
    silent, declared = lemma("step", lambda: step), lemma("step", lambda: step, "as an example")
    assert "lemma 'step': step: its conclusion is among" in refused(silent, resting, CLAIM, TWIN)
    assert refused(declared, resting, CLAIM, TWIN) == ""


def test_what_follows_in_one_step_is_no_premise() -> None:
    """Modus ponens, a choice of cases, a sum: these are proofs, however short."""
    for given, then in (
        ((A, z3.Implies(A, B)), B),
        ((z3.Or(A, B), z3.Not(A)), B),
        ((X >= 1, Y >= 2), X + Y >= 3),
    ):
        assert refused(CLAIM, claim("short", given, then), TWIN) == ""


# ------------------------------------------------------------------ premises and positions


def test_premises_of_facts_are_held_against_games_or_say_why_not() -> None:
    silent = claim("silent", GIVEN, A, why_not_real="")
    assert "it is held against no game (`real`), and does not say why" in refused(
        CLAIM, silent, TWIN
    )


def test_facts_of_positions_are_held_against_games_whatever_the_scope() -> None:
    """A stick never lies on the first line: so every claim about it holds, but no game is like that."""
    rules = Minoa({"n": 2}).rules
    line = z3.Bool("first line")
    real = RealPositions(
        Minoa, lambda _, state: {"first line": bool(state.sticks[rules.board.interior[0]])}
    )
    given = (z3.Not(line), z3.Implies(z3.Not(line), A))
    planted = Claim("planted", lambda: Case("planted", given, A, under=rules), real=real)
    scope = TheoremScope("facts", "all of it", params={"n": (2,)})
    assert "a premise excludes a position" in refused(CLAIM, planted, TWIN, scope=scope)


# ------------------------------------------------------------------ classes of one's own


class Says(Claim):
    """Proves something else than what it was given."""

    def cases(self) -> tuple[Case, ...]:
        return CLAIM.cases()


class SaysOnce(Lemma):
    """Proves something else."""

    def cases(self) -> tuple[Case, ...]:
        return (Case("another", (A, z3.Implies(A, C)), C),)


class Fails(Twin):
    """Says that it has been replayed."""

    def __getattribute__(self, name: str) -> Any:  # noqa: D105 - as its class says
        return "" if name == "not_replayed" else super().__getattribute__(name)


def test_a_part_of_its_own_class_proves_nothing() -> None:
    false = Says("a gives b", lambda: Case("a gives b", (A,), B), why_not_real=OF_FACTS)
    assert refused(CLAIM, false, TWIN) == (
        "part 'a gives b' is a Says, not a Claim: it could do anything"
    )
    other = SaysOnce("other", CLAIM.make)
    assert "is a SaysOnce, not a Lemma" in refused(CLAIM, other, TWIN)
    odd = Fails("odd", TWIN.case, of=CLAIM.name, changed="b need not give a")
    assert "is a Fails, not a Twin" in refused(CLAIM, TWIN, odd)


def test_a_theorem_a_scope_or_an_assumption_of_its_own_class_proves_nothing() -> None:
    class Changing(Theorem):
        pass

    class Narrow(TheoremScope):
        pass

    class Silent(Assumption):
        pass

    class Played(RealPositions):
        pass

    verdict = prove(Changing("planted", "A statement.", FACTS, ("MIN-1",), (CLAIM, TWIN)))
    assert (verdict.holds, verdict.detail) == (
        False,
        "the theorem is a Changing, not a Theorem: it could do anything",
    )
    assert "its scope is a Narrow, not a TheoremScope" in refused(
        CLAIM, TWIN, scope=Narrow("facts", "all of it")
    )
    silent = Silent("silent", "It holds.", "nowhere")
    assert "an assumption is a Silent" in refused(CLAIM, TWIN, assumptions=(silent,))
    held = claim("held", GIVEN, A, real=Played(Minoa, lambda *_: {}), why_not_real="")
    planted = Theorem("planted", "A statement.", FACTS, ("MIN-1",), (held, TWIN))
    assert list(refusals.of_its_classes(planted)) == [
        "`real` of 'held' is a Played, not a RealPositions: it could do anything"
    ]


# ------------------------------------------------------------------ names and scopes


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../planted", "a/b", "a b", "A_name", "a__b", "_a", "a" * 121, "a\nb"]
)
def test_a_theorem_is_called_by_a_sentence_in_snake_case(name: str) -> None:
    """Its queries' files begin with it."""
    with pytest.raises(ValueError, match="its name must be a sentence of small letters"):
        Theorem(name, "A statement.", FACTS, ("MIN-1",), (CLAIM, TWIN))


def test_a_theorem_states_something() -> None:
    with pytest.raises(ValueError, match="needs a text for 'statement'"):
        Theorem("a_name", " ", FACTS, ("MIN-1",), (CLAIM, TWIN))


def names() -> Iterator[Claim]:
    """Make claims whose names differ only in what files cannot be called by."""
    for name in ("a/b", "a:b", "a b", "../a b", ""):
        yield claim(name, GIVEN, A)


def test_blanks_are_no_reason() -> None:
    """What has to be said is said in words that can be read."""
    blank = " \t"
    assert "does not say why" in refused(claim("given", GIVEN, A, why_not_real=blank), TWIN)
    assert "(`evident`)" in refused(claim("among", (A,), A, evident=blank), CLAIM, TWIN)
    assert not Case("decided", (), z3.BoolVal(val=True), decided=blank).decided
    for twin in (
        Twin("b", TWIN.case, of=CLAIM.name, changed=blank, not_replayed=blank),
        FalseExhibit("b", lambda: Computed(False, "no case", 1), of=CLAIM.name, changed=blank),
    ):
        assert "does not say what it breaks" in refused(CLAIM, twin)
        assert not getattr(twin, "not_replayed", "")
    for texts in ((blank, "s", "t"), ("n", blank, "t"), ("n", "s", blank)):
        with pytest.raises(ValueError, match="a theorem needs a text for"):
            Assumption(*texts)
    with pytest.raises(ValueError, match="a theorem needs a text for 'positions'"):
        TheoremScope("board", blank)


def test_parts_that_would_share_a_file_do_not() -> None:
    """The number of a part is in the name of the file."""
    asked: list[str] = []

    def noted(queries: Any) -> Any:
        asked.extend(query.name for query in queries)

    prove(Theorem("planted", "A.", FACTS, ("MIN-1",), (*names(), TWIN)), certify=noted)
    assert len(set(asked)) == len(asked) >= 5
    assert not any(set(name) & set("/:. ") for name in asked)


def test_a_scope_is_data_of_a_known_kind() -> None:
    with pytest.raises(TypeError, match="Scope"):
        Theorem("a_name", "A statement.", "full size", (), (CLAIM, TWIN))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="over"):
        TheoremScope("everything", "any position")  # type: ignore[arg-type]


def test_the_sentence_is_written_from_the_data() -> None:
    scope = TheoremScope(
        "window",
        "three cells",
        inductive=True,
        params={"k": (2, 3)},
        readings={"end": ("full",)},
        also="And more",
    )
    assert (
        str(scope) == "inductive: a window of the board; k=2 or 3, end=full; three cells. And more"
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda: TheoremScope("board", ("every", "position")),  # type: ignore[arg-type]
        lambda: TheoremScope("board", "every position", apart=({"n": 2},)),  # type: ignore[arg-type]
        lambda: TheoremScope("board", "every position", also=("all",)),  # type: ignore[arg-type]
        lambda: Twin("b", TWIN.case, of=CLAIM, changed="a number"),  # type: ignore[arg-type]
        lambda: Twin("b", TWIN.case, of="c", changed=3),  # type: ignore[arg-type]
        lambda: claim("c", GIVEN, A, evident=True),
        lambda: Case("c", (), z3.BoolVal(val=True), decided=True),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_text_is_told_by_the_name_of_its_field(make: Callable[[], object]) -> None:
    """It was told that a tuple has no attribute `strip`."""
    with pytest.raises(
        TypeError, match=r"`(positions|apart|also|of|changed|evident|decided)` must be"
    ):
        make()
