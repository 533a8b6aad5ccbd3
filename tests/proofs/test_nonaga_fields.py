"""Nobody is without a disc step early on: all fields that a few disc steps can lead to."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from common.nonaga_fields import Fields, after_disc_steps, others_relocatable_after

from rulewright.impl.nonaga.board import HALF_BOARD
from rulewright.play import games
from rulewright.proofs.nonaga.games import NO_DISC_STEP
from rulewright.spec.nonaga import GAME
from rulewright.spec.nonaga.notation import State

NONAGA = games.implementation("nonaga")
HELD = 6
"""Discs that carry a piece."""
Cells = frozenset[tuple[int, int]]


def cells_of(fields: Fields) -> set[Cells]:
    """Read packed fields."""
    columns = ((fields & 0xFFFFFFFF) - HALF_BOARD).tolist()
    lines = ((fields >> 32) - HALF_BOARD).tolist()
    return {frozenset(zip(*each, strict=True)) for each in zip(columns, lines, strict=True)}


def images(cells: Cells) -> set[Cells]:
    """List the images of a field under the symmetries of the hexagon about the origin."""
    found = set()
    for image in (cells, frozenset((r, q) for q, r in cells)):
        for _ in range(6):
            image = frozenset((-r, q + r) for q, r in image)  # noqa: PLW2901 - turned on and on
            found.add(image)
    return found


def disc_steps(cells: Cells) -> set[tuple[Any, Any]]:
    """List with the specification what can be done with the discs of a field without pieces."""
    measure = GAME.engine()
    state = State(tuple(sorted(cells)), ((), ()), 0, disc_step=True, barred=None, winner=None)
    names = measure.verdicts(state)
    legal = names.legal()
    steps = (name.split(">") for at, name in enumerate(names.candidates) if legal >> at & 1)
    read = (tuple(tuple(map(int, cell.split(","))) for cell in step) for step in steps)
    return {(gone, come) for gone, come in read}


def fields_before(moves: tuple[str, ...]) -> list[Cells]:
    """List the fields of a game, one after each disc step."""
    state, found = NONAGA.initial(), []
    for move in moves:
        state = NONAGA.play(state, move)
        found.append(frozenset(map(tuple, NONAGA.to_json(state)["discs"])))
    return [before for before, after in pairwise(found) if before != after] + found[-1:]


def test_fields_after_two_disc_steps_are_those_that_the_specification_finds() -> None:
    """Without pieces, one field of each class of images: 1, 10, 326."""
    start = next(iter(cells_of(after_disc_steps(NONAGA, 0))))
    layer = {start}
    for steps, count in enumerate((10, 326), 1):
        made = {c - {gone} | {come} for c in layer for gone, come in disc_steps(c)}
        layer = {min(images(each), key=sorted) for each in made}
        found = cells_of(after_disc_steps(NONAGA, steps))
        assert len(found) == len(layer) == count
        assert {min(images(each), key=sorted) for each in found} == layer


def test_the_last_disc_aside_others_are_counted_as_the_specification_finds_them() -> None:
    """After the first disc step, from the start: how many of the other discs could be relocated."""
    start = next(iter(cells_of(after_disc_steps(NONAGA, 0))))
    tally = [0] * 20
    for gone, come in disc_steps(start):
        after = start - {gone} | {come}
        tally[len({origin for origin, _ in disc_steps(after)} - {come})] += 1
    assert tuple(tally) == others_relocatable_after(NONAGA, 1)


def test_what_can_be_relocated_in_a_game_is_what_could_be_without_pieces() -> None:
    """But for discs that carry a piece and the one that is barred: the idea of the whole search."""
    random = Random(3)
    compared = 0
    for _ in range(4):
        state = NONAGA.initial()
        for _ in range(40):
            answer = NONAGA.to_json(state)
            if answer["turn"] is None:
                break
            legal = NONAGA.legal_actions(state)
            if answer["step"] == "disc":
                discs = frozenset(map(tuple, answer["discs"]))
                held = {tuple(cell) for own in answer["pieces"].values() for cell in own}
                held |= {tuple(answer["barred"])} if answer["barred"] else set()
                bare = {(gone, come) for gone, come in disc_steps(discs) if gone not in held}
                spelt = {f"{a},{b}>{c},{d}" for (a, b), (c, d) in bare}
                assert spelt == set(legal)
                compared += 1
            state = NONAGA.play(state, random.choice(legal))
    assert compared > 40


def test_the_game_without_a_disc_step_ends_on_a_field_that_is_counted() -> None:
    """Its field has at most six others; each field on the way is among those gone through."""
    fields = fields_before(NO_DISC_STEP)
    last, before = fields[-1], fields[-2]
    (come,) = last - before
    assert len({origin for origin, _ in disc_steps(last)} - {come}) <= HELD
    for steps in (1, 2, 3):
        assert images(fields[steps]) & cells_of(after_disc_steps(NONAGA, steps))


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 2, 3, 4, 5])
def test_after_five_disc_steps_more_discs_can_go_than_pieces_hold(steps: int) -> None:
    """So nobody is without a disc step after eleven actions or fewer."""
    tally = np.array(others_relocatable_after(NONAGA, steps))
    assert tally.sum() > 100
    assert not tally[: HELD + 1].any()
