"""What was moved is never moved again: one bug, whichever reading it is met beside."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from common.claims import Claims
from common.composites import Composite
from common.players import Playing

from rulewright.conformance import QUICK, check
from rulewright.conformance.adapter.observation import LEGAL, Observation, Seen
from rulewright.conformance.evidence.report import GameReport
from rulewright.conformance.verdict.doubts import ENOUGH, RATHER, Weighed

STAYS = "it never lists an action that moves again what "


class Keeps(Playing):
    """Bars, in disc steps, the discs that were relocated before: the first ones, or all."""

    def __init__(self, most: int, *, after: int = 0, **readings: str) -> None:
        """Keep how many are barred, and from which action on."""
        super().__init__(**readings)
        self.most, self.after = most, after

    def begin(self) -> None:
        """Bar none."""
        super().begin()
        self.kept: list[str] = []

    def is_disc_step(self) -> bool:
        """Return whether a disc is due."""
        return bool(self.engine.to_json(self.position)["step"] == "disc")

    def legal(self) -> list[str]:
        """List the actions of other discs."""
        is_barred = self.is_disc_step() and self.plies >= self.after
        kept = self.kept if is_barred else []
        return [each for each in super().legal() if each.partition(">")[0] not in kept]

    def play(self, action: str) -> None:
        """Play an action that is listed."""
        disc_step = self.is_disc_step()
        super().play(action if action in self.legal() else "")
        if disc_step and len(self.kept) < self.most:
            self.kept.append(action.partition(">")[2])


def checked(player: Any) -> GameReport:
    """Check a player of Nonaga."""
    (found,) = check(player, "nonaga", effort=QUICK, seed=1).games
    return found


def test_a_bar_that_is_kept_is_one_bug_beside_a_reading() -> None:
    """By the reading in force the last disc is barred anyway; here it is the bug that keeps it."""
    composite = Composite("nonaga", {"bar": "none"}, ("bar_stays_for_good",))
    found = checked(composite.player())
    assert found.plays.startswith(
        f"bar=none explains everything observed, apart from 1 bug: {STAYS}"
        "one of the first 4 moves has moved, where position.step is 'disc' (legal "
    )
    bug, reading = sorted(found.deviations, key=lambda each: len(each.moves))
    assert bug.explained_by.startswith(STAYS)
    assert reading.explained_by == "bar=none"
    assert Claims(composite, found, [Composite("nonaga", {"bar": "none"})]).false() == []


def test_it_may_be_so_after_each_move() -> None:
    """Then no number is named."""
    found = checked(Keeps(100))
    assert f"{STAYS}an earlier move has moved, where position.step is 'disc'" in found.plays


@pytest.mark.slow
@pytest.mark.soak
def test_what_is_moved_again_at_first_does_not_stay() -> None:
    """It is another bug, which is not told as this."""
    found = checked(Keeps(100, after=9))
    assert found.deviations
    assert STAYS not in found.plays


@pytest.mark.parametrize(
    ("listed", "refuted"),
    [(0, True), (ENOUGH // RATHER, True), (ENOUGH // RATHER + 1, False)],
)
def test_a_reading_that_permits_what_is_listed_is_not_refuted_by_games(
    listed: int, refuted: bool
) -> None:
    """A bug that leaves out actions leaves no game in which such a reading has everything right."""
    found = evolve(Weighed("none"), refuted=100, supported=50)
    item = frozenset({(LEGAL, "action")})
    for number in range(ENOUGH):
        found.entire.add(Observation({}, (f"right {number}",), Seen(legal=())), item)
    for number in range(listed):
        found.against.add(Observation({}, (f"more {number}",), Seen(legal=("action",))), item)
    assert found.is_refuted is refuted
