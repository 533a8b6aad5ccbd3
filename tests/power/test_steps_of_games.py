"""Claims about all steps that leave some out: what is played in recorded games is held against them."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import z3
from attrs import evolve

from rulewright.proofs import any_move, any_position, facts_in, moves_in
from rulewright.proofs.prove import TheoremVerdict, prove
from rulewright.proofs.real_positions import RealPositions, tabled
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.trust import unheld
from rulewright.spec.logic import exactly_one
from rulewright.spec.minoa.game import Minoa

EXAMPLES = Path(__file__).parents[2] / "examples"
SIZE_TWO = TheoremScope("board", "any step", params={"n": (2,)})
BOARD = Minoa({"n": 2}).rules.board
RULES = Minoa({"n": 2}).rules
LIES = {name: z3.Bool(f"stick.{name}") for name in BOARD.names}
PUT = {name: z3.Bool(f"put.{name}") for name in BOARD.names}
INSIDE = tuple(BOARD.names[number] for number in BOARD.interior)
LINE = INSIDE[0]


def lying(_: object, state: Any) -> dict[str, bool | int]:
    return {str(fact): bool(lies) for fact, lies in zip(LIES.values(), state.sticks, strict=True)}


def put(_: object, __: object, action: str) -> dict[str, bool | int]:
    return {str(fact): name == action for name, fact in PUT.items()}


EVERY = RealPositions(Minoa, lying, games=200, stride=1, steps=put)
"""One for all tests: what was played and read under it is kept."""
TAKEN = z3.And(*(z3.Implies(PUT[name], z3.Not(LIES[name])) for name in INSIDE))
ONE = exactly_one(list(PUT.values()))


def step(*given: Any, then: Any = None, kind: str = "") -> Case:
    """A stick is put where none lies, more being given."""
    free = z3.Not(z3.And(*LIES.values()))
    conclusion = z3.Or(z3.Not(PUT[LINE]), z3.Not(LIES[LINE])) if then is None else then
    return Case(f"any step {kind}", (free, ONE, TAKEN, *given), conclusion, under=RULES, step=kind)


def verdict(
    cases: Sequence[Case], real: RealPositions = EVERY, only_with: str = ""
) -> TheoremVerdict:
    claim = Claim("of all", lambda: cases, real=real, only_with=only_with, evident="it is planted")
    wrong = evolve(step(), then=z3.Not(PUT[LINE]))
    twin = Twin("never", lambda: wrong, of="of all", changed="what follows", not_replayed="planted")
    return prove(Theorem("planted", "A statement.", SIZE_TWO, ("MIN-1",), (claim, twin)))


def why(*cases: Case, real: RealPositions = EVERY, only_with: str = "") -> str:
    """Return why a theorem of some cases is not proved; empty if it is."""
    found = verdict(cases, real, only_with)
    assert "\n" not in found.detail
    return "" if found.holds else found.detail


def test_premises_that_hold_of_real_steps_are_allowed() -> None:
    found = verdict([step()])
    assert found.holds, found.detail
    assert not list(unheld(found))


def test_a_premise_that_excludes_a_real_step_is_refused() -> None:
    """It excludes no position: in each another line may be played. Without `steps` it passes."""
    careless = z3.Or(*(PUT[name] for name in INSIDE))
    refused = why(step(careless))
    assert re.search(
        r"a premise excludes a step: Or\(put\..*: \S+ of a recorded game \(n=2", refused
    )
    assert why(step(careless), real=evolve(EVERY, steps=None)) == ""


def test_what_is_not_read_of_a_step_is_told() -> None:
    """A claim that reads no steps passes, and says that it speaks of more than was read."""
    found = verdict([step()], evolve(EVERY, steps=None))
    (told,) = unheld(found)
    more = len(BOARD.names) - 1
    assert re.search(rf"claim 'of all' is held .* speak of 'put\.\S+' and {more} more, which", told)


def test_what_a_premise_hides_of_the_step_is_found() -> None:
    """It says that the line is put, wherever all premises hold."""
    hidden = z3.Bool("c")
    assert "a premise excludes a step" in why(step(z3.Or(hidden, PUT[LINE]), z3.Not(hidden)))


def test_premises_that_leave_no_value_for_something_else_exclude_a_step() -> None:
    """Each has a model at every step; together they leave out every other line."""
    number = z3.Int("number")
    every_other = z3.Or(*(PUT[name] for name in BOARD.names[::2]))
    counted = z3.If(every_other, z3.IntVal(1), z3.IntVal(0))
    refused = why(step(counted == number, number < 1))
    assert "whatever else they speak of, its premises cannot all hold in" in refused
    assert why(step(counted == number, number < 2)) == ""


def test_one_unknown_for_two_things_is_found() -> None:
    """What lies before the step is said to lie after it: so nothing is ever put."""
    after = [z3.Or(LIES[name], PUT[name]) for name in INSIDE]
    same = [one == LIES[name] for one, name in zip(after, INSIDE, strict=True)]
    assert "a premise excludes a step" in why(step(*same))


def test_the_last_step_of_each_game_is_looked_at() -> None:
    """Whatever the stride: what ends a game is played once in it."""
    rarely = evolve(EVERY, stride=1000)
    rulings = dict(Minoa({"n": 2}).rulings)
    engine = Minoa({"n": 2}, rulings)
    found = tabled(rarely, RULES, rulings, 8).positions
    last = [engine.is_over(engine.play(each.state, each.action)) for each in found]
    assert last.count(True) == 8


def is_late(position: Any) -> bool:
    """A stick lies."""
    return any(position.sticks)


def test_an_induction_that_nothing_begins_is_told() -> None:
    """A claim that leaves out the first position of all games says nothing of it."""
    scope = evolve(SIZE_TWO, inductive=True, rim=("tests/test_a.py::test_b",))
    told = "no part speaks of the first position, and no claim is held against it"
    for real, is_told in ((EVERY, False), (evolve(EVERY, wanted=is_late), True)):
        claim = Claim("of all", step, real=real, evident="it is planted")
        found = prove(Theorem("planted", "A statement.", scope, ("MIN-1",), (claim,)))
        assert any(told in line for line in unheld(found)) == is_told
        assert "what happens at its rim is tested by tests/test_a.py::test_b" in set(
            found.theorem.on_trust()
        )


# ------------------------------------------------------------------------------ steps that are left out


def put_inside(_: object, __: object, action: str) -> dict[str, bool | int] | None:
    """Sticks."""
    return put(_, __, action) if action in INSIDE else None


def test_steps_that_are_left_out_are_counted_and_named() -> None:
    inside = evolve(EVERY, steps=put_inside)
    found = verdict([step(z3.Or(*(PUT[name] for name in INSIDE)))], inside)
    assert found.holds, found.detail
    told = re.search(r"held against (\d+) of (\d+) steps: put_inside: Sticks\.", found.detail)
    assert told
    assert 0 < int(told[1]) < int(told[2])
    silent = evolve(EVERY, steps=lambda *rest: put_inside(*rest) or None)
    assert "leaves out steps of games (`steps`), but no docstring says which" in why(
        step(), real=silent
    )


def test_a_reading_of_no_steps_shows_nothing() -> None:
    none = evolve(EVERY, steps=lambda *_: None)
    assert "only 0 steps of recorded games were read (`steps`)" in why(step(), real=none)


# ------------------------------------------------------------------------------ cases that divide steps


def kind_of(_: object, action: str) -> str:
    return "stick" if action in INSIDE else "piece"


DIVIDED = evolve(EVERY, kind=kind_of)
STICK = z3.Or(*(PUT[name] for name in INSIDE))


def test_cases_may_divide_steps_among_them() -> None:
    cases = step(STICK, kind="stick"), step(z3.Not(STICK), kind="piece")
    assert why(*cases, real=DIVIDED) == ""
    assert "a premise excludes a step" in why(step(STICK), step(z3.Not(STICK)))


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        (("stick",), "no case speaks of steps of the kind 'piece', which games have"),
        (
            ("stick", "piece", "stone"),
            "a case speaks of steps of the kind 'stone', which no game has",
        ),
    ],
)
def test_kinds_are_those_of_games(kinds: tuple[str, ...], said: str) -> None:
    assert said in why(*(step(kind=kind) for kind in kinds), real=DIVIDED)


def test_a_case_of_a_kind_is_held_against_all_steps_of_it() -> None:
    refused = why(step(PUT[LINE], kind="stick"), step(kind="piece"), real=DIVIDED)
    assert "a premise excludes a step" in refused


# ------------------------------------------------------------------------------ games that list actions


def test_a_move_of_a_game_that_lists_its_actions_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin is not asked for: what is held against games is seen at the claim."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    game = import_module("tictactoe.spec").GAME
    engine: Any = game.engine()
    here, move = any_position(engine), any_move(engine)
    permitted = engine.rulebook.permitting(engine.rules, here, move).values()
    given = [exactly_one(move), *permitted]
    real = RealPositions(game.engine, facts_in, games=200, stride=1, steps=moves_in(game.engine))

    def said(*more: Any) -> str:
        case = Case("any", (*given, *more), exactly_one(move), under=engine.rules)
        claim = Claim("any", lambda: (case,), real=real, evident="it is planted")
        scope = TheoremScope("board", "any step")
        found = prove(Theorem("planted", "A statement.", scope, ("TTT-1",), (claim,)))
        (part,) = found.parts
        return part.detail if not part.as_it_should else " ".join(unheld(found))

    assert said() == ""
    assert "a premise excludes a step" in said(z3.Not(z3.Bool(f"action {engine.actions[0]}")))
