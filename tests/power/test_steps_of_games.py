"""Claims about all steps that leave some out: what is played in recorded games is held against them."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import z3
from attrs import evolve

from rulewright.play import games
from rulewright.proofs import any_move, any_position, facts_in, moves_in
from rulewright.proofs.prove import TheoremVerdict, prove
from rulewright.proofs.real_positions import RealPositions, tabled
from rulewright.proofs.scope import TheoremScope
from rulewright.proofs.theorem import Case, Claim, Theorem, Twin
from rulewright.proofs.trust import unheld
from rulewright.spec.logic import Fact, all_of, any_of, exactly_one, iff, implies, not_
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
    return {f"stick.{name}": bool(lies) for name, lies in zip(LIES, state.sticks, strict=True)}


def put(_: object, __: object, action: str) -> dict[str, bool | int]:
    return {f"put.{name}": name == action for name in PUT}


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


def test_premises_about_a_step_alone_are_held_against_steps() -> None:
    """That one action is played is all that some claims are given: of any position."""
    alone = Case("of any position", (ONE,), z3.Or(*PUT.values()), under=RULES)
    assert why(alone) == ""
    unread = evolve(EVERY, steps=None)
    assert "none of its premises speaks of a position alone" in why(alone, real=unread)
    one_line = evolve(alone, given=(ONE, z3.Not(PUT[LINE])))
    assert "a premise excludes a step" in why(one_line)


def test_a_premise_that_excludes_a_real_step_is_refused() -> None:
    """It excludes no position: in each another line may be played. Without `steps` it passes."""
    careless = z3.Or(*(PUT[name] for name in INSIDE))
    refused = why(step(careless))
    assert re.search(
        r"a premise excludes a step: Or\(put\..*: \S+ of a recorded game \(n=2.*\), on ply \d+, in \{\"",
        refused,
    )
    assert why(step(careless), real=evolve(EVERY, steps=None)) == ""


def test_what_is_not_read_of_a_step_is_told() -> None:
    """A claim that reads no steps passes, and says that it speaks of more than was read."""
    found = verdict([step()], evolve(EVERY, steps=None))
    (told,) = unheld(found)
    more = len(BOARD.names) - 1
    assert re.search(
        rf"claim 'of all' speaks of 'put\.\S+' and {more} more, which nothing reads from games",
        told,
    )


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
    assert f"speaks of {told[1]} of {told[2]} steps: put_inside: Sticks." in " ".join(unheld(found))
    silent = evolve(EVERY, steps=lambda *rest: put_inside(*rest) or None)
    assert "leaves out steps of games (`steps`), but no docstring says which" in why(
        step(), real=silent
    )


def test_who_leaves_out_steps_is_told_how_positions_are() -> None:
    """A premise about the position excludes those of which no step is read as well."""
    hint = "; `steps` leaves out steps, and `wanted` positions"
    inside = evolve(EVERY, steps=put_inside)
    assert why(step(z3.Not(LIES[LINE])), real=inside).endswith(hint)
    assert hint not in why(step(z3.Not(LIES[LINE])))


def test_a_reading_of_no_steps_shows_nothing() -> None:
    none = evolve(EVERY, steps=lambda *_: None)
    assert "only 0 steps of recorded games were read (`steps`)" in why(step(), real=none)


# ------------------------------------------------------------------------------ cases that divide steps


def kind_of(_: object, action: str) -> str:
    """What is put."""
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


@pytest.mark.parametrize("kind", [lambda *_: "", lambda *_: " ", lambda *_: 1, lambda *_: ["x"]])
def test_a_kind_without_a_name_takes_no_steps_out(kind: Any) -> None:
    """Steps of a kind called "" were held against no case, and counted as read."""
    refused = why(step(kind="stick"), real=evolve(EVERY, kind=kind))
    assert re.search(r"`kind` calls a step \S.*: it must be a text that says something", refused)


def test_a_case_of_no_kind_stands_in_for_none() -> None:
    """It could be the empty one, beside a case that leaves out what is hard."""
    refused = why(step(kind="stick"), step(), real=DIVIDED)
    assert "no case speaks of steps of the kind 'piece'" in refused


def test_how_steps_are_divided_is_told() -> None:
    found = verdict([step(kind="stick"), step(kind="piece")], DIVIDED)
    told = re.search(
        r"divided by kind_of: What is put\. \(piece (\d+), stick (\d+)\)", found.detail
    )
    assert told
    assert min(map(int, told.groups())) > 0
    silent = evolve(EVERY, kind=lambda _, action: "stick" if action in INSIDE else "piece")
    refused = why(step(kind="stick"), step(kind="piece"), real=silent)
    assert "it divides steps (`kind`), but no docstring says how" in refused


def test_a_case_of_a_kind_speaks_of_the_positions_with_such_steps() -> None:
    """Steps can be divided by position: here by how many sticks lie."""

    def by_sticks(position: Any, _: str) -> str:
        """Whether a stick lies."""
        return "late" if any(position.sticks) else "early"

    lies = z3.Or(*LIES.values())
    cases = step(lies, kind="late"), step(z3.Not(lies), kind="early")
    assert why(*cases, real=evolve(EVERY, kind=by_sticks)) == ""
    swapped = step(lies, kind="early"), step(lies, kind="late")
    assert "a premise excludes a position" in why(*swapped, real=evolve(EVERY, kind=by_sticks))


def test_a_kind_needs_steps() -> None:
    refused = why(step(kind="stick"), real=evolve(EVERY, steps=None))
    assert (
        "a case speaks of steps of the kind 'stick', but nothing reads steps (`steps`)" in refused
    )


# ------------------------------------------------------------------------------ what is said of games


def test_what_stands_in_a_conclusion_is_read_as_well() -> None:
    """A premise can be moved there: `put` occurred in the conclusion alone, and nothing was told."""
    case = Case(
        "a step",
        (z3.Not(z3.And(*LIES.values())),),
        z3.Implies(z3.And(ONE, TAKEN), z3.Or(z3.Not(PUT[LINE]), z3.Not(LIES[LINE]))),
        under=RULES,
    )
    (told,) = unheld(verdict([case], evolve(EVERY, steps=None)))
    assert "speaks of 'put." in told


def test_a_condition_that_no_game_meets_is_told() -> None:
    """The conclusion says nothing: no position has its condition."""
    sticks = sum(z3.If(fact, z3.IntVal(1), z3.IntVal(0)) for fact in LIES.values())
    empty = z3.Implies(sticks > len(LIES), z3.Not(PUT[LINE]))
    (told,) = unheld(verdict([step(then=empty)]))
    assert "has a conclusion under a condition that no game was found to meet: " in told
    assert not list(unheld(verdict([step(then=z3.Implies(LIES[LINE], z3.Not(PUT[LINE])))])))


@pytest.mark.parametrize(
    "then",
    [
        lambda unmet: implies(unmet, not_(PUT[LINE])),
        lambda unmet: implies(not_(not_(unmet)), not_(PUT[LINE])),
        lambda unmet: any_of((not_(unmet), not_(LIES[LINE]), not_(PUT[LINE]))),
        lambda unmet: implies(LIES[LINE], implies(unmet, not_(PUT[LINE]))),
        lambda unmet: all_of((not_(all_of((LIES[LINE], PUT[LINE]))), implies(unmet, ONE))),
        lambda unmet: iff(unmet, all_of((unmet, not_(PUT[LINE])))),
        lambda unmet: iff(all_of((unmet, not_(PUT[LINE]))), unmet),
        lambda unmet: unmet == z3.And(unmet, z3.Not(PUT[LINE])),
    ],
)
def test_a_condition_is_found_as_the_rules_write_it(then: Callable[[Fact], Fact]) -> None:
    """They have no implication: it is a disjunction, which was looked through."""
    sticks = sum(z3.If(fact, z3.IntVal(1), z3.IntVal(0)) for fact in LIES.values())
    never = sticks > len(LIES)
    (told,) = unheld(verdict([step(then=then(never))]))
    assert "that no game was found to meet: " in told
    assert not list(unheld(verdict([step(then=then(LIES[LINE]))])))


def test_games_that_are_cut_are_told() -> None:
    """Without their ends, a claim may be given that there is none."""
    found = verdict([step()], evolve(EVERY, games=600, max_plies=2))
    assert "600 of 600 games were cut after 2 actions (`max_plies`)" in found.detail
    assert "were cut" not in verdict([step()]).detail


def test_a_step_does_not_say_otherwise_of_the_position() -> None:
    """What lies after it was read over what lay before: the inverse of a rule was proved."""

    def after(rules: Any, position: Any, action: str) -> dict[str, bool | int]:
        return put(rules, position, action) | {f"stick.{action}": True}

    refused = why(step(), real=evolve(EVERY, steps=after))
    assert re.search(r"`steps` says otherwise of 'stick\.\S+' than `values`", refused)
    windowed = evolve(EVERY, steps=after, through=lambda _: None)
    assert "says otherwise" not in why(step(), real=windowed)


def test_an_unknown_that_is_called_like_one_of_a_certificate_is_told() -> None:
    hidden = z3.Bool("put.0123456789ab.reached.0")
    (told,) = unheld(verdict([step(z3.Or(hidden, LIES[LINE], ONE))]))
    assert "put.0123456789ab.reached.0" in told


def test_what_is_decided_is_on_trust() -> None:
    case = evolve(step(), then=z3.BoolVal(True), decided="it is so")
    told = list(unheld(verdict([case, step()])))
    assert told == ["claim 'of all' is decided before it is asked: it is so"]


def test_a_docstring_says_something() -> None:
    """Of a partial function it is that of the function within; a full stop is none."""

    def silent(_: object, __: object, action: str) -> dict[str, bool | int] | None:
        """."""
        return put_inside(_, __, action)

    for reader in (silent, partial(silent)):
        assert "no docstring says which" in why(step(), real=evolve(EVERY, steps=reader))


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (moves_in, "`steps` does not take what it is asked: moves_in() takes 1 positional"),
        (lambda *_: ["x"], "`steps` gives ['x']: it must give the values of unknowns"),
        (lambda *_: True, "`steps` gives True: it must give the values of unknowns"),
        (lambda *_: {"x": None}, "`steps` gives None for 'x': it must be true, false or a whole"),
        (lambda *_: {"x": 1.5}, "`steps` gives 1.5 for 'x'"),
        (lambda *_: {1: True}, "`steps` names an unknown 1: it must be a text"),
        (lambda _, __, action: {action: True}, "is read in some positions and not in others"),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_line(steps: Any, said: str) -> None:
    """It ended the run with a traceback, and without the verdicts on other theorems."""
    assert said in why(step(), real=evolve(EVERY, steps=steps))


def test_what_is_no_function_is_refused_where_it_is_written() -> None:
    with pytest.raises(TypeError, match="callable"):
        evolve(EVERY, steps="put")
    with pytest.raises(TypeError, match="callable"):
        evolve(EVERY, kind=None)
    with pytest.raises(TypeError, match="moves_in takes what makes engines"):
        moves_in(Minoa())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="step"):
        step(kind=["x"])  # type: ignore[arg-type]


# ------------------------------------------------------------------------------ games that list actions


def test_a_move_of_a_game_that_lists_its_actions_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin is not asked for: what is held against games is seen at the claim."""
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(EXAMPLES))
    game = games.specified("tictactoe")
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
