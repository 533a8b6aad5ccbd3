"""What a theorem is made of has no class and no function that could say something else."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from pathlib import Path

import pytest
from common.copied import IMPORTS, proved, theorems_to_be_written

FALSE = (
    IMPORTS
    + """
import z3

ENGINE = TicTacToe()

def played():
    return RealPositions(GAME.engine, facts_in, games=200, stride=1, steps=moves_in(GAME.engine))

def case(*also, legal=True, free=False, **more):
    before, move = any_position(ENGINE), any_move(ENGINE)
    after, rules = ENGINE.played(before, move), ENGINE.rules
    given = [exactly_one(move), exactly_one(before.turn), *also]
    given.append(no_square_carries_two_marks(rules, before))
    if legal:
        given.append(a_mark_goes_on_an_empty_square(rules, before, move))
    then = [no_square_carries_two_marks(rules, after), *([] if free else [not_(before.marks[0][4])])]
    return Case("k", given, all_of(then), under=rules, **more)

def theorem(make, **more):
    twin = Twin("anywhere", lambda: case(legal=False), of="k", changed="any square")
    claim = Claim("k", make, real=played(), **more)
    return Theorem("kept", "The middle is never X's.", SCOPE, ("TTT-3",), (claim, twin))

SCOPE = TheoremScope("board", "every position, every action")
"""
)
WAYS = {
    "a term that says it is given": (
        """
class Given(z3.BoolRef):
    def get_id(self):
        return list(case().given)[0].get_id()

def make():
    one = case()
    nothing = Given(z3.BoolVal(False).ast, one.then.ctx)
    return Case("k", one.given, one.then, under=one.under, using=(nothing,))

THEOREMS = (theorem(make),)
""",
        "a theorem needs constants or Z3 terms, not Given",
    ),
    "a term with a method of its own": (
        """
def make():
    one = case()
    nothing = z3.BoolVal(False)
    nothing.get_id = list(one.given)[0].get_id
    return Case("k", one.given, one.then, under=one.under, using=(nothing,))

THEOREMS = (theorem(make),)
""",
        "a term of it was given a 'get_id' of its own",
    ),
    "lemmas that come later": (
        """
class Late(tuple):
    asked = 0
    def __iter__(self):
        Late.asked += 1
        return super().__iter__() if Late.asked > 3 else iter(())

def never():
    before = any_position(ENGINE)
    return Case("never", [exactly_one(before.turn)], not_(before.marks[0][4]))

def make():
    Late.asked = 0
    return case(lemmas=Late((never(),)))

THEOREMS = (theorem(make),)
""",
        "claim 'k': k: refuted",
    ),
    "a reason that says nothing": (
        """
class Said(str):
    def strip(self):
        return self
    def __bool__(self):
        return True

def make():
    one = case()
    return Case("k", one.given, True, under=one.under, decided=Said(""))

THEOREMS = (theorem(make),)
""",
        "Case: `decided` must be a text, not a Said",
    ),
    "a reading that equals any other": (
        """
class Any(str):
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__

SCOPE = TheoremScope("board", "every position", readings={"row": ("any", Any("across"))})
THEOREMS = (theorem(lambda: case(free=True)),)
""",
        "it must map each name to a tuple of its values",
    ),
    "a function that contradicts itself": (
        """
ONE = z3.RecFunction("one", z3.IntSort(), z3.IntSort())
NUMBER = z3.Int("number")
z3.RecAddDefinition(ONE, [NUMBER], ONE(NUMBER) + 1)

def make():
    one = case()
    return Case("k", one.given, z3.Or(one.then, ONE(z3.IntVal(0)) > 5), under=one.under)

THEOREMS = (theorem(make, evident="it is so"),)
""",
        "it has a function of its own, which cannot be evaluated",
    ),
    "a function of a fact": (
        """
SAME = z3.Function("same", z3.BoolSort(), z3.BoolSort())

def make():
    middle = any_position(ENGINE).marks[0][4]
    return case(SAME(middle), not_(SAME(z3.BoolVal(True))))

THEOREMS = (theorem(make),)
""",
        "it has a function of its own, which cannot be evaluated",
    ),
}


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "middles")


@pytest.mark.parametrize(("written", "why"), WAYS.values(), ids=WAYS)
def test_nothing_false_is_proved_by_it(planted: Path, written: str, why: str) -> None:
    text = FALSE.replace("from PACKAGE", f"from {planted.parent.name}") + written
    status, said = proved(planted, text)
    assert why in said
    assert "internal error" not in said
    assert status


def test_without_it_a_right_claim_is_proved(planted: Path) -> None:
    text = FALSE.replace("from PACKAGE", f"from {planted.parent.name}")
    status, said = proved(planted, f"{text}\nTHEOREMS = (theorem(lambda: case(free=True)),)")
    assert "1 of 1 theorems hold" in said
    assert not status
