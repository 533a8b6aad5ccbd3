"""What the API answers about games, positions and actions."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import parse_qs

import jsonschema
import pytest
from common.referee import RefereeClient, line

from rulewright.play import games
from rulewright.vectors.failures import failures_at
from rulewright.vectors.vector import read_vector

SCHEMA = Path(__file__).parents[2] / "vectors" / "vectors.schema.json"


def test_every_game_is_listed_guests_too(referee: RefereeClient) -> None:
    """The folder of examples is named in the environment, as for any other command."""
    _, answer = referee.get("/api/games")
    named = [each["game"] for each in answer["games"]]
    assert {*named} >= {*games.own_games("spec"), "tictactoe", "breakthrough"}
    assert answer["broken"] == []


def test_a_newcomer_is_told_how_to_act_and_when_it_ends(referee: RefereeClient) -> None:
    """Hints are clauses, in the words of the rulebook."""
    _, answer = referee.get("/api/games/minoa")
    clauses = {each["clause"]: each for each in answer["clauses"]}
    assert "MIN-6" in answer["hints"]["how"]
    assert "MIN-11" in answer["hints"]["end"]
    assert clauses["MIN-6"]["quotations"][0]["text"].startswith("Only one stick")
    (closure,) = (each for each in answer["questions"] if each["name"] == "closure")
    assert [each["name"] for each in closure["readings"]] == ["line", "coloured"]


@pytest.mark.parametrize("game", ["ari", "dreieck", "minoa", "nonaga", "tictactoe", "connect_four"])
def test_a_position_is_what_the_specification_says(referee: RefereeClient, game: str) -> None:
    """Turn, legal actions and position after two moves."""
    engine = (
        games.specification(game) if game in games.own_games("spec") else None
    )  # guests are not on this process's path
    moves: list[str] = []
    for _ in range(2):
        here = referee.fine("position", line(game, *moves))
        moves.append(here["legal"][len(here["legal"]) // 2])
    here = referee.fine("position", line(game, *moves))
    assert here["ply"] == 2
    assert here["drawing"]["svg"].startswith("<svg")
    assert "<style" not in here["drawing"]["svg"]
    assert ".rw" in here["drawing"]["style"]
    if engine is not None:
        state = engine.initial()
        for move in moves:
            state = engine.play(state, move)
        assert here["legal"] == list(engine.legal_actions(state))
        assert here["position"] == json.loads(json.dumps(engine.to_json(state)))
        assert here["turn"] == engine.turn(state)


def test_an_illegal_action_is_explained_in_the_rulebooks_words(referee: RefereeClient) -> None:
    """Original and English, and the action is marked in the drawing."""
    asked = {"line": line("minoa", "0,0-1,0"), "action": "0,0-1,0"}
    answer = referee.fine("play", asked)
    assert not answer["legal"]
    assert answer["position"] is None
    (broken,) = answer["explanation"]["violations"]
    assert broken["clause"] == "MIN-6"
    assert [each["language"] for each in broken["quotations"]] == ["en", "de"]
    assert 'class="refused"' in answer["explanation"]["drawing"]["svg"]
    assert answer["explanation"] == referee.fine("explain", asked)


def test_a_misspelt_action_is_answered_with_the_nearest(referee: RefereeClient) -> None:
    """It is no illegal action: no clause forbids it."""
    answer = referee.fine("explain", {"line": line("nonaga"), "action": "-2,2>-1;2"})
    assert not answer["legal"]
    assert answer["violations"] == []
    assert "did you mean '-2,2>-1,2'?" in answer["malformed"]


def test_an_illegal_move_of_a_line_is_named_by_its_number(referee: RefereeClient) -> None:
    """The message gives the clause too."""
    status, answer = referee.post("position", line("minoa", "0,0-1,0", "0,0-1,0"))
    assert status == 422
    assert answer["error"]["move"] == 2
    assert "MIN-6" in answer["error"]["message"]


def test_the_address_leads_back_to_the_position(referee: RefereeClient) -> None:
    """Game, options that are not the default ones, and moves."""
    asked = line("minoa", "0,0-1,0", params={"n": 2}, rulings={"closure": "coloured"})
    found = parse_qs(referee.fine("position", asked)["address"])
    assert found == {
        "game": ["minoa"],
        "param.n": ["2"],
        "ruling.closure": ["coloured"],
        "moves": ["0,0-1,0"],
    }


def test_an_opponent_plays_a_legal_action_the_same_for_the_same_seed(
    referee: RefereeClient,
) -> None:
    """A greedy player completes a row of three."""
    asked = {"line": line("tictactoe", "a1", "a3", "b1", "b3"), "player": "greedy", "seed": 5}
    assert referee.fine("opponent", asked)["action"] == "c1"
    random = {"line": line("minoa"), "player": "random", "seed": 5}
    first = referee.fine("opponent", random)
    assert first["action"] == referee.fine("opponent", random)["action"]
    over = {"line": line("tictactoe", "a1", "a3", "b1", "b3", "c1")}
    status, answer = referee.post("opponent", over)
    assert (status, answer["error"]["kind"]) == (422, "NothingToPlay")


def test_a_vector_comes_back_as_the_line_it_was_saved_from(referee: RefereeClient) -> None:
    """With the illegal action that it is about."""
    asked = line("nonaga", "-2,2>-1,2", rulings={"removal": "local"})
    saved = referee.fine("vector", {"line": asked, "action": "0,0>0,1"})
    jsonschema.validate(saved["vector"], json.loads(SCHEMA.read_text(encoding="utf-8")))
    (vector,) = saved["vector"]["vectors"]
    assert saved["name"] == f"nonaga-{vector['id']}.json"
    assert vector["expect"]["forbidden"][0]["action"] == "0,0>0,1"
    assert vector["expect"]["forbidden"][0]["clauses"]
    engine = games.specification("nonaga", {}, asked["rulings"])
    state = engine.play(engine.initial(), asked["moves"][0])
    assert list(failures_at(engine, state, read_vector("nonaga", vector))) == []
    other = games.specification("nonaga")
    assert list(failures_at(other, other.initial(), read_vector("nonaga", vector)))
    back = referee.fine("load", {"document": saved["vector"]})
    assert back["action"] == "0,0>0,1"
    assert back["line"]["moves"] == asked["moves"]
    assert back["line"]["rulings"]["removal"] == "local"


def test_a_position_is_loaded_and_played_on(referee: RefereeClient) -> None:
    """As a start; the vector of it is refused, since a vector holds a game."""
    position = referee.fine("position", line("tictactoe", "b2"))["position"]
    loaded = referee.fine("load", {"document": position, "game": "tictactoe"})["line"]
    assert loaded["start"] == position
    played = referee.fine("play", {"line": loaded, "action": "a1"})
    assert played["position"]["turn"] == "x"
    status, answer = referee.post("vector", {"line": loaded})
    assert (status, answer["error"]["kind"]) == (422, "NotFromTheStart")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (7, "a vector, a position or a list of moves"),
        ({"vectors": []}, "no vectors"),
        ({"moves": "a1"}, "must be a list"),
        ({"moves": ["zz"]}, "move 1"),
        ({"x": ["a1"]}, "not as a position"),
    ],
)
def test_a_document_of_no_use_is_refused_in_one_line(
    referee: RefereeClient, document: object, message: str
) -> None:
    """What would be right is said."""
    status, answer = referee.post("load", {"document": document, "game": "tictactoe"})
    assert status == 422
    assert message in answer["error"]["message"]


def test_a_report_has_the_moves_the_clause_and_the_picture(referee: RefereeClient) -> None:
    """As Markdown to paste."""
    asked = {"line": line("minoa", "0,0-1,0"), "action": "0,0-1,0"}
    text = referee.fine("report", asked)["markdown"]
    assert "`0,0-1,0`" in text
    assert "**MIN-6**" in text
    assert "> Nur ein Stab" in text
    assert "](data:image/svg+xml;base64," in text


def test_a_picture_is_complete(referee: RefereeClient) -> None:
    """Unlike the drawings of the page it has its style sheet."""
    answer = referee.fine("svg", {"line": line("minoa"), "legal": True})
    assert answer["name"] == "minoa-0.svg"
    assert "<style>" in answer["svg"]
    assert 'class="option"' in answer["svg"]


def test_there_are_games_to_step_through(referee: RefereeClient) -> None:
    """Those of theorems end where the theorem says; pairs of readings are there to be searched."""
    _, theorems = referee.get("/api/shows/nonaga?kind=theorem")
    assert theorems["shows"]
    for each in theorems["shows"][:3]:
        referee.fine("position", each["line"])
    _, pairs = referee.get("/api/shows/minoa?kind=ambiguity")
    assert {"question": "closure", "readings": ["line", "coloured"]}.items() <= next(
        each for each in pairs["shows"] if each["question"] == "closure"
    ).items()
    _, rare = referee.get("/api/shows/ari?kind=occasion")
    assert any("queen" in each["title"] for each in rare["shows"])
    titles = {each["title"] for each in rare["shows"]}
    assert any("is illegal (ARI-" in title for title in titles), titles
