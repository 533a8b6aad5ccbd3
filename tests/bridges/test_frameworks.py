"""Games of frameworks under our checks: mappings guessed, deviations found, counts compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.bridges.foreign import NotInTurn, NotThere, OpenSpielForeign, PettingZooForeign
from rulewright.bridges.guessing import NothingExplains, all_actions, by_places, guess
from rulewright.bridges.player import CountingPlayer
from rulewright.bridges.spelling import ActionSpelling, BadMapping, read_mapping
from rulewright.cli import application
from rulewright.play import games
from rulewright.play.driver import driver_of

TICTACTOE = "pettingzoo.classic.tictactoe_v3"


def conform(*words: str) -> Result:
    """Run `rulewright conform` on one game, quickly."""
    return CliRunner().invoke(application, ["conform", "--quick", "--seed", "1", *words])


@pytest.mark.parametrize(
    ("option", "text"), [("openspiel", "tic_tac_toe"), ("pettingzoo", TICTACTOE)]
)
def test_both_frameworks_play_tic_tac_toe_by_the_rules(option: str, text: str) -> None:
    """The mapping is guessed and printed; all vectors are played."""
    done = conform("--game", "tictactoe", f"--{option}", text)
    assert done.exit_code == 0, done.output
    assert "12 of 12 random games to the end" in done.output
    assert "tictactoe: conforms under row=any" in done.output


def test_openspiels_breakthrough_fills_one_row_of_a_low_board() -> None:
    """The reading that it plays is named, though the mapping had to be guessed under it."""
    done = conform("--game", "breakthrough", "--openspiel", "breakthrough(rows=4,columns=2)")
    assert done.exit_code == 1, done.output
    assert "under rows=one_if_low" in done.output
    assert "rows=one_if_low explains everything observed" in done.output


@pytest.mark.parametrize(("swap", "status"), [("True", 0), ("False", 1)])
def test_openspiels_hex_offers_the_swap_only_if_it_is_told(swap: str, status: int) -> None:
    """After one move, which is the shortest game that shows it; with it, the stone is mirrored."""
    done = conform("--game", "hex", "--openspiel", f"hex(board_size=3,swap={swap})")
    assert done.exit_code == status, done.output
    found = "deviation 1: 'legal' does not list 'swap', which is legal, after 1 move" in done.output
    assert found == bool(status)
    assert "parameters: n=3" in done.output
    played = "mirror" if status == 0 else "none"
    assert f"swap      mirror    {played}" in done.output


def test_an_engine_with_a_planted_bug_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Power: an action is missing, once the board is nearly full; the mapping still is found."""
    right = OpenSpielForeign.actions

    def wrong(self: OpenSpielForeign, state: object) -> dict[int, str]:
        found = right(self, state)
        return dict(list(found.items())[:-1]) if len(found) == len("abc") else found

    monkeypatch.setattr(OpenSpielForeign, "actions", wrong)
    done = conform("--game", "tictactoe", "--openspiel", "tic_tac_toe")
    assert done.exit_code == 1, done.output
    assert "does not list" in done.output


def turned_late(self: OpenSpielForeign, state: Any) -> dict[int, str]:
    """Spell the columns the other way round in the second player's turns."""
    found = {number: f"{number // 3},{number % 3}" for number in RIGHT(self, state)}
    if state.current_player() != 1:
        return found
    return {number: f"{number // 3},{2 - number % 3}" for number in found}


def permuted(self: OpenSpielForeign, state: Any) -> dict[int, str]:
    """Exchange the names of two squares, which is no symmetry."""
    places = (1, 0, *range(2, 9))
    return {number: f"{places[number] // 3},{places[number] % 3}" for number in RIGHT(self, state)}


def taken_too(self: OpenSpielForeign, state: Any) -> dict[int, str]:
    """List a square that is taken, which OpenSpiel then refuses with an exception."""
    found = RIGHT(self, state)
    return found | {4: "x(1,1)"} if len(found) == len("abcd") else found


RIGHT = OpenSpielForeign.actions


@pytest.mark.parametrize(
    ("wrong", "status", "said"),
    [
        (turned_late, 1, "no mapping explains every game: in 12 of 12"),
        (permuted, 1, "no mapping explains every game"),
        (taken_too, 3, "raised SpielError"),
    ],
)
def test_no_mapping_makes_a_wrong_engine_conform(
    monkeypatch: pytest.MonkeyPatch, wrong: Any, status: int, said: str
) -> None:
    """Power: what each action is called changes, is no symmetry, or is what cannot be played."""
    monkeypatch.setattr(OpenSpielForeign, "actions", wrong)
    done = conform("--game", "tictactoe", "--openspiel", "tic_tac_toe")
    assert done.exit_code == status, done.output
    assert said in done.output
    assert "conforms under" not in done.output


def test_a_table_translates_names_that_are_no_symmetry(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The engine with permuted names conforms with both names given, and deviates with a wrong one."""
    monkeypatch.setattr(OpenSpielForeign, "actions", permuted)
    file = tmp_path / "mapping.json"
    words = ("--game", "tictactoe", "--openspiel", "tic_tac_toe", "--mapping", str(file))
    mapping = {"places": "row,column", "board": [3, 3]}
    for table, status in (({"0,1": "a1", "0,0": "b1"}, 0), ({"0,1": "a1", "0,0": "a1"}, 1)):
        file.write_text(json.dumps(mapping | {"actions": table}), encoding="utf-8")
        done = conform(*words)
        assert done.exit_code == status, done.output


def test_an_engine_that_breaks_at_once_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any mapping can be tried; it is not called a bug of ours."""

    def broken(*_: object) -> dict[int, str]:
        raise RuntimeError("no board")

    monkeypatch.setattr(OpenSpielForeign, "actions", broken)
    done = conform("--game", "tictactoe", "--openspiel", "tic_tac_toe")
    assert done.exit_code == 3
    assert done.output == "error: 'tic_tac_toe' broke down: RuntimeError: no board\n"


def test_a_mapping_is_read_from_a_file(tmp_path: Path) -> None:
    """The right one conforms, and one in which the players are exchanged deviates."""
    foreign = OpenSpielForeign("tic_tac_toe")
    right = guess("tictactoe", foreign, {}, {}).spelling
    file = tmp_path / "mapping.json"
    words = ("--game", "tictactoe", "--openspiel", "tic_tac_toe", "--mapping", str(file))
    file.write_text(right.written(), encoding="utf-8")
    assert conform(*words).exit_code == 0
    exchanged = json.loads(right.written()) | {"players": ["o", "x"]}
    file.write_text(json.dumps(exchanged), encoding="utf-8")
    assert conform(*words).exit_code == 1


def test_a_mapping_spells_places_and_words() -> None:
    """Places are turned; a table has the last word."""
    ours = by_places(("a1", "c1", "a2"))
    spelling = ActionSpelling(("x",), "row,column", 2, (3, 3), {"swap": "swap"}, {"q": "z"})
    assert spelling.read("x(0,0)", ours) == "c1"
    assert spelling.read("swap", ours) == "swap"
    assert spelling.read("q", ours) == "z"
    assert spelling.read("x(2,2)", ours) == "?x(2,2)"
    for text in ("[]", "{", '{"places": "oil"}', '{"players": ["y"]}', '{"board": [1]}'):
        with pytest.raises(BadMapping):
            read_mapping(text, ("x",))


@pytest.mark.parametrize(
    ("game", "text", "fixed", "depth"),
    [
        ("hex", "hex(board_size=3,swap=True)", {}, 4),
        ("breakthrough", "breakthrough(rows=6,columns=3)", {}, 4),
        ("connect_four", "connect_four(rows=4,columns=4)", {"columns": 4, "rows": 4}, 3),
    ],
)
def test_counts_agree_with_openspiels(
    game: str, text: str, fixed: dict[str, int], depth: int
) -> None:
    """Perft of the specification beside OpenSpiel's own sequences; see also test_counts.py."""
    foreign = OpenSpielForeign(text)
    found = guess(game, foreign, fixed, {})
    player = CountingPlayer(game, foreign, found.params, found.rulings, found.spelling)
    engine = games.specification(game, found.params)
    assert all_actions(engine)
    ours = list(driver_of(engine).perfts(engine.initial(), depth))
    assert [player.perft(each) for each in range(1, depth + 1)] == ours


def test_what_cannot_be_checked_is_said_in_one_line() -> None:
    """Games that are not there, have chance, or are other games; options that do not go together."""
    with pytest.raises(NotThere, match="OpenSpiel does not load 'cheese'"):
        OpenSpielForeign("cheese")
    with pytest.raises(NotInTurn, match="no game of turns without chance"):
        OpenSpielForeign("backgammon")
    with pytest.raises(NotThere, match="PettingZoo does not load 'cheese'"):
        PettingZooForeign("cheese")
    with pytest.raises(NothingExplains, match="--mapping"):
        guess("tictactoe", OpenSpielForeign("hex(board_size=2)"), {}, {})
    for words in (
        ("--openspiel", "hex"),
        ("--game", "tictactoe", "--openspiel", "hex", "--pettingzoo", "x"),
        ("--game", "tictactoe", "--openspiel", "hex", "--", "engine"),
        ("--game", "tictactoe", "--mapping", "file", "--", "engine"),
    ):
        done = conform(*words)
        assert done.exit_code == 2
        assert done.output.startswith(("error:", "Usage"))
