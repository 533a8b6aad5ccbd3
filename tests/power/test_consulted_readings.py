"""Cases that are said to be under options of which no formula was built, or built of other ones."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import z3
from attrs import evolve, field, frozen
from common.planted import planted

from rulewright.interface import reading_field
from rulewright.play import games
from rulewright.proofs import consulted
from rulewright.proofs.named import unasked
from rulewright.proofs.prove import prove
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.trust import unheld
from rulewright.spec.logic import Fact, all_of, any_of
from rulewright.spec.registry import Rulebook

A, B = z3.Bools("a b")


@frozen
class Parameters:
    """How many doors there are, and of which make: no question, though one has the same name."""

    doors: int = 1
    colour: str = "green"


@frozen
class Rulings:
    """How many keys a door wants."""

    keys: str = reading_field("one", "both")
    colour: str = reading_field("red", "blue")


@frozen
class Rules:
    """What the door of these tests is opened by."""

    rulings: Rulings
    params: Parameters = field(factory=Parameters)
    players: tuple[str, ...] = ("a",)


ONE, BOTH = Rules(Rulings("one")), Rules(Rulings("both"))


def opens(rules: Rules) -> Fact:
    """The door opens."""
    return {"one": any_of((A, B)), "both": all_of((A, B))}[rules.rulings.keys]


def case(rules: Rules, under: Rules, formula: Callable[[Rules], Fact] = opens) -> Case:
    """With both keys the door opens."""
    return Case(f"{under.rulings}", (A, B), formula(rules), under=under)


def refused(*cases: Callable[[], Case], **scope: Any) -> str:
    """Return why a theorem of a claim with some cases is not proved; empty if it is."""
    claim = Claim(
        "two keys will do",
        lambda: [each() for each in cases],
        why_not_real="no game has this door",
        evident="with both keys it is enough to turn them",
    )
    twin = Twin(
        "so does one",
        lambda: Case("a alone", (A,), all_of((A, B))),
        of=claim.name,
        changed="one key is missing",
    )
    extent = TheoremScope("facts", "any keys", **scope)
    verdict = prove(Theorem("planted", "A statement.", extent, ("MIN-1",), (claim, twin)))
    assert "\n" not in verdict.detail
    return "" if verdict.holds else verdict.detail


def test_each_case_may_be_under_the_rules_that_it_is_built_of() -> None:
    assert refused(lambda: case(ONE, ONE), lambda: case(BOTH, BOTH)) == ""


def test_a_case_that_is_said_to_be_under_other_rules_is_refused() -> None:
    said = refused(lambda: case(ONE, ONE), lambda: case(ONE, BOTH))
    assert said == (
        "claim 'two keys will do': a case is said to be under keys=both, but its formulas ask for "
        "keys, and were built of keys=one alone"
    )


def test_a_question_that_no_formula_asks_may_be_read_in_any_way() -> None:
    assert refused(lambda: case(ONE, BOTH, lambda _: all_of((A, B)))) == ""
    other = Rules(Rulings("one", "blue"))
    assert refused(lambda: case(ONE, other)) == ""


def test_a_claim_of_a_changed_rulebook_is_refused() -> None:
    """It says nothing of the game, though it is `under` its rules; a twin may be built of one."""
    own = games.specified("minoa").rulebook
    other = own.replacing("MIN-9", permits=lambda *_: True).without("MIN-4")

    def asking(book: Rulebook, rules: Rules) -> Fact:
        assert book.speaking_of_actions()
        return opens(rules)

    assert refused(lambda: case(ONE, ONE, partial(asking, own))) == ""
    said = refused(lambda: case(ONE, ONE, partial(asking, other)))
    assert said == (
        "claim 'two keys will do': its formulas are of a rulebook that has MIN-4, MIN-9 otherwise than "
        "the game's own: only a twin may be wrong on purpose"
    )
    assert "__getattribute__" not in vars(Rulebook)


def test_what_is_asked_for_a_label_builds_no_formula() -> None:
    written: dict[str, Any] = {"__name__": "somebody.proofs.doors"}
    exec(compile("def label(rules): return rules.rulings.keys", "doors.py", "exec"), written)  # noqa: S102

    def labelled() -> Case:
        assert written["label"](BOTH) == "both"
        return case(ONE, BOTH)

    assert "under keys=both" in refused(lambda: case(ONE, ONE), labelled)


def test_rulings_that_are_compared_or_copied_build_no_formula() -> None:
    def compared() -> Case:
        assert {BOTH: 1}[Rules(evolve(Rulings("both"), colour="red"))]
        assert evolve(BOTH.rulings, colour="blue").colour == "blue"
        return case(ONE, BOTH)

    assert "under keys=both" in refused(lambda: case(ONE, ONE), compared)


def test_questions_that_are_left_out_are_read_in_any_way_only_if_formulas_are() -> None:
    each = (lambda: case(ONE, ONE)), (lambda: case(BOTH, BOTH))
    assert refused(*each, any_others=True) == ""
    said = refused(each[0], any_others=True)
    assert said == (
        "its scope has keys read in any way, but its formulas ask for keys, and were built of "
        "keys=one alone, never of both"
    )
    assert refused(each[0], any_others=True, readings={"keys": ("one",)}) == ""


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load a game with these parameters."""
    game = evolve(games.specified("nonaga"), parameters=Parameters)
    monkeypatch.setitem(sys.modules, "doors", SimpleNamespace(GAME=game))


def all_open(rules: Rules) -> Fact:
    """As many doors as there are open."""
    assert rules.params.colour != rules.rulings.colour
    return all_of(opens(rules) for _ in range(rules.params.doors))


@pytest.mark.usefixtures("loaded")
def test_a_conclusion_about_other_parameters_is_refused() -> None:
    """A guest's theorem said that nobody's hand is empty, built of more stones than there are."""
    two = Rules(Rulings("one"), Parameters(2))
    assert refused(lambda: case(two, two, all_open)) == ""
    assert refused(lambda: case(two, ONE)) == ""  # nothing asks for it
    assert refused(lambda: case(ONE, ONE, all_open), lambda: case(two, two, all_open)) == ""
    assert refused(lambda: case(two, ONE, all_open)) == (
        "claim 'two keys will do': its cases are said to be under doors=1, but formulas were built of "
        "doors=2"
    )
    assert "__getattribute__" not in vars(Parameters)


@cache
def opens_kept(rules: Rules) -> Fact:
    """The same, kept."""
    return opens(rules)


@pytest.mark.parametrize("kept", [(), (ONE,), (BOTH,), (ONE, BOTH)])
def test_formulas_that_are_kept_from_another_proof_are_no_reason(kept: tuple[Rules, ...]) -> None:
    """They asked when they were built, whichever of them that were."""
    opens_kept.cache_clear()
    for each in kept:
        opens_kept(each)
    right = (lambda: case(ONE, ONE, opens_kept)), (lambda: case(BOTH, BOTH, opens_kept))
    assert refused(*right) == ""
    assert refused(*right, any_others=True) == ""


def test_rulings_are_as_they_were_afterwards() -> None:
    with consulted.watched() as answers:
        opens(BOTH)
    opens(ONE)
    assert answers == {"keys": {"both"}}
    assert "__getattribute__" not in vars(Rulings)


def test_a_clause_that_is_named_and_never_asked_is_on_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else ties a guest's statement to its formulas."""
    named = ("proofs.py", '("TTT-4", "row"),', '("TTT-4", "TTT-2", "row"),')
    theorems = games.theorems(planted(tmp_path, monkeypatch, named, parts=("proofs",)))
    (told,) = (each for each in theorems if each.name == "the_readings_of_row_are_ordered")
    assert list(unasked(told)) == ["TTT-2"]
    said = list(unheld(prove(told)))
    assert "TTT-2 is named, and no claim asks a formula of it" in said
    assert not [each for theorem in games.theorems("nonaga") for each in unasked(theorem)]
