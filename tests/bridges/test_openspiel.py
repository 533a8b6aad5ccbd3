"""Our games in OpenSpiel, under OpenSpiel's own tests."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest
from common.guest_forms import form

from rulewright.author import Specification
from rulewright.bridges import openspiel
from rulewright.bridges.bridge import returns_of
from rulewright.bridges.extras import MissingExtra, required
from rulewright.interface import RulewrightError, UnknownGame
from rulewright.play import games

pyspiel = openspiel.pyspiel
OURS = [
    "minoa(n=2)",
    "minoa(n=2,k=3,closure=coloured)",
    "minoa(n=2,end=literal)",
    "nonaga(n=1,most_plies=20)",
    "nonaga(n=1,bar=none,win=end_of_turn,most_plies=20)",
    "ari(n=7,most_plies=12)",
    "ari(n=7,capture=landing,most_plies=12)",
    "dreieck(s=2)",
    "dreieck(s=2,claim=may,supply=hand)",
]
GUESTS = [
    "tictactoe",
    "tictactoe(row=across)",
    "rhomb(n=3)",
    "rhomb(n=3,swap=stay)",
    "trefoil",
    "hex(n=3,swap=sides)",
]


def loaded(text: str) -> Any:
    """Load a game that is registered."""
    openspiel.register(text.partition("(")[0])
    return pyspiel.load_game(f"rulewright_{text}")


@pytest.mark.parametrize("text", GUESTS)
def test_openspiels_own_test_passes_for_guests(text: str) -> None:
    """With serialisation, masks, tensors and undone clones."""
    pyspiel.random_sim_test(loaded(text), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("guest", ["trefoil", "skirmish"])
def test_openspiels_own_test_passes_for_specifications(
    guest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an implementation; one is for three players, who pass, and the other has moves."""
    name = form(guest, "specified", tmp_path)
    monkeypatch.setenv("RULEWRIGHT_GAMES", str(tmp_path))
    game = loaded(name)
    assert isinstance(game.bridge.engine, Specification)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("text", OURS)
def test_openspiels_own_test_passes_for_our_games(text: str) -> None:
    """The same for the four games, each under several readings."""
    pyspiel.random_sim_test(loaded(text), num_sims=1, serialize=True, verbose=False)


def playthrough(text: str, seed: int) -> str:
    """Make a playthrough with OpenSpiel's generator, whose module defines flags once."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what its module imports
        generator = required("open_spiel.python.algorithms.generate_playthrough", "openspiel")
    generator.flags.FLAGS(["test"], known_only=True)
    openspiel.register(text.partition("(")[0])
    made: str = generator.playthrough(f"rulewright_{text}", None, seed=seed)
    return made


def assert_repeated(text: str) -> None:
    """Require that the generator writes the same file twice, and another one for another seed."""
    first = playthrough(text, 1)
    assert first == playthrough(text, 1)
    assert first != playthrough(text, 2)
    assert "Apply action" in first


@pytest.mark.parametrize("text", ["tictactoe", "minoa(n=2)"])
def test_playthroughs_are_repeated(text: str) -> None:
    """Of a guest, and of a game of ours."""
    assert_repeated(text)


@pytest.mark.slow
@pytest.mark.parametrize("text", [each for each in OURS if each != "minoa(n=2)"])
def test_playthroughs_of_our_games_are_repeated(text: str) -> None:
    """The four games, each under several readings."""
    assert_repeated(text)


def test_states_say_what_the_engine_says() -> None:
    """Actions both ways, turns, returns, results and texts, all through a random game."""
    game, engine = loaded("rhomb(n=3)"), games.specification("rhomb", {"n": 3})
    state, ours, random = game.new_initial_state(), engine.initial(), Random(3)
    while not engine.is_over(ours):
        mover = engine.players.index(engine.turn(ours) or "")
        assert state.current_player() == mover
        spelled = {state.action_to_string(each): each for each in state.legal_actions()}
        assert tuple(sorted(spelled)) == engine.legal_actions(ours)
        action = random.choice(sorted(spelled))
        assert state.string_to_action(action) == spelled[action]
        state.apply_action(spelled[action])
        ours = engine.play(ours, action)
        assert '"turn"' in state.observation_string(0)
    assert state.is_terminal()
    assert state.returns() == list(returns_of(engine.players, engine.winners(ours)))
    assert str(state) == games.specified("rhomb").draw.text(engine, engine.to_json(ours))
    assert len(state.history()) == len(state.information_state_string(0).split(","))


def test_a_theorem_bounds_the_length_where_there_is_one() -> None:
    """And a cut where there is none."""
    game = loaded("minoa")
    assert game.max_game_length() == 83
    assert game.bridge.theorem == "a_game_lasts_at_most_84_placements"
    assert loaded("tictactoe").bridge.theorem == ""
    short = loaded("tictactoe(most_plies=2)")
    state = short.new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_a_question_with_the_name_of_a_parameter_has_an_option_of_its_own() -> None:
    """Breakthrough's rows are a parameter, and how many are filled is a question."""
    for text, filled in (("rows=5", 2), ("rows=5,rows_reading=one_if_low", 1)):
        game = loaded(f"breakthrough(columns=3,{text})")
        position = json.loads(game.new_initial_state().observation_string(0))
        assert len(position["white"]) == 3 * filled
        assert max(position["black"]) == "c5"


def test_returns_add_up_to_nothing() -> None:
    """Losers lose one; winners share it."""
    players = ("a", "b", "c")
    assert returns_of(players, ("b",)) == (-1, 2, -1)
    assert returns_of(players, ("a", "c")) == (0.5, -1, 0.5)
    assert returns_of(players, players) == returns_of(players, ()) == (0, 0, 0)


def test_a_planted_bug_is_found_by_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: where both players win OpenSpiel's own test fails, as returns add up to nothing."""
    monkeypatch.setattr(openspiel.OpenSpielState, "returns", lambda _: [1.0, 1.0])
    with pytest.raises(pyspiel.SpielError):
        pyspiel.random_sim_test(loaded("tictactoe"), num_sims=1, serialize=False, verbose=False)


def test_unknown_games_and_missing_extras_are_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both are errors of the user's, with what to do."""
    with pytest.raises(UnknownGame):
        openspiel.register("chess")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtra, match=r"pip install 'rulewright\[openspiel\]'") as refusal:
        required("pyspiel", "openspiel")
    assert isinstance(refusal.value, RulewrightError)
