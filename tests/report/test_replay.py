"""Games to step through: every frame is the right position, and the tables restore the pictures."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rulewright.interface import IllegalAction
from rulewright.play import games
from rulewright.report.replay import Sheet, numbered, replay, runs
from rulewright.wording.players import listed

GAMES = ["minoa", "nonaga", "dreieck", "ari"]


def some_moves(game: str, plies: int = 6) -> tuple[Any, list[str]]:
    """Play the middle legal action repeatedly."""
    engine = games.specification(game)
    state, moves = engine.initial(), []
    for _ in range(plies):
        legal = engine.legal_actions(state)
        moves.append(legal[len(legal) // 2])
        state = engine.play(state, moves[-1])
    return engine, moves


def unfolded(written: list[int], table: list[str]) -> list[str]:
    """Unfold runs as the page's script does."""
    pairs = zip(written[::2], written[1::2], strict=True)
    return [text for first, length in pairs for text in table[first : first + length]]


def test_runs_are_short_and_restore_the_texts() -> None:
    """Consecutive numbers make one run."""
    numbers = numbered("abcdef")
    assert runs("abcabff", numbers) == [0, 3, 0, 2, 5, 1, 5, 1]
    assert unfolded(runs("abcabff", numbers), list("abcdef")) == list("abcabff")
    assert runs("", numbers) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_page_gets_every_picture_and_every_legal_action(game: str) -> None:
    """Unfolded from the tables, frame by frame: what the specification says."""
    engine, moves = some_moves(game)
    sheet = Sheet()
    sheet.add(replay(engine, moves, key="one", label="one"))
    sheet.add(replay(engine, moves[:2], key="two", label="two"))
    sheet_json = json.loads(sheet.json())
    assert set(sheet_json["replays"]) == {"one", "two"}
    frames = sheet_json["replays"]["one"]["frames"]
    assert len(frames) == len(moves) + 1
    draw, state = games.specified(game).draw, engine.initial()
    before, last = None, None
    for ply, frame in enumerate(frames):
        legal = engine.legal_actions(state)
        assert unfolded(frame["legal"], sheet_json["actions"]) == list(legal)
        position = engine.to_json(state)
        picture = draw.svg(engine, position, last, before=before)
        assert "\n".join(unfolded(frame["drawn"], sheet_json["lines"])) == picture
        marked = draw.svg(engine, position, last, before=before, legal=legal)
        assert "\n".join(unfolded(frame["marked"], sheet_json["lines"])) == marked != picture
        assert f"{len(legal):,} legal action" in frame["said"]
        if ply < len(moves):
            before, last = position, moves[ply]
            state = engine.play(state, last)


def test_tables_make_a_page_small() -> None:
    """Sixty frames of a game take less space than four of its pictures alone."""
    engine, moves = some_moves("minoa", 12)
    one = replay(engine, moves, key="one", label="one")
    pictures = sum(len("\n".join(frame.drawn)) for frame in one.frames)
    sheet = Sheet()
    sheet.add(one)
    assert len(sheet.json()) < pictures / 2


def test_a_forbidden_action_is_a_frame_of_its_own() -> None:
    """It has the clauses that forbid it, and a mark in the picture."""
    engine = games.specification("minoa", {"n": 1})
    made = replay(engine, ["-1,0-0,0"], key="x", label="x", refused="-1,0-0,0")
    assert len(made.frames) == 3
    assert [one.clause for one in made.violations] == ["MIN-6"]
    assert made.frames[-1].said == "-1,0-0,0 is forbidden by MIN-6."
    assert sum('class="refused"' in line for line in made.frames[-1].drawn) == 1
    assert not any('class="refused"' in line for line in made.frames[-2].drawn)
    assert made.options == "n=1"


def test_what_is_refused_but_legal_is_not_called_forbidden() -> None:
    """It is disputed, and no clause is named."""
    engine = games.specification("minoa", {"n": 1})
    made = replay(engine, [], key="x", label="x", refused="-1,0-0,0")
    assert made.violations == ()
    assert made.frames[-1].said == "-1,0-0,0 is disputed."


def test_a_game_that_the_rules_do_not_allow_is_not_shown() -> None:
    """It is an error, not a picture."""
    engine = games.specification("minoa", {"n": 1})
    with pytest.raises(IllegalAction):
        replay(engine, ["-1,0-0,0", "-1,0-0,0"], key="x", label="x")


def test_the_end_of_a_game_is_described() -> None:
    """Who won, with scores, and no legal action."""
    engine = games.specification("minoa", {"n": 2}, {"end": "literal"})
    made = replay(engine, ["-1,-1-0,-2"], key="x", label="x")
    assert made.frames[-1].said == (
        "Action 1 of 1: -1,-1-0,-2. The game is over: red won. Scores: red 24, blue 0."
    )
    assert made.frames[-1].legal == ()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "nobody"),
        (("red",), "red"),
        (("red", "blue"), "red and blue"),
        (("red", "blue", "green"), "red, blue and green"),
    ],
)
def test_players_are_listed_as_a_person_would(names: tuple[str, ...], said: str) -> None:
    """Four names have commas and one `and`."""
    assert listed(names) == said


def test_where_partners_win_together_their_totals_are_shown() -> None:
    """Yellow wins with a score of 0: the scores alone do not explain it."""
    engine = games.specification("minoa", {"n": 2, "k": 4}, {"end": "literal"})
    made = replay(engine, ["-1,-1-0,-2"], key="x", label="x")
    assert made.frames[-1].said == (
        "Action 1 of 1: -1,-1-0,-2. The game is over: red and yellow won. "
        "Scores: red 24, blue 0, yellow 0, green 0; together red and yellow 24, blue and green 0."
    )
    assert "red and yellow 24, blue and green 0; over" in made.picture


@pytest.mark.parametrize("reading", ["separate", "shared"])
def test_the_totals_of_partners_say_who_won_where_scores_do_not(reading: str) -> None:
    """In random games for four, in some of which a winner has less than a loser."""
    engine = games.specification("minoa", {"k": 4}, {"partners": reading})
    tested = games.implementation("minoa", {"k": 4}, {"partners": reading})
    surprising = 0
    for seed in range(12):
        random, state = Random(seed), tested.initial()
        while not tested.is_over(state):
            state = tested.play(state, random.choice(tested.legal_actions(state)))
        end = engine.from_json(tested.to_json(state))
        totals, scores = engine.totals(end), tested.scores(state)
        best = [side for side, total in totals.items() if total == max(totals.values())]
        assert {name for side in best for name in side.split(" and ")} == set(tested.winners(state))
        surprising += max(scores, key=scores.__getitem__) not in tested.winners(state)
    assert surprising


@pytest.mark.parametrize("game", games.game_names())
def test_totals_are_shown_only_where_there_are_partners(game: str) -> None:
    """In a game for two, the scores say everything."""
    engine = games.specification(game)
    assert engine.totals(engine.initial()) == {}
