"""A game is the same game whichever way it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from common.players import (
    Counts,
    HasOtherDefaults,
    KeepsRulings,
    MisreadsDefaults,
    NeedsDefaultsLeftOut,
    Playing,
)
from common.tiny import BRIEF

from rulewright.conformance import QUICK, Conformity, Report, check
from rulewright.conformance.evidence.report import GameReport, Status
from rulewright.conformance.evidence.thoroughness import Thoroughness
from rulewright.conformance.stages.asking import STAGE


def report(player: Playing, effort: Thoroughness = BRIEF) -> tuple[Report, GameReport]:
    """Check a player of Minoa on the smallest board."""
    found = check(player, "minoa", {"n": 1}, effort=effort, seed=1)
    (game,) = found.games
    return found, game


def test_an_engine_that_is_right_passes() -> None:
    """It is asked in both other ways, about every question that has a vector."""
    found, game = report(Counts(), QUICK)
    assert evolve(found, strict=True).exit_status() == 0
    names = [case.name for case in game.cases if case.stage == STAGE]
    assert any(name.endswith("every option given") for name in names)
    assert any(name.endswith("after a game with closure=coloured") for name in names)


def test_rulings_of_an_earlier_game_that_stay_in_force_deviate() -> None:
    """Alone every game is right."""
    found, game = report(KeepsRulings())
    assert found.verdict is Conformity.DEVIATES
    assert {each.kind for each in game.deviations} == {"earlier game matters"}
    assert "after the same game with" in game.deviations[0].sentence


def test_a_default_that_is_misread_deviates() -> None:
    """It is right wherever the default is left out."""
    found, game = report(MisreadsDefaults())
    assert found.verdict is Conformity.DEVIATES
    (deviation,) = game.deviations
    assert deviation.kind == "options in full matter"
    assert "only if every option is given" in deviation.sentence
    assert not deviation.explained_by


def test_another_default_deviates_where_it_is_left_out() -> None:
    """With every option given it is right: that is not told as what is wrong."""
    _, game = report(HasOtherDefaults())
    (deviation,) = (each for each in game.deviations if each.kind == "other defaults")
    assert "only where options are left out" in deviation.sentence
    assert "(defaults left out) instead of" in deviation.sentence
    assert {each.kind for each in game.deviations}.isdisjoint({"options in full matter"})
    (explained,) = (each for each in game.deviations if each.explained_by)
    assert explained.explained_by == "closure=coloured"


def test_defaults_that_must_be_left_out_are_counted() -> None:
    """Whoever names the defaults cannot play with it; that is no deviation."""
    found, game = report(NeedsDefaultsLeftOut())
    assert found.verdict is Conformity.CONFORMS
    assert evolve(found, strict=True).exit_status() == 1
    assert {case.stage for case in game.cases if case.status is Status.UNSUPPORTED} == {STAGE}


class EndsAsItListsNothing(Playing):
    """Notices the end of a game only as it is asked for the legal actions."""

    listed = False

    def legal(self) -> list[str]:
        """List them, and notice that there are none."""
        self.listed = True
        return super().legal()

    def play(self, action: str) -> None:
        """Play an action, after looking whether it is one."""
        super().play(action)
        self.listed = False

    def state(self) -> dict[str, Any]:
        """Return the position, in which red goes on until there is nothing to list."""
        told = super().state()
        return {**told, "over": False, "turn": "red"} if told["over"] and not self.listed else told


def test_what_is_noticed_as_legal_actions_are_listed_deviates() -> None:
    """Wherever the legal actions are asked for first, all is right."""
    found, game = report(EndsAsItListsNothing())
    assert found.verdict is Conformity.DEVIATES
    (deviation,) = game.deviations
    assert deviation.kind == "asking changed the answer"
    assert "asked for the state before the legal actions, {" in deviation.sentence
    assert deviation.because == "no clause is concerned: the order of questions must change nothing"
    assert game.plays.endswith("some deviations are about something else")


class GoesByTheLastList(Playing):
    """Takes what it listed last, whatever was played since; nothing happens then."""

    shown: tuple[str, ...] = ()

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.shown = ()

    def legal(self) -> list[str]:
        """List the legal actions, and remember them."""
        actions = super().legal()
        self.shown = tuple(actions)
        return actions

    def play(self, action: str) -> None:
        """Play an action, or take it for one."""
        legal = self.engine.legal_actions(self.position)
        if action in legal or action not in self.shown:
            super().play(action)


@pytest.mark.parametrize("game", ["minoa", "nonaga"])
def test_an_engine_that_goes_by_an_earlier_list_is_told_so(game: str) -> None:
    """It was asked for a new list before each offer, and conformed."""
    (found,) = check(GoesByTheLastList(), game, effort=BRIEF, seed=1).games
    (deviation,) = found.deviations
    assert deviation.kind == "earlier list still in force"
    assert "where nothing is asked after the last move, 'play' accepts" in deviation.sentence
    assert not found.unexplained
    assert found.plays == "the rules in force; some deviations are about something else"
