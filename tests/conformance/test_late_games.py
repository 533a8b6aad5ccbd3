"""Late positions, many players and pairs of parameters are looked at in every run, with every seed."""

from __future__ import annotations

from typing import Any

import pytest
from common.composites import Composite
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.conversation import Object
from rulewright.conformance.adapter.crew import Crew
from rulewright.conformance.adapter.observation import spelled
from rulewright.conformance.evidence.played import what_was_played
from rulewright.conformance.evidence.report import Report
from rulewright.conformance.evidence.setup import Setup
from rulewright.conformance.outputs.next_step import hint
from rulewright.conformance.stages import late_games as stage
from rulewright.conformance.stages.late_games import LAST, catalogue, fitting, late_games
from rulewright.conformance.stages.run import GameRun
from rulewright.play import games

SEEDS = range(20)


class WrongLate(Playing):
    """Names the wrong player from some action on."""

    late = 60

    def state(self) -> dict[str, Any]:
        """Return the state, late in the game with the wrong turn."""
        answer = super().state()
        return answer | ({"turn": "nobody"} if self.plies >= self.late else {})


class BreaksOff(Playing):
    """Calls a game a draw after fifty turns of both."""

    def state(self) -> dict[str, Any]:
        """Return the state; late in the game it is over."""
        answer = super().state()
        if self.plies < 100 or answer["over"]:
            return answer
        return answer | {"over": True, "turn": None, "winners": []}


class DropsOne(Playing):
    """Forgets a legal action with three players on the board of size three."""

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        actions = super().legal()
        params = self.engine.params
        return actions[1:] if (params["n"], params["k"]) == (3, 3) else actions


class OrdersTexts(Playing):
    """Lets the players move in the order of their names as texts: p10 after p1."""

    def state(self) -> dict[str, Any]:
        """Return the state with the turn in that order."""
        answer = super().state()
        if answer["turn"] is None:
            return answer
        names = [f"p{number}" for number in range(1, self.engine.params["k"] + 1)]
        return answer | {"turn": sorted(names)[names.index(answer["turn"])]}


class LeavesItOnTop(Playing):
    """Buries no tile on the pass that ends the game."""

    def play(self, action: str) -> None:
        """Play an action, and note whose tile it is that stays."""
        self.mover = self.engine.turn(self.position)
        super().play(action)

    def state(self) -> dict[str, Any]:
        """Return the state, at the end with the last tile of the last player's stack on top."""
        answer = super().state()
        if not answer["over"]:
            return answer
        left = answer["position"]["left"]
        stack = left[self.mover]
        left = left | {self.mover: stack[-1:] + stack[:-1]}
        return answer | {"position": answer["position"] | {"left": left}}


def late_run(player: Playing, game: str, seed: int, **readings: str) -> GameRun:
    """Run the stage on a player."""
    rulings = games.specified(game).default_rulings | readings
    with Crew(Object(player), 1) as crew:
        run = GameRun(Setup(game, {}, rulings, QUICK, seed), crew, lambda _: None)
        late_games(run)
    return run


@pytest.mark.parametrize("game", games.game_names("impl"))
def test_nothing_is_wrong_with_the_rules(game: str) -> None:
    """Games are played with all parameters, to their end where they end at all."""
    run = late_run(Playing(), game, seed=1)
    assert not run.evidence.detections
    assert not run.evidence.faults
    played = {each.key[0] for each in run.evidence.notebook}
    assert played >= {spelled(each) for each in fitting(run, catalogue(run))}
    assert all(case.status.value == "passed" for case in run.evidence.cases)


WRONG = [
    (WrongLate(), "minoa"),
    (WrongLate(), "nonaga"),
    (WrongLate(), "ari"),
    (WrongLate(), "dreieck"),
    (BreaksOff(), "nonaga"),
    (DropsOne(), "minoa"),
    (OrdersTexts(), "dreieck"),
]


@pytest.mark.parametrize(("player", "game"), WRONG, ids=lambda each: type(each).__name__)
def test_a_late_fault_is_found(player: Playing, game: str) -> None:
    """With the first seed; with twenty in the soak."""
    assert late_run(player, game, seed=1).evidence.detections


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(("player", "game"), WRONG, ids=lambda each: type(each).__name__)
def test_a_late_fault_is_found_with_every_seed(player: Playing, game: str) -> None:
    """Of twenty."""
    assert [seed for seed in SEEDS if not late_run(player, game, seed).evidence.detections] == []


def test_the_last_positions_are_looked_at() -> None:
    """In every game, the final one too."""
    run = late_run(Playing(), "minoa", seed=2)
    seen: dict[str, set[int]] = {}
    for each in run.evidence.notebook:
        seen.setdefault(each.key[0], set()).add(len(each.moves))
    for plies in seen.values():
        assert set(range(max(plies) - LAST, max(plies) + 1)) <= plies
    ended = {
        each.key[0] for each in run.evidence.notebook if each.seen.state and each.seen.state.over
    }
    assert ended == set(seen)


def test_what_was_played_is_said() -> None:
    """The largest value of each parameter, and the longest game."""
    (found,) = check(Playing(), "minoa", effort=QUICK, seed=1).games
    assert found.played.startswith(
        "k=3, 4 or the default; n=1 to 3, 5 to 12 or the default; up to 2"
    )
    (found,) = check(Playing(), "minoa", {"n": 1, "k": 2}, effort=QUICK, seed=1).games
    assert found.played.startswith("n=1; up to 1")
    assert what_was_played([]) == ""


LATE = Composite("minoa", {}, ("end_seen_a_turn_late",))
"""An engine that sees the end an action late, so that the game nearly goes on until nobody can move."""


def answer_about_the_end(n: int) -> tuple[Report, tuple[str, ...]]:
    """Check it on a board; returns the report, and the readings that are said to fit."""
    report = check(LATE.player(), "minoa", {"n": n, "k": 2}, effort=QUICK, seed=1)
    (found,) = report.games
    return report, next(each.readings for each in found.questions if each.question == "end")


@pytest.mark.parametrize("n", [1, 2])
def test_an_end_seen_late_is_no_reading(n: int) -> None:
    """Games are played two actions past the end in force, so that the two are told apart."""
    report, readings = answer_about_the_end(n)
    (found,) = report.games
    assert "full" in readings
    assert found.plays.startswith("the rules in force, apart from 1 bug: it goes on in ")
    assert hint(report, found) == ""


def test_without_such_games_it_seems_to_be_a_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the smallest board they are rare among random ones."""
    monkeypatch.setattr(stage, "past_the_end", lambda *_: ())
    _, readings = answer_about_the_end(1)
    assert readings == ("exhausted",)


@pytest.mark.parametrize("seed", range(4))
def test_stacks_in_several_orders_are_played_to_their_end(seed: int) -> None:
    """In those that are listed all games end with empty stacks: `conforms` was said of this engine."""
    found = late_run(LeavesItOnTop(), "dreieck", seed, stuck="bury").evidence.detections
    assert found
    assert {each.difference.part for each in found} == {"position.left"}
    right = late_run(Playing(), "dreieck", seed, stuck="bury").evidence
    assert not right.detections
