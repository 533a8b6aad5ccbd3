"""`any_move` and `any_position` give the same unknowns each time: two things need two names."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import re
from pathlib import Path

import pytest
from common.copied import IMPORTS, proved_here, theorems_to_be_written

PROOFS = (
    IMPORTS
    + """
from rulewright.proofs import boolean

ENGINE = TicTacToe()
STEPS = moves_in(GAME.engine)
PLAYED = RealPositions(GAME.engine, facts_in, games=160, stride=1, steps=STEPS)

def permitted(here, move):
    return [*ENGINE.rulebook.permitting(ENGINE.rules, here, move).values(), exactly_one(move)]

def kept(*also, legal=True):
    before, move = any_position(ENGINE), any_move(ENGINE)
    given = [exactly_one(before.turn), exactly_one(move)]
    given.append(no_square_carries_two_marks(ENGINE.rules, before))
    given += permitted(before, move) if legal else []
    then = [no_square_carries_two_marks(ENGINE.rules, ENGINE.played(before, move))]
    then += [each(before, move) for each in also]
    return Case("one mark", given, all_of(then), under=ENGINE.rules)

def two_steps(most, *, name=""):
    before, first, second = any_position(ENGINE), any_move(ENGINE), any_move(ENGINE, name=name)
    between = ENGINE.played(before, first)
    after = ENGINE.played(between, second)
    given = [exactly_one(before.turn), no_square_carries_two_marks(ENGINE.rules, before)]
    given += permitted(before, first) + [exactly_one(second)]
    now, then = (count(any_of(pair) for pair in zip(*here.marks)) for here in (before, after))
    return Case("two steps", given, then <= now + most, under=ENGINE.rules)

def theorem(claim, twin, *more):
    scope = TheoremScope("board", "every position, every action")
    broken = Twin("t", twin, of="k", changed="the number")
    parts = (*more, Claim("k", claim, real=PLAYED), broken)
    return Theorem("kept", "A statement.", scope, ("TTT-3",), parts)
"""
)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "twice")


def said_of(planted: Path, written: str) -> tuple[bool, str]:
    """Prove what is written; return whether it holds, and what is said."""
    return proved_here(planted, f"{PROOFS}\nTHEOREMS = ({written},)")


def test_two_steps_are_not_one_step_twice(planted: Path) -> None:
    """Of one step twice it is proved that only one mark is put down."""
    holds, said = said_of(planted, "theorem(lambda: two_steps(1), lambda: two_steps(0))")
    assert (
        "claim 'k': two steps: it has the unknowns of two calls of any_move, which are the" in said
    )
    assert "give another move a `name` of its own" in said
    assert not holds


def test_another_step_has_unknowns_of_its_own(planted: Path) -> None:
    one = 'lambda: two_steps(1, name="second")'
    holds, said = said_of(planted, f"theorem({one}, lambda: two_steps(0))")
    assert re.search(r"refuted, for example by action \w\d, (action|\w+\.)", said)  # what is played
    assert not holds
    two = 'lambda: two_steps(2, name="second")'
    holds, said = said_of(planted, f"theorem({two}, {one})")
    assert "claim 'k' speaks of 'second: action a1' and 8 more, which nothing reads from" in said
    assert "two calls" not in said
    assert holds, said


ALSO = {
    "another position": (
        "lambda before, move: iff(before.turn[0], any_position(ENGINE).turn[0])",
        "the unknowns of two calls of any_position",
    ),
    "another part of it": (
        "lambda before, move: any_of((any_position(ENGINE).turn[1], before.turn[0]))",
        "the unknowns of two calls of any_position",
    ),
    "two of one name": (
        'lambda before, move: iff(any_move(ENGINE, name="b")[0], any_move(ENGINE, name="b")[0])',
        "the unknowns of two calls of any_move(name='b')",
    ),
    "a name of a fact": (
        'lambda before, move: implies(boolean("turn.0"), before.turn[0])',
        "its unknown 'turn.0' is called as one of any_position is",
    ),
    "a name of an action": (
        'lambda before, move: implies(boolean("action a1"), move[ENGINE.actions.index("a1")])',
        "its unknown 'action a1' is called as one of any_move is",
    ),
}


@pytest.mark.parametrize(("also", "why"), ALSO.values(), ids=ALSO)
def test_an_unknown_stands_for_one_thing(planted: Path, also: str, why: str) -> None:
    holds, said = said_of(planted, f"theorem(lambda: kept({also}), lambda: kept(legal=False))")
    assert why in said
    assert not holds


def test_cases_and_claims_may_have_the_same_position(planted: Path) -> None:
    """Each speaks of all positions by itself; and what comes to nothing is no second position."""
    cases = "lambda: (kept(lambda *_: any_position(ENGINE) is not None), two_steps(2, name='b'))"
    holds, said = said_of(planted, f"theorem({cases}, lambda: kept(legal=False))")
    assert holds, said
