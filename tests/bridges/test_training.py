"""Thousands of games at once: each is the game that the engine plays."""

from __future__ import annotations

import numpy as np
import pytest

from rulewright.bridges.bridge import BadLength, returns_of
from rulewright.bridges.numbering import Coded
from rulewright.bridges.training import IllegalNumber, NotCompiled, many_games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [("minoa", {"n": 2}), ("dreieck", {"s": 2}), ("ari", {"n": 7}), ("nonaga", {"n": 1})],
)
def test_each_game_of_a_batch_is_the_engines(game: str, options: dict[str, int]) -> None:
    """States, turns, lists, masks and rewards, action by action, over the ends of games."""
    batch = many_games(game, games=3, most_plies=30, **options)
    engine = batch.engine
    numbers = Coded(engine, batch.action_count)
    states = [engine.initial()] * batch.games
    ended = 0
    for step in range(60):
        assert batch.states() == states
        before, masks, drawn = batch.now(), batch.masks(), batch.sample(7)
        listed, starts = batch.legal()
        after = batch.step(drawn)
        for at, state in enumerate(states):
            if before.turns[at] < 0:
                states[at] = engine.initial()
                assert not masks[at].any()
                assert starts[at] == starts[at + 1]
                continue
            legal = numbers.legal(state)
            assert sorted(listed[starts[at] : starts[at + 1]].tolist()) == list(legal)
            assert np.flatnonzero(masks[at]).tolist() == list(legal)
            states[at] = engine.play(state, legal[int(drawn[at])])
            turn = engine.turn(states[at])
            assert after.terminated[at] == (turn is None)
            won = returns_of(engine.players, engine.winners(states[at]))
            assert after.rewards[at].tolist() == pytest.approx(won)
            ended += turn is None or bool(after.truncated[at])
            if turn is not None and not after.truncated[at]:
                assert after.turns[at] == engine.players.index(turn)
        assert step == batch.steps - 1
    assert ended


def test_what_cannot_be_stepped_is_said_in_one_line() -> None:
    """Games without numbers, numbers that are illegal, and sizes that cannot be."""
    with pytest.raises(NotCompiled, match="tictactoe has no compiled"):
        many_games("tictactoe")
    with pytest.raises(BadLength, match="games is 0"):
        many_games("minoa", games=0)
    with pytest.raises(BadLength, match="most_plies is 0"):
        many_games("minoa", most_plies=0)
    batch = many_games("minoa", games=2, n=2)
    with pytest.raises(IllegalNumber, match=r"must be \(2,\)"):
        batch.step(np.zeros(3, np.int64))
    batch.step(np.array([5, 6]))
    with pytest.raises(IllegalNumber, match="6 is no legal action of game 1"):
        batch.step(np.array([6, 6]))
