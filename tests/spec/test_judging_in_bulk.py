"""What makes judging in bulk quick changes nothing of what is found: the plain way finds the same."""

from __future__ import annotations

import re
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
from rulewright.spec.coverage import RecordingRefuted, Tally, tally, tally_arrays
from rulewright.spec.lanes import any_block, ones, pack, stack, unpack, unpack_rows
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


SHAPES = [(4, 3, 2, 1), (4, 1, 1, 1), (1, 3, 1, 1), (4, 1, 2, 1), (1, 1, 1, 1), (3, 2, 1)]


@given(
    st.lists(st.one_of(st.booleans(), st.sampled_from(SHAPES)), max_size=6),
    st.integers(0, 2**32 - 1),
)
def test_verdicts_in_arrays_are_counted_as_those_in_vectors(kinds: list[Any], seed: int) -> None:
    """Arrays of any shape that broadcasts, and constants."""
    chance, shape = np.random.default_rng(seed), SHAPES[0]
    facts: dict[str, Any] = {
        f"{at}": kind if isinstance(kind, bool) else chance.random(kind) < 0.7
        for at, kind in enumerate(kinds)
    }
    live = chance.random((4, 1, 1, 1)) < 0.7
    flat = {
        name: fact if isinstance(fact, bool) else pack(np.broadcast_to(fact, shape).reshape(-1))
        for name, fact in facts.items()
    }
    lanes = pack(np.broadcast_to(live, shape).reshape(-1))
    assert tally_arrays(facts, live, shape) == tally(flat, lanes, 24)


@given(st.lists(LANES, min_size=1, max_size=9), st.booleans())
def test_blocks_are_united_alike_in_any_order(blocks: list[int], negative: bool) -> None:
    """All blocks in their order are folded; any others are taken one by one."""
    every = range(len(blocks))
    vector = stack(blocks, WIDTH) | (-1 << WIDTH * len(blocks) if negative else 0)
    assert any_block(vector, WIDTH, every) == any_block(vector, WIDTH, [*every])


@given(st.lists(FACTS, max_size=4), st.integers(1, 17))
def test_several_facts_are_unpacked_as_each_of_them(facts: list[Any], width: int) -> None:
    """Whether or not the lanes fill whole bytes; constants and negative vectors included."""
    rows = unpack_rows(facts, width)
    assert rows.shape == (len(facts), width)
    assert rows.tolist() == [unpack(fact, width).tolist() for fact in facts]


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


RULES: dict[str, Any] = {
    "minoa": games.specification("minoa", {"n": 2}),
    "ari": games.specification("ari", {"n": 5}),
}
"""Games whose rules give legal sets as lists, and as a table."""


@pytest.fixture(scope="module", params=sorted(RULES))
def game(request: pytest.FixtureRequest) -> str:
    """Each of the games."""
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def recording(game: str) -> Recording:
    """Recorded games whose legal sets are lists, and long enough to be marked in a table."""
    made = record(RULES[game], 5, 8, max_plies=12)
    assert isinstance(made.legal, LegalSets)
    return made


KINDS = ["as it is", "missing", "extra", "exchanged", "played is missing", "one twice"]


@pytest.mark.parametrize("kind", KINDS)
def test_lists_are_compared_as_tables_are(game: str, recording: Recording, kind: str) -> None:
    """Wrong sets are found in either form, with the same words."""
    rules, chance = RULES[game], Random(kind)
    for _ in range(6):
        ply, lane = chance.randrange(1, 6), chance.randrange(8)
        changed = with_actions(recording, ply, lane, kind, chance)
        table = evolve(
            changed, legal=np.array([changed.legal[at] for at in range(len(changed.turn))])
        )
        said = [verdict(rules, each) for each in (changed, table)]
        assert said[0] == said[1]
        assert (said[0] == "") == (kind == "as it is")


def test_an_action_is_listed_once(game: str, recording: Recording) -> None:
    """A legal action that is listed twice is named, which a table of legal actions could not show."""
    chance = Random(4)
    for _ in range(6):
        ply, lane = chance.randrange(1, 6), chance.randrange(8)
        changed = with_actions(recording, ply, lane, "twice", chance)
        found = re.fullmatch(
            r"how often (\S+) is listed after (.*): the specification says 1, the recording says 2",
            verdict(RULES[game], changed),
        )
        assert found
        assert found[1] in actions_of(recording, ply, lane)
        assert found[2].split() == recording.moves(lane, ply)


def test_who_plays_an_action_that_is_not_legal_is_named(game: str, recording: Recording) -> None:
    """The legal sets are right, and the next action is not among them."""
    played = recording.played.copy()
    legal = recording.legal[2][3]
    played[2, 3] = np.flatnonzero(~legal)[0]
    assert "illegal play of" in verdict(RULES[game], evolve(recording, played=played))


def test_columns_may_come_in_any_order(game: str, recording: Recording) -> None:
    """A recording may name the actions in another order than the rules do."""
    order = np.random.default_rng(3).permutation(len(recording.actions))
    table = np.array([recording.legal[at] for at in range(len(recording.turn))])[:, :, order]
    played, is_played = recording.played, recording.played >= 0
    mixed = evolve(
        recording,
        actions=tuple(np.array(recording.actions)[order].tolist()),
        legal=table,
        played=np.where(is_played, np.argsort(order)[played], played).astype(played.dtype),
    )
    assert verdict(RULES[game], mixed) == ""
    table[3, 2, np.flatnonzero(table[3, 2])[0]] = False
    assert "legality of" in verdict(RULES[game], mixed)
    begun = record(RULES[game], 5, 8, max_plies=0)
    assert verdict(RULES[game], begun) == ""
    said = verdict(RULES[game], evolve(begun, actions=mixed.actions))
    assert said.startswith("legality of") or (said == "" and begun.legal[0].all())


def test_nothing_is_legal_where_a_game_is_over() -> None:
    """Also where legal sets are tables, in which the lanes of finished games are like others."""
    rules = games.specification("ari", {"n": 4})
    made = record(rules, 1, 16, max_plies=40)
    over = made.turn[-1] < 0
    assert over.any()
    assert not made.legal[40][over].any()
    assert verdict(rules, made) == ""


def actions_of(recording: Recording, ply: int, game: int) -> list[str]:
    """The actions that are legal in a position, by their names."""
    return [recording.actions[column] for column in np.flatnonzero(recording.legal[ply][game])]


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
        "exchanged": [*row[1:], chance.choice(others)],
        "one twice": [row[1], *row[1:]],
        "played is missing": [each for each in row if each != played],
        "twice": [*row, chance.choice(row)],
    }[kind]
    rows[game][ply] = np.array(changed, np.int64)
    return evolve(recording, legal=LegalSets.of(rows, legal.plies, legal.width))
