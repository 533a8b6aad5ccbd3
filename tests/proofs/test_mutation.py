"""What counts as noticing that a clause is wrong, and that silence of the solver does not."""

from __future__ import annotations

from typing import Any

import pytest
import z3
from attrs import evolve

from rulewright.interface import IllegalAction
from rulewright.proofs.computed import Computed, Exhibit
from rulewright.proofs.mutation import BREAKS, NOTICED, SURVIVES, UNANSWERED, tried
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Part, Theorem, Twin

A, B = z3.Bools("a b")
P, Q = z3.Ints("p q")
HARD = z3.And(P * Q == 4_294_967_291 * 4_294_967_279, P > 1, Q >= P)

NONE = TheoremScope("facts", "no positions")


def claim(name: str, given: tuple[Any, ...], then: Any) -> Claim:
    """Make a claim of one case."""
    return Claim(name, lambda: (Case(name, given, then),))


TRUE = claim("a gives a", (A,), A)
FALSE = claim("a gives b", (A,), B)
VACUOUS = claim("a and not a", (A, z3.Not(A)), B)
OPEN = claim("too hard", (), z3.Not(HARD))
GOOD_TWIN = Twin("a gives b", lambda: Case("a gives b", (A,), B))
BAD_TWIN = Twin("a gives a", lambda: Case("a gives a", (A,), A))


def fails_to_be_shown() -> Computed:
    """Show nothing."""
    return Computed(holds=False, detail="not so", looked=1)


def refuses() -> Computed:
    """Replay a game that the wrong rules forbid."""
    raise IllegalAction("1,1>2,2", "NON-2")


def breaks() -> Computed:
    """Fail in a way that no rule explains."""
    raise ZeroDivisionError


def times_out() -> Computed:
    """Take too long."""
    raise TimeoutError("no verdict within 1 s")


@pytest.mark.parametrize(
    ("parts", "outcome", "part"),
    [
        ((TRUE, GOOD_TWIN), SURVIVES, ""),
        ((FALSE, GOOD_TWIN), NOTICED, "claim: a gives b"),
        ((VACUOUS, GOOD_TWIN), NOTICED, "claim: a and not a"),
        ((TRUE, BAD_TWIN), NOTICED, "twin: a gives a"),
        ((Exhibit("game", fails_to_be_shown), GOOD_TWIN), NOTICED, "exhibit: game"),
        ((Exhibit("game", refuses), GOOD_TWIN), NOTICED, "exhibit: game"),
        ((Exhibit("game", breaks), GOOD_TWIN), BREAKS, "exhibit: game"),
        ((Exhibit("game", times_out), GOOD_TWIN), UNANSWERED, "exhibit: game"),
        ((OPEN, GOOD_TWIN), UNANSWERED, "claim: too hard"),
        ((OPEN, FALSE, GOOD_TWIN), NOTICED, "claim: a gives b"),
        ((OPEN, TRUE, GOOD_TWIN), UNANSWERED, "claim: too hard"),
    ],
)
def test_only_a_part_that_fails_notices(parts: tuple[Part, ...], outcome: str, part: str) -> None:
    """A query without an answer is passed over, and what comes later may notice."""
    found = tried(Theorem("a_name", "A statement.", NONE, ("MIN-1",), parts), time_limit=0.05)
    assert (found.outcome, found.part) == (outcome, part)


def test_the_claims_of_a_slow_theorem_are_tried_last() -> None:
    """So a twin notices before a claim is asked; the outcome is the same."""
    quick = Theorem("a_name", "A statement.", NONE, (), (FALSE, BAD_TWIN))
    assert tried(quick, 1.0).part == "claim: a gives b"
    assert tried(evolve(quick, slow=True), 1.0).part == "twin: a gives a"


def no_games(*_: object) -> Any:
    """Make no engine, and read nothing."""
    raise AssertionError("a game is played")


def test_recorded_games_are_not_looked_at() -> None:
    """Under wrong rules they are other games: a claim that is held against them is tried without."""
    held = evolve(TRUE, real=RealPositions(no_games, no_games))
    assert (
        tried(Theorem("a_name", "A statement.", NONE, (), (held, GOOD_TWIN)), 1.0).outcome
        == SURVIVES
    )
