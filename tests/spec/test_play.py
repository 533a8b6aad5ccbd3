"""Games played by the specification alone are the specification's own, move by move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulewright.impl.drivers import record as compiled_record
from rulewright.interface import Recording
from rulewright.play import games
from rulewright.spec.coverage import RecordingRefuted
from rulewright.spec.logic import not_
from rulewright.spec.play import play, record

OPTIONS: tuple[tuple[str, dict[str, Any], dict[str, str]], ...] = (
    ("minoa", {"n": 2}, {}),
    ("minoa", {"n": 2, "k": 4}, {"partners": "shared", "closure": "coloured", "end": "literal"}),
    ("nonaga", {}, {}),
    ("nonaga", {"n": 1}, {}),
    ("nonaga", {}, {"win": "end_of_turn", "removal": "local", "connectivity": "contact"}),
    ("dreieck", {"s": 3}, {}),
    ("dreieck", {"k": 3, "s": 2}, {"claim": "may", "trigger": "standing"}),
    ("ari", {"n": 6}, {}),
    ("ari", {"n": 6}, {"threat": "mate", "capture": "landing"}),
)
PLIES = 24


def said(engine: Any, state: Any) -> tuple[Any, ...]:
    """All that an engine says of a position."""
    legal = engine.legal_actions(state)
    scores = engine.scores(state)
    return legal, engine.turn(state), scores, engine.winners(state), engine.to_json(state)


def recorded(recording: Recording, game: int, ply: int) -> tuple[Any, ...]:
    """The same, without the position, as a recording has it."""
    players = recording.players
    turn = int(recording.turn[ply, game])
    legal = np.flatnonzero(recording.legal[ply][game])
    scores = recording.scores[ply, game].tolist()
    won = recording.winners[ply, game].tolist()
    return (
        tuple(sorted(recording.actions[at] for at in legal)),
        None if turn < 0 else players[turn],
        dict(zip(players, scores, strict=True)),
        tuple(name for name, wins in zip(players, won, strict=True) if wins),
    )


@pytest.mark.parametrize("biased", [False, True])
@pytest.mark.parametrize(("game", "params", "rulings"), OPTIONS, ids=str)
def test_games_are_those_of_single_positions(
    game: str, params: dict[str, Any], rulings: dict[str, str], biased: bool
) -> None:
    """Legal sets, turns, results and positions, also as the implementation has them."""
    engine, tested = (games.engine(game, params, rulings, side) for side in ("spec", "impl"))
    recording = record(engine, 3, 3, biased=biased, max_plies=PLIES)
    plies = list(play(engine.in_bulk(), 3, range(3), biased=biased, max_plies=PLIES))
    assert len(plies) == len(recording.turn)
    for number in range(3):
        state, other = engine.initial(), tested.initial()
        moves = recording.moves(number)
        for at, ply in enumerate(plies):
            views = said(engine, state)
            assert recorded(recording, number, at) == views[:-1]
            assert engine.to_json(ply.state(number)) == views[-1]
            assert said(tested, other) == views
            if at < len(moves):
                state, other = engine.play(state, moves[at]), tested.play(other, moves[at])


@pytest.mark.parametrize(("game", "params", "rulings"), OPTIONS, ids=str)
def test_the_judge_confirms_what_was_played(
    game: str, params: dict[str, Any], rulings: dict[str, str]
) -> None:
    """A recording made so is one like any other, boards included."""
    engine = games.specification(game, params, rulings)
    recording = record(engine, 5, 32, max_plies=PLIES)
    coverage = engine.check(recording)
    ends = int((recording.turn[-1] >= 0).sum())
    assert coverage.positions == recording.plies + ends
    implementation = compiled_record(games.implementation(game, params, rulings), 5, 2, max_plies=2)
    assert sorted(implementation.places) == sorted(recording.places)
    assert set(implementation.contents) <= set(recording.contents)


def test_a_game_is_the_same_whatever_the_number_of_games() -> None:
    """Also beyond what is played at a time; other seeds, and biased play, give other games."""
    engine = games.specification("minoa", {"n": 1})
    few, many = (record(engine, 7, count) for count in (3, 600))
    assert [few.moves(game) for game in range(3)] == [many.moves(game) for game in range(3)]
    assert len({tuple(many.moves(game)) for game in range(600)}) > 400
    assert engine.check(many).positions == many.plies
    for other in (record(engine, 8, 3), record(engine, 7, 3, biased=True)):
        assert [other.moves(game) for game in range(3)] != [few.moves(game) for game in range(3)]
    assert record(engine, 1, 0).plies == 0


def test_a_mutant_plays_by_its_own_rulebook() -> None:
    """What it plays is legal to it, and not to the game."""
    book = games.specified("minoa").rulebook
    mutant = games.specified("minoa").engine({"n": 2}, {}, book.without("MIN-6"))
    recording = record(mutant, 1, 16, max_plies=6)
    assert mutant.check(recording).positions > 16
    with pytest.raises(RecordingRefuted, match="legality"):
        games.specification("minoa", {"n": 2}).check(recording)


def test_a_position_without_an_action_ends_the_recording() -> None:
    """A rulebook with a hole: nobody may do anything, and it is still red's turn."""
    book = games.specified("minoa").rulebook

    def forbidden(rules: Any, before: Any, move: Any) -> Any:
        return not_(book["MIN-3"].permits(rules, before, move))  # type: ignore[misc]

    mutant = games.specified("minoa").engine(
        {"n": 1}, {}, book.replacing("MIN-3", permits=forbidden)
    )
    recording = record(mutant, 1, 4)
    assert recording.plies == 0
    assert recording.turn.tolist() == [[0] * 4]
