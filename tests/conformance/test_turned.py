"""Games that a bug keeps an engine from are played in another direction."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from common.composites import Composite

from rulewright.conformance import QUICK
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.verdict.parting import separating
from rulewright.conformance.verdict.questions import played_to_the_end
from rulewright.conformance.verdict.turned import turned
from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.play.replay import state_after

NONAGA = Hypothesis.of(games.specified("nonaga").default_rulings)
LOSES = NONAGA.but(no_piece_step="loses")


def asked() -> tuple[Any, tuple[str, ...]]:
    """An engine that misses a direction, and a game in which a piece cannot move."""
    player = Composite(
        "nonaga", {"no_piece_step": "loses"}, ("contacts_in_five_directions",)
    ).player()
    run = GameRun(Setup("nonaga", {}, NONAGA.readings, QUICK, 1), Crew(Object(player)), silent)
    game = separating(run, (LOSES, NONAGA))
    assert game is not None
    return SimpleNamespace(run=run, hypothesis=LOSES), game.moves


def is_over(moves: tuple[str, ...], hypothesis: Hypothesis) -> bool:
    """Return whether a game is over by the specification."""
    engine: Any = games.specification("nonaga", {}, hypothesis.readings)
    return bool(engine.is_over(state_after(engine, moves)))


def test_a_game_means_the_same_in_each_direction() -> None:
    """Its start is the same, and by one reading it is over at its end."""
    _, moves = asked()
    images = [*turned("nonaga", LOSES, ({}, moves))]
    assert images[0] == moves
    assert len({*images}) == len(images) > 3
    assert all(is_over(each, LOSES) and not is_over(each, NONAGA) for each in images)


def test_the_end_of_a_game_is_played_where_the_engine_gets_to_it() -> None:
    """*no_piece_step* was open in Nonaga, since the engine refused the first action already."""
    asking, moves = asked()
    player = asking.run.crew.opens.player
    player.new("nonaga", {}, {})
    try:
        for action in moves:
            player.play(action)
        refused = False
    except IllegalAction:
        refused = True
    assert refused
    seen = played_to_the_end(asking, {}, moves)[-1]
    assert len(seen.moves) == len(moves)
    assert seen.moves != moves
    assert seen.seen.state is not None
    assert seen.seen.state.over
