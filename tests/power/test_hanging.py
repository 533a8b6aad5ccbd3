"""What a guest's claims say hangs on the rules that are run, or it is refused, or told."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import z3
from common.copied import IMPORTS, proved_here, theorems_to_be_written

from rulewright.play import games
from rulewright.proofs import marked
from rulewright.proofs.hanging import Hanging, hanging
from rulewright.proofs.marked import (
    Marked,
    Role,
    functions_with_roles,
    opened,
    remade,
    standing_in,
)
from rulewright.proofs.theorem import Claim

PROOFS = (
    IMPORTS
    + """
ENGINE = TicTacToe()
STEPS = moves_in(GAME.engine)
PLAYED = RealPositions(GAME.engine, facts_in, games=160, stride=1, steps=STEPS)

def by_the_rules(before, move):
    return ENGINE.played(before, move)

def by_hand(before, move):
    "A copy of an effect: the mark is the mover's, and the turn passes on."
    marks = tuple(
        tuple(any_of((mark, all_of((put, due)))) for mark, put in zip(own, move))
        for own, due in zip(before.marks, before.turn)
    )
    return evolve(before, marks=marks, turn=before.turn[::-1])

def ROWS(here):
    return [(own[0], *own[1:at]) for own in here.marks for at in (0, 5)]

def single(here):
    return no_square_carries_two_marks(ENGINE.rules, here)

def case(*, after=by_the_rules, then=lambda before, move, after: single(after), legal=True):
    before, move = any_position(ENGINE), any_move(ENGINE)
    given = [exactly_one(move), exactly_one(before.turn), single(before)]
    if legal:
        given.append(a_mark_goes_on_an_empty_square(ENGINE.rules, before, move))
    follows = after(before, move)
    return Case("one mark", given, then(before, move, follows), under=ENGINE.rules)

def theorem(claim, *clauses, twin=lambda: case(legal=False)):
    scope = TheoremScope("board", "every position, every action")
    broken = Twin("anywhere", twin, of="k", changed="any square")
    parts = (Claim("k", claim, real=PLAYED), broken)
    return Theorem("kept", "A statement.", scope, clauses or ("TTT-3",), parts)
"""
)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "copied")


def said_of(planted: Path, written: str) -> tuple[bool, str]:
    """Prove what is written; return whether it holds, and what is said."""
    return proved_here(planted, f"{PROOFS}\nTHEOREMS = ({written},)")


def test_what_is_of_the_rules_is_proved(planted: Path) -> None:
    assert said_of(planted, "theorem(case)") == (True, "1 claim, 1 broken twin")


def test_a_copy_of_an_effect_is_refused(planted: Path) -> None:
    """It is proved of itself, whatever the rulebook says: this one never ends a game."""
    never = "lambda before, move, after: all_of((single(after), any_of(after.turn)))"
    claim = f"lambda: case(after=by_hand, then={never})"
    holds, said = said_of(planted, f"theorem({claim}, twin=lambda: case(then={never}))")
    assert "claim 'k': by_hand makes a position out of what is played, and is no rule" in said
    assert not holds


def test_a_copy_among_the_rules_that_none_of_them_calls_is_refused(planted: Path) -> None:
    """Such as an effect as it was before the rulebook was read again."""
    old = """

def earlier(before, move):
    marks = tuple(
        tuple(any_of((mark, all_of((put, due)))) for mark, put in zip(own, move))
        for own, due in zip(before.marks, before.turn)
    )
    return Position(marks, before.turn[::-1])
"""
    clauses = planted.parent / "clauses.py"
    clauses.write_text(clauses.read_text("utf-8") + old, encoding="utf-8")
    written = f"""{PROOFS}
from {planted.parent.name}.clauses import earlier

def never(before, move, after):
    return all_of((single(after), any_of(after.turn)))

THEOREMS = (theorem(lambda: case(after=earlier, then=never), twin=lambda: case(then=never)),)
"""
    holds, said = proved_here(planted, written)
    assert "claim 'k': earlier makes a position out of what is played, and is no rule" in said
    assert not holds


def test_what_follows_from_no_effect_is_told(planted: Path) -> None:
    """It may be about the action alone; or what follows is written once more, and in no position."""
    alone = "lambda before, move, after: not_(all_of((move[0], before.marks[0][0])))"
    claim, twin = f"lambda: case(then={alone})", f"lambda: case(then={alone}, legal=False)"
    holds, said = said_of(planted, f"theorem({claim}, twin={twin})")
    assert (
        "claim 'k' has a conclusion about what is played, in which nothing is that by the" in said
    )
    assert holds


def test_a_theorem_hangs_on_a_clause_that_it_names(planted: Path) -> None:
    """It is not enough to ask for a formula."""
    asks = "ENGINE.rulebook['TTT-2'].holds(ENGINE.rules, any_position(ENGINE))"
    case = "case(then=lambda before, move, after: single(after))"
    for claim in ("case", f"lambda: ({asks}, {case})[1]"):
        holds, said = said_of(planted, f"theorem({claim}, 'TTT-2')")
        assert "no formula of a claim is of a clause that it names (TTT-2)" in said, claim
        assert not holds


def test_a_clause_that_is_asked_for_nothing_is_told(planted: Path) -> None:
    asks = "ENGINE.rulebook['TTT-2'].holds(ENGINE.rules, any_position(ENGINE))"
    holds, said = said_of(planted, f"theorem(lambda: ({asks}, case())[1], 'TTT-3', 'TTT-2')")
    assert "TTT-2 is named, and makes no difference to what a claim says" in said
    assert holds


EMPTY = {
    "a conclusion": (
        "single(after), *(), all_of(mark for mark in before.marks[0][9:])",
        "all_of of no",
    ),
    "a range": (
        "single(after), none_of(all_of(own[at] for own in after.marks) for at in range(9, 9))",
        "none_of of no facts (<lambda>, line ",
    ),
    "a count": ("single(after), count(before.marks[0][9:]) <= 3", "count of no facts"),
    "some alone": ("single(after), *(any_of((x, not_(x), *rest)) for x, *rest in ROWS(after))", ""),
    "none": ("single(after), at_most(9, before.marks[0])", ""),
}


@pytest.mark.parametrize(("also", "told"), EMPTY.values(), ids=EMPTY)
def test_a_part_that_goes_through_nothing_is_told(planted: Path, also: str, told: str) -> None:
    """A combinator that is given no facts whenever it is asked; some of its facts may be missing."""
    claim = f"lambda: case(then=lambda before, move, after: all_of(({also})))"
    holds, said = said_of(planted, f"theorem({claim})")
    assert told in said
    assert ("is what it goes through empty?" in said) == bool(told)
    assert holds, said


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough", "hex"])
def test_the_examples_hang_on_what_they_name(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_GAMES", "examples")
    for theorem in games.theorems(game):
        claims = [part for part in theorem.parts if isinstance(part, Claim)]
        found = remade(claims)
        assert found is not None
        cases = {claim.name: claim.cases() for claim in claims}
        assert hanging(theorem, cases) == Hanging()
        terms = [term for made in found.cases.values() for case in made for term in case.given]
        terms += [case.then for made in found.cases.values() for case in made]
        named = {role.clause for role in found.roles_in(terms)}
        assert named & set(theorem.clauses)


# ------------------------------------------------------------------------------ functions with marks


def twice(fact: Any, *, more: int = 1) -> Any:
    """Return a fact and a number."""
    return fact, z3.Int("n") + more, True, {"fact": fact}


def counted(amount: int) -> Any:
    """Make a function that refers to what is outside of it."""

    def inner(fact: Any, also: Any = z3.Bool("also")) -> Any:  # noqa: B008 - a default to be kept
        return z3.And(fact, also, z3.Int("n") > amount)

    return inner


def test_what_a_function_says_is_marked_and_is_as_it_was_afterwards() -> None:
    """Whatever is known stays as it is, and so do defaults and closures."""
    fact, mark = z3.Bool("fact"), z3.Bool("marked!0")
    for function, given, named in ((twice, (fact,), {"more": 2}), (counted(3), (fact,), {})):
        usual, code = function(*given, **named), function.__code__
        each = Marked(function, 0, {Role("A-1", "effect", itself=True)})
        with standing_in([each]):
            said: Any = function(*given, **named)
        assert each.is_called
        assert each.says_something
        assert function.__code__ is code
        assert repr(function(*given, **named)) == repr(usual)
        first, known = (said[0], said[2]) if isinstance(said, tuple) else (said, True)
        assert "marked!0" in str(first)
        assert known is True
        put = z3.substitute(first, (mark, z3.BoolVal(val=False)))
        equal = put == (usual[0] if isinstance(usual, tuple) else usual)
        assert z3.Solver().check(z3.Not(equal)) == z3.unsat
    assert not marked.STANDING_IN


class Called:
    """What calls a function, in other ways."""

    @property
    def one(self) -> Any:
        """Call it."""
        return twice

    @staticmethod
    def two() -> Any:
        """Call it."""
        return twice


def test_what_is_made_of_a_function_is_opened() -> None:
    assert opened(partial(twice, more=3)) is twice
    assert opened(cache(partial(twice))) is twice
    assert opened(vars(Called)["two"]) is Called.two
    assert opened(Called().two) is Called.two
    assert opened(vars(Called)["one"]).__name__ == "one"
    assert opened(Called) is Called


def test_functions_are_as_they_were_where_a_claim_cannot_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RULEWRIGHT_GAMES", "examples")
    functions = functions_with_roles(games.specified("tictactoe"))
    codes = [each.function.__code__ for each in functions]

    def fails() -> Any:
        raise LookupError("there is none")

    fails.__module__ = games.theorems("tictactoe")[0].parts[0].make.__module__  # type: ignore[union-attr]
    assert remade([Claim("k", fails)]) is None
    assert [each.function.__code__ for each in functions] == codes
