"""What ARI's implementation keeps from turn to turn, held against finding it anew."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from rulewright.impl import game
from rulewright.impl.ari.board import DICE_CELLS, LAID, STRIKES, TOTAL, TURN, WAY, X
from rulewright.impl.ari.pieces import find_all_targets, find_targets, lay, put
from rulewright.impl.kernel import draw, play, read_key, start, write_key
from rulewright.impl.randomness import GOLDEN, mixed, stream

PLIES = 400
GAMES: tuple[tuple[dict[str, Any], dict[str, str]], ...] = (
    ({}, {}),
    ({"n": 5}, {"own_face": "any", "lifting": "after"}),
    ({"n": 8}, {"threat": "mate", "capture": "landing"}),
    ({"n": 26}, {"orientation": "kept", "next_to": "four"}),
)


@njit
def moved(rules: Any, row: Any, die: int, x: int, y: int, way: int) -> None:  # noqa: PLR0917
    """Put a die on a cell; find anew what changes."""
    lay(rules, row, die, x, y, way)


@njit
def moved_alone(rules: Any, row: Any, die: int, x: int, y: int, way: int) -> None:  # noqa: PLR0917
    """Do the same with a bug: forget the dice beside it."""
    put(rules, row, die, x, y)
    row[WAY + die] = way
    find_targets(rules, row, die)


@njit
def find_anew(rules: Any, row: Any) -> None:
    """Find the targets of all dice."""
    find_all_targets(rules, row)


def stale(change: Any) -> list[bool]:
    """Move dice about a small board, and list after which moves a set of targets was wrong."""
    rules: Any = game("ari").engine({"n": 5}).kernel
    random, row = Random(8), np.zeros(rules.row_size, np.int64)
    found = []
    for _ in range(PLIES):
        taken = [(int(row[X + die]), int(row[X + 8 + die])) for die in range(6)]
        cells = [(x, y) for x in range(1, 6) for y in range(1, 6) if (x, y) not in taken]
        change(rules, row, random.randrange(6), *random.choice(cells), random.randrange(24))
        anew = row.copy()
        find_anew(rules, anew)
        found.append(bool((anew != row).any()))
        row[:] = anew
    assert row[LAID] == 6
    return found


def test_targets_change_for_the_die_that_moves_and_those_beside_it() -> None:
    assert not any(stale(moved))


def test_a_die_beside_that_is_forgotten_is_noticed() -> None:
    assert sum(stale(moved_alone)) > PLIES // 10


@njit
def rows_of_a_game(rules: Any, seed: int, rows: Any, again: Any) -> int:
    """Play at random; write each row, and the row that its key makes; return their number."""
    row, key = np.zeros(rules.row_size, np.int64), np.zeros(rules.key_size, np.int64)
    counter = stream(seed, 0)
    start(rules, row)
    for ply in range(len(rows)):
        if row[TURN] < 0:
            return ply
        rows[ply] = row
        write_key(rules, row, key)
        read_key(rules, key, again[ply])
        counter += GOLDEN
        play(rules, row, draw(rules, row, mixed(counter)))
    return len(rows)


@pytest.mark.parametrize(("params", "rulings"), GAMES, ids=str)
def test_a_row_is_what_its_key_makes_of_an_empty_board(
    params: dict[str, Any], rulings: dict[str, str]
) -> None:
    rules: Any = game("ari").engine(params, rulings).kernel
    positions, dice_moved, struck = 0, 0, 0
    for seed in range(12):
        rows, again = np.zeros((2, PLIES, rules.row_size), np.int64)
        plies = rows_of_a_game(rules, seed, rows, again)
        assert (rows[:plies] == again[:plies]).all()
        positions += plies
        dice_moved += int((rows[8:plies, DICE_CELLS] > 0).sum())
        struck += int((rows[:plies, STRIKES] > 0).sum())
        assert (rows[:plies, TOTAL] >= rows[:plies, DICE_CELLS]).all()
    assert positions > dice_moved > 100
    assert struck > 0
