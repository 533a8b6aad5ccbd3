"""An engine that breaks down too often is asked no more: what was observed is told all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from common.players import Playing
from common.tiny import EARLY

from rulewright.conformance import Conformity, Report, check
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.conclude import Conclusion
from rulewright.conformance.verdict.shortest import AS_IT_WAS_MET

FOLLOWED = {"placement": "slide_in", "no_piece_step": "loses"}


class BreaksDown(Playing):
    """Plays by other readings, and from some time on no more."""

    is_broken = False

    def play(self, action: str) -> None:
        """Play an action, or break down."""
        if self.is_broken:
            raise ZeroDivisionError("a bug")
        super().play(action)


class BreaksDownSoon(BreaksDown):
    """The same after so many actions."""

    left = 2_000

    def play(self, action: str) -> None:
        """Play an action, or break down."""
        self.left -= 1
        self.is_broken = self.left < 0
        super().play(action)


def checked(player: Playing) -> tuple[Report, GameReport]:
    """Check a player of Nonaga."""
    found = check(player, "nonaga", {}, {}, effort=EARLY, seed=1)
    (game,) = found.games
    return found, game


def is_right(game: GameReport, question: str) -> bool:
    """Return whether the reading that is followed is among those named, and the one in force is not."""
    (answer,) = (each for each in game.questions if each.question == question)
    return FOLLOWED[question] in answer.readings and answer.in_force not in answer.readings


@pytest.mark.slow
def test_what_was_observed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It breaks down when all stages are through: nothing is shrunk, and nothing said of its answers.

    That it does not show again what it showed before is no other answer.
    """
    player = BreaksDown(**FOLLOWED)
    draw: Callable[[Conclusion], None] = Conclusion.draw

    def broken(conclusion: Conclusion) -> None:
        player.is_broken = True
        draw(conclusion)

    monkeypatch.setattr(Conclusion, "draw", broken)
    found, game = checked(player)
    assert found.verdict is Conformity.FAULT
    assert len(game.faults) == 3
    assert all(is_right(game, question) for question in FOLLOWED)
    assert {name.partition("=")[0] for each in game.deviations for name in each.names} == {
        *FOLLOWED
    }
    assert {each.shortness for each in game.deviations} == {AS_IT_WAS_MET}
    assert "mind" not in {each.kind for each in game.deviations}
    assert not game.unexplained  # either reading of `placement` that is left explains it


def test_the_same_if_no_stage_is_finished() -> None:
    """What is said is said of what was observed: most questions are open."""
    found, game = checked(BreaksDownSoon(**FOLLOWED))
    assert found.verdict is Conformity.FAULT
    assert len(game.faults) == 3
    assert is_right(game, "placement")
    assert all(
        FOLLOWED.get(each.question, each.in_force) in each.readings for each in game.questions
    )
