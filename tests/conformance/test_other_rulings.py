"""Vectors that depend on other rulings are played by those in force, too, and by both in turn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.adapter.scripts import Script
from rulewright.conformance.evidence.report import Status
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.other_rulings import STAGE, kept_apart, other_rulings, parted
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Json
from rulewright.play import games

GAMES = games.game_names("impl")


class KeepsAnswers(Playing):
    """Keeps legal actions under the position, without the readings that they go by.

    An empty game clears them: the test has no other way to begin afresh in this process.
    """

    def __init__(self) -> None:
        """Keep nothing so far."""
        super().__init__()
        self.kept: dict[str, list[str]] = {}

    def legal(self) -> list[str]:
        """List the legal actions of this position, or of one like it."""
        key = json.dumps([self.engine.params, self.engine.to_json(self.position)], sort_keys=True)
        return self.kept.setdefault(key, super().legal())

    def begin(self) -> None:
        """Set the game up; of an earlier game its answers are left, if it was played."""
        if not getattr(self, "plies", 0):
            self.kept.clear()
        super().begin()


class BreaksAlone(KeepsAnswers):
    """Keeps answers, and once that has shown breaks down once in a game after a new start."""

    lied = breaks = False

    def legal(self) -> list[str]:
        """List what was kept; raises `RuntimeError` at the first position of interest."""
        if self.breaks and self.plies:
            self.lied = self.breaks = False
            raise RuntimeError("out of order")
        given = super().legal()
        self.lied |= given != Playing.legal(self)
        return given

    def begin(self) -> None:
        """Set the game up; one that follows an empty game is the first of a new start."""
        self.breaks = self.lied and not getattr(self, "plies", 0)
        super().begin()


class WrongAfter(Playing):
    """Forgets a legal action after one game."""

    def __init__(self, params: Json, moves: tuple[str, ...]) -> None:
        """Name the game."""
        super().__init__()
        self.wrong, self.made = (params, moves), list[str]()

    def new(self, game: str, params: Mapping[str, Any], rulings: Mapping[str, str]) -> None:
        """Begin a game."""
        super().new(game, params, rulings)
        self.given, self.made = dict(params), []

    def play(self, action: str) -> None:
        """Play an action."""
        super().play(action)
        self.made.append(action)

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        return super().legal()[(self.given, tuple(self.made)) == self.wrong :]


def run_of(player: Playing, game: str, **readings: str) -> GameRun:
    """Run the stage on a player."""
    rulings = games.specified(game).default_rulings | readings
    with Crew(Object(player), 1) as crew:
        run = GameRun(Setup(game, {}, rulings, QUICK, 1), crew, lambda _: None)
        other_rulings(run)
    return run


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wrong_with_the_rules(game: str) -> None:
    """And each reading that lists other actions somewhere is played before the one in force."""
    run = run_of(Playing(), game)
    assert {case.status for case in run.evidence.cases} == {Status.PASSED}
    assert not run.evidence.detections
    tried = {reading for reading, _ in kept_apart(run, list(parted(run)))}
    assert {question for question, _ in tried} == set(games.specified(game).readings)
    assert len(
        [case for case in run.evidence.cases if " after the same game " in case.name]
    ) >= len(tried)


@pytest.mark.parametrize("game", GAMES)
def test_answers_that_are_kept_without_their_reading_are_found(game: str) -> None:
    """They are answers to another game."""
    found = run_of(KeepsAnswers(), game).evidence.detections
    assert {each.difference.kind for each in found} >= {"earlier"}
    assert all(each.source.startswith(f"{STAGE}: ") for each in found)
    assert any("after the same game with" in str(each.difference) for each in found)


def test_a_break_down_in_the_game_by_itself_is_a_fault() -> None:
    """Nothing was held against anything then: it is no case that passed."""
    evidence = run_of(BreaksAlone(), "minoa").evidence
    (broken,) = (case for case in evidence.cases if case.status is Status.FAULT)
    assert " after the same game with " in broken.name
    assert "out of order" in broken.detail


@pytest.mark.parametrize(
    ("game", "readings"),
    [("dreieck", {"match": "one"}), ("minoa", {"end": "literal"})],
)
def test_games_that_were_given_for_other_readings_are_played(
    game: str, readings: dict[str, str]
) -> None:
    """As far as they are legal by those in force; what must hold there is worked out."""
    right = run_of(Playing(), game, **readings)
    played = {each.key for each in right.evidence.notebook}
    listing = [
        script
        for script in (each.script for each in parted(right))
        if (spelled(script.params), script.moves) in played and legal_after(right, script)
    ]
    for script in (listing[0], listing[-1]):
        wrong = run_of(WrongAfter(script.params, script.moves), game, **readings)
        assert wrong.evidence.detections


def legal_after(run: GameRun, script: Script) -> tuple[str, ...]:
    """Return the legal actions at the end of a script."""
    reference = run.rules.reference(script.params)
    return tuple(reference.engine.legal_actions(reference.state(script.moves)))
