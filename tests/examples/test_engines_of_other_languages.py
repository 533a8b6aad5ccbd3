"""The engines in `examples/` play as the reference implementation does, under all rulings."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from common import foreign
from common.foreign import EXAMPLES, Process, built, started
from common.playing import STYLES, Differs, Match, random_params

from rulewright.interface import choices_of
from rulewright.play import games
from rulewright.play.rulings import sample

PLAYED = [
    ("javascript", "nonaga"),
    ("javascript", "dreieck"),
    ("c", "minoa"),
    ("java", "ari"),
]
LANGUAGES = sorted({language for language, _ in PLAYED})
GAMES = 60
PLIES = {"minoa": 90, "nonaga": 40, "dreieck": 110, "ari": 30}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[str]]:
    """Build the engine of each language once; the command that starts it."""
    return cache(lambda language: built(language, tmp_path_factory.mktemp("built")))


def questions_of(game: str) -> dict[str, tuple[str, ...]]:
    """List the readings of each question of a game."""
    declared = choices_of(games.specified(game).rulings)
    return {question: readings for question, (_, readings) in declared.items()}


def play_all(process: Process, game: str, most: int, seed: int) -> Counter[str]:
    """Play games under all sets of rulings, in all styles, with parameters drawn for each."""
    counted: Counter[str] = Counter()
    random = Random(seed)
    chosen = cycle(sample(questions_of(game), most, seed))
    for number, rulings in enumerate(islice(chosen, most)):
        match = Match(process, game, random_params(game, random), rulings, random)
        match.play(STYLES[number % len(STYLES)], PLIES[game])
        counted += match.counted
    return counted


@pytest.mark.slow
@pytest.mark.parametrize(("language", "game"), PLAYED)
def test_it_agrees_with_the_reference_implementation(
    language: str, game: str, build: Callable[[str], list[str]]
) -> None:
    """Every pair of readings meets; each set of rulings is played with parameters drawn."""
    with started(build(language)) as process:
        counted = play_all(process, game, GAMES, seed=1)
    assert counted["positions"] > 10 * GAMES
    assert counted["refusals"] > GAMES
    assert counted["ended"]
    assert counted["scores changed"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_introduces_itself(language: str, build: Callable[[str], list[str]]) -> None:
    """It names the games that it plays, and no other."""
    with started(build(language)) as process:
        hello = process.get("hello", version=1)
        assert hello["version"] == 1
        assert hello["games"]
        for game in ("minoa", "nonaga", "dreieck", "ari", "constructor", ""):
            answer = process.ask("new", game=game)
            expected = {"ok"} if game in hello["games"] else {"ok", "unsupported"}
            assert set(answer) == expected


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize(("language", "game"), PLAYED)
def test_it_agrees_in_many_more_games(
    language: str, game: str, seed: int, build: Callable[[str], list[str]]
) -> None:
    """The same with many more sets of rulings and games."""
    with started(build(language)) as process:
        counted = play_all(process, game, 40 * GAMES, seed)
    assert counted["ended"]


BAD_REQUESTS = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"hello"',
    b"{} {}",
    b"{}",
    b'{"cmd": 1}',
    b'{"cmd": "constructor"}',
    b'{"cmd": "hello", "version": 2}',
    b'{"cmd": "hello\xff", "version": 1}',
    b'{"cmd": "play"}',
    b'{"cmd": "play", "action": 1}',
    b'{"cmd": "perft"}',
    b'{"cmd": "perft", "depth": -1}',
    b'{"cmd": "perft", "depth": 0.5}',
    b'{"cmd": "new"}',
    b"[" * 5_000,
]
UNSUPPORTED: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {
    "minoa": [
        ({"n": 0}, {}),
        ({"n": "4"}, {}),
        ({"n": True}, {}),
        ({"n": None}, {}),
        ({"n": 2.5}, {}),
        ({"k": 5}, {}),
        ({"k": 1}, {}),
        ({"n": 3, "k": 4}, {}),
        ({"size": 4}, {}),
        ({}, {"end": "later"}),
        ({}, {"end": None}),
        ({}, {"start": "full"}),
        ({"__proto__": 1}, {}),
    ],
    "nonaga": [
        ({"n": 0}, {}),
        ({"n": False}, {}),
        ({"n": None}, {}),
        ({"first": "white"}, {}),
        ({"first": None}, {}),
        ({"k": 2}, {}),
        ({}, {"removal": "anywhere"}),
        ({}, {"removal": ["path"]}),
        ({}, {"toString": "path"}),
    ],
    "dreieck": [
        ({"k": 1}, {}),
        ({"s": 0}, {}),
        ({"s": 27}, {}),
        ({"s": None}, {}),
        ({"supply": "bag"}, {}),
        ({"supply": "stack"}, {}),
        ({"s": 1, "stacks": {"p1": ["aaa"], "p2": ["aaa"]}}, {}),
        ({"s": 1, "supply": "stack", "stacks": {"p1": ["aaa"]}}, {}),
        ({"s": 1, "supply": "stack", "stacks": {"p1": ["aaa"], "p2": []}}, {}),
        ({"s": 1, "supply": "stack", "stacks": {"p1": ["aaa"], "p2": ["aaa", "aaa"]}}, {}),
        ({"s": 1, "supply": "stack", "stacks": {"p1": ["aaa"], "p2": ["aaa"], "p3": []}}, {}),
        ({"s": 1, "supply": "stack", "stacks": [["aaa"], ["aaa"]]}, {}),
        ({}, {"stuck": "burn"}),
    ],
    "ari": [
        ({"n": 3}, {}),
        ({"n": 27}, {}),
        ({"n": None}, {}),
        ({"nets": []}, {}),
        ({"nets": {"VI": [1, 2, 3, 4, 5, 6]}}, {}),
        ({"nets": {"V": [1, 2, 3, 4, 5]}}, {}),
        ({"nets": {"V": [1, 2, 3, 4, 5, 0]}}, {}),
        ({"nets": {"V": [1, 2, 3, 4, 5, 10]}}, {}),
        ({"nets": {"V": [1, 2, 3, 4, 5, "6"]}}, {}),
        ({"nets": {"V": 123456}}, {}),
        ({}, {"threat": "MATE"}),
        ({}, {"threats": "mate"}),
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_answers_every_request_and_ends_in_order(
    language: str, build: Callable[[str], list[str]]
) -> None:
    """Bad requests are errors, one answer each, and leave the game alone; so is any without a game."""
    with started(build(language)) as process:
        for cmd in ("legal", "state", "perft", "play"):
            assert set(process.ask(cmd, action="x", depth=1)) == {"ok", "error"}
        games_played = process.get("hello", version=1)["games"]
        process.get("new", game=games_played[0])
        before = process.get("state")
        for request in BAD_REQUESTS[:-2]:
            assert set(process.send(request)) == {"ok", "error"}, request
        assert process.get("state") == before
        assert set(process.send(BAD_REQUESTS[-1])) == {"ok", "error"}
        assert set(process.send(BAD_REQUESTS[-2])) == {"ok", "error"}
        assert set(process.ask("legal")) == {"ok", "error"}, "a failed `new` leaves no game"
        assert process.get("quit") == {}
        assert process.running.wait(timeout=20) == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_it_does_not_support(language: str, build: Callable[[str], list[str]]) -> None:
    """Unknown games, parameters, questions, readings and values; then no game is in progress."""
    with started(build(language)) as process:
        for game in process.get("hello", version=1)["games"]:
            for params, rulings in UNSUPPORTED[game]:
                process.get("new", game=game)
                answer = process.ask("new", game=game, params=params, rulings=rulings)
                assert set(answer) == {"ok", "unsupported"}, (game, params, rulings)
                assert set(process.ask("legal")) == {"ok", "error"}
        process.running.stdin.write(b'{"cmd": "hello", "version": 1}')  # a last line without an end
        process.running.stdin.close()
        assert json.loads(process.running.stdout.read())["ok"] is True
        process.running.stdin = None
        assert process.running.wait(timeout=20) == 0


PLANTED = [
    ("javascript", "nonaga", "nonaga.mjs", "(i + 5) % 6", "(i + 4) % 6"),
    ("javascript", "dreieck", "dreieck.mjs", "=== best) : []", ">= best - 1) : []"),
    ("c", "minoa", "minoa.c", "others != 1", "others < 1"),
    ("java", "ari", "AriBoard.java", "clear || steps == number", "clear"),
]


@pytest.mark.slow
@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted[0] + "-" + planted[1])
def test_a_planted_bug_is_found(
    planted: tuple[str, str, str, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Power of the test above: a copy of the engine with one wrong line does not pass it."""
    language, game, file, right, wrong = planted
    shutil.copytree(EXAMPLES / language, tmp_path / language)
    source = tmp_path / language / file
    text = source.read_text(encoding="utf-8")
    assert text.count(right) == 1
    source.write_text(text.replace(right, wrong), encoding="utf-8")
    monkeypatch.setattr(foreign, "EXAMPLES", tmp_path)
    (tmp_path / "built").mkdir()
    with pytest.raises(Differs), started(built(language, tmp_path / "built")) as process:
        play_all(process, game, GAMES, seed=1)
