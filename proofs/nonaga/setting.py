"""What Nonaga's theorems speak of: an arbitrary position in a window, and the rulebook's formulas.

Everything a theorem says of the rules goes through `RULEBOOK`, or through the very formulas of
`spec.nonaga.clauses`: no rule is written down a second time here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from attrs import evolve

from rulewright.interface import Action
from rulewright.proofs.computed import Computed, replay
from rulewright.proofs.reading import Values
from rulewright.proofs.real_positions import RealPositions
from rulewright.proofs.unknowns import boolean
from rulewright.spec.logic import Fact, Link, all_of, reachable
from rulewright.spec.nonaga import clauses
from rulewright.spec.nonaga.board import NEIGHBOURS, Cell, Window
from rulewright.spec.nonaga.facts import Facts, Move, Outlook, Position, Rules
from rulewright.spec.nonaga.game import Nonaga
from rulewright.spec.nonaga.notation import State, read_step
from rulewright.spec.nonaga.options import Parameters, Rulings
from rulewright.spec.nonaga.rulebook import RULEBOOK

Reach = Callable[[Sequence[Fact], Sequence[Link]], list[Fact]]


@cache
def square(side: int) -> Window:
    """Make a window of as many columns as rows, the origin in its middle."""
    span = tuple(range(-(side // 2), side - side // 2))
    return Window(span, span)


def rules_in(side: int, reach: Reach = reachable, /, **rulings: str) -> Rules:
    """Fix a window and the readings."""
    return Rules(Parameters(), Rulings(**rulings), square(side), reach)


def at_the_start() -> tuple[Rules, Position]:
    """The first position of n=2, in a window that holds it."""
    rules = rules_in(9)
    return rules, clauses.discs_form_a_hexagon_with_pieces_alternating_on_its_corners(rules)


ONE_START = "the start is one position, in which nothing is unknown"
"""Why what is claimed of the start is decided before it is asked."""


def ways_of_passing_on() -> Iterator[dict[str, str]]:
    """Return all readings of the questions that say how the turn passes on."""
    return (dict(zip(TURN, readings, strict=True)) for readings in product(*TURN.values()))


def any_facts(name: str, window: Window) -> Facts:
    """A fact for each cell, of which nothing is known."""
    return tuple(boolean(f"{name}.{q},{r}") for q, r in window.cells)


def any_position(rules: Rules, *, disc_step: Fact = None) -> Position:
    """A position of which nothing is known but, if given, the step to be made."""
    window, players = rules.window, rules.players
    return Position(
        discs=any_facts("disc", window),
        pieces=tuple(any_facts(player, window) for player in players),
        turn=tuple(boolean(f"turn.{player}") for player in players),
        disc_step=boolean("step.disc") if disc_step is None else disc_step,
        barred=any_facts("barred", window),
        won=(False, False),
    )


def any_move(rules: Rules) -> Move:
    """A step of which nothing is known."""
    return Move(any_facts("from", rules.window), any_facts("to", rules.window))


def any_outlook(name: str) -> Outlook:
    """What could be done: nothing is known of it."""
    can_step = tuple(boolean(f"{name}.steps.{player}") for player in ("first", "second"))
    barred, unbarred = boolean(f"{name}.relocates"), boolean(f"{name}.relocates.unbarred")
    return Outlook(can_step, barred, unbarred)


def one_cell(rules: Rules, cell: tuple[int, int]) -> Facts:
    """True of one cell only."""
    return tuple(each == cell for each in rules.window.cells)


def permitted(rules: Rules, before: Position, move: Move, *identifiers: str) -> Fact:
    """The clauses named let a step pass."""
    formulas = (RULEBOOK[identifier].permits for identifier in identifiers)
    return all_of(permits(rules, before, move) for permits in formulas if permits is not None)


def holds(rules: Rules, position: Position, identifier: str) -> Fact:
    """What a clause keeps true in every position (one that does not look at what could be done)."""
    formula = RULEBOOK[identifier].holds
    assert formula is not None
    return formula(rules, position, any_outlook("unused"))


def made(rules: Rules, before: Position, move: Move) -> Position:
    """Make the step; the turn has not passed on yet (NON-2)."""
    effect = RULEBOOK["NON-2"].effect
    assert effect is not None
    position: Position = effect(rules, before, move)
    return position


def passed_on(rules: Rules, position: Position, outlook: Outlook) -> Position:
    """Pass the turn on (NON-9)."""
    effect = RULEBOOK["NON-9"].effect
    assert effect is not None
    after: Position = effect(rules, position, outlook)
    return after


def seen(rules: Rules, state: State) -> Values:
    """Read a position through the window of some rules, round the barred disc or the middle one."""
    return seen_round(rules, state, state.barred or state.discs[len(state.discs) // 2])


def seen_round(rules: Rules, state: State, middle: Cell) -> Values:
    """Read a position through the window of some rules, its middle on a cell.

    The facts have the names of `any_position`; what lies outside of the window is not seen.
    """
    q, r = middle
    values: dict[str, bool | int] = {"step.disc": bool(state.disc_step)}
    values |= {f"turn.{player}": index == state.turn for index, player in enumerate(rules.players)}
    groups = {"disc": state.discs, "barred": () if state.barred is None else (state.barred,)}
    groups |= dict(zip(rules.players, state.pieces, strict=True))
    for name, things in groups.items():
        here = {(one - q, other - r) for one, other in things}
        values |= {f"{name}.{a},{b}": (a, b) in here for a, b in rules.window.cells}
    return values


def step_seen(rules: Rules, state: State, action: Action) -> Values | None:
    """Steps between cells with all their neighbours in the window, which is put round the step."""
    step = read_step(action)
    if step is None:
        return None
    (a, b), (c, d) = step
    q, r = middle = (a + c) // 2, (b + d) // 2
    here = [(one - q, other - r) for one, other in step]
    around = {(one + x, other + y) for one, other in here for x, y in NEIGHBOURS}
    if not {*here, *around} <= set(rules.window.cells):
        return None
    named = {"from": here[0], "to": here[1]}
    step_values = {
        f"{name}.{a},{b}": (a, b) == cell
        for name, cell in named.items()
        for a, b in rules.window.cells
    }
    return {**seen_round(rules, state, middle), **step_values}


def disc_step_seen(rules: Rules, state: State, action: Action) -> Values | None:
    """Disc steps between cells with all their neighbours in the window, which is put round the step."""
    return step_seen(rules, state, action) if state.disc_step else None


def nonaga(params: dict[str, Any], rulings: dict[str, str]) -> Nonaga:
    """Make the game, with what it is played under."""
    return Nonaga(params, rulings)


def the_window(rules: Rules) -> Window:
    """The window of some rules."""
    return rules.window


REAL = RealPositions(nonaga, seen, through=the_window, stride=2, max_plies=24)
STEPS = evolve(REAL, steps=step_seen)
DISC_STEPS = evolve(REAL, steps=disc_step_seen)
"""Positions of recorded games, through a window; with the steps, or the disc steps, within it."""

TURN = {
    name: tuple(reading.name for reading in RULEBOOK.question(name).readings)
    for name in ("win", "no_piece_step", "no_disc_step")
}
"""The questions that say how the turn passes on, with their readings."""
IN_GAMES = "tests/proofs/test_rims.py::test_what_is_kept_holds_in_every_position_of_a_game"
BEYOND = "tests/proofs/test_rims.py::test_what_a_window_shows_does_not_depend_on_where_it_ends"
"""Tests of what happens at the rim: of an induction, and of a window."""


def played(rulings: dict[str, str], moves: Sequence[str]) -> tuple[Nonaga, Any]:
    """Play a game on the specification; raises `IllegalAction`."""
    engine = Nonaga({}, rulings)
    return engine, replay(engine, moves)


def parts_readings(
    left: dict[str, str], right: dict[str, str], moves: Sequence[str], action: str
) -> Computed:
    """Return whether an action after some moves is legal under the right rulings only."""
    sides = [played(rulings, moves) for rulings in (left, right)]
    verdicts = [engine.explain(state, action) for engine, state in sides]
    broken = " ".join(violation.clause for violation in verdicts[0])
    found = bool(verdicts[0]) and not verdicts[1]
    detail = f"{action} after {len(moves)} actions ({broken or 'legal'})"
    return Computed.of_game(sides[0][0], moves, found, detail)
