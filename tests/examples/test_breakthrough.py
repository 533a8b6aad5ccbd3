"""The worked example of moves and captures: as short as is claimed, and as OpenSpiel counts."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.checks.lockstep import random_game
from rulewright.cli import application
from rulewright.play import games
from rulewright.play.lockstep import Disagreement, Lockstep

GAME = "breakthrough"
FOLDER = Path(__file__).parents[2] / "examples" / GAME
LONGEST = 350


def test_the_example_is_short() -> None:
    """The rulebook's text, the drawing and the theorem included; public packages only."""
    lines = [line for file in sorted(FOLDER.glob("*.*")) for line in file.read_text().splitlines()]
    assert 100 < len(lines) <= LONGEST
    imported = {line.split()[1] for line in lines if line.startswith("from rulewright")}
    assert imported <= {"rulewright", "rulewright.author", "rulewright.author.boards"}


def leaves(state: Any, depth: int) -> int:
    """Count sequences of actions with OpenSpiel."""
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    return sum(leaves(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(
    ("columns", "rows", "reading", "depth"),
    [(8, 8, "two", 3), (3, 6, "two", 4), (3, 5, "one_if_low", 5), (2, 4, "one_if_low", 9)],
)
def test_openspiel_counts_the_same(columns: int, rows: int, reading: str, depth: int) -> None:
    """Perft of both engines; OpenSpiel fills one row on low boards."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(GAME, {"columns": columns, "rows": rows}).new_initial_state()
    expected = leaves(theirs, depth)
    command = ["perft", GAME, "--depth", str(depth)]
    options = ["--param", f"columns={columns}", "--param", f"rows={rows}"]
    options += ["--ruling", f"rows={reading}"]
    for side in ("impl", "spec"):
        done = CliRunner().invoke(application, [*command, *options, "--engine", side])
        assert done.exit_code == 0, done.output
        assert done.stdout.splitlines()[-1].split() == [str(depth), str(expected)]


def test_both_engines_refuse_the_same() -> None:
    """Captures straight ahead, steps back, steps of the opponent, and what is no step."""
    params = {"columns": 3, "rows": 4}
    game = Lockstep.begin(games.specification(GAME, params), games.engine(GAME, params))
    for action in ("a2-b3", "c3-b2", "b1-b2", "a3-a2", "a1-b2", "a2-a1", "a2-a4", "z1-z2", "pass"):
        if action in game.seen.legal:
            game = game.play(action)
            game.reread()
        else:
            game.refuse(action)


def test_an_engine_that_takes_an_action_for_no_action_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Legal or not: its author would be told that it is misspelt."""
    reference, tested = games.specification(GAME), games.engine(GAME)
    assert random_game(reference, tested, Random(1)) > 1
    backwards = re.compile(r".[2-8]-.1")
    honest = type(tested).is_action
    monkeypatch.setattr(
        type(tested),
        "is_action",
        lambda engine, action: honest(engine, action) and not backwards.fullmatch(action),
    )
    with pytest.raises(Disagreement, match=r"`is_action` of .*: .* says that it is no action"):
        random_game(reference, tested, Random(1))


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"white": ["a1"], "black": ["a1"], "turn": "white"}, "BRK-3"),
        ({"white": ["a4"], "black": ["b4"], "turn": "black"}, "BRK-4|as a position"),
        ({"white": ["a9"], "black": ["b4"], "turn": "black"}, "as a position"),
        ({"white": "a1", "turn": "white"}, "as a position"),
    ],
)
@pytest.mark.parametrize("side", ["impl", "spec"])
def test_positions_that_cannot_be_are_refused(position: Any, fault: str, side: str) -> None:
    """By both engines, in one line."""
    engine = games.engine(GAME, {"columns": 2, "rows": 4}, None, side)
    with pytest.raises(games.UsageError, match=fault):
        engine.from_json(position)


def test_a_stuck_player_would_be_found() -> None:
    """Power of the theorem: with straight captures forbidden and diagonals barred, somebody is stuck."""
    specification: Any = games.specification(GAME, {"columns": 2, "rows": 4})
    state = specification.from_json({"white": ["a1"], "black": ["a2", "b4"], "turn": "white"})
    assert specification.can_act(state) is True
    barred = specification.rulebook["BRK-3"]

    def straight_only(rules: Any, before: Any, move: Any) -> Any:
        straight = [step[3] for step in rules.params.steps]
        kept = [played for played, ahead in zip(move, straight, strict=True) if not ahead]
        allowed = barred.permits(rules, before, move)
        return allowed & ~sum({0, *kept}) if isinstance(allowed, int) else allowed

    mutant = specification.rulebook.replacing("BRK-3", permits=straight_only)
    stuck: Any = type(specification)({"columns": 2, "rows": 4}, None, mutant)
    assert stuck.can_act(state) is False
    assert stuck.legal_actions(state) == ()


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"white": ["b1", "a1"], "black": ["a4"], "turn": "white"}, r": its 'white' would be \["),
        ({"white": ["a1"], "black": ["a4"], "turn": "white", "ply": 1}, ": it has no 'ply'; the"),
        (["a1"], " is written; the first one is "),
    ],
)
def test_an_implementation_names_what_is_written_otherwise(position: Any, said: str) -> None:
    """The first part of it, beside a position that is right."""
    with pytest.raises(games.UsageError, match=said):
        games.engine(GAME, {"columns": 2, "rows": 4}).from_json(position)
