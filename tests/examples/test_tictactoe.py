"""A game from outside the package: found, checked against OpenSpiel, and studied."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from rulewright.ambiguity import study
from rulewright.checks import QUICK
from rulewright.cli import application
from rulewright.interface import BadParameter, ImpossiblePosition, MalformedPosition, Recording
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep, replay_both
from rulewright.play.nearest import shortest_by_search
from rulewright.spec.coverage import RecordingRefuted

GAME = "tictactoe"
EXAMPLES = Path(__file__).parents[2] / "examples"
POSITIONS = 5_478
"""Positions of tic-tac-toe that can be reached, the empty board included (OEIS A008907 and others)."""


@pytest.mark.slow
def test_openspiel_and_the_specification_agree_in_every_position() -> None:
    """All positions that can be reached, with legal sets, turn, scores, winners and JSON."""
    specified, foreign = games.specification(GAME), games.implementation(GAME)
    found = shortest_by_search(specified, foreign, 9)
    assert found.moves is None
    assert found.complete is False  # nine plies are the bound; the tenth has no position
    assert found.positions == POSITIONS


def test_another_reading_is_told_from_openspiel() -> None:
    """Power: with the diagonals gone, the first diagonal refutes it."""
    straight, foreign = games.specification(GAME, None, {"row": "straight"}), games.engine(GAME)
    found = shortest_by_search(straight, foreign, 9)
    assert found.moves is not None
    assert len(found.moves) == 5
    with pytest.raises(Disagreement):
        replay_both(straight, foreign, found.moves)


def test_both_refuse_what_is_illegal_and_read_what_they_wrote() -> None:
    """A taken square, no square, and a position after a win."""
    game = Lockstep.begin(games.specification(GAME), games.engine(GAME))
    for action in ("a1", "a2", "b2", "a3", "c3"):
        game.refuse("nowhere")
        game = game.play(action)
        game.refuse("a1")
        game.reread()
    assert game.seen.winners == ("x",)
    assert game.seen.over


def test_openspiel_plays_the_usual_rules_only() -> None:
    """Asked for another reading it says so in one line; the tools take the specification then."""
    assert games.offered(GAME)
    assert not games.offered(GAME, None, {"row": "across"})
    with pytest.raises(BadParameter, match="row=any only"):
        games.engine(GAME, None, {"row": "across"})
    assert games.fastest(GAME, None, {"row": "across"}).rulings == {"row": "across"}


def test_without_openspiel_one_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is an extra."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    done = CliRunner().invoke(application, ["perft", GAME, "--depth", "1"])
    assert done.exit_code == 2
    assert "rulewright[openspiel]" in done.output


def test_games_come_from_the_search_path_and_from_entry_points(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game of the package itself cannot be replaced by either."""
    assert GAME in games.game_names()
    monkeypatch.delenv("RULEWRIGHT_GAMES")
    assert GAME not in games.game_names()
    points = [EntryPoint(name, "tictactoe", games.GROUP) for name in (GAME, "minoa")]
    monkeypatch.setattr(games, "entry_points", lambda group: points if group == games.GROUP else [])
    monkeypatch.setattr(games, "installed", games.installed.__wrapped__)
    assert games.guest_packages() == {GAME: "tictactoe"}
    assert GAME in games.game_names("proofs")
    assert games.specified("minoa").rulebook.title == "Minoa"


@pytest.mark.slow
def test_the_ambiguous_sentence_is_found_out() -> None:
    """The first diagonal that somebody can have is after five actions; each reading has its games."""
    found = {(each.first, each.second): each for each in study(GAME, QUICK, 1, lambda _: None)}
    assert set(found) == {("any", "straight"), ("any", "across"), ("straight", "across")}
    for each in found.values():
        assert each.exact
        assert len(each.moves or ()) == 5
        assert each.disputed == "whether the game is over"
        assert each.shows is not None
        assert each.changes_result is not None
        assert 0 < each.changes_result.hits <= each.shows.hits < each.shows.games
        (solved,) = each.solved
        assert solved.first == solved.second == "nobody can force a win"


def played(moves: tuple[str, ...]) -> Recording:
    """Record one game as the foreign engine plays it."""
    engine: Any = games.engine(GAME)
    squares = tuple(sorted(engine.legal_actions(engine.initial())))
    states = [engine.initial()]
    for move in moves:
        states.append(engine.play(states[-1], move))
    rows = len(states)
    legal = np.zeros((rows, 1, 9), np.bool_)
    for row, state in enumerate(states):
        for action in engine.legal_actions(state):
            legal[row, 0, squares.index(action)] = True
    turns = [engine.turn(state) for state in states]
    return Recording(
        game=GAME,
        params={},
        rulings={},
        seed=0,
        players=engine.players,
        actions=squares,
        places=(),
        contents=("",),
        played=np.array([[squares.index(move)] for move in moves], np.int32),
        legal=legal,
        board=np.zeros((rows, 1, 0), np.uint8),
        turn=np.array(
            [[-1 if name is None else engine.players.index(name)] for name in turns], np.int8
        ),
        scores=np.array([[list(engine.scores(state).values())] for state in states], np.int32),
        winners=np.array(
            [[[name in engine.winners(state) for name in engine.players]] for state in states],
            np.bool_,
        ),
    )


MOVES = ("a1", "a2", "b2", "a3", "c3")


def test_recorded_games_are_judged() -> None:
    """Five positions in play; only taken squares are forbidden."""
    reference = games.specification(GAME)
    recording = played(MOVES)
    seen = reference.check(recording)
    assert seen.positions == 5
    assert seen.clauses["TTT-3"].alone == 1 + 2 + 3 + 4
    assert reference.legal_in_bulk(recording, 4) == 1
    assert reference.legal_in_bulk(recording, 5) == 0


@pytest.mark.parametrize(
    ("what", "table", "at", "value"),
    [
        ("legal", "legal", (2, 0, 0), True),
        ("turn", "turn", (3, 0), 0),
        ("score of x", "scores", (1, 0, 0), 1),
        ("win of o", "winners", (5, 0, 1), True),
        ("illegal play", "played", (1, 0), 0),
    ],
)
def test_a_wrong_recording_is_refuted(
    what: str, table: str, at: tuple[int, ...], value: object
) -> None:
    """One entry of one table is spoilt."""
    recording = played(MOVES)
    getattr(recording, table)[at] = value
    with pytest.raises(RecordingRefuted, match=what):
        games.specification(GAME).check(recording)


@pytest.mark.slow
def test_an_engine_of_it_conforms() -> None:
    """Our own adapter, with OpenSpiel behind it; nothing is unsupported."""
    serve = (sys.executable, "-m", "rulewright", "serve")
    command = (
        *serve[:-1],
        "conform",
        "--quick",
        "--seed",
        "1",
        "--game",
        "tictactoe",
        "--",
        *serve,
    )
    done = subprocess.run(
        command,
        cwd=EXAMPLES.parent,
        env={**os.environ, "RULEWRIGHT_GAMES": str(EXAMPLES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "\ntictactoe: conforms under row=any\n" in done.stdout


def test_a_position_is_read_only_as_it_is_written() -> None:
    """One line says how the first one looks."""
    reference = games.specification(GAME)
    right = {"x": ["a1", "b2"], "o": ["c3"], "turn": "o"}
    assert reference.to_json(reference.from_json(right)) == right
    wrong: list[Any] = [
        {},
        [],
        None,
        right | {"x": ["b2", "a1"]},
        right | {"x": ["a1", "a1"]},
        right | {"x": ["a1", "d4"]},
        right | {"x": "a1"},
        right | {"turn": "z"},
        right | {"more": 1},
    ]
    for position in wrong:
        with pytest.raises(MalformedPosition, match="the first one is"):
            reference.from_json(position)
    with pytest.raises(ImpossiblePosition, match="TTT-2"):
        reference.from_json(right | {"turn": "x"})


def test_only_what_a_clause_says_follows_can_be_asked_for() -> None:
    """A clause without an effect is an error of the game's author."""
    reference: Any = games.specification(GAME)
    bare = reference.rulebook.replacing("TTT-5", effect=None)
    with pytest.raises(LookupError, match="TTT-5 of tictactoe has no effect"):
        reference.__class__(rulebook=bare).effect("TTT-5", reference.rules, reference.initial())
