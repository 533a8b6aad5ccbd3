"""Each value of a parameter begins a game in every run, also those that no list of sets has."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, Conformity, check
from rulewright.conformance.adapter.conversation import NotSupported, Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.evidence.played import what_was_played
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.stages.late_games import catalogue
from rulewright.conformance.stages.other_values import STAGE, largest, other_values, values_left
from rulewright.conformance.stages.run import GameRun
from rulewright.interface import Json
from rulewright.play import games

WRONG_AT = [
    *(("minoa", "n", value) for value in (8, 12)),
    ("nonaga", "n", 9),
    *(("dreieck", "k", value) for value in (6, 22)),
    *(("dreieck", "s", value) for value in (9, 26)),
    *(("ari", "n", value) for value in (6, 25)),
]


class WrongAt(Playing):
    """Forgets a legal action after the first one, at one value of a parameter."""

    def __init__(self, name: str, value: int) -> None:
        """Name the parameter and its value."""
        super().__init__()
        self.name, self.value = name, value

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        actions = super().legal()
        wrong = self.engine.params[self.name] == self.value and self.plies >= 1
        return actions[1:] if wrong else actions


class Small(Playing):
    """Plays boards up to a size only."""

    def new(self, game: str, params: Json, rulings: dict[str, str]) -> Any:
        """Begin a game, unless its board is too large."""
        if params.get("n", 4) > 6:
            raise NotSupported("the board is too large")
        return super().new(game, params, rulings)


def run_of(player: Playing, game: str, params: Json | None = None) -> GameRun:
    """Run the stage on a player."""
    rulings = games.specified(game).default_rulings
    with Crew(Object(player), 1) as crew:
        run = GameRun(Setup(game, params or {}, dict(rulings), QUICK, 1), crew, lambda _: None)
        other_values(run)
    return run


@pytest.mark.parametrize(("game", "name", "value"), WRONG_AT)
def test_a_fault_at_one_value_is_found(game: str, name: str, value: int) -> None:
    """No set of parameters that the game lists has it."""
    assert all(each.get(name) != value for each in catalogue(run_of(Playing(), game)))
    found = run_of(WrongAt(name, value), game).evidence.detections
    assert {each.observation.params[name] for each in found} == {value}


class WrongLateAt(WrongAt):
    """Forgets one after nine actions."""

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        actions = Playing.legal(self)
        wrong = self.engine.params[self.name] == self.value and self.plies >= 9
        return actions[1:] if wrong else actions


@pytest.mark.parametrize(
    ("game", "name", "value"), [("ari", "n", 4), ("ari", "n", 6), ("dreieck", "k", 6)]
)
def test_what_begins_with_few_actions_is_played_to_its_end(
    game: str, name: str, value: int
) -> None:
    """A fault that shows after nine actions is met."""
    found = run_of(WrongLateAt(name, value), game).evidence.detections
    assert {each.observation.params[name] for each in found} == {value}


@pytest.mark.parametrize("game", games.game_names("impl"))
def test_nothing_is_wrong_with_the_rules(game: str) -> None:
    """And each value up to the largest of those that are listed, and the largest that there is."""
    run = run_of(Playing(), game)
    assert not run.evidence.detections
    assert not run.evidence.faults
    assert all(case.status.value == "passed" for case in run.evidence.cases)
    played = [*catalogue(run), *(each.params for each in run.evidence.notebook)]
    for name, default in games.specified(game).default_parameters.items():
        if type(default) is int:
            listed = {default, *(each[name] for each in catalogue(run) if name in each)}
            values = {default, *(each[name] for each in played if name in each)}
            tried = {*range(max(listed)), *largest(game, name)}
            assert values >= {each for each in tried if run.rules.has({name: each})}
    assert largest("dreieck", "s") == largest("ari", "n") == [26]
    assert largest("minoa", "n") == []


def test_what_is_fixed_stays() -> None:
    """Nothing is begun with another value of it."""
    run = run_of(Playing(), "minoa", {"n": 3, "k": 3})
    assert [*values_left(run)] == []
    assert not run.evidence.cases
    run = run_of(Playing(), "minoa", {"k": 3})
    assert {each.params["k"] for each in run.evidence.notebook} == {3}


def test_a_value_that_is_not_supported_is_no_fault() -> None:
    """The engine conforms, and each of them is counted."""
    report = check(Small(), "minoa", effort=QUICK, seed=1)
    assert report.verdict is Conformity.CONFORMS
    cases = [each for each in report.games[0].cases if each.stage == STAGE]
    assert Counter(each.status.value for each in cases) == {"passed": 1, "unsupported": 6}
    assert "n=1 to 3, 5, 6 or" in report.games[0].played


def test_numbers_in_a_row_are_named_by_two() -> None:
    """Two of them are not in a row; texts come after them."""
    run = run_of(Playing(), "minoa")
    assert what_was_played(run.evidence.notebook) == "n=6 to 12; up to 7 actions"
