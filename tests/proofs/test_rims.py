"""What happens at the rim of a proof: beyond a window, and from one position of a game to the next."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from rulewright.play import games
from rulewright.proofs.dreieck import setting as dreieck
from rulewright.proofs.evaluation import Evaluated
from rulewright.proofs.nonaga import setting as nonaga
from rulewright.proofs.theorem import Theorem, as_term
from rulewright.spec.dreieck import GAME as DREIECK
from rulewright.spec.dreieck.board import Cell
from rulewright.spec.dreieck.facts import Move as DreieckMove
from rulewright.spec.dreieck.facts import Position as DreieckPosition
from rulewright.spec.dreieck.facts import Rules as DreieckRules
from rulewright.spec.nonaga.facts import Move, Position, Rules
from rulewright.spec.nonaga.game import Nonaga
from rulewright.spec.play import play

ROOT = Path(__file__).parents[2]
LOOKING_NEAR = ("NON-2", "NON-4", "NON-6")
"""Clauses that look at the cells of a step alone."""
GAMES = ("minoa", "nonaga", "ari", "dreieck")
EVERY = [theorem for game in GAMES for theorem in games.theorems(game)]


@pytest.mark.parametrize("theorem", EVERY, ids=lambda theorem: theorem.name)
def test_a_window_or_an_induction_names_a_test_that_there_is(theorem: Theorem) -> None:
    """By file and function; a scope without a rim names none."""
    assert bool(theorem.extent.rim) == theorem.extent.has_rim
    for name in theorem.extent.rim:
        file, _, function = name.partition("::")
        assert re.search(rf"^def {function}\(", (ROOT / file).read_text(), re.MULTILINE), name


def positions(engine: Any, seed: int, plies: int) -> list[Any]:
    """Return positions of three random games, the final ones too."""
    found = []
    for ply in play(engine.in_bulk(), seed, range(3), max_plies=plies):
        found += [ply.state(game) for game in range(3)]
    return found


@pytest.mark.parametrize(
    ("game", "rulings", "plies"),
    [
        ("minoa", {"closure": "line"}, 90),
        ("minoa", {"closure": "coloured"}, 90),
        ("nonaga", {}, 12),
        ("nonaga", {"win": "end_of_turn", "connectivity": "throughout"}, 12),
        ("ari", {}, 24),
        ("ari", {"next_to": "four", "capture": "landing", "threat": "mate"}, 24),
        ("dreieck", {}, 20),
    ],
)
def test_what_is_kept_holds_in_every_position_of_a_game(
    game: str, rulings: dict[str, str], plies: int
) -> None:
    """An induction begins at the start and goes on to the end: no clause calls a position impossible."""
    engine: Any = games.specification(game, {}, rulings)
    found = positions(engine, 5, plies)
    assert len(found) > plies
    for state in found:
        assert not list(engine.broken_clauses(state))


def test_what_a_window_shows_does_not_depend_on_where_it_ends() -> None:
    """Nonaga through windows of two sizes: things, contacts and the clauses that look at these."""
    permitted_once = 0
    for state in positions(Nonaga(), 7, 12):
        sides = [nonaga.rules_in(side, placement="four") for side in (7, 9)]
        small, large = (nonaga.seen(rules, state) for rules in sides)
        assert {name: large[name] for name in small} == small
        verdicts = []
        for rules, seen in zip(sides, (small, large), strict=True):
            position = facts_of(rules, seen)
            move = Move(nonaga.one_cell(rules, (0, 0)), nonaga.one_cell(rules, (1, 1)))
            verdicts.append(
                [bool(nonaga.permitted(rules, position, move, each)) for each in LOOKING_NEAR]
            )
        assert verdicts[0] == verdicts[1]
        permitted_once += sum(verdicts[0])
    assert permitted_once


def facts_of(rules: Rules, seen: Mapping[str, bool | int]) -> Position:
    """Read a position of a window from the values of its facts."""
    unknown = nonaga.any_position(rules)

    def known(facts: Sequence[Any]) -> tuple[bool, ...]:
        return tuple(bool(seen[str(fact)]) for fact in facts)

    return Position(
        discs=known(unknown.discs),
        pieces=tuple(map(known, unknown.pieces)),
        turn=known(unknown.turn),
        disc_step=bool(seen["step.disc"]),
        barred=known(unknown.barred),
        won=(False, False),
    )


def test_a_tile_is_laid_in_a_window_as_on_the_table() -> None:
    """Dreieck: DRE-3 permits it in the middle of a window just where it does on the whole table."""
    rules, laid = dreieck.rules_of(), 0
    for state in positions(DREIECK.engine({}), 7, 16):
        if not dreieck.can_be_laid_on(state):
            continue
        seen = dreieck.seen(rules, state)
        unknown = dreieck.any_position(rules)
        evaluation = Evaluated({name: np.array([value]) for name, value in seen.items()})
        q, r = next(dreieck.vacant_middles(state))
        for kind, a, b in dreieck.MIDDLE:
            whole, window = (
                dreieck.permitted(rules, position, known(rules, position, cell), "DRE-3")
                for position, cell in ((state, (kind, q + a, r + b)), (unknown, (kind, a, b)))
            )
            found = [evaluation.of(as_term(fact)) for fact in (*whole, *window)]
            assert found[0] == found[1]
            laid += 1
    assert laid


def known(rules: DreieckRules, position: DreieckPosition, cell: Cell) -> DreieckMove:
    """Lay the tile that shows the first symbol on all corners."""
    first = (True, *(False for _ in rules.symbols[1:]))
    move = dreieck.laid_on(rules, position, cell)
    tile: Any = dreieck.effect("DRE-5", rules, (first,) * 3)
    return evolve(move, symbols=(first,) * 3, tile=tile, named=True, leaves=False)
