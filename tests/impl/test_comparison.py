"""Two readings side by side, held against a replay through the engine interface."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulewright.impl import game
from rulewright.impl.comparison import (
    Manner,
    alike_at_the_start,
    nearest_difference,
    parting,
    play_both,
    play_under_both,
    same_keys,
)
from rulewright.impl.drivers import explore
from rulewright.impl.engine import CompiledEngine, State
from rulewright.interface import Action

SEED = 3
PAIRS = [
    ({"n": 1}, {"end": "full"}, {"end": "exhausted"}),
    ({"n": 1, "k": 3}, {"closure": "line"}, {"closure": "coloured"}),
    ({"n": 1}, {"end": "full"}, {"end": "literal"}),
    ({"n": 2, "k": 4}, {"partners": "shared"}, {"partners": "separate"}),
]

OTHERS_WIN = 2
"""The pair whose games may be over under both readings, with different winners."""
LIMITS = (30_000, 400, 400, 400)
"""Of the positions in which a difference is looked for: in the first pair it is found."""


def both(number: int) -> tuple[CompiledEngine, CompiledEngine]:
    """Make the engines of a pair of readings."""
    params, first, second = PAIRS[number]
    return game("minoa").engine(params, first), game("minoa").engine(params, second)


def observed(engine: CompiledEngine, state: State) -> tuple[Any, ...]:
    """Return all that one may know of a position."""
    said = engine.turn(state), engine.legal_actions(state), engine.scores(state)
    return state, *said, engine.winners(state)


def replayed(
    leader: CompiledEngine, follower: CompiledEngine, moves: list[Action]
) -> tuple[int, bool, bool, bool]:
    """Play the leader's moves on both, one by one.

    Returns the ply before which they differ (-1: never), whether the follower permits every action,
    whether one of them ends, and whether the results then differ.
    """
    state, other = leader.initial(), follower.initial()
    parted, together = -1, True
    for ply in range(len(moves) + 1):
        if parted < 0 and observed(leader, state) != observed(follower, other):
            parted = ply
        if ply == len(moves):
            break
        if together and not follower.is_over(other):
            together = moves[ply] in follower.legal_actions(other)
            other = follower.play(other, moves[ply]) if together else other
        state = leader.play(state, moves[ply])
    over = leader.is_over(state), follower.is_over(other)
    results = [(over[0], leader.winners(state)), (over[1], follower.winners(other))]
    return parted, together, any(over), together and any(over) and results[0] != results[1]


@pytest.mark.parametrize("manner", Manner)
@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_a_game_under_both_readings_is_what_a_replay_says(number: int, manner: Manner) -> None:
    """Whichever leads, to the end or cut off."""
    first, second = both(number)
    seen = []
    for most in (200, 5):
        parallel = play_under_both(first, second, SEED, 14, manner, most)
        assert parallel.games == 14
        for at in range(14):
            leader, follower = (second, first) if at % 2 else (first, second)
            played = np.full(most, -1, np.int64)
            plies, *told = play_both(
                leader.by_address, follower.by_address, SEED, at, int(manner), played
            )
            assert (played[plies:] == -1).all()
            moves = [leader.notation.text(code) for code in played[:plies].tolist()]
            parted, together, ended, changed = replayed(leader, follower, moves)
            assert told == [parted, together, ended, changed]
            assert parallel.plies[at] == plies <= most
            assert parallel.parted[at] == parted
            assert parallel.comparable[at] == (together and ended)
            assert parallel.broken_off[at] == (together and not ended)
            assert parallel.changed[at] == changed
            assert parting(leader, follower, moves) == (None if parted < 0 else parted)
            seen.append((together, ended, changed))
    assert len(set(seen)) > 1 or number == OTHERS_WIN


def test_a_result_is_changed_where_others_win() -> None:
    """Both games are over, and have different winners."""
    first, second = both(OTHERS_WIN)
    parallel = play_under_both(first, second, SEED, 60)
    others = 0
    for at in range(60):
        leader, follower = (second, first) if at % 2 else (first, second)
        played = np.zeros(200, np.int64)
        plies, _, together, ended, changed = play_both(
            leader.by_address, follower.by_address, SEED, at, int(Manner.UNIFORM), played
        )
        state, other = leader.initial(), follower.initial()
        if together and ended:
            for code in played[:plies].tolist():
                action = leader.notation.text(code)
                state = leader.play(state, action)
                other = other if follower.is_over(other) else follower.play(other, action)
            if leader.is_over(state) and follower.is_over(other):
                assert changed == (leader.winners(state) != follower.winners(other))
                others += changed
        assert parallel.changed[at] == changed
    assert others > 0


def leads(engine: CompiledEngine, state: State) -> dict[Action, int]:
    """Return the lead of the player to move right after each action."""
    mover = engine.turn(state)
    found = {}
    for action in engine.legal_actions(state):
        scores = engine.scores(engine.play(state, action))
        found[action] = scores[str(mover)] - max(
            score for player, score in scores.items() if player != mover
        )
    return found


@pytest.mark.parametrize("params", [{"n": 1}, {"n": 1, "k": 3}])
def test_greedy_play_takes_the_largest_lead(params: dict[str, int]) -> None:
    """Ties are broken at random, and each of the first actions occurs."""
    engine = game("minoa").engine(params)
    firsts, decided = set[Action](), 0
    for number in range(40):
        played = np.zeros(12, np.int64)
        plies, *_ = play_both(
            engine.by_address, engine.by_address, SEED, number, int(Manner.GREEDY), played
        )
        state = engine.initial()
        for code in played[:plies].tolist():
            found, action = leads(engine, state), engine.notation.text(code)
            assert found[action] == max(found.values())
            decided += min(found.values()) < max(found.values())
            state = engine.play(state, action)
        firsts.add(engine.notation.text(int(played[0])))
    assert decided > 10
    start = leads(engine, engine.initial())
    assert firsts == {action for action, lead in start.items() if lead == max(start.values())}


def test_manners_of_play_differ() -> None:
    """Uniform play draws any first action; biased play is that of the records."""
    engine = game("minoa").engine({"n": 1})
    firsts: dict[Manner, list[tuple[int, ...]]] = {}
    for manner in Manner:
        firsts[manner] = []
        for number in range(60):
            played = np.zeros(9, np.int64)
            play_both(engine.by_address, engine.by_address, SEED, number, int(manner), played)
            firsts[manner].append(tuple(played.tolist()))
    assert firsts[Manner.UNIFORM] != firsts[Manner.BIASED] != firsts[Manner.GREEDY]
    assert firsts[Manner.UNIFORM] != firsts[Manner.GREEDY]
    legal = engine.legal_actions(engine.initial())
    assert len({moves[0] for moves in firsts[Manner.UNIFORM]}) == len(legal)


def shortest(first: CompiledEngine, second: CompiledEngine, most: int) -> int | None:
    """Return the least number of actions after which two readings differ."""
    layer, known = [first.initial()], {first.initial()}
    for plies in range(most + 1):
        if any(observed(first, state) != observed(second, state) for state in layer):
            return plies
        after = [
            (first.play(state, action), second.play(state, action))
            for state in layer
            for action in first.legal_actions(state)
        ]
        if any(one != other for one, other in after):
            return plies + 1
        layer = [each for each in dict.fromkeys(one for one, _ in after) if each not in known]
        known |= set(layer)
    return None


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_the_nearest_difference_is_that_of_a_plain_search(number: int) -> None:
    """Its moves part the two where they end, and not before."""
    first, second = both(number)
    told: list[tuple[int, int]] = []
    limit = LIMITS[number]
    found = nearest_difference(first, second, limit, lambda *counts: told.append(counts))
    if found.moves is None:
        assert not found.complete
        assert found.positions >= limit
        assert shortest(first, second, 2) is None
        return
    assert shortest(first, second, len(found.moves)) == len(found.moves) == found.plies
    assert parting(first, second, found.moves) == len(found.moves)
    assert not found.complete
    assert told == sorted(told)
    assert all(plies < found.plies for _, plies in told)
    assert len(told) >= found.plies - 1


def test_a_search_that_finds_nothing_has_seen_every_position() -> None:
    """The counts are those of the exploration; a limit stops it."""
    engine = game("minoa").engine({"n": 1, "k": 2})
    everything = explore(engine)
    whole = nearest_difference(engine, engine, everything.positions + 1)
    assert (whole.moves, whole.complete) == (None, True)
    assert (whole.positions, whole.plies) == (everything.positions, len(everything.counts))
    part = nearest_difference(engine, engine, 50)
    assert (part.moves, part.complete) == (None, False)
    assert 50 <= part.positions < everything.positions


def test_the_same_reading_twice_never_parts() -> None:
    """Not at the start either; an illegal action ends a replay."""
    first = game("minoa").engine({"n": 1})
    assert same_keys(first, first, iter([first.initial()]))
    key = np.zeros(first.kernel.key_size, np.int64)
    assert alike_at_the_start(first.by_address, first.by_address, key)
    assert key.tobytes() == first.initial()
    action = first.legal_actions(first.initial())[0]
    assert parting(first, first, [action, action]) is None
    assert parting(first, first, []) is None
