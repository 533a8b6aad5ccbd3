"""Each claim of a guest has a twin of its own; and what is wrong with a theorem is said at once."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from pathlib import Path

import pytest
from common.copied import proved, theorems_to_be_written

PROOFS = """
from rulewright.author import all_of, any_of, count, exactly_one, implies, none_of, not_
from rulewright.proofs import (
    Case, Claim, Computed, Enumeration, Exhibit, FalseExhibit, RealPositions, Theorem, TheoremScope,
    Twin, any_move, any_position, facts_in, moves_in, state_after,
)
from PACKAGE.clauses import (
    Position, a_mark_goes_on_an_empty_square, no_square_carries_two_marks, row,
    x_has_as_many_marks_or_one_more,
)
from PACKAGE.spec import GAME, TicTacToe

ENGINE = TicTacToe()
READ = RealPositions(GAME.engine, facts_in, games=200, stride=1, steps=moves_in(GAME.engine))

def case(what, *, legal=True, also=()):
    before, move, rules = any_position(ENGINE), any_move(ENGINE), ENGINE.rules
    after = ENGINE.played(before, move)
    given = [exactly_one(move), exactly_one(before.turn), no_square_carries_two_marks(rules, before)]
    given += [x_has_as_many_marks_or_one_more(rules, before)]
    if legal:
        given.append(a_mark_goes_on_an_empty_square(rules, before, move))
    return Case(what, [*given, *also], THEN[what](rules, before, after), under=rules)

def single(rules, before, after):
    return no_square_carries_two_marks(rules, after)

def one_more(rules, before, after):
    return sum(map(count, after.marks)) == sum(map(count, before.marks)) + 1

THEN = {"single": single, "one more": one_more}
CLAIMS = tuple(Claim(what, lambda what=what: case(what), real=READ) for what in THEN)

def twin(what, of):
    made = lambda: case(what, legal=False)
    return Twin(f"{what}, anywhere, of {of}", made, of=of, changed="any square")

def theorem(*twins, scope=TheoremScope("board", "every position, every action")):
    return Theorem("kept", "No square carries two.", scope, ("TTT-3",), (*CLAIMS, *twins))
"""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "twinned")


def said_of(planted: Path, written: str) -> tuple[int, str]:
    """Prove what is written; return the exit status, and what is printed."""
    return proved(planted, PROOFS.replace("from PACKAGE", f"from {planted.parent.name}") + written)


def test_each_claim_may_have_its_twin(planted: Path) -> None:
    twins = "twin('single', 'single'), twin('one more', 'one more')"
    status, said = said_of(planted, f"THEOREMS = (theorem({twins}),)")
    assert "1 of 1 theorems hold" in said, said
    assert "no twin" not in said
    assert status == 0


def test_a_twin_of_another_claim_is_refused(planted: Path) -> None:
    twins = "twin('single', 'single'), twin('single', 'one more')"
    status, said = said_of(planted, f"THEOREMS = (theorem({twins}),)")
    assert (
        "twin 'single, anywhere, of one more' has the conclusion of 'single', and not that of "
        "'one more', which it is to break (`of`)"
    ) in said
    assert status == 1


ALONE = """
def alone():
    before, rules = any_position(ENGINE, name="other"), ENGINE.rules
    given = [x_has_as_many_marks_or_one_more(rules, before)]
    then = implies(before.turn[0], count(before.marks[0]) == count(before.marks[1]))
    return Case("alone", given, then, under=rules)

MORE = Claim("alone", alone, why_not_real="any position", evident="it is a part of what the clause says")
THEOREMS = (Theorem(
    "kept", "So.", TheoremScope("board", "all"), ("TTT-3",), (CLAIMS[0], MORE, twin("single", "single"))
),)
"""


def test_a_claim_without_a_twin_is_told(planted: Path) -> None:
    """Another twin may be about it; it shares neither premise nor formula here."""
    status, said = said_of(planted, ALONE)
    assert "claim 'alone' is broken by no twin: nothing shows that its proof can fail" in said, said
    assert status == 0


def test_all_that_is_wrong_with_a_theorem_is_said_at_once(planted: Path) -> None:
    """One reason after the other took as many runs as there were reasons."""
    scope = 'TheoremScope("board", "all", readings={"row": ("any", "across")})'
    twins = "twin('single', 'single'), Twin('t', lambda: case('one more', legal=False), of='two')"
    status, said = said_of(planted, f"THEOREMS = (theorem({twins}, scope={scope}),)")
    assert "its scope promises row=across" in said, said
    assert "; and twin 't' does not say what it breaks (`of`), and what is `changed`" in said
    assert status == 1
