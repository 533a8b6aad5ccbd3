"""Every formula of Minoa, evaluated on truths, bit vectors, NumPy arrays and Z3 terms: one meaning."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
import z3
from attrs import frozen

from rulewright.play import games
from rulewright.spec.lanes import pack, unpack
from rulewright.spec.logic import LaneCount, is_constant
from rulewright.spec.minoa import GAME
from rulewright.spec.minoa.facts import Move, Outlook, Parameters, Position, Rules, Rulings

LANES = 24
SETS = [
    (params, dict(zip(("end", "closure", "partners"), readings, strict=True)))
    for params in ({"n": 1, "k": 2}, {"n": 2, "k": 4})
    for readings in product(
        ("full", "literal", "exhausted"), ("line", "coloured"), ("separate", "shared")
    )
]


@frozen
class Case:
    """A position, a move and an outlook, as many facts as there are."""

    before: Position
    move: Move
    outlook: Outlook


def facts_of(rules: Rules, fact: Callable[[], Any]) -> Case:
    """Make a case whose facts come one by one from a source."""
    lines, players = range(len(rules.board.lines)), range(rules.params.k)

    def row() -> tuple[Any, ...]:
        return tuple(fact() for _ in lines)

    before = Position(row(), tuple(row() for _ in players), tuple(fact() for _ in players))
    move = Move(row(), tuple(row() for _ in players))
    return Case(before, move, Outlook(tuple(fact() for _ in players), fact()))


def said(rules: Rules, case: Case) -> list[Any]:
    """Evaluate every formula of the rulebook; give all facts and numbers that come of it."""
    book, before, move, outlook = GAME.rulebook, case.before, case.move, case.outlook
    results: list[Any] = []
    for clause in book.clauses:
        if clause.permits is not None:
            results.append(clause.permits(rules, before, move))
        if clause.holds is not None:
            results.append(clause.holds(rules, before, outlook))
    placed = book["MIN-7"].effect(rules, before, move)  # type: ignore[misc]
    filled = book["MIN-10"].effect(rules, placed, move)  # type: ignore[misc]
    for position in (placed, filled):
        results += [*position.sticks, *(fact for own in position.pieces for fact in own)]
    results += book["MIN-2"].effect(rules, before.turn, outlook)  # type: ignore[misc]
    results.append(book["MIN-11"].effect(rules, before, outlook.can_move))  # type: ignore[misc]
    results += book["MIN-12"].effect(rules, before)  # type: ignore[misc]
    totals = book["MIN-14"].effect(rules, before)  # type: ignore[misc]
    results += totals
    results += book["MIN-13"].effect(rules, totals, outlook.over)  # type: ignore[misc]
    return results


def truths(rules: Rules, seed: int) -> list[list[bool]]:
    """Draw, for each fact of a case, its truth in each lane; sparse, so that moves are like moves."""
    random = Random(seed)
    count = 0

    def another() -> bool:
        nonlocal count
        count += 1
        return False

    facts_of(rules, another)
    return [[random.random() < 0.12 for _ in range(LANES)] for _ in range(count)]


def value(result: Any, lane: int) -> Any:
    """Read one lane of a result in any of the concrete algebras."""
    if isinstance(result, LaneCount):
        return result.value(lane)
    if isinstance(result, np.ndarray):
        return result[lane].item()
    return result


@pytest.mark.parametrize(("params", "rulings"), SETS, ids=str)
def test_bit_vectors_and_arrays_say_what_single_truths_say(
    params: dict[str, Any], rulings: dict[str, str]
) -> None:
    """Lane by lane, every result of every formula is that of the lane alone."""
    rules = Rules(Parameters(**params), Rulings(**rulings))
    table = truths(rules, 1)
    lanes = said(rules, facts_of(rules, iter([pack(row) for row in table]).__next__))
    arrays = said(rules, facts_of(rules, iter([np.array(row) for row in table]).__next__))
    for lane in range(LANES):
        alone = said(rules, facts_of(rules, iter([row[lane] for row in table]).__next__))
        for truth, vector, array in zip(alone, lanes, arrays, strict=True):
            read = unpack(vector, LANES)[lane] if isinstance(truth, bool) else value(vector, lane)
            assert read == truth
            assert value(array, lane) == truth


@pytest.mark.parametrize(("params", "rulings"), SETS[:12], ids=str)
def test_z3_terms_say_what_single_truths_say(
    params: dict[str, Any], rulings: dict[str, str]
) -> None:
    """No rule branches on what is unknown, and substituting truths gives their result."""
    rules = Rules(Parameters(**params), Rulings(**rulings))
    table = truths(rules, 2)
    names = [z3.Bool(f"fact{number}") for number in range(len(table))]
    terms = said(rules, facts_of(rules, iter(names).__next__))
    for lane in range(0, LANES, 6):
        row = [each[lane] for each in table]
        alone = said(rules, facts_of(rules, iter(row).__next__))
        known = [(name, z3.BoolVal(truth)) for name, truth in zip(names, row, strict=True)]
        for truth, term in zip(alone, terms, strict=True):
            assert reduced(term, known) == truth


def reduced(term: Any, known: Sequence[tuple[Any, Any]]) -> Any:
    """Substitute truths in a term until a truth or a number is left."""
    if is_constant(term) or isinstance(term, int):
        return term
    left = z3.simplify(z3.substitute(term, *known))
    return left.as_long() if z3.is_int_value(left) else z3.is_true(left)


BARE = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Invert, ast.And, ast.Or, ast.Not)


@pytest.mark.parametrize("game", games.game_names())
def test_clauses_use_the_combinators_alone(game: str) -> None:
    """No bare `& | ^ ~`, no `and`, `or`, `not`, no question whether a fact is a constant."""
    file = games.folder_of_specification(game) / "clauses.py"
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.FunctionDef):
            node.returns = None
    assert not [node for node in ast.walk(tree) if isinstance(node, BARE) or asks_a_constant(node)]


PLUMBING = {"broadcast", "deferred", "lanes"}


@pytest.mark.parametrize("game", games.game_names())
def test_clauses_know_nothing_of_lanes(game: str) -> None:
    """No thunk, nothing of what repeats facts or puts them off: all that is the evaluation's."""
    file = games.folder_of_specification(game) / "clauses.py"
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        assert not (isinstance(node, ast.Lambda) and not ast.unparse(node.args)), node.lineno
        if isinstance(node, ast.ImportFrom):
            assert (node.module or "").split(".")[-1] not in PLUMBING
            assert "partial" not in {name.name for name in node.names}


def asks_a_constant(node: ast.AST) -> bool:
    """Return whether a comparison asks for the constant True or False: a branch on the state."""
    return isinstance(node, ast.Compare) and any(
        isinstance(each, ast.Constant) and isinstance(each.value, bool) for each in node.comparators
    )


def test_a_rule_that_branches_on_a_fact_is_noticed() -> None:
    """Z3 refuses to be a Python truth."""
    with pytest.raises(z3.Z3Exception):
        assert z3.Bool("fact") or False
