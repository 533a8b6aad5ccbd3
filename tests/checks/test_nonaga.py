"""Nonaga: both engines on small fields of every form, and recordings that lie."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve, field, frozen

from rulewright.impl.drivers import Exploration, explore, record
from rulewright.impl.engine import CompiledEngine
from rulewright.impl.nonaga import Parameters, Rulings
from rulewright.impl.nonaga.board import nonaga
from rulewright.impl.nonaga.notation import NonagaNotation
from rulewright.impl.steps import steps
from rulewright.interface import ImpossiblePosition, choices_of
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.judge import Judge
from rulewright.spec.nonaga import GAME
from rulewright.spec.nonaga.facts import Rules

QUESTIONS = {name: readings for name, (_, readings) in choices_of(Rulings).items()}
DEVIATIONS = [{}] + [
    {question: reading} for question, readings in QUESTIONS.items() for reading in readings[1:]
]
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
FIELDS = {6: 82, 7: 333, 8: 1_448, 9: 6_572, 10: 30_490}
"""The number of connected fields by number of discs, up to symmetry (free polyhexes)."""
Field = tuple[tuple[int, int], ...]

# ------------------------------------------------------------------------------------ small fields


@frozen
class ShrunkenRules(Rules):
    """The rules for a number of discs that no parameter allows."""

    number: int = field(kw_only=True)

    @property
    def discs(self) -> int:
        """Return the number of discs."""
        return self.number


def shrunken(discs: int, rulings: dict[str, str]) -> tuple[Any, CompiledEngine]:
    """Return both engines for a field of this many discs."""
    reference: Any = GAME.engine({}, rulings)
    reference.rules = ShrunkenRules(reference.rules.params, reference.rules.rulings, number=discs)
    parameters, chosen = Parameters(), Rulings(**rulings)
    kernel = nonaga(parameters, chosen, discs)
    return reference, CompiledEngine(
        "nonaga", {}, rulings, kernel, NonagaNotation(kernel, parameters)
    )


def fields(size: int) -> list[Field]:
    """Return the connected fields of `size` discs, up to symmetry."""
    found: set[Field] = {((0, 0),)}
    for _ in range(size - 1):
        found = {
            normal((*cells, (q + dq, r + dr)))
            for cells in found
            for q, r in cells
            for dq, dr in AROUND
            if (q + dq, r + dr) not in cells
        }
    return sorted(found)


def normal(cells: Field) -> Field:
    """Return the canonical image of a field under symmetries and translations."""
    images = []
    for mirrored in (False, True):
        image = [cell[::-1] if mirrored else cell for cell in cells]
        for _ in range(6):
            image = [(-r, q + r) for q, r in image]
            left, top = min(q for q, _ in image), min(r for _, r in image)
            images.append(tuple(sorted((q - left, r - top) for q, r in image)))
    return min(images)


def positions(cells: Field) -> Iterator[dict[str, Any]]:
    """Place three pieces of each colour in every way, either step being due, nothing barred."""
    for red in combinations(cells, 3):
        for black in combinations([cell for cell in cells if cell not in red], 3):
            for step in ("piece", "disc"):
                yield {
                    "discs": list(map(list, cells)),
                    "pieces": {"red": list(map(list, red)), "black": list(map(list, black))},
                    "turn": "red",
                    "step": step,
                    "barred": None,
                }


def with_barred(position: dict[str, Any], random: Random) -> dict[str, Any]:
    """Bar one of the discs, whether or not that can be."""
    return position | {"barred": random.choice(position["discs"])}


def accepted(engine: Any, position: dict[str, Any]) -> Any:
    """Read a position; None if it is refused."""
    try:
        return engine.from_json(position)
    except ImpossiblePosition:
        return None


def compare(
    discs: int, rulings: dict[str, str], chosen: list[dict[str, Any]], *, read_by_both: bool
) -> tuple[int, int]:
    """Compare both engines in full on some positions and their successors.

    Returns the number of possible positions and of actions played. With `read_by_both`, both engines
    must refuse the same positions; otherwise only the implementation is asked.
    """
    reference, tested = shrunken(discs, rulings)
    states = [accepted(tested, position) for position in chosen]
    if read_by_both:
        for position, state in zip(chosen, states, strict=True):
            assert (accepted(reference, position) is None) == (state is None), (rulings, position)
    keys = [tested.key(state) for state in states if state is not None]
    if not keys:
        return 0, 0
    found = Exploration(tested, (len(keys),), 0, complete=False, keys=np.array(keys))
    compared, played = 0, 0
    for count, recording in steps(found):
        reference.check(recording)
        compared += count
        played += recording.plies
    assert compared == len(keys)
    return compared, played


@pytest.mark.slow
@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_fields_of_seven_discs_agree_on_sampled_placements(rulings: dict[str, str]) -> None:
    """All 333 fields, one of the 280 positions of each; in some a random disc is barred."""
    random = Random(7)
    listed = fields(7)
    assert len(listed) == FIELDS[7]
    chosen = [random.choice(list(positions(cells))) for cells in listed]
    barred = [with_barred(position, random) for position in chosen]
    compared, played = compare(7, rulings, [*chosen, *barred], read_by_both=False)
    assert compared > 100
    assert played > 200


@pytest.mark.slow
@pytest.mark.soak
def test_on_six_discs_nobody_can_be_to_move() -> None:
    """All 3,280 positions: with no disc free of pieces no disc step is possible; both refuse them."""
    chosen = [position for cells in fields(6) for position in positions(cells)]
    assert len(chosen) == FIELDS[6] * 40
    disc_steps = [position for position in chosen if position["step"] == "disc"]
    assert compare(6, {}, disc_steps, read_by_both=True) == (0, 0)
    compared, played = compare(6, {}, chosen, read_by_both=True)
    assert compared == played == 0


USUALLY = 46_452
POSSIBLE = {
    "removal=four": 47_404,
    "removal=rim": 47_476,
    "connectivity=throughout": 34_892,
    "connectivity=contact": 48_480,
    "connectivity=free": 50_002,
    "win=end_of_turn": 52_890,
}
"""The positions, of 93,240 on seven discs, that break no clause, if a reading changes that."""


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_all_fields_of_seven_discs_agree_whatever_stands_where(rulings: dict[str, str]) -> None:
    """93,240 positions: 333 fields, 140 placements, either step."""
    chosen = [position for cells in fields(7) for position in positions(cells)]
    assert len(chosen) == FIELDS[7] * 280
    compared, played = compare(7, rulings, chosen, read_by_both=False)
    deviation = "".join(f"{question}={reading}" for question, reading in rulings.items())
    assert compared == POSSIBLE.get(deviation, USUALLY)
    assert played > compared


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("size", [8, 9, 10])
def test_all_fields_of_up_to_ten_discs_agree_on_sampled_placements(size: int) -> None:
    """Every field with one placement and step, under rulings that cycle through all deviations."""
    random = Random(size)
    listed = fields(size)
    assert len(listed) == FIELDS[size]
    chosen: list[list[dict[str, Any]]] = [[] for _ in DEVIATIONS]
    for number, cells in enumerate(listed):
        pieces = random.sample(cells, 6)
        position = {
            "discs": list(map(list, cells)),
            "pieces": {
                "red": sorted(map(list, pieces[:3])),
                "black": sorted(map(list, pieces[3:])),
            },
            "turn": "red",
            "step": random.choice(["piece", "disc"]),
            "barred": None,
        }
        chosen[number % len(DEVIATIONS)].append(position)
    for rulings, sample in zip(DEVIATIONS, chosen, strict=True):
        compared, played = compare(size, rulings, sample, read_by_both=False)
        assert compared > len(sample) // 2
        assert played > compared


@pytest.mark.slow
@pytest.mark.soak
def test_the_first_positions_of_the_game_agree() -> None:
    """All positions after up to three actions, with every action played by both engines."""
    engine, reference = games.implementation("nonaga"), games.specification("nonaga")
    found = explore(engine, limit=8_000)
    near = found.keys[: sum(found.counts[:4])]
    for _, recording in steps(evolve(found, keys=near)):
        reference.check(recording)
    assert len(near) == 1 + 9 + 570 + 4_374


# ---------------------------------------------------------------------------------- legal sets alone


@pytest.mark.parametrize("rulings", DEVIATIONS, ids=str)
def test_legal_sets_alone_are_those_of_each_position(rulings: dict[str, str]) -> None:
    """Discs that no step can start from are skipped before targets are judged; nothing is lost."""
    recording = record(games.implementation("nonaga", {}, rulings), 5, 24, max_plies=40)
    reference = GAME.engine({}, rulings)
    bulk: Any = reference.in_bulk()
    sizes = []
    for ply in (0, 1, 12, 39):
        positions = Judge(bulk, recording).recorded(ply)
        legal = bulk.legal(positions)
        found: list[set[str]] = [set() for _ in positions.states]
        for game, code in zip(legal.games.tolist(), legal.codes.tolist(), strict=True):
            found[game].add(bulk.name(code))
        for state, steps_found in zip(positions.states, found, strict=True):
            assert steps_found == set(reference.legal_actions(state))
            sizes.append(len(steps_found))
        assert reference.legal_in_bulk(recording, ply) == int((recording.turn[ply] >= 0).sum())
    assert len(sizes) > 48
    assert max(sizes) > 50


# ------------------------------------------------------------------------------- recordings that lie


def test_an_illegal_action_that_was_played_is_refuted() -> None:
    """An action played must be legal: here one of an earlier ply is repeated."""
    recording = record(games.implementation("nonaga"), 3, 8, max_plies=8)
    assert GAME.engine().check(recording).positions > 8
    played = recording.played.copy()
    played[5, 7] = played[3, 7]
    with pytest.raises(RecordingRefuted, match="illegal play") as refutation:
        GAME.engine().check(evolve(recording, played=played))
    assert refutation.value.game == 7
    assert refutation.value.moves == recording.moves(7, 5)


def test_an_action_after_the_end_is_refuted() -> None:
    """Nothing may be played in a game that is over."""
    recording = record(games.implementation("nonaga", {"n": 1}), 3, 8, max_plies=8)
    played = np.concatenate([recording.played, np.full((1, 8), -1, np.int32)])
    longer = {
        name: np.concatenate([table := getattr(recording, name), table[-1:]])
        for name in ("board", "turn", "scores", "winners")
    }
    sets: Any = recording.legal
    starts = np.concatenate([sets.starts, np.full(8, sets.starts[-1])])
    legal = evolve(sets, plies=sets.plies + 1, starts=starts)
    honest = evolve(recording, played=played, legal=legal, **longer)
    assert GAME.engine({"n": 1}).check(honest).positions == 8
    played = played.copy()
    played[1, 2] = played[0, 2]
    with pytest.raises(RecordingRefuted, match="illegal play") as refutation:
        GAME.engine({"n": 1}).check(evolve(honest, played=played))
    assert refutation.value.game == 2
