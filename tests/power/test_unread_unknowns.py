"""Unknowns that nothing reads from games leave out no position together with the premises about them."""

from __future__ import annotations

from pathlib import Path

import pytest
from common.copied import IMPORTS, proved, theorems_to_be_written

THEOREM = (
    IMPORTS
    + """
from rulewright.proofs import boolean, integer

ENGINE = TicTacToe()
X, O = {0, 1, 5, 6}, {2, 3, 4, 7}
REAL = RealPositions(GAME.engine, facts_in, games=200, stride=1, steps=moves_in(GAME.engine))

def facts_of_one(here):
    crosses = [mark if at in X else not_(mark) for at, mark in enumerate(here.marks[0])]
    return crosses + [mark if at in O else not_(mark) for at, mark in enumerate(here.marks[1])]

def by_another_position(before):
    other = any_position(ENGINE, name="other")
    pairs = [pair for sides in zip(before.marks, other.marks) for pair in zip(*sides)]
    return [*(iff(one, two) for one, two in pairs), not_(all_of(facts_of_one(other)))]

def by_a_fact(before):
    rare = boolean("rare")
    return [iff(rare, all_of(facts_of_one(before))), not_(rare)]

def by_a_number(before):
    number = integer("number")
    return [number == count(facts_of_one(before)), number <= 17]

def by_another_move(before):
    move = any_move(ENGINE, name="second")
    return [exactly_one(move), a_mark_goes_on_an_empty_square(ENGINE.rules, before, move), not_(move[8])]

def by_nothing(before):
    number = integer("number")
    return [number == count(facts_of_one(before)), number <= 18]

def case(legal=True):
    before, move = any_position(ENGINE), any_move(ENGINE)
    after, rules = ENGINE.played(before, move), ENGINE.rules
    given = [exactly_one(move), exactly_one(before.turn), no_square_carries_two_marks(rules, before)]
    given += [a_mark_goes_on_an_empty_square(rules, before, move)] if legal else []
    return Case("k", [*given, *WHICH(before)], no_square_carries_two_marks(rules, after), under=rules)

THEOREMS = (
    Theorem(
        "kept", "No square carries two.", TheoremScope("board", "every position"), ("TTT-3",),
        (Claim("k", case, real=REAL), Twin("t", lambda: case(legal=False), of="k", changed="any")),
    ),
)
"""
)


@pytest.mark.parametrize(
    ("which", "holds"),
    [
        ("by_another_position", False),
        ("by_a_fact", False),
        ("by_a_number", False),
        ("by_another_move", False),
        ("by_nothing", True),
    ],
)
def test_no_position_is_left_out_by_what_stands_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str, holds: bool
) -> None:
    """One position of two hundred games, the last but one of a full board, was left out."""
    planted = theorems_to_be_written(tmp_path, monkeypatch, "unread")
    text = THEOREM.replace("from PACKAGE", f"from {planted.parent.name}").replace("WHICH", which)
    status, said = proved(planted, text)
    why = (
        "whatever else they speak of, its premises cannot all hold in a position of a recorded game"
    )
    assert (why in said) == (not holds)
    assert (status == 0) == holds


APART = """
def under(reading):
    engine = TicTacToe(rulings={"row": reading})
    before, move = any_position(engine), any_move(engine)
    after, rules = engine.played(before, move), engine.rules
    given = [exactly_one(move), exactly_one(before.turn), no_square_carries_two_marks(rules, before)]
    given.append(a_mark_goes_on_an_empty_square(rules, before, move))
    return Case(reading, given, no_square_carries_two_marks(rules, after), under=rules)

THEOREMS = (
    Theorem(
        "kept", "No square carries two.", SCOPE, ("TTT-3",),
        (
            Claim("k", lambda: map(under, GIVEN), real=REAL),
            Twin("t", lambda: case(legal=False), of="k", changed="any"),
        ),
    ),
)
"""


def test_nothing_is_told_of_a_scope_that_leaves_nothing_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its claim has each reading that there is."""
    planted = theorems_to_be_written(tmp_path, monkeypatch, "apart")
    begin = THEOREM.split("THEOREMS = (")[0].replace("from PACKAGE", f"from {planted.parent.name}")
    scope = 'SCOPE = TheoremScope("board", "all", readings={"row": ("any", "across")}, apart="So.")'
    begin = begin.replace("WHICH", "by_nothing")
    status, said = proved(planted, f"{begin}\n{scope}\nGIVEN = ('any', 'across')\n{APART}")
    assert status == 0, said
    assert "together" not in said
