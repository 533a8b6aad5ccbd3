"""Results that are a position late: a game that goes on and on is no game whose end is seen late."""

from __future__ import annotations

from typing import Any

import pytest
from common.players import Playing
from common.tiny import BRIEF

from rulewright.conformance import check


class ScoresAtTheEnd(Playing):
    """Nobody has a score before the end."""

    def state(self) -> dict[str, Any]:
        """Return the state."""
        answer = super().state()
        return answer if answer["over"] else answer | {"scores": dict.fromkeys(answer["scores"], 0)}


@pytest.mark.slow
def test_an_end_that_comes_much_later_is_another_reading() -> None:
    """By `literal` the first piece ends the game: scores of the start are late, but nothing else is."""
    player = ScoresAtTheEnd(end="exhausted", closure="coloured")
    (game,) = check(player, "minoa", {"n": 1}, effort=BRIEF, seed=1).games
    (end,) = (each for each in game.questions if each.question == "end")
    assert end.readings == ("exhausted",)
    assert {each.explained_by.partition(" is wrong")[0] for each in game.deviations} == {
        "closure=coloured",
        "end=exhausted",
        "'scores'",
    }
