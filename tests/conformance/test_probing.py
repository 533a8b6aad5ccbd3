"""Questions that bugs leave open are asked again, in many games on which their readings part."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from attrs import evolve
from common.composites import drawn
from common.players import Playing
from common.tiny import EARLY

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen, spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.checking import silent
from rulewright.conformance.evidence.hypothesis import Hypothesis
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.run import GameRun
from rulewright.conformance.stages.vectors import suite
from rulewright.conformance.verdict.doubts import CLEARLY, ENOUGH, FEW, Weighed
from rulewright.conformance.verdict.parting import known_games
from rulewright.conformance.verdict.probing import WANTED, Probing
from rulewright.conformance.verdict.variations import DEALS, Line, Variations
from rulewright.play import games

LISTED = (LEGAL, True)


GIVEN: dict[str, dict[str, Any]] = {"minoa": {"n": 1}}


def probing(game: str, **readings: str) -> Probing:
    """Ask about an engine that seems to play some readings."""
    rulings, given = games.specified(game).default_rulings, GIVEN.get(game, {})
    run = GameRun(Setup(game, given, rulings, QUICK, 1), Crew(Object(Playing(**readings))), silent)
    return Probing(run, Hypothesis.of(rulings).but(**readings))


def said(game: str, line: Line, **readings: str) -> tuple[Any, ...]:
    """Return what the specification says after some moves, under some readings."""
    params, moves = line
    engine = games.specification(game, params, readings)
    state = engine.initial()
    for action in moves:
        state = engine.play(state, action)
    answer = engine.turn(state), engine.is_over(state), engine.winners(state), engine.scores(state)
    return {*engine.legal_actions(state)}, answer, engine.to_json(state)


@pytest.mark.parametrize(
    ("game", "question", "readings", "least"),
    [
        ("minoa", "closure", {"closure": "coloured"}, WANTED),
        ("nonaga", "no_piece_step", {"no_piece_step": "loses"}, 4),  # a player is seldom stuck
    ],
)
def test_readings_part_at_the_end_of_each_game(
    game: str, question: str, readings: dict[str, str], least: int
) -> None:
    """By the specification, which had no part in the search; the positions are all different."""
    default = games.specified(game).default_rulings[question]
    asked = probing(game, **readings)
    found = [
        line
        for line, _ in zip(
            asked.parting_games(question, Weighed(default)), range(WANTED), strict=False
        )
    ]
    assert len(found) >= least
    for params, moves in found:
        mine = said(game, (params, moves), **readings)
        assert mine != said(game, (params, moves))
        assert said(game, (params, moves[:-1]), **readings) == said(game, (params, moves[:-1]))
    positions = [json.dumps([line[0], said(game, line, **readings)[2]]) for line in found]
    assert len({*positions}) == len(positions)
    again = probing(game, **readings).parting_games(question, Weighed(default))
    assert [line for line, _ in zip(again, found, strict=False)] == found


def test_a_search_that_comes_to_no_new_position_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small board has few: games that part readings again and again are no reason to go on."""
    asked = probing("minoa", closure="coloured")
    variations = Variations(asked.run, (asked.hypothesis, asked.hypothesis.but(closure="line")))
    lines = [line for line, _ in zip(variations.of([]), range(3), strict=False)]
    assert len(lines) == 3
    monkeypatch.setattr(Variations, "position", lambda *_: "the same")
    assert [*islice(variations.of(lines), 9)] == []


def game_with(number: int, listed: str) -> Observation:
    """A game of its own, with what is listed after it."""
    return Observation({}, (f"move {number}",), Seen(legal=(listed,)))


def weighed(events: int, clean: int, against: int) -> Weighed:
    """A reading that is wrong in some games, of which some have nothing else wrong."""
    found = Weighed("other", refuted=events, supported=against)
    item = frozenset({(LEGAL, "action")})
    for number in range(events):
        found.events.add(game_with(number, "action"), item)
    for number in range(clean):
        found.clean.add(game_with(number, "action"), item)
    for number in range(against):
        found.against.add(game_with(number, "action"), item)
    return found


@pytest.mark.parametrize(
    ("events", "clean", "against", "sure"),
    [
        (ENOUGH, FEW + 1, 0, True),
        (ENOUGH - 1, FEW + 1, 0, False),
        (ENOUGH, FEW, 0, False),  # in all others something of the kind is unexplained
        (ENOUGH, FEW + 1, ENOUGH // CLEARLY, False),
        (ENOUGH, FEW + 1, ENOUGH // CLEARLY - 1, True),
    ],
)
def test_many_games_make_sure(events: int, clean: int, against: int, sure: bool) -> None:
    """If they are many more than those against it, and if nothing else is wrong in some of them."""
    assert weighed(events, clean, against).is_often_refuted(LISTED) is sure
    assert not weighed(events, clean, against).is_often_refuted((LEGAL, False))


@pytest.mark.parametrize(
    ("entire", "contrary", "refuted"),
    [
        (ENOUGH, 0, True),
        (ENOUGH - 1, 0, False),
        (ENOUGH, ENOUGH // CLEARLY - 1, True),
        (ENOUGH, ENOUGH // CLEARLY, False),
    ],
)
def test_games_refute_where_answers_speak_for_both(
    entire: int, contrary: int, refuted: bool
) -> None:
    """A bug agrees with a wrong reading in some answers, and hardly ever in all of a position."""
    found = evolve(weighed(entire, 0, 0), refuted=100, supported=50)
    item = frozenset({(LEGAL, "action")})
    for number in range(entire):
        found.entire.add(game_with(number, "action"), item)
    for number in range(contrary):
        found.entire_against.add(game_with(number, "action"), item)
    assert found.is_refuted is refuted


def test_lists_are_dealt_otherwise() -> None:
    """Stacks as the vectors have them lead to few positions in which a player is stuck."""
    asked = probing("dreieck", stuck="bury")
    weighing = Weighed("keep")
    pair = asked.hypothesis, asked.hypothesis.but(stuck=weighing.reading)
    known = {spelled(params) for params, _ in asked.known(pair, weighing)}
    found = [params for params, _ in islice(asked.parting_games("stuck", weighing), WANTED)]
    assert 1 < len({*map(spelled, found)} - known) <= DEALS * len(known)
    for params in found:
        every = {tuple(sorted(stack)) for stack in params["stacks"].values()}
        assert len(every) == 1  # each player has one of each tile


def test_games_with_other_parameters_are_tried_where_these_are_fixed() -> None:
    """Vectors of another size, with dice that make the question matter, come last."""
    rulings = games.specified("ari").default_rulings
    run = GameRun(Setup("ari", {"n": 5}, rulings, QUICK, 1), Crew(Object(Playing())), silent)
    pair = Hypothesis.of(rulings), Hypothesis.of(rulings).but(no_target="any_cell")
    found = [spelled(params) for params, _ in known_games(run, pair)]
    wanted = [spelled(each.params) for each in suite("ari") if "no_target" in each.questions]
    ready = [each for each in found if each in wanted]
    assert ready
    assert found[: len(ready)] == ready
    assert {*found} - {*wanted}
    assert all('"n": 5' in each for each in found)


class LeavesOutMany(Playing):
    """Leaves the first action out in two positions of three, which nothing explains."""

    def legal(self) -> list[str]:
        """List the legal actions."""
        actions = super().legal()
        return actions[1:] if self.plies % 3 else actions


@pytest.mark.parametrize(
    ("question", "reading", "params"),
    [("stranded", "over", {"n": 1, "k": 3}), ("partners", "shared", {"n": 2, "k": 4})],
)
def test_what_bugs_leave_open_is_asked_again(
    question: str, reading: str, params: dict[str, Any]
) -> None:
    """Few games of a run show the reading; the same seed gives the same report of it."""
    player = LeavesOutMany(**{question: reading})
    (found,) = check(player, "minoa", params, effort=QUICK, seed=1).games
    (again,) = check(player, "minoa", params, effort=QUICK, seed=1).games
    assert evolve(again, seconds=0) == evolve(found, seconds=0)
    assert {each.question: each.said for each in found.questions}[question] == reading
    assert "no known reading or broken clause explains everything" in found.plays


@pytest.mark.parametrize(
    ("question", "params"), [("stranded", {"n": 1, "k": 3}), ("partners", {"n": 2, "k": 4})]
)
def test_asking_again_finds_no_reading_that_is_not_played(
    question: str, params: dict[str, Any]
) -> None:
    """The same bug under the rulings in force: no answer names another reading alone."""
    (found,) = check(LeavesOutMany(), "minoa", params, effort=EARLY, seed=1).games
    default = games.specified("minoa").default_rulings[question]
    assert default in {each.question: each.readings for each in found.questions}[question]
    assert f"{question}=" not in found.plays


def test_games_that_end_by_one_reading_go_on_though_something_is_unexplained() -> None:
    """An end that is late by a turn is like another reading at first; what is no end stops there."""
    asked = probing("nonaga", win="end_of_turn")
    params, moves = next(asked.parting_games("win", Weighed("immediate")))
    won = Script("won", params, moves)
    assert asked.ends_apart("win", "immediate", won)
    assert len(asked.gone_on("win", "immediate", won).moves) > len(moves)
    other = probing("minoa", closure="coloured")
    params, moves = next(other.parting_games("closure", Weighed("line")))
    assert not other.ends_apart("closure", "line", Script("closed", params, moves))


@pytest.mark.slow
def test_many_games_are_asked_about_what_nothing_observed_tells_apart() -> None:
    """Four were too few beside a bug: *removal* and *connectivity* were open where discs stop early."""
    made = drawn("nonaga", 342)
    (game,) = check(made.player(), "nonaga", effort=EARLY, seed=1).games
    said = {each.question: each.readings for each in game.questions}
    assert (said["removal"], said["connectivity"]) == (("path",), ("throughout",))
