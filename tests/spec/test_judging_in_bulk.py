"""What makes judging in bulk quick changes nothing of what is found: the plain way finds the same."""

from __future__ import annotations

from itertools import product
from operator import and_, or_, xor
from random import Random
from typing import Any

import numpy as np
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright.interface import LegalSets, Recording
from rulewright.play import games
from rulewright.spec.broadcast import LaneFact
from rulewright.spec.coverage import RecordingRefuted, Tally, tally
from rulewright.spec.lanes import any_block, ones, stack, unpack
from rulewright.spec.play import record

WIDTH, BLOCKS = 5, 3
LANES = st.integers(0, ones(WIDTH))
FACTS = st.one_of(st.booleans(), st.integers(-(1 << WIDTH), (1 << WIDTH) - 1))


@given(st.dictionaries(st.sampled_from("ABCD"), FACTS), LANES)
def test_verdicts_are_counted_lane_by_lane(facts: dict[str, Any], live: int) -> None:
    """What each clause says of the live lanes, constants and negative vectors included."""
    rows = {name: unpack(fact, WIDTH).tolist() for name, fact in facts.items()}
    on = [lane for lane in range(WIDTH) if live >> lane & 1]
    refusing = {lane: [name for name in rows if not rows[name][lane]] for lane in on}
    assert tally(facts, live, WIDTH) == {
        name: Tally(
            held=sum(rows[name][lane] for lane in on),
            failed=sum(not rows[name][lane] for lane in on),
            alone=sum(refusing[lane] == [name] for lane in on),
        )
        for name in rows
    }


@given(st.lists(LANES, min_size=1, max_size=9), st.booleans())
def test_blocks_are_united_alike_in_any_order(blocks: list[int], negative: bool) -> None:
    """All blocks in their order are folded; any others are taken one by one."""
    every = range(len(blocks))
    vector = stack(blocks, WIDTH) | (-1 << WIDTH * len(blocks) if negative else 0)
    assert any_block(vector, WIDTH, every) == any_block(vector, WIDTH, [*every])


def test_facts_of_positions_are_joined_and_repeated_once() -> None:
    """The same two facts give the same fact, which is right on the outermost level too."""
    sizes = WIDTH, WIDTH * BLOCKS
    for one, other in product(range(1 << WIDTH), (0b01101, 0b10110)):
        left, right = LaneFact(one, 0, sizes), LaneFact(other, 0, sizes)
        for sign in (and_, or_, xor):
            joined: Any = sign(left, right)
            assert sign(left, right) is joined
            assert joined.at(-1) == stack([sign(one, other)] * BLOCKS, WIDTH)
        assert ~left is ~left
        assert (~left).at(0) & ones(WIDTH) == ones(WIDTH) ^ one
    # A fact is known by its lanes: another fact with the same ones gives the same.
    fresh = LaneFact(int("1" * 40, 2), 0, (40, 80))
    assert (left & fresh) is not (left & right)


# ------------------------------------------------------------------------------ long lists of actions


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Recorded games whose legal sets are lists, and long enough to be marked in a table."""
    made = record(games.specification("minoa", {"n": 2}), 5, 8, max_plies=12)
    assert isinstance(made.legal, LegalSets)
    return made


@pytest.mark.parametrize("kind", ["as it is", "missing", "extra", "played is missing", "twice"])
def test_lists_are_compared_as_tables_are(recording: Recording, kind: str) -> None:
    """Wrong sets are found in either form, with the same words; an action listed twice is in the set."""
    rules, chance = games.specification("minoa", {"n": 2}), Random(kind)
    for _ in range(6):
        ply, game = chance.randrange(1, 6), chance.randrange(8)
        changed = with_actions(recording, ply, game, kind, chance)
        table = evolve(
            changed, legal=np.array([changed.legal[at] for at in range(len(changed.turn))])
        )
        said = [verdict(rules, each) for each in (changed, table)]
        assert said[0] == said[1]
        assert (said[0] == "") == (kind in {"as it is", "twice"})


def test_who_plays_an_action_that_is_not_legal_is_named(recording: Recording) -> None:
    """The legal sets are right, and the next action is not among them."""
    played = recording.played.copy()
    legal = recording.legal[2][3]
    played[2, 3] = np.flatnonzero(~legal)[0]
    assert "illegal play of" in verdict(
        games.specification("minoa", {"n": 2}), evolve(recording, played=played)
    )


def verdict(rules: Any, recording: Recording) -> str:
    """What is said of a recording; "" if it is right."""
    try:
        rules.check(recording)
    except RecordingRefuted as found:
        return str(found)
    return ""


def with_actions(recording: Recording, ply: int, game: int, kind: str, chance: Random) -> Recording:
    """Change what is legal in one position."""
    legal: Any = recording.legal
    rows = [
        [np.flatnonzero(legal[at][number]) for at in range(legal.plies)]
        for number in range(legal.games)
    ]
    row = rows[game][ply].tolist()
    others = [column for column in range(legal.width) if column not in row]
    played = int(recording.played[ply, game])
    changed = {
        "as it is": row,
        "missing": row[1:],
        "extra": [*row, chance.choice(others)],
        "played is missing": [each for each in row if each != played],
        "twice": [*row, chance.choice(row)],
    }[kind]
    rows[game][ply] = np.array(changed, np.int64)
    return evolve(recording, legal=LegalSets.of(rows, legal.plies, legal.width))
