"""Claims about all positions that leave some out, and scopes that promise more than is shown."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import z3
from attrs import evolve

from rulewright.proofs.computed import Computed, Enumeration, Exhibit, FalseExhibit
from rulewright.proofs.prove import prove
from rulewright.proofs.real_positions import RealPositions, tabled
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Lemma, Part, Theorem, Twin
from rulewright.proofs.trust import unheld
from rulewright.spec.minoa.game import Minoa

A, B, C = z3.Bools("a b c")


def one(label: str, given: tuple[Any, ...], then: Any, **rest: Any) -> Callable[[], Case]:
    return lambda: Case(label, given, then, **rest)


GIVEN = (z3.Implies(B, A), B)
CLAIM = Claim(
    "if b then a", one("if b then a", GIVEN, A), why_not_real="it is about facts, not positions"
)
TWIN = Twin(
    "b gives a", one("b gives a", (B,), A), of=CLAIM.name, changed="what is given, or what follows"
)


def refused(*parts: Part, scope: TheoremScope) -> str:
    """Return why a theorem of some parts is not proved; empty if it is."""
    verdict = prove(Theorem("planted", "A statement.", scope, ("MIN-1",), parts))
    assert "\n" not in verdict.detail
    return "" if verdict.holds else verdict.detail


# ------------------------------------------------------------------------- premises that exclude games


SIZE_TWO = TheoremScope("board", "any position", params={"n": (2,)})
RULES = Minoa({"n": 2}).rules
LIES = {name: z3.Bool(f"stick.{name}") for name in RULES.board.names}
LINE = LIES[RULES.board.names[RULES.board.interior[0]]]


def values(_: object, state: Any) -> dict[str, bool | int]:
    return {f"stick.{name}": bool(lies) for name, lies in zip(LIES, state.sticks, strict=True)}


EVERY = RealPositions(Minoa, values, stride=1)
"""One for all tests: what was played and read under it is kept."""


def of_all(*more: Any, **rest: Any) -> Claim:
    """Of all positions of size 2, or of those in which more is given."""
    some_line_is_free = z3.Not(z3.And(*LIES.values()))
    case = one("of all", (some_line_is_free, *more, *GIVEN), z3.Or(LINE, A), under=RULES)
    return Claim("of all", case, **{"real": EVERY, **rest})


def of_positions(*parts: Part, scope: TheoremScope = SIZE_TWO) -> str:
    """Return why a theorem about all positions is not proved; CLAIM is none about them."""
    settled = Claim(CLAIM.name, CLAIM.make, why_not_real="it speaks of two facts")
    return refused(*parts, settled, TWIN, scope=scope)


def test_premises_that_hold_in_real_positions_are_allowed() -> None:
    assert of_positions(of_all()) == ""


def test_a_premise_that_excludes_a_real_position_is_refused() -> None:
    why = of_positions(of_all(z3.Not(LINE)))
    assert "a premise excludes a position" in why
    assert "of a recorded game (n=2, k=2, end=full" in why


@pytest.mark.parametrize(
    "hidden",
    [
        z3.And(A, z3.Not(LINE)),
        z3.Not(z3.Or(C, LINE)),
        z3.Or(z3.Not(B), z3.Not(LINE), z3.And(C, z3.Not(A))),
        z3.Implies(B, z3.Not(LINE)),
        z3.Not(z3.Implies(C, z3.And(LINE, C))),
        z3.Implies(z3.Or(LINE, C), z3.Not(B)),
        z3.Not(LINE) == B,
        z3.And(C, z3.Implies(C, z3.And(z3.Not(LINE) == A))),
    ],
    ids=str,
)
def test_a_premise_that_hides_behind_others_is_found(hidden: z3.BoolRef) -> None:
    """Each speaks of something else as well, and says that the line is free wherever all hold."""
    assert "a premise excludes a position: Not(" in of_positions(of_all(hidden))


@pytest.mark.parametrize(
    "harmless", [z3.Or(C, z3.Not(LINE)), z3.Implies(C, z3.Not(LINE)), z3.Not(LINE) == C], ids=str
)
def test_a_premise_that_leaves_something_else_open_excludes_nothing(harmless: z3.BoolRef) -> None:
    assert of_positions(of_all(harmless)) == ""


STICKS = sum(z3.If(fact, z3.IntVal(1), z3.IntVal(0)) for fact in LIES.values())
NUMBER = z3.Int("number")


def test_premises_that_leave_no_value_for_something_else_exclude_a_position() -> None:
    """Each has a model in every position; together they say that at most two sticks lie."""
    why = of_positions(of_all(STICKS == NUMBER, NUMBER < 3))
    assert "whatever else they speak of, its premises cannot all hold in" in why
    assert "positions of recorded games (n=2, k=2, end=full" in why
    assert "it does not say which it speaks of (`only_with`)" in why
    assert of_positions(of_all(STICKS == NUMBER, NUMBER < 100)) == ""


def test_a_claim_says_what_its_positions_have_and_the_verdict_how_many_do() -> None:
    few = of_all(STICKS == NUMBER, NUMBER < 3, only_with="fewer than three sticks")
    assert of_positions(few) == ""
    settled = Claim(CLAIM.name, CLAIM.make, why_not_real="it speaks of two facts")
    verdict = prove(Theorem("planted", "A statement.", SIZE_TWO, ("MIN-1",), (few, settled, TWIN)))
    told = re.search(r"(\d+) of (\d+) positions have fewer than three sticks", verdict.detail)
    assert told
    assert 0 < int(told[1]) < int(told[2]) == 24


def test_a_reading_may_give_numbers_for_facts() -> None:
    """What is excluded is found all the same."""
    numbers = evolve(
        EVERY, values=lambda _, state: {name: int(lies) for name, lies in values(_, state).items()}
    )
    why = of_positions(of_all(STICKS == NUMBER, NUMBER < 3, real=numbers))
    assert "whatever else they speak of, its premises cannot all hold in" in why


@pytest.mark.parametrize(
    "wrapping",
    [
        STICKS * 2**62 * 4 <= 0,
        STICKS * 2**63 <= 0,
        2**64 * STICKS + 1 <= 1,
        STICKS - 2**63 <= -(2**63),
    ],
)
def test_a_premise_whose_numbers_do_not_fit_a_machine_word_is_evaluated(
    wrapping: z3.BoolRef,
) -> None:
    """All say that no stick lies; in 64 bits the numbers wrap around."""
    assert "a premise excludes a position" in of_positions(of_all(wrapping))


@pytest.mark.parametrize("large", [STICKS * 2**63 >= 0, STICKS + 2**64 > 2**63])
def test_a_premise_with_large_numbers_that_holds_is_allowed(large: z3.BoolRef) -> None:
    assert of_positions(of_all(large)) == ""


@pytest.mark.parametrize(
    ("unknown", "said"),
    [(STICKS / 2 >= 0, "div"), (z3.ForAll([C], z3.Or(C, z3.Not(C), LINE)), "quantifier")],
)
def test_a_premise_that_cannot_be_evaluated_fails_the_theorem_and_not_the_run(
    unknown: z3.BoolRef, said: str
) -> None:
    why = of_positions(of_all(unknown))
    assert "cannot be" in why
    assert said in why


class PlaysOtherwise(Minoa):
    """For all that is known, its games are others, by the same clauses."""


@pytest.mark.parametrize("first", [0, 1])
def test_games_of_one_class_of_engines_do_not_vouch_for_another(first: int) -> None:
    """They were kept by name, options and clauses alone: which theorem came first decided of both."""
    kept = []
    for kind in (Minoa, PlaysOtherwise)[:: 1 - 2 * first]:
        real = RealPositions(kind, values, stride=1)
        rulings = dict(Minoa({"n": 2}).rulings)
        kept.append(tabled(real, RULES, rulings, 2))
    assert kept[0] is not kept[1]
    again = tabled(RealPositions(Minoa, values, stride=1), RULES, dict(Minoa({"n": 2}).rulings), 2)
    assert again.positions[0].state is kept[first].positions[0].state


COUNTED = Enumeration("counted", lambda: Computed(True, "one", 1), rests_on=("lem",))
NOT_COUNTED = FalseExhibit(
    "miscounted", lambda: Computed(False, "one", 1), of="counted", changed="what is counted"
)


def test_a_lemma_on_which_only_an_enumeration_rests_is_held_against_games() -> None:
    """No claim has to give what it presupposes."""
    given = (z3.Not(LINE), *GIVEN)

    def why(**rest: Any) -> str:
        lemma = Lemma("lem", one("lem", given, A, under=RULES), evident="b gives a", **rest)
        return of_positions(of_all(), lemma, COUNTED, NOT_COUNTED)

    assert "lemma 'lem': only what is computed or assumed rests on it" in why()
    assert "lemma 'lem'" not in why(why_not_real="it is about two facts")
    assert "a premise excludes a position" in why(real=EVERY)


@pytest.mark.parametrize("over", ["board", "window"])
def test_what_is_shown_alone_is_not_shown_of_all_positions(over: Any) -> None:
    scope = TheoremScope(over, "any position", rim=("tests/test_a.py::test_b",))
    shown = Exhibit("shown", lambda: Computed(True, "one game", 1))
    assert "nothing is claimed of them" in refused(shown, NOT_COUNTED, scope=scope)


def test_what_positions_have_is_said_only_where_something_else_is_spoken_of() -> None:
    some = [z3.Not(z3.And(*LIES.values()))]
    case = one("of all", some, z3.Or(z3.Not(LINE), z3.Not(z3.And(*LIES.values()))), under=RULES)
    claim = Claim("of all", case, real=EVERY, only_with="a line", evident="it is planted")
    assert "its premises speak of positions alone, and it says what" in of_positions(claim)


def test_a_claim_of_positions_that_no_game_has_is_refused() -> None:
    """No recorded game comes that far, though a model has it."""
    nearly_full = (STICKS == NUMBER, len(LIES) - 1 == NUMBER)
    none = of_all(*nearly_full, only_with="a stick on all lines but one")
    assert "its premises cannot all hold in 24 of 24 positions" in of_positions(none)


@pytest.mark.parametrize("unknown", [NUMBER, z3.If(z3.Or(C, LINE), z3.IntVal(1), z3.IntVal(2))])
def test_cases_are_held_against_games_one_by_one(unknown: z3.ArithRef) -> None:
    """Two cases give something else different values, and exclude no position."""
    free = z3.Not(z3.And(*LIES.values()))
    cases = [
        Case(f"{value}", (free, value == unknown, *GIVEN), z3.Or(LINE, A), under=RULES)
        for value in (1, 2)
    ]
    claim = Claim("of all", lambda: cases, real=EVERY, only_with="a stick on the line, or none")
    assert of_positions(claim) == ""


def test_what_two_cases_demand_together_excludes_nothing() -> None:
    """No case is about both, so none says that a stick is on the line."""
    free = z3.Not(z3.And(*LIES.values()))
    cases = [
        Case(str(fact), (free, fact, *GIVEN), z3.Or(LINE, A), under=RULES)
        for fact in (C, z3.Or(z3.Not(C), LINE))
    ]
    assert of_positions(Claim("of all", lambda: cases, real=EVERY)) == ""


def test_too_few_real_positions_show_nothing() -> None:
    rarely = RealPositions(Minoa, values, stride=50)
    assert "recorded games were looked at" in of_positions(of_all(real=rarely))


def test_the_start_of_a_thousand_games_is_one_position() -> None:
    starts = RealPositions(Minoa, values, 1000, stride=1, max_plies=0)
    why = of_positions(of_all(z3.Not(LINE), real=starts))
    assert "1000 positions of recorded games were looked at, more than one of 0 games" in why


def test_games_of_one_action_have_one_position() -> None:
    """A claim about them can be held against games all the same."""
    rules = Minoa({"n": 1}, {"end": "literal"}).rules
    lies = {name: z3.Bool(f"stick.{name}") for name in rules.board.names}

    def read(_: object, state: Any) -> dict[str, bool | int]:
        return {f"stick.{name}": bool(fact) for name, fact in zip(lies, state.sticks, strict=True)}

    def pieces(position: Any) -> bool:
        """No stick lies."""
        return not any(position.sticks)

    scope = TheoremScope("board", "any", params={"n": (1,)}, readings={"end": ("literal",)})
    free = (z3.Not(z3.And(*lies.values())), *GIVEN)
    case = one("of all", free, A, under=rules)
    real = RealPositions(Minoa, read, 1000, stride=1, wanted=pieces)
    assert "recorded games" not in of_positions(Claim("of all", case, real=real), scope=scope)
    few = evolve(real, games=20)
    why = of_positions(Claim("of all", case, real=few), scope=scope)
    assert re.search(r"only \d+ positions of recorded games were looked at, all of 20 games", why)


def is_free(position: Any) -> bool:
    """The line is free."""
    return not position.sticks[RULES.board.interior[0]]


def test_positions_that_are_left_out_are_named() -> None:
    """What a claim speaks of is said with its verdict, also *on trust*, and cannot be left unsaid."""
    free = RealPositions(Minoa, values, 200, stride=1, wanted=is_free)
    assert of_positions(of_all(z3.Not(LINE), real=free)) == ""
    parts = (of_all(z3.Not(LINE), real=free), CLAIM, TWIN)
    verdict = prove(Theorem("planted", "A statement.", SIZE_TWO, ("MIN-1",), parts))
    said = r"held against (\d+) of (\d+) positions: is_free: The line is free\."
    told = re.search(said, verdict.detail)
    assert told
    assert 0 < int(told[1]) < int(told[2])
    spoken = (
        f"claim 'of all' speaks of {told[1]} of {told[2]} positions: is_free: The line is free."
    )
    assert spoken in unheld(verdict)
    silent = evolve(free, wanted=lambda position: not position.sticks[0])
    why = of_positions(of_all(z3.Not(LINE), real=silent))
    assert "leaves out positions of games (`wanted`), but no docstring says which" in why


def is_over(position: Any) -> bool:
    """Nobody is to move."""
    return not any(position.turn)


def test_a_claim_about_the_end_is_told_that_games_show_no_end() -> None:
    why = of_positions(of_all(z3.Not(LINE), real=evolve(EVERY, wanted=is_over)))
    assert re.search(r"`wanted` leaves out all \d+ positions \(in each somebody is to move", why)
    assert "a claim about the end says `why_not_real`" in why


def test_premises_of_which_none_is_evaluated_show_nothing() -> None:
    unseen = one("unseen", GIVEN, A, under=RULES)
    why = of_positions(Claim("unseen", unseen, real=EVERY))
    assert "none of its premises speaks of a position alone" in why


@pytest.mark.parametrize(
    ("option", "engine"),
    [
        ("closure", lambda params, _: Minoa(params)),
        ("n", lambda _, rulings: Minoa({"n": 1}, rulings)),
    ],
)
def test_games_of_other_options_than_the_claims_are_no_games_of_it(
    option: str, engine: Any
) -> None:
    """They would be held against positions of another board, or under another reading."""
    rules = Minoa({"n": 2}, {"closure": "coloured"}).rules
    scope = evolve(SIZE_TWO, readings={"closure": ("coloured",)})
    case = one("of all", (z3.Not(z3.And(*LIES.values())), *GIVEN), z3.Or(LINE, A), under=rules)
    assert of_positions(Claim("of all", case, real=EVERY), scope=scope) == ""
    why = of_positions(Claim("of all", case, real=evolve(EVERY, engine=engine)), scope=scope)
    assert f"its games are of {option}=" in why


# ------------------------------------------------------------------------- what a scope promises


def test_a_claim_about_positions_is_held_against_games_or_says_why_not() -> None:
    assert "it is held against no game" in of_positions(of_all(real=None))
    assert of_positions(of_all(real=None, why_not_real="no game has them")) == ""
    assert "and says why it is not" in of_positions(of_all(why_not_real="no game has them"))


def test_a_claim_that_is_given_nothing_excludes_nothing() -> None:
    assert (
        of_positions(
            Claim(
                "given nothing",
                one("given nothing", (), z3.Or(A, B, z3.Not(A)), decided="it is a tautology"),
            )
        )
        == ""
    )


def test_a_claim_held_against_games_says_under_which_rules() -> None:
    ruleless = one("ruleless", (LINE,), z3.Or(LINE, A))
    claim = Claim("ruleless", ruleless, real=EVERY)
    assert "not `under` any rules" in of_positions(claim)


def test_what_a_scope_does_not_have_is_not_claimed() -> None:
    other = TheoremScope("board", "any position", params={"n": (3,)})
    assert "it is about n=2, which its scope does not have" in of_positions(of_all(), scope=other)
    default = TheoremScope("board", "any position")
    assert "it is about n=2, which" in of_positions(of_all(), scope=default)


def test_what_a_scope_promises_is_held_against_games() -> None:
    more = TheoremScope("board", "any position", params={"n": (2, 3)})
    assert "its scope promises n=3, but no claim" in of_positions(of_all(), scope=more)
    read = TheoremScope(
        "board", "any position", params={"n": (2,)}, readings={"end": ("full", "literal")}
    )
    assert "its scope promises end=literal, but" in of_positions(of_all(), scope=read)


def of_each(*ways: tuple[str, str]) -> list[Claim]:
    """Return a claim for each of some readings of two questions."""
    played = evolve(EVERY, games=400)
    claims = []
    for end, closure in ways:
        rules = Minoa({"n": 2}, {"end": end, "closure": closure}).rules
        name = f"{end} and {closure}"
        given = (z3.Not(z3.And(*LIES.values())), *GIVEN)
        claims.append(Claim(name, one(name, given, z3.Or(LINE, A), under=rules), real=played))
    return claims


def test_readings_that_no_claim_has_together_are_promised_in_vain() -> None:
    """Each of them has a claim, but two of the four combinations have none."""
    readings = {"end": ("full", "literal"), "closure": ("line", "coloured")}
    scope = evolve(SIZE_TWO, readings=readings)
    two = (("full", "line"), ("literal", "coloured"))
    why = of_positions(*of_each(*two), scope=scope)
    assert "n=2, end=full, closure=coloured, but no claim has these together" in why
    rest = (("full", "coloured"), ("literal", "line"))
    assert of_positions(*of_each(*two, *rest), scope=scope) == ""
    said = evolve(scope, apart="The end of a game does not go with what closes an area")
    assert of_positions(*of_each(*two), scope=said) == ""
    assert str(said).endswith(
        "any position. The end of a game does not go with what closes an area"
    )


def test_options_that_a_scope_leaves_apart_are_told() -> None:
    """They were not: with any text there a combination was left out, with nothing on trust."""
    readings = {"end": ("full", "literal"), "closure": ("line", "coloured")}
    scope = evolve(SIZE_TWO, readings=readings, apart="They do not go together.")
    two = (("full", "line"), ("literal", "coloured"))
    rest = (("full", "coloured"), ("literal", "line"))
    said = "no claim has n=2, end=full, closure=coloured together: They do not go together."
    for ways, told in ((two, True), ((*two, *rest), False)):
        settled = Claim(CLAIM.name, CLAIM.make, why_not_real="it speaks of two facts")
        parts = (*of_each(*ways), settled, TWIN)
        verdict = prove(Theorem("planted", "A statement.", scope, ("MIN-1",), parts))
        assert verdict.holds
        assert (said in unheld(verdict)) == told


def test_parameters_that_no_game_has_together_are_not_promised() -> None:
    """A board of size 1 has too few lines for four players."""
    scope = TheoremScope("board", "any position", params={"n": (1, 2), "k": (2, 4)})
    met = [Minoa({"n": n, "k": k}).rules for n, k in ((1, 2), (2, 4))]
    assert scope.missed_together(met) == "n=2, k=2"
    assert scope.missed_together([*met, RULES]) == ""
    apart = evolve(scope, apart="So.")
    assert (apart.missed_together(met), apart.left_apart(met)) == ("", "n=2, k=2")
    assert apart.left_apart([*met, RULES]) == ""


def test_a_window_or_an_induction_without_a_rim_is_refused() -> None:
    rim = ("tests/proofs/test_rims.py::test_what_is_beyond",)
    for over, inductive in (("window", False), ("board", True)):
        bare = TheoremScope(over, "any", params={"n": (2,)}, inductive=inductive)
        assert "names no test of what happens at its rim" in of_positions(of_all(), scope=bare)
        assert of_positions(of_all(), scope=evolve(bare, rim=rim)) == ""


@pytest.mark.parametrize(
    "rim", ["tests/test_rims.py::test_rim", (" ",), ("",), ("some test",), ("test_rims.py",), (1,)]
)
def test_a_rim_is_named_by_tests(rim: Any) -> None:
    with pytest.raises(ValueError, match="for its rim: it must be a tuple of tests"):
        TheoremScope("window", "any position", rim=rim)


def test_games_alone_prove_no_claim() -> None:
    assert "its scope is games alone, but 'if b then a'" in refused(
        CLAIM, TWIN, scope=TheoremScope("games", "one game")
    )


@pytest.mark.parametrize(
    "options",
    [
        {"params": {"n": 2}},
        {"params": {"n": ()}},
        {"params": [("n", (2,))]},
        {"readings": {"end": "full"}},
        {"readings": {"end": ()}},
    ],
    ids=str,
)
def test_options_that_are_no_lists_of_values_are_refused(options: dict[str, Any]) -> None:
    """A single word would be taken for its letters."""
    with pytest.raises(ValueError, match="must map each name to a tuple of its values"):
        TheoremScope("board", "any position", **options)


def test_an_option_that_the_game_does_not_have_is_promised_in_vain() -> None:
    other = evolve(SIZE_TWO, params={"n": (2,), "m": (3,)})
    assert "its scope promises m=3, but no claim" in of_positions(of_all(), scope=other)
