"""Power of the conformance suite: engines that are wrong on purpose, played as processes.

`wrong_engines/survey.py` runs the suite on all of them and keeps what it found, the shortest games
included; here those games are played again, and the suite itself runs on a few.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
import survey
from common.foreign import Process, started
from common.wrong_engines import GAMES, faults_of

from rulewright.play import games

RECORD: dict[str, Any] = survey.recorded()
ROWS: list[dict[str, Any]] = RECORD["engines"]
WRONG = [row for row in ROWS if row["engine"] != "right"]
SHOWN = [row for row in WRONG if row["shown_by"]]
AT_LEAST = 15
TIMES = 1_000
"""Times a game is played before an engine that is wrong now and then is taken to be right."""


def name_of(row: dict[str, Any]) -> str:
    """Name a test by its engine."""
    return f"{row['game']}-{row['engine']}"


@pytest.mark.parametrize("game", GAMES)
def test_each_engine_has_a_row(game: str) -> None:
    """All engines of a game were examined, at least fifteen wrong ones and the right one."""
    examined = [row["engine"] for row in ROWS if row["game"] == game]
    assert examined == list(faults_of(game))
    assert len(examined) > AT_LEAST
    assert "right" in examined
    assert all(
        row["does"] == survey.does(game, row["engine"]) for row in ROWS if row["game"] == game
    )


def test_the_suite_has_caught_every_one() -> None:
    """Wrong engines deviate or are at fault, except those listed with a reason; right ones conform."""
    missed = {(row["game"], row["engine"]) for row in WRONG if row["verdict"] == "conforms"}
    assert missed == set(survey.NOT_CAUGHT)
    assert [row["verdict"] for row in ROWS if row["engine"] == "right"] == ["conforms"] * len(GAMES)


@pytest.mark.parametrize("fault", ["win_seen_a_turn_late", "hooks_do_not_win", "only_red_wins"])
def test_who_is_stuck_loses_also_where_an_end_is_missed(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red has no disc step, and black's pieces are together: the game goes on no longer."""
    rules = faults_of("nonaga")[fault].rules({}, {"no_disc_step": "loses"})
    monkeypatch.setattr(rules, "disc_steps", lambda _: [])
    hook = {(-1, 0), (0, 0), (0, 1)}
    after = rules.due({**rules.initial(), "black": hook, "step": "disc"}, 0)
    assert (rules.turn(after), rules.winners(after)) == (None, ["black"])


def test_each_row_says_how_the_engine_was_caught() -> None:
    """By what, with which game, and when; an engine at fault may have none to show."""
    for row in WRONG:
        assert row["caught_by"] in survey.STAGES, row["engine"]
        assert 0 < row.get("to_find", row["seconds"]) <= row["seconds"]
        if row["verdict"] == "deviates":
            assert row["length"] == len(row["shown_by"]["moves"]) + (
                row["shown_by"]["action"] is not None
            )


def test_the_page_shows_the_record() -> None:
    """The tables on the page are those of the record."""
    page = survey.PAGE.read_text(encoding="utf-8")
    shown = page.split(survey.BEGIN)[1].split(survey.END)[0]
    assert shown == f"\n{survey.tables(ROWS)}"


@pytest.mark.parametrize(
    ("game", "engine", "readings"),
    [
        ("minoa", "end_is_always_literal", {"end=literal"}),
        ("minoa", "closure_is_always_coloured", {"closure=coloured"}),
        ("nonaga", "removal_is_always_rim", {"removal=rim"}),
        ("nonaga", "connectivity_is_always_contact", {"connectivity=contact"}),
        ("nonaga", "rim_and_no_bar", {"removal=rim", "bar=none"}),
        ("dreieck", "match_is_always_one", {"match=one"}),
        ("ari", "orientation_is_always_kept", {"orientation=kept"}),
        ("ari", "capture_is_always_landing", {"capture=landing"}),
        ("ari", "sweeps_and_own_faces", {"off_board=sweeps", "own_face=any"}),
    ],
)
def test_a_known_reading_is_named(game: str, engine: str, readings: set[str]) -> None:
    """Where an engine follows other readings, and nothing else is wrong, the suite says which."""
    (row,) = [row for row in ROWS if (row["game"], row["engine"]) == (game, engine)]
    assert all(reading in row["explained_by"] for reading in readings)


def differs(process: Process, row: dict[str, Any]) -> bool:
    """Play the game of a row once, and return whether the engine answers anything wrongly."""
    shown = row["shown_by"]
    engine: Any = games.engine(row["game"], shown["params"], shown["rulings"])
    state = engine.initial()
    options = {"params": shown["params"], "rulings": shown["rulings"]}
    wrong = process.ask("new", game=row["game"], **options) != {"ok": True}
    for action in shown["moves"]:
        wrong = wrong or misjudges(process, engine, state)
        wrong = wrong or process.ask("play", action=action) != {"ok": True}
        if wrong:
            return True
        state = engine.play(state, action)
    wrong = wrong or misjudges(process, engine, state)
    offered = shown["action"]
    if not wrong and offered is not None:
        allowed = offered in engine.legal_actions(state)
        wrong = process.ask("play", action=offered)["ok"] != allowed
        wrong = wrong or (not allowed and misjudges(process, engine, state))
    return wrong


def misjudges(process: Process, engine: Any, state: Any) -> bool:
    """Return whether an engine says something wrong of a position."""
    expected = {
        "ok": True,
        "over": engine.is_over(state),
        "turn": engine.turn(state),
        "winners": list(engine.winners(state)),
        "scores": engine.scores(state),
        "position": engine.to_json(state),
    }
    legal = process.ask("legal").get("actions", [None])
    right = list(engine.legal_actions(state))
    return sorted(map(str, legal)) != right or process.ask("state") != expected


def played(game: str, engine: str, row: dict[str, Any], times: int) -> bool:
    """Start an engine and play the game of a row, again and again; return whether it was wrong."""
    with started(survey.command(game, engine)) as process:
        for _ in range(times):
            if differs(process, row):
                return True
            for action in process.ask("legal").get("actions", [])[:1]:
                process.ask("play", action=action)  # something to be remembered wrongly
                process.ask("state")
    return False


@pytest.mark.slow
@pytest.mark.parametrize("row", SHOWN[::4], ids=name_of)
def test_the_recorded_game_of_some_shows_it(row: dict[str, Any]) -> None:
    """The wrong engine fails on the game that was found, in a process of its own: one of four."""
    assert played(row["game"], row["engine"], row, TIMES)


@pytest.mark.soak
@pytest.mark.parametrize("row", SHOWN, ids=name_of)
def test_the_recorded_game_shows_it(row: dict[str, Any]) -> None:
    """The wrong engine fails on the game that was found, in a process of its own."""
    assert played(row["game"], row["engine"], row, TIMES)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_right_engine_passes_the_same_games(game: str) -> None:
    """The games show the faults, not a weakness of the engines that the faults were put in."""
    rows = [row for row in SHOWN if row["game"] == game and replayable(row)]
    assert rows
    with started(survey.command(game, "right")) as process:
        for row in rows:
            assert not differs(process, row), row["engine"]


def replayable(row: dict[str, Any]) -> bool:
    """Return whether the game of a row can be played under the rules that it was found under."""
    shown = row["shown_by"]
    engine: Any = games.engine(row["game"], shown["params"], shown["rulings"])
    state = engine.initial()
    for action in shown["moves"]:
        if action not in engine.legal_actions(state):
            return False
        state = engine.play(state, action)
    return True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "engine"), [("nonaga", "contacts_in_five_directions"), ("nonaga", "right")]
)
def test_the_command_catches_it(game: str, engine: str) -> None:
    """The suite itself, as a user runs it, on a wrong engine and on the right one."""
    command = [sys.executable, "-m", "rulewright", "conform", "--quick", "--seed", "1"]
    done = subprocess.run(
        [*command, "--game", game, "--", *survey.command(game, engine)],
        capture_output=True,
        text=True,
        timeout=3_000,
        check=False,
    )
    assert done.returncode == (0 if engine == "right" else 1), done.stdout + done.stderr


def said_again(row: dict[str, Any]) -> None:
    """Examine an engine again, and demand that the suite says the same of it."""
    made = survey.examined(row["game"], row["engine"])
    again = json.loads(json.dumps(survey.row(row["game"], row["engine"], made)))
    assert again["verdict"] == row["verdict"]
    assert again["explained_by"] == row["explained_by"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_suite_still_catches_those_that_are_found_quickly(game: str) -> None:
    """Of each game the wrong engine of which the suite knows all soonest is examined anew."""
    row = min((row for row in WRONG if row["game"] == game), key=lambda row: row["seconds"])
    made = survey.examined(row["game"], row["engine"])
    assert made.report.verdict.value == row["verdict"], row["engine"]


@pytest.mark.soak
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_the_suite_still_says_the_same(row: dict[str, Any]) -> None:
    """The record of every engine can be made again: verdict and explanation."""
    said_again(row)
