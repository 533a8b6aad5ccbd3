"""A player without an action whom an engine leaves stuck: one bug, and no reading of any question."""

from __future__ import annotations

from typing import Any

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, Conformity, check
from rulewright.conformance.evidence.report import GameReport

IN_FORCE = "the rules in force, apart from 1 bug: "


def checked(player: Playing, params: dict[str, Any], game: str) -> GameReport:
    """Check a player; returns the report of the game."""
    (found,) = check(player, game, params, effort=QUICK, seed=1).games
    return found


class LeavesAPlayerStuck(Playing):
    """Nobody loses for want of an action, nor is passed over: nothing goes on any more."""

    def __init__(self) -> None:
        """Play by the readings that notice it."""
        super().__init__(no_piece_step="loses", no_disc_step="loses")

    def play(self, action: str) -> None:
        """Play an action, and keep what was before it."""
        before = self.engine.to_json(self.position)
        super().play(action)
        self.before, self.last = before, action

    def stuck(self) -> dict[str, Any]:
        """Return what a position without an action would be if it went on; nothing if it is none."""
        engine, position = self.engine, self.position
        if not engine.is_over(position):
            return {}
        mover = self.before["turn"]
        if [*engine.winners(position)] == [mover] and self.before["step"] == "piece":
            return {}  # three together
        if self.before["step"] == "piece":
            return {"turn": mover, "step": "disc", "barred": self.before["barred"]}
        other = "black" if mover == "red" else "red"
        placed = self.last.split(">")[1].split(",")
        return {"turn": other, "step": "piece", "barred": [int(each) for each in placed]}

    def state(self) -> dict[str, Any]:
        """Return the state, with a player to move who cannot."""
        answer, stuck = super().state(), self.stuck()
        if not stuck:
            return answer
        position = {**answer["position"], **stuck}
        none = dict.fromkeys(answer["scores"], 0)
        going_on = {"over": False, "turn": stuck["turn"], "winners": [], "scores": none}
        return {**answer, **going_on, "position": position}


class LeavesAPlayerStuckUnseen(LeavesAPlayerStuck):
    """The same, and what is left to do is not reported."""

    def state(self) -> dict[str, Any]:
        """Return all but the position."""
        answer = super().state()
        del answer["position"]
        return answer


@pytest.mark.slow
@pytest.mark.parametrize("player", [LeavesAPlayerStuck, LeavesAPlayerStuckUnseen])
def test_a_player_who_is_stuck_follows_no_reading(player: type[Playing]) -> None:
    """Two questions are about it, and one bug explains what the engine does in both."""
    found = checked(player(), {"n": 2, "first": "red"}, "nonaga")
    assert found.verdict is Conformity.DEVIATES
    words = "it lists no action and the game is not over: whoever has none is neither passed over"
    assert words in found.plays
    assert "loses explains" not in found.plays
    assert not [each for each in found.deviations if "=loses" in each.explained_by]
    answers = {each.question: each.readings for each in found.questions}
    for question in ("no_piece_step", "no_disc_step"):
        assert answers[question] != ("loses",)


class LeavesAPlayerStuckInAri(Playing):
    """Nobody loses for want of an action there, nor is passed over."""

    def __init__(self) -> None:
        """Play by the reading that notices it."""
        super().__init__(no_action="loses")

    def play(self, action: str) -> None:
        """Play an action, and keep it."""
        super().play(action)
        self.struck = action.endswith("*")

    def state(self) -> dict[str, Any]:
        """Return the state, with a player to move who cannot."""
        answer = super().state()
        if not answer["over"] or self.struck:
            return answer
        turn = next(each for each in answer["scores"] if each not in answer["winners"])
        none = dict.fromkeys(answer["scores"], 0)
        going_on = {"over": False, "turn": turn, "winners": [], "scores": none}
        return {**answer, **going_on, "position": {**answer["position"], "turn": turn}}


def test_where_both_players_are_stuck_it_is_the_same_bug() -> None:
    """By the rules the game is over there, without a winner."""
    found = checked(LeavesAPlayerStuckInAri(), {"n": 4}, "ari")
    words = (
        "positions it lists no action and the game is not over: whoever has none is neither passed"
    )
    assert found.plays.startswith(f"{IN_FORCE}in ")
    assert words in found.plays
    assert [each.explained_by for each in found.deviations] == [found.plays.removeprefix(IN_FORCE)]
