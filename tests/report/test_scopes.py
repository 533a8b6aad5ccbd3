"""The game of a theorem is replayed under options that the theorem is about, or the page says so."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rulewright import games
from rulewright.proofs.theorem import Theorem
from rulewright.report import GameStudy
from rulewright.report.exhibits import Exhibits
from rulewright.report.replay import Replay
from rulewright.report.scopes import Scope, engine_for
from rulewright.report.tables import TheoremRow

FIRST_PIECE = "-1,-3-0,-4"
LITERAL = "a_piece_on_the_undivided_board_ends_the_game_under_the_literal_reading"
STRANDED = "with_three_or_four_players_the_player_due_may_be_stranded"


def theorem(game: str, name: str) -> Theorem:
    """Find a theorem."""
    (found,) = (each for each in games.theorems(game) if each.name == name)
    return found


def shown(game: str, name: str, *moves: str, **changes: Any) -> Replay:
    """Replay a game as the page of a theorem does."""
    row = TheoremRow(evolve(theorem(game, name), **changes), {"witness": list(moves)})
    made = Exhibits(GameStudy(game)).of_theorem(row)
    assert made is not None
    return made


def test_the_game_of_the_literal_end_ends() -> None:
    """Under the default rulings the same action is legal, and the game would go on."""
    made = shown("minoa", LITERAL, FIRST_PIECE)
    assert made.options == "end=literal"
    assert "The game is over, red won" in made.frames[-1].said
    assert "readings of partners;" in made.note


def test_the_game_of_three_players_is_played_by_three() -> None:
    """What players get stranded in is no game of two, though its actions are legal there."""
    made = shown("minoa", STRANDED, FIRST_PIECE)
    assert made.options == "k=3"
    assert "yellow" in made.frames[0].said


def test_default_rulings_leave_nothing_open() -> None:
    """Where the scope says so, or names one reading; and then nothing is to be said."""
    scope = Scope.of(theorem("nonaga", "play_can_go_on_for_ever"), "nonaga")
    assert scope.covers(games.specification("nonaga").rulings)
    assert not scope.covers({"removal": "local"})
    made = shown("minoa", "the_shortest_game_of_two_has_23_actions", FIRST_PIECE)
    assert (made.options, made.note) == ("the default options", "")


@pytest.mark.parametrize(
    ("scope", "named"),
    [
        ("full size: n=4, k=3 and 4, end=full", {"n": {"4"}, "k": {"3", "4"}, "end": {"full"}}),
        ("k = 2, 3, 4; n=1", {"k": {"2", "3", "4"}, "n": {"1"}}),
        ("end=literal, both readings of partners", {"end": {"literal"}}),
        ("any board", {}),
    ],
)
def test_a_scope_names_values(scope: str, named: dict[str, set[str]]) -> None:
    """One or several of each parameter, one of a question."""
    assert Scope.of(evolve(theorem("minoa", LITERAL), scope=scope), "minoa").values == named


def test_what_cannot_be_determined_is_said() -> None:
    """The questions whose reading is left open; options beside the scope, where none inside do."""
    open_made = shown("minoa", LITERAL, FIRST_PIECE, scope="any board")
    assert open_made.options == "the default options"
    assert "speaks of the readings of end, partners;" in open_made.note
    assert "first options that allow it" in open_made.note
    beside = shown("minoa", LITERAL, FIRST_PIECE, scope="end=late")
    assert beside.note == "The scope of the theorem names other options."
    nobody, _ = engine_for("minoa", theorem("minoa", LITERAL), (FIRST_PIECE, FIRST_PIECE))
    assert nobody is None
