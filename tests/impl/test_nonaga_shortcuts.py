"""What Nonaga's implementation takes from the discs near by, held against floods of the whole board."""

# ruff: noqa: D103 (the name of a test is a sentence)

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from common.nonaga_searches import count_in, list_legal, play
from numba import njit

from rulewright.impl import game, kernel
from rulewright.impl.loops import examine
from rulewright.impl.nonaga.board import ROUND, SIDE
from rulewright.impl.nonaga.disc_step import (
    can_leave,
    falls_apart,
    goes_by_pairs,
    is_plain,
    look_round,
    reunites,
)
from rulewright.impl.nonaga.floods import find_outside, find_tight, is_open
from rulewright.impl.nonaga.rows import (
    BARRED,
    EULER,
    HIGH,
    LOW,
    STEP,
    TURN,
    origin_of,
    target_of,
    ways_to,
)
from rulewright.impl.randomness import GOLDEN, mixed, stream
from rulewright.play.driver import driver_of
from rulewright.play.replay import replay

NONAGA = game("nonaga")
UNIFORM, POSITIONS = 5, 200
GAMES: tuple[tuple[dict[str, Any], dict[str, str], int], ...] = (
    ({}, {}, UNIFORM),
    ({}, {"bar": "none"}, 4),
    ({"n": 3}, {"connectivity": "throughout", "removal": "rim"}, 4),
    ({}, {"connectivity": "free", "placement": "slide_in"}, 1),
)
"""Parameters, rulings, and a temper that makes holes (4, 1)."""


@njit
def drawn(rules: Any, row: Any, value: Any) -> int:
    """Draw an action."""
    return kernel.draw(rules, row, value)


@njit
def weighed(rules: Any, row: Any, action: int, temper: int) -> int:
    """Return the weight of an action."""
    return kernel.weight(rules, row, action, temper)


@njit
def chosen(rules: Any, row: Any, legal: Any, temper: int, counter: Any) -> int:
    """Choose an action, more likely one of the temper's."""
    if temper == UNIFORM:
        return drawn(rules, row, mixed(counter))  # type: ignore[no-any-return]
    best, at = -1, 0
    for index in range(list_legal(rules, row, legal)):
        chance = np.int64(mixed(counter + np.uint64(index)) >> np.uint64(40))
        weight = weighed(rules, row, legal[index], temper) * chance
        if weight > best:
            best, at = weight, index
    return legal[at]  # type: ignore[no-any-return]


@njit
def look(rules: Any, row: Any) -> None:
    """Find all sets of cells that do not depend on the disc that is moved."""
    look_round(rules, row)
    find_outside(row, rules.at_discs, rules.at_outside)
    find_tight(row, rules.at_discs, rules.at_goals, rules.at_tight)


@njit
def positions(rules: Any, key: Any, temper: int, rows: Any) -> None:
    """Play from a position, again and again, until `rows` is full of positions with a disc step."""
    row, legal = np.zeros(rules.row_size, np.int64), np.zeros(rules.most_legal + 1, np.int64)
    count, counter = 0, stream(11, temper)
    while count < len(rows):
        count_in(rules, key, row)
        for _ in range(60):
            if row[TURN] < 0 or count == len(rows):
                break
            if row[STEP] == 1:
                rows[count] = row
                look(rules, rows[count])
                count += 1
            counter += GOLDEN
            play(rules, row, chosen(rules, row, legal, temper, counter))


@pytest.fixture(scope="module", params=GAMES, ids=str)
def sample(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """A game's tables, and rows of positions in which a disc is to be moved, read from their keys."""
    params, rulings, temper = request.param
    engine = NONAGA.engine(params, rulings)
    rules: Any = engine.kernel
    found = []
    for moves in driver_of(engine).lines(11, 40, biased=temper != UNIFORM, max_plies=60):
        for state in replay(engine, moves):
            row = np.zeros(rules.row_size, np.int64)
            actions = np.zeros(rules.most_legal + 1, np.int64)
            results = np.zeros((2, 2), np.int64)
            examine(rules, np.frombuffer(state, np.int64).copy(), row, actions, *results, False)
            if row[TURN] >= 0 and row[STEP] == 1:
                found.append(row)
    rows = np.array(Random(3).sample(found, POSITIONS))
    for row in rows:
        look(rules, row)
    return rules, rows


@pytest.fixture(scope="module", params=GAMES, ids=str)
def kept(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """The same, of rows that were played on from the start of a game: that is long to compile."""
    params, rulings, temper = request.param
    rules: Any = NONAGA.engine(params, rulings).kernel
    rows = np.zeros((POSITIONS, rules.row_size), np.int64)
    positions(rules, rules.opening, temper, rows)
    return rules, rows


def cells(row: Any, rows: int) -> set[int]:
    """List the places of a set."""
    return {
        SIDE * line + column
        for line in range(row[LOW] - 1, row[HIGH] + 2)
        for column in range(SIDE - 1)
        if int(row[rows + line]) >> column & 1
    }


def round_about(place: int) -> list[int]:
    """List the six neighbours of a place."""
    return [place + q + SIDE * r for q, r in ROUND]


def groups_of(places: set[int]) -> list[set[int]]:
    """Part a set of places into those that hang together."""
    left, groups = set(places), []
    while left:
        group, fresh = set(), {left.pop()}
        while fresh:
            group |= fresh
            fresh = {other for place in fresh for other in round_about(place)} & left
            left -= fresh
        groups.append(group)
    return groups


def holes_of(row: Any, discs: set[int]) -> int:
    """Count the vacant regions that discs enclose."""
    frame = {
        SIDE * line + column
        for line in range(row[LOW] - 1, row[HIGH] + 2)
        for column in range(SIDE - 1)
    }
    return len(groups_of(frame - discs)) - 1


def test_groups_less_holes_are_kept_from_step_to_step(kept: tuple[Any, Any]) -> None:
    rules, rows = kept
    for row in rows:
        discs = cells(row, rules.at_discs)
        assert row[EULER] == len(groups_of(discs)) - holes_of(row, discs)


def test_a_disc_whose_neighbours_are_parted_holds_a_field_without_holes_together(
    sample: tuple[Any, Any],
) -> None:
    rules, rows = sample
    certain = 0
    for row in rows:
        discs = cells(row, rules.at_discs)
        for place in discs:
            ways = ways_to(row, rules.at_discs, place)
            if falls_apart(rules, row, ways):
                certain += 1
                assert len(groups_of(discs - {place})) == rules.arcs[ways]
    assert certain > 0 or rules.connectivity not in {0, 1}


def test_a_pair_that_is_drawn_is_a_step_if_the_field_stays_together(
    sample: tuple[Any, Any],
) -> None:
    rules, rows = sample
    legal = np.zeros(rules.most_legal + 1, np.int64)
    for row in rows[: 50 if goes_by_pairs(rules) else 0]:
        actions = legal[: list_legal(rules, row, legal)]
        steps = {(origin_of(row, action), target_of(row, action)) for action in actions}
        goals, tight = cells(row, rules.at_goals), cells(row, rules.at_tight)
        for place in cells(row, rules.at_free) - ({row[BARRED]} if rules.bar else set()):
            ways = ways_to(row, rules.at_discs, place)
            if can_leave(rules, row, place, ways):
                for target in goals - (tight & {*round_about(place)}):
                    stays = is_plain(rules, ways) or reunites(rules, row, place, ways, target)
                    assert stays == ((place, target) in steps)


def test_an_open_cell_is_outside(sample: tuple[Any, Any]) -> None:
    rules, rows = sample
    shut = 0
    for row in rows:
        discs, outside = cells(row, rules.at_discs), cells(row, rules.at_outside)
        for place in {other for disc in discs for other in round_about(disc)} - discs:
            if is_open(row, rules.at_discs, place):
                assert place in outside
            else:
                shut += 1
    assert shut > 0


def test_goals_touch_two_discs_and_tight_ones_no_more(sample: tuple[Any, Any]) -> None:
    rules, rows = sample
    for row in rows:
        discs = cells(row, rules.at_discs)
        contacts = {
            place: sum(other in discs for other in round_about(place))
            for disc in discs
            for place in round_about(disc)
            if place not in discs
        }
        goals = {place for place, count in contacts.items() if count >= 2}
        assert cells(row, rules.at_goals) == goals
        assert cells(row, rules.at_tight) == {place for place in goals if contacts[place] == 2}


def test_fields_with_and_without_holes_were_looked_at(sample: tuple[Any, Any]) -> None:
    rules, rows = sample
    holes = {holes_of(row, cells(row, rules.at_discs)) > 0 for row in rows}
    assert holes == {True, False}
