"""What a refused action changes, and shows much later, is told as that and not as chance."""

from __future__ import annotations

from typing import Any

from common.players import Playing

from rulewright.conformance import QUICK, Conformity, check
from rulewright.conformance.evidence.deviations import KINDS, REFUSED_BEFORE
from rulewright.interface import IllegalAction


class CountsRefusals(Playing):
    """Forgets a legal action from the twentieth on, if one was refused in this game.

    Only `early` ones count, before that.
    """

    early = True

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.refused = 0

    def play(self, action: str) -> None:
        """Play an action, or count that it is none."""
        try:
            super().play(action)
        except IllegalAction:
            self.refused += self.plies < 20 or not self.early
            raise

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        actions = super().legal()
        return actions[1:] if self.refused and self.plies >= 20 else actions


class CountsAll(CountsRefusals):
    """Counts all of them: of the later ones the change shows at once."""

    early = False


class ByChance(Playing):
    """Forgets a legal action from the twentieth on in every third game."""

    def legal(self) -> list[str]:
        """List the legal actions, or all but one."""
        actions = super().legal()
        return actions[1:] if self.games % 3 == 0 and self.plies >= 20 else actions


def told(player: Playing, game: str) -> Any:
    """Check a player; returns what is said of it."""
    report = check(player, game, {"n": 2}, effort=QUICK, seed=1)
    assert report.verdict is Conformity.DEVIATES
    return report.games[0]


def test_a_refusal_that_shows_later_is_told_as_one() -> None:
    """It was told as chance: without what was offered, the same moves lead to right answers."""
    found = told(CountsRefusals(), "minoa")
    assert [each.kind for each in found.deviations] == [KINDS[REFUSED_BEFORE][0]]
    assert "only after illegal actions were refused on the way" in found.deviations[0].sentence
    assert "actions that it refuses change the game" in found.plays


def test_what_shows_at_once_is_not_told_again() -> None:
    """What follows later has the same cause."""
    found = told(CountsAll(), "minoa")
    assert [each.kind for each in found.deviations] == [KINDS["refusal"][0]]


def test_what_goes_by_the_number_of_games_is_not_told_so() -> None:
    """No refusal has to do with it."""
    kinds = {each.kind for each in told(ByChance(), "minoa").deviations}
    assert KINDS[REFUSED_BEFORE][0] not in kinds


class RefusesOneMore(Playing):
    """A refusal late in a game forgets a legal action until the next one is played."""

    def begin(self) -> None:
        """Set the game up."""
        super().begin()
        self.refused = -1

    def play(self, action: str) -> None:
        """Play an action, but not the one that is forgotten."""
        if action in self.legal():
            super().play(action)
            return
        if action.strip() and self.plies >= 10:
            self.refused = self.plies
        raise IllegalAction(action, "it is not listed")

    def legal(self) -> list[str]:
        """List the legal actions, or the first of them alone."""
        actions = super().legal()
        return actions[:1] if self.refused == self.plies else actions


def test_a_refusal_before_the_next_action_is_told_as_one() -> None:
    """What was refused in the same position was not offered again, and the rest told as chance."""
    found = told(RefusesOneMore(), "minoa")
    assert [each.kind for each in found.deviations] == [KINDS["refusal"][0]]
    assert "was refused the engine reports" in found.deviations[0].sentence
    assert "several answers" not in found.plays
