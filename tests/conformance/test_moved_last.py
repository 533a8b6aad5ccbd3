"""A bar that is reversed: the same player's last disc stays, and the opponent's may be moved."""

from __future__ import annotations

import pytest
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.evidence.report import GameReport

STAYS = (
    "it never lists an action that moves again what the same player moved last, "
    "where position.step is 'disc'"
)


class BarsItsOwn(Playing):
    """Bars, in disc steps, the disc that the same player relocated last: up to some ply, or always."""

    def __init__(self, until: int = 10_000, **readings: str) -> None:
        """Keep from which ply on nothing is barred so."""
        super().__init__(**readings)
        self.until = until

    def begin(self) -> None:
        """Bar none."""
        super().begin()
        self.own: dict[str, str] = {}

    def is_disc_step(self) -> bool:
        """Return whether a disc is due."""
        return bool(self.engine.to_json(self.position)["step"] == "disc")

    def legal(self) -> list[str]:
        """List the actions of other discs."""
        barred = self.own.get(self.engine.turn(self.position)) if self.is_disc_step() else None
        if self.plies >= self.until:
            barred = None
        return [each for each in super().legal() if each.partition(">")[0] != barred]

    def play(self, action: str) -> None:
        """Play an action that is listed."""
        disc_step, mover = self.is_disc_step(), self.engine.turn(self.position)
        super().play(action if action in self.legal() else "")
        if disc_step:
            self.own[mover] = action.partition(">")[2]


def checked(player: Playing) -> GameReport:
    """Check a player of Nonaga."""
    (found,) = check(player, "nonaga", effort=QUICK, seed=1).games
    return found


def readings(found: GameReport, question: str) -> tuple[str, ...]:
    """Return the readings that a question is left with."""
    return next(each.readings for each in found.questions if each.question == question)


def test_a_bar_that_is_turned_round_is_no_reading() -> None:
    """*bar=none* was told of an engine that bars its own last disc, with nothing about that."""
    found = checked(BarsItsOwn(bar="none", removal="local"))
    assert STAYS in found.plays
    assert readings(found, "bar") == ("opponent", "none")
    assert readings(found, "removal") == ("local",)
    assert [each.explained_by[: len(STAYS)] for each in found.deviations].count(STAYS) == 1


@pytest.mark.slow
@pytest.mark.soak
def test_a_bar_of_both_discs_leaves_the_reading_in_force() -> None:
    """That one is followed, and the engine's own disc is the bug."""
    found = checked(BarsItsOwn())
    assert STAYS in found.plays
    assert readings(found, "bar") == ("opponent",)


def test_what_is_moved_again_later_on_does_not_stay() -> None:
    """It is another bug, which is not told as this."""
    found = checked(BarsItsOwn(until=9, bar="none"))
    assert found.deviations
    assert STAYS not in found.plays
