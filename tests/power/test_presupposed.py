"""What a guest's claim is given holds in all positions of all games, or it is not proved of all."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import z3
from common.copied import IMPORTS, proved_here, theorems_to_be_written

from rulewright.play import games
from rulewright.proofs import nearest
from rulewright.proofs.induction import Induction, put_in
from rulewright.proofs.nearest import NearestPositions

PROOFS = (
    IMPORTS
    + """
ENGINE = TicTacToe()
STEPS = moves_in(GAME.engine)
X, O = (0, 1, 5, 6), (2, 3, 4)

def played(**more):
    return RealPositions(GAME.engine, facts_in, games=160, stride=1, **{"steps": STEPS, **more})

def there(here):
    "A position that few games come to: it is one of 4520."
    own = [here.marks[0][at] for at in X], [here.marks[1][at] for at in O]
    empty = [here.marks[who][at] for who in (0, 1) for at in (7, 8)]
    return all_of((*own[0], *own[1], none_of(empty)))

def case(*, given=lambda here, move: (), legal=True, step="", also=lambda after: ()):
    before, move = any_position(ENGINE), any_move(ENGINE)
    after = ENGINE.played(before, move)
    rules = ENGINE.rules
    premises = [exactly_one(move), exactly_one(before.turn), *given(before, move)]
    premises.append(no_square_carries_two_marks(rules, before))
    if legal:
        premises.append(a_mark_goes_on_an_empty_square(rules, before, move))
    then = all_of((no_square_carries_two_marks(rules, after), *also(after)))
    return Case(step or "one mark", premises, then, under=rules, step=step)

def theorem(*claims, inductive=False):
    rim = ("tests_of_it/test_it.py::test_it",) if inductive else ()
    scope = TheoremScope("board", "every position, every action", inductive=inductive, rim=rim)
    broken = Twin("anywhere", lambda: case(legal=False), of=claims[0].name, changed="any square")
    return Theorem("kept", "No square carries two.", scope, ("TTT-3",), (*claims, broken))

def of(given, name="k", **more):
    return Claim(name, lambda: case(given=given), real=played(**more))
"""
)


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the theorems of a game to be written."""
    return theorems_to_be_written(tmp_path, monkeypatch, "noughts")


def said_of(planted: Path, written: str) -> tuple[bool, str]:
    """Prove what is written; return whether it holds, and what is said."""
    return proved_here(planted, PROOFS + written)


RARE = {
    "a position": ("lambda here, _: [not_(there(here))]", "a premise excludes a position: Not("),
    "a step": (
        "lambda here, move: [not_(all_of((there(here), move[7])))]",
        "a premise excludes a step: Not(",
    ),
}


@pytest.mark.parametrize("inductive", [False, True])
@pytest.mark.parametrize(("given", "why"), RARE.values(), ids=RARE)
def test_what_a_premise_excludes_is_found_where_no_recorded_game_has_it(
    planted: Path, given: str, why: str, *, inductive: bool
) -> None:
    written = f"THEOREMS = (theorem(of({given}), inductive={inductive}),)"
    holds, said = said_of(planted, written)
    assert f"claim 'k': {why}" in said
    assert " of a game (row=any), in {" in said
    assert not holds


@pytest.mark.parametrize("given", [each for each, _ in RARE.values()], ids=RARE)
def test_what_is_not_shown_to_be_kept_is_no_induction(
    planted: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    """In a game of more positions than are looked at, it is told of all others; an induction fails."""
    monkeypatch.setattr(nearest, "MOST", 100)
    holds, said = said_of(planted, f"THEOREMS = (theorem(of({given})),)")
    assert "and is not shown to hold in all others: Not(" in said
    assert holds
    holds, said = said_of(planted, f"THEOREMS = (theorem(of({given}), inductive=True),)")
    what = "permits" if "move[7]" in given else "keeps"
    assert f"its scope is inductive, but it is not shown that every action {what} a premise" in said
    assert ' in {"' in said
    assert not holds


FOLLOWS = {
    "it is kept": "theorem(of(lambda here, _: [BALANCED(here)]), inductive=True)",
    "with another claim": (
        "theorem(of(lambda here, _: [AHEAD(here)]), of(lambda here, _: [BALANCED(here)], 'l'), "
        "inductive=True)"
    ),
    "of steps": (
        "theorem(of(lambda here, move: [implies(move[0], not_(here.marks[0][0]))]), inductive=True)"
    ),
}


@pytest.mark.parametrize("written", FOLLOWS.values(), ids=FOLLOWS)
def test_what_every_action_keeps_is_shown(
    planted: Path, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    """By itself, or together with what clauses keep true, or with what another claim is given."""
    monkeypatch.setattr(nearest, "MOST", 0)
    formulas = """
def BALANCED(here):
    x, o = map(count, here.marks)
    return all_of((implies(here.turn[0], x == o), implies(here.turn[1], x == o + 1)))

def AHEAD(here):
    x, o = map(count, here.marks)
    return all_of((x <= o + 1, o <= x))
"""
    holds, said = said_of(planted, f"{formulas}\nTHEOREMS = ({written},)")
    assert "is not shown" not in said
    assert holds, said


class Silent(z3.Solver):  # type: ignore[misc]
    """A solver that never answers."""

    def check(self, *_: Any) -> Any:
        """Give no answer."""
        return z3.unknown


def test_an_answer_that_the_solver_does_not_give_shows_nothing(
    planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearest, "MOST", 0)
    monkeypatch.setattr(Induction, "solver", lambda _: Silent())
    holds, said = said_of(planted, "THEOREMS = (theorem(of(lambda *_: ()), inductive=True),)")
    assert "it is not shown that every action keeps a premise: " in said
    assert "the solver gave no answer" in said
    assert not holds


KINDS = """
def kind(_, action):
    "A corner, or another square."
    return "corner" if action in ("a1", "a3", "c1", "c3") else "other"

CORNERS = [name in ("a1", "a3", "c1", "c3") for name in ENGINE.actions]

def divided(*, of_corners=lambda here, at: ()):
    for name, wanted in (("corner", True), ("other", False)):
        def given(here, move, wanted=wanted):
            own = [made for made, corner in zip(move, CORNERS) if corner is wanted]
            return [any_of(own), *(of_corners(here, move) if wanted else ())]
        yield case(given=given, step=name)
"""


def test_premises_of_steps_of_a_kind_are_held_against_these(planted: Path) -> None:
    """What cases that divide steps are given need not hold in positions with other steps."""
    claim = "Claim('k', divided, real=played(kind=kind))"
    holds, said = said_of(planted, f"{KINDS}\nTHEOREMS = (theorem({claim}, inductive=True),)")
    assert holds, said
    rare = "lambda: divided(of_corners=lambda here, move: [not_(there(here))])"
    claim = f"Claim('k', {rare}, real=played(kind=kind))"
    holds, said = said_of(planted, f"{KINDS}\nTHEOREMS = (theorem({claim}),)")
    assert "a premise excludes a step: Not(" in said
    assert not holds


def test_a_claim_of_some_actions_is_not_of_all_though_no_step_is_read(planted: Path) -> None:
    """What nothing reads from games was told; the actions of `any_move` are known all the same."""
    given = "lambda here, move: [implies(move[8], here.turn[0])]"
    holds, said = said_of(planted, f"THEOREMS = (theorem(of({given}, steps=None)),)")
    assert "claim 'k': a premise excludes a step: Or(Not(action " in said
    assert not holds
    holds, said = said_of(planted, "THEOREMS = (theorem(of(lambda *_: (), steps=None)),)")
    assert holds, said


def test_an_induction_over_some_positions_alone_is_told(planted: Path) -> None:
    """Nothing shows that an action leads from one of these to another."""
    wanted = """
def begun(here):
    "A mark lies."
    return any(here.marks[0])
"""
    claim = "of(lambda here, _: [any_of(here.marks[0])], wanted=begun)"
    holds, said = said_of(planted, f"{wanted}\nTHEOREMS = (theorem({claim}, inductive=True),)")
    assert "claim 'k': that every action keeps what it is given of a position is as" in said
    assert "it speaks of some positions alone (`wanted`)" in said
    assert holds


def test_positions_by_names_of_their_own_are_kept_as_well(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The theorem of tic-tac-toe names its unknowns otherwise than `any_position` does."""
    from rulewright.proofs.presupposed import presupposed  # noqa: PLC0415

    monkeypatch.setenv("RULEWRIGHT_GAMES", "examples")
    monkeypatch.setattr(nearest, "MOST", 0)
    theorem = games.theorems("tictactoe")[0]
    cases = {part.name: part.cases() for part in theorem.parts if part.kind == "claim"}
    found = presupposed(theorem, cases)
    assert found.refused == ""
    assert found.told == ()


def visited(monkeypatch: pytest.MonkeyPatch, most: int) -> NearestPositions:
    """Visit positions of tic-tac-toe."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", "examples")
    monkeypatch.setattr(nearest, "MOST", most)
    engine: Any = games.specification("tictactoe", {}, {})
    return nearest.nearest(engine, ("tictactoe", most))


def test_all_positions_of_a_small_game_are_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 5,478 positions 958 are the end."""
    found = visited(monkeypatch, 50_000)
    assert (len(found), found.are_all) == (5478 - 958, True)
    engine = found.bulk.engine
    states = [found.state(number) for number in range(len(found))]
    assert len(set(states)) == len(states)
    steps = found.steps
    assert steps.are_all
    assert len(steps) == sum(len(engine.legal_actions(state)) for state in states)
    for number in range(0, len(steps), 999):
        assert steps.action(number) in engine.legal_actions(steps.state(number))


def test_those_nearest_to_the_start_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    found = visited(monkeypatch, 500)
    assert 500 <= len(found) < 5478 - 958
    assert not found.are_all
    assert not found.steps.are_all
    marks = [sum(map(sum, found.state(number).marks)) for number in range(len(found))]
    assert marks == sorted(marks)


def test_a_reading_may_give_1_for_true_and_true_for_1() -> None:
    """As it may of recorded games."""
    fact, number = z3.Bool("fact"), z3.Int("number")
    both = z3.And(fact, number > 0)
    for given, expected in (
        ({"fact": 1, "number": True}, True),
        ({"fact": True, "number": 0}, False),
        ({"fact": z3.Int("n"), "number": z3.Bool("b")}, z3.And(z3.Int("n") != 0, z3.Bool("b"))),
    ):
        assert z3.Solver().check(put_in(both, given) != expected) == z3.unsat
